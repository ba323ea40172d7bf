import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { afterEach, expect, it } from "vitest";
import { libraryWithThread } from "./open-with-thread";
import type { ThreadMessage, ThreadNotice, ThreadRequest } from "./thread-protocol";

type FakeAnswer = (message: ThreadRequest | ThreadNotice, worker: FakeWorker) => ThreadMessage | null;

/** A thread that answers as a test says. */
class FakeWorker extends EventEmitter {
  hasEnded = false;
  readonly #answer: FakeAnswer;

  constructor(answer: FakeAnswer) {
    super();
    this.#answer = answer;
  }

  postMessage(message: ThreadRequest | ThreadNotice): void {
    const asked = structuredClone(message);
    if (asked.name === "close") void this.terminate();
    const answer = this.#answer(asked, this);
    if (answer !== null) queueMicrotask(() => this.emit("message", answer));
  }

  ref(): void {}
  unref(): void {}

  async terminate(): Promise<number> {
    this.hasEnded = true;
    this.emit("exit", 0);
    return 0;
  }
}

type Answer = (request: ThreadRequest, worker: FakeWorker, count: number) => ThreadMessage | null;

const dataDir = mkdtempSync(join(tmpdir(), "galley-library-"));
let end: (() => Promise<void>) | null = null;
afterEach(async () => {
  await end?.();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The library with threads that answer so; `count` is the number of the request. */
async function open(answer: Answer) {
  const workers: FakeWorker[] = [];
  const notices: string[] = [];
  let count = 0;
  const parts = libraryWithThread({
    dataDir,
    notice: (sentence) => notices.push(sentence),
    startWorker() {
      const worker = new FakeWorker((request, to) =>
        "number" in request && request.name !== "abort" ? answer(request, to, ++count) : null,
      );
      workers.push(worker);
      return worker as unknown as Worker;
    },
  });
  const library = await parts.openLibrary();
  const search = await parts.openContentSearch(library);
  const work = parts.openLibraryWork(library);
  end = async () => {
    await parts.close();
    library.close();
  };
  return { library, search, work, workers, notices };
}

const result = ({ number }: ThreadRequest, result: unknown = undefined): ThreadMessage => ({
  type: "result",
  number,
  result,
});

it("an error at the start, such as a busy file, does not turn the thread off", async () => {
  const { work, notices } = await open((request, _, count) =>
    count < 3
      ? { type: "error", number: request.number, error: { message: "database is locked" } }
      : result(request, request.name),
  );
  expect(await work.remove("tome")).toBe("remove");
  expect(notices).toEqual([]);
});

it("without a thread that starts, all of the library is here", async () => {
  const { work, notices, workers } = await open((_request, worker) => {
    queueMicrotask(() => worker.emit("error", new Error("no memory")));
    return null;
  });
  expect(await work.remove("tome")).toBeNull();
  expect(notices).toEqual(["the library's thread did not start: no memory"]);
  expect(workers).toHaveLength(2);
});
