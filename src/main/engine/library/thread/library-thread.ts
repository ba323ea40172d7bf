import { Worker } from "node:worker_threads";
import { ToolError } from "../../ports/tool-error";
import type { LibraryDocument } from "../entries/entry";
import type { ContentSearch, ContentSearchResult } from "../search/content-search";
import type { MeaningProgress } from "../search/meaning-index";
import type { AddResult, LibraryWork } from "./library-work";
import type { SentError, ThreadMessage, ThreadNotice, ThreadRequest } from "./thread-protocol";

/** The library's search and its long work in a thread of their own, on the same files. */
export type LibraryThread = {
  /** Opens the library there, with the shipped documents. */
  open(): Promise<void>;
  search: ContentSearch;
  work: LibraryWork;
  /** Stops all work: an addition that runs adds nothing. Resolves when the thread has ended. */
  close(): Promise<void>;
};

type Pending = {
  resolve(result: unknown): void;
  reject(error: Error): void;
  onAdding?: ((done: number, total: number) => void) | undefined;
};

type WithoutNumber<Request> = Request extends { number: number } ? Omit<Request, "number"> : never;

export type LibraryThreadOptions = {
  dataDir: string;
  notice(sentence: string): void;
  /** Starts the module in a thread; for tests, which run without a build. */
  startWorker?: (module: URL, workerData: object) => Worker;
};

const usualWorker = (module: URL, workerData: object): Worker =>
  new Worker(module, { workerData, stdout: true, stderr: true });

/** The thread ended before it answered, or did not start. */
class ThreadEndedError extends Error {}

/** The thread cannot use the library's file, so it did nothing. */
export class UnusableFileError extends ToolError {}

/**
 * A thread that gives no sign of life this often is stuck, in milliseconds: removing the largest documents holds it for seconds, and indexing one with
 * millions of different words for two minutes. Whoever waits can stop waiting before.
 */
const BEAT = 10_000;
const MAX_MISSED = 30;

/** Milliseconds that the start of the app waits for the thread. */
const MAX_OPENING = 30_000;

/** Milliseconds that the thread has to end by itself. Its transaction is rolled back if it is terminated. */
const END_TIME = 2_000;

