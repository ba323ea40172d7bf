import type { Compared, Comparison, PutBack } from "./compare-versions";

/** Requests to the worker; the response has the same `id`. */
export type HistoryQuestion = { id: number } & (
  | ({ ask: "compare" } & Compared)
  | { ask: "put back"; before: string; after: string; index: number; today: string }
);

export type HistoryAnswer = { id: number; comparison: Comparison } | { id: number; back: PutBack };

/** The part of `Worker` that the client uses. */
export type HistoryWorker = {
  postMessage(question: HistoryQuestion): void;
  onmessage: ((event: { data: HistoryAnswer }) => void) | null;
  onerror: ((event: { message: string }) => void) | null;
  terminate(): void;
};
