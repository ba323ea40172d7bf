import type { ComparedTexts, Comparison, RevertResult } from "./compare-versions";

/** Requests to the worker; the response has the same `id`. */
export type HistoryRequest = { id: number } & (
  | ({ ask: "compare" } & ComparedTexts)
  | { ask: "put back"; before: string; after: string; index: number; today: string }
);

export type HistoryResponse = { id: number; comparison: Comparison } | { id: number; back: RevertResult };

/** The part of `Worker` that the client uses. */
export type HistoryWorker = {
  postMessage(question: HistoryRequest): void;
  onmessage: ((event: { data: HistoryResponse }) => void) | null;
  onerror: ((event: { message: string }) => void) | null;
  terminate(): void;
};
