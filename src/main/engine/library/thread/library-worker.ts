// The library's thread: search, and changes that take long, so that the thread that starts it is never held. See thread-protocol.ts.
import { parentPort, workerData } from "node:worker_threads";
import { ToolError } from "../../ports/tool-error";
import { createContentSearch } from "../search/content-search";
import { openContentLibrary } from "../sqlite-library";
import { libraryWorkHere } from "./library-work";
import type { SentError, ThreadMessage, ThreadNotice, ThreadRequest } from "./thread-protocol";

const { dataDir } = workerData as { dataDir: string };
const send = (message: ThreadMessage): void => parentPort?.postMessage(message);
const notice = (sentence: string): void => send({ type: "notice", sentence });

const library = openContentLibrary({ dataDir, notice });
const search = createContentSearch({ library, dataDir, notice });
const work = libraryWorkHere(library);
search.onProgress((progress) => send({ type: "progress", progress }));

/** Aborts the running requests, by number. */
const running = new Map<number, AbortController>();

function answer(request: ThreadRequest, signal: AbortSignal): unknown {
  switch (request.name) {
    case "open":
      // Adds the shipped documents, which takes some 70 ms.
      library.documents();
      return { isPersistent: library.isPersistent };
    case "search":
      return search.search({ ...request.query, signal });
    case "prepare":
      return search.prepare();
    case "add": {
      const { number, bytes, file, mayReplace } = request;
      const progress = (done: number, total: number) => send({ type: "adding", number, done, total });
      return work.add(bytes, file, { mayReplace, progress, signal });
    }
    case "remove":
      return work.remove(request.document);
    case "restore":
      return work.restore(request.document);
  }
}

async function handle(request: ThreadRequest): Promise<void> {
  const { number } = request;
  const controller = new AbortController();
  running.set(number, controller);
  try {
    send({ type: "result", number, result: await answer(request, controller.signal) });
  } catch (error) {
    send({ type: "error", number, error: sent(error) });
  } finally {
    running.delete(number);
  }
}

function sent(error: unknown): SentError {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ToolError)) return { message };
  return { message, code: error.code, ...(error.hint !== undefined && { hint: error.hint }) };
}

parentPort?.on("message", (message: ThreadRequest | ThreadNotice) => {
  if (message.name === "abort") running.get(message.number)?.abort();
  else if (message.name === "close") {
    search.close();
    library.close();
    parentPort?.close();
  } else void handle(message);
});