/** Starts the thread with the first request, and again if it has ended. It does not keep the process alive. */
export function createLibraryThread({
  dataDir,
  notice,
  startWorker = usualWorker,
}: LibraryThreadOptions): LibraryThread {
  const waiting = new Map<number, Pending>();
  const listeners = new Set<(progress: MeaningProgress) => void>();
  let worker: Worker | null = null;
  let closed: Promise<void> | null = null;
  let count = 0;
  let missed = 0;
  let beats: NodeJS.Timeout | undefined;

  /** Rejects what was asked. The next request starts another thread. */
  function end(error: Error): void {
    clearInterval(beats);
    worker = null;
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { reject } of lost) reject(error);
  }

  function start(): Worker {
    const started = startWorker(new URL("./library-worker.ts", import.meta.url), { dataDir });
    /** Gives the thread up, whatever it does. */
    const giveUp = (error: Error): void => {
      if (worker !== started) return;
      end(error);
      void started.terminate();
    };
    started.on("message", (message: ThreadMessage) => {
      missed = 0;
      if (message.type === "unusable")
        giveUp(new UnusableFileError("failed", "the content library's file cannot be used; nothing was changed"));
      else handle(message);
    });
    // It is not known whose answer this was.
    started.on("messageerror", giveUp);
    started.on("error", (error) => worker === started && end(new ThreadEndedError(messageOf(error), { cause: error })));
    started.on("exit", () => worker === started && end(new ThreadEndedError("the library's thread ended")));
    missed = 0;
    beats = setInterval(() => {
      if (waiting.size === 0) return;
      if (++missed > MAX_MISSED) giveUp(new ThreadEndedError("the library's thread no longer answers"));
      else started.postMessage({ name: "ping" } satisfies ThreadNotice);
    }, BEAT).unref();
    return started;
  }

  function handle(message: Exclude<ThreadMessage, { type: "unusable" }>): void {
    if (message.type === "notice") notice(message.sentence);
    else if (message.type === "progress") for (const listener of listeners) listener(message.progress);
    else if (message.type === "adding") waiting.get(message.number)?.onAdding?.(message.done, message.total);
    else if (message.type !== "pong") resolvePending(message);
  }

  function resolvePending(message: Extract<ThreadMessage, { type: "result" | "error" }>): void {
    const pending = waiting.get(message.number);
    waiting.delete(message.number);
    if (waiting.size === 0) worker?.unref();
    if (message.type === "result") pending?.resolve(message.result);
    else pending?.reject(received(message.error));
  }

  /** Asks the thread. Aborting rejects at once, unless a document is added: then the thread says whether it was. */
  function ask<Result>(
    request: WithoutNumber<ThreadRequest>,
    {
      signal,
      onAdding,
      transfer = [],
    }: { signal?: AbortSignal | undefined; onAdding?: Pending["onAdding"]; transfer?: ArrayBuffer[] } = {},
  ): Promise<Result> {
    if (closed !== null) return Promise.reject(new Error("the library is closed"));
    if (signal?.aborted) return Promise.reject(signal.reason);
    worker ??= start();
    const to = worker;
    const number = ++count;
    let abort = (): void => {};
    const answer = new Promise<Result>((resolve, reject) => {
      waiting.set(number, { resolve: (result) => resolve(result as Result), reject, onAdding });
      try {
        to.postMessage({ ...request, number } satisfies WithoutNumber<ThreadRequest> & { number: number }, transfer);
      } catch (error) {
        // Something in the request cannot be cloned.
        waiting.delete(number);
        reject(error);
        return;
      }
      to.ref();
      abort = () => {
        to.postMessage({ name: "abort", number } satisfies ThreadNotice);
        if (request.name !== "add") reject(signal?.reason);
      };
      signal?.addEventListener("abort", abort, { once: true });
    });
    return answer.finally(() => signal?.removeEventListener("abort", abort));
  }

  async function stop(): Promise<void> {
    const stopped = worker;
    end(new Error("the library is closed"));
    if (stopped === null) return;
    const exited = new Promise((resolve) => stopped.once("exit", resolve));
    stopped.ref();
    stopped.postMessage({ name: "close" } satisfies ThreadNotice);
    const timer = setTimeout(() => void stopped.terminate(), END_TIME);
    await exited;
    clearTimeout(timer);
  }

  const close = () => (closed ??= stop());

  return {
    open: () => ask<void>({ name: "open" }, { signal: AbortSignal.timeout(MAX_OPENING) }),
    search: {
      search: ({ signal, ...query }) => ask<ContentSearchResult>({ name: "search", query }, { signal }),
      embed: (text) => ask<Float32Array>({ name: "embed", text }),
      prepare: () => ask<void>({ name: "prepare" }),
      onProgress(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      close: () => void close(),
    },
    work: {
      add(bytes, file, { mayReplace, progress, signal }) {
        // Handed over, not copied; but the bytes of a small file may be part of a larger buffer.
        const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
        const request = { name: "add" as const, bytes: own, file, mayReplace };
        return ask<AddResult>(request, { signal, onAdding: progress, transfer: [own.buffer as ArrayBuffer] });
      },
      remove: (document) => ask<LibraryDocument | null>({ name: "remove", document }),
      restore: (document) => ask<LibraryDocument | null>({ name: "restore", document }),
    },
    close,
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function received({ message, code, hint, errcode }: SentError): Error {
  if (code === undefined) return Object.assign(new Error(message), errcode !== undefined && { errcode });
  return new ToolError(code, message, hint === undefined ? {} : { hint });
}
