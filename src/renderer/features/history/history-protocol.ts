import type { Compared, Comparison, PutBack } from "./compare-versions";

/** What the page asks of the worker; each question has a number, which its answer bears. */
export type HistoryQuestion = { id: number } & (
  | ({ ask: "compare" } & Compared)
  | { ask: "put back"; before: string; after: string; index: number; today: string }
);

export type HistoryAnswer = { id: number; comparison: Comparison } | { id: number; back: PutBack };

/** A worker as the desk needs it. */
export type HistoryWorker = {
  postMessage(question: HistoryQuestion): void;
  onmessage: ((event: { data: HistoryAnswer }) => void) | null;
  onerror: ((event: { message: string }) => void) | null;
  terminate(): void;
};
