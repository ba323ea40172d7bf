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

/** The running requests, by number. */
const running = new Map<number, { controller: AbortController; isWriting: boolean; ended: Promise<void> }>();

function answer(request: ThreadRequest, signal: AbortSignal): unknown {
  switch (request.name) {
    case "open":
      // Adds the shipped documents, which takes some 70 ms.
      library.documents();
      return undefined;
    case "search":
      return search.search({ ...request.query, signal });
    case "embed":
      return search.embed(request.text);
    case "prepare":
      return search.prepare();
    case "add": {
      const { number, bytes, file, mayReplace } = request;
      const progress = (done: number, total: number) => send({ type: "adding", number, done, total });
      return work.add(bytes, file, { mayReplace, progress, signal });
    }
    case "remove":
      return work.remove(request.document, signal);
    case "restore":
      return work.restore(request.document, signal);
  }
}

async function handle(request: ThreadRequest, signal: AbortSignal): Promise<void> {
  const { number } = request;
  try {
    const result = library.isPersistent ? await answer(request, signal) : undefined;
    // The file may have become unusable during the work.
    send(library.isPersistent ? { type: "result", number, result } : { type: "unusable" });
  } catch (error) {
    send({ type: "error", number, error: sent(error) });
  }
}

/** Ends the thread when what is written has ended; an addition is rolled back. Nobody waits for a search. */
async function close(): Promise<void> {
  const all = [...running.values()];
  for (const { controller } of all) controller.abort(new Error("the library is closed"));
  await Promise.all(all.filter(({ isWriting }) => isWriting).map(({ ended }) => ended));
  search.close();
  library.close();
  process.exit();
}

function sent(error: unknown): SentError {
  const message = error instanceof Error ? error.message : String(error);
  const { errcode } = Object(error) as { errcode?: number };
  if (!(error instanceof ToolError)) return { message, ...(errcode !== undefined && { errcode }) };
  return { message, code: error.code, ...(error.hint !== undefined && { hint: error.hint }) };
}

parentPort?.on("message", (message: ThreadRequest | ThreadNotice) => {
  if (message.name === "abort") running.get(message.number)?.controller.abort();
  else if (message.name === "ping") send({ type: "pong" });
  else if (message.name === "close") void close();
  else {
    const controller = new AbortController();
    const ended = handle(message, controller.signal).finally(() => running.delete(message.number));
    const isWriting = message.name === "add" || message.name === "remove" || message.name === "restore";
    running.set(message.number, { controller, isWriting, ended });
  }
});
// Nobody can be answered; the thread ends with this error, and is started again.
parentPort?.on("messageerror", (error) => {
  throw error;
});
