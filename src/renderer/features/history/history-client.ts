import type { ComparedTexts, Comparison, RevertResult } from "./compare-versions";
import type { HistoryRequest, HistoryResponse, HistoryWorker } from "./history-protocol";

/** Compares versions in a worker. */
export type HistoryClient = {
  compare(texts: ComparedTexts): Promise<Comparison>;
  revertHunk(texts: { before: string; after: string }, index: number, today: string): Promise<RevertResult>;
  stop(): void;
};

type Unnumbered<T> = T extends unknown ? Omit<T, "id"> : never;

/** Creates the client. The worker starts with the first request, and again after a failure. */
export function createHistoryClient(start: () => HistoryWorker): HistoryClient {
  let worker: HistoryWorker | null = null;
  let last = 0;
  const waiting = new Map<number, { done(answer: HistoryResponse): void; failed(why: Error): void }>();

  function stop(why: Error): void {
    worker?.terminate();
    worker = null;
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { failed } of lost) failed(why);
  }

  function started(): HistoryWorker {
    if (worker) return worker;
    const begun = start();
    begun.onmessage = ({ data }) => {
      waiting.get(data.id)?.done(data);
      waiting.delete(data.id);
    };
    begun.onerror = ({ message }) => stop(new Error(message));
    worker = begun;
    return begun;
  }

  function ask(question: Unnumbered<HistoryRequest>): Promise<HistoryResponse> {
    const id = ++last;
    return new Promise((done, failed) => {
      waiting.set(id, { done, failed });
      started().postMessage({ ...question, id });
    });
  }

  return {
    async compare(texts) {
      const answer = await ask({ ask: "compare", ...texts });
      if (!("comparison" in answer)) throw new RangeError("unexpected response from the history worker");
      return answer.comparison;
    },
    async revertHunk({ before, after }, index, today) {
      const answer = await ask({ ask: "put back", before, after, index, today });
      if (!("back" in answer)) throw new RangeError("unexpected response from the history worker");
      return answer.back;
    },
    stop: () => stop(new Error("the history was closed")),
  };
}
