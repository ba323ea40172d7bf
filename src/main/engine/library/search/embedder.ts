import { Worker } from "node:worker_threads";
import { dimensions } from "./vector-scan";

/** The sentence-embedding model: texts with similar meaning have similar vectors. */
export type Embedder = {
  /** The text's vector, of length 1. Rejects if the model cannot be loaded or after `close`. */
  embed(text: string): Promise<Float32Array>;
  close(): void;
};

type PendingEmbedding = { resolve(vector: Float32Array): void; reject(error: Error): void };
type Answer = { number: number; vector?: Float32Array; error?: string };

/** Milliseconds without a text after which the model is unloaded; it takes 210 MB. */
const IDLE_TIME = 120_000;

/** Runs the model in a worker thread, which starts with the first text and ends when idle. It does not keep the process alive. */
export function createEmbedder(idle = IDLE_TIME): Embedder {
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;
  let count = 0;
  const waiting = new Map<number, PendingEmbedding>();

  const end = (error: Error): void => {
    clearTimeout(timer);
    const ended = worker;
    worker = null;
    ended?.removeAllListeners();
    // Late errors of the ended worker do not matter.
    ended?.on("error", () => {});
    void ended?.terminate();
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { reject } of lost) reject(error);
  };

  const start = (): Worker => {
    const started = new Worker(new URL("./embedding-worker.ts", import.meta.url), { stdout: true, stderr: true });
    started.on("message", ({ number, vector, error }: Answer) => {
      const pending = waiting.get(number);
      waiting.delete(number);
      if (vector?.length === dimensions) pending?.resolve(vector);
      else pending?.reject(new Error(error ?? "the model returned no vector"));
      if (waiting.size > 0) return;
      started.unref();
      timer = setTimeout(() => end(new Error("the model was idle")), idle).unref();
    });
    started.on("error", (error) => end(error instanceof Error ? error : new Error(String(error))));
    started.on("exit", () => end(new Error("the model's thread ended")));
    return started;
  };

  return {
    embed(text) {
      clearTimeout(timer);
      worker ??= start();
      worker.ref();
      const number = ++count;
      const answer = new Promise<Float32Array>((resolve, reject) => waiting.set(number, { resolve, reject }));
      worker.postMessage({ number, text });
      return answer;
    },
    close: () => end(new Error("the search was closed")),
  };
}
