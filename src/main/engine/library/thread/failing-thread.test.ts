import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { libraryWithThread } from "./open-with-thread";
import type { ThreadMessage, ThreadNotice, ThreadRequest } from "./thread-protocol";

type FakeAnswer = (message: ThreadRequest | ThreadNotice, worker: FakeWorker) => ThreadMessage | null;

/** A thread that answers as a test says. */
class FakeWorker extends EventEmitter {
  hasEnded = false;
  lastNumber = 0;
  readonly #answer: FakeAnswer;

  constructor(answer: FakeAnswer) {
    super();
    this.#answer = answer;
  }

  postMessage(message: ThreadRequest | ThreadNotice): void {
    const asked = structuredClone(message);
    if (asked.name === "close") void this.terminate();
    if ("number" in asked) this.lastNumber = asked.number;
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
  vi.useRealTimers();
  await end?.();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

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
      ? { type: "error", number: request.number, error: { message: "database is locked", errcode: 5 } }
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

const query = { query: "ember", kinds: null, documents: null, fuzzy: true, semantic: false, limit: 5 };

it("a stopped search does not wait for a thread that is stuck, and such a thread is replaced", async () => {
  vi.useFakeTimers();
  const { search, work, workers } = await open((request, worker) =>
    request.name !== "open" && worker === workers[0] ? null : result(request, request.name),
  );
  const stop = new AbortController();
  const stopped = search.search({ ...query, signal: stop.signal });
  stop.abort(new Error("typed on"));
  await expect(stopped).rejects.toThrow("typed on");
  const lost = expect(work.remove("tome")).rejects.toThrow("no longer answers");
  await vi.advanceTimersByTimeAsync(600_000);
  await lost;
  expect(workers.map(({ hasEnded }) => hasEnded)).toEqual([true]);
  expect(await work.remove("tome")).toBe("remove");
});

it("a thread that takes long, but answers, is not replaced", async () => {
  vi.useFakeTimers();
  const { work, workers } = await open((request) => (request.name === "open" ? result(request) : null));
  const removing = work.remove("tome");
  for (let minute = 0; minute < 10; minute++) {
    await vi.advanceTimersByTimeAsync(50_000);
    workers[0]?.emit("message", { type: "pong" });
  }
  workers[0]?.emit("message", result({ number: workers[0].lastNumber, name: "prepare" }, "removed"));
  expect(await removing).toBe("removed");
});

it("what cannot be sent to the thread, or back, rejects the call", async () => {
  const { search, work, workers } = await open((request) => (request.name === "remove" ? null : result(request)));
  const odd = { ...query, documents: [() => "tome"] as unknown as string[] };
  await expect(search.search(odd)).rejects.toThrow("could not be cloned");
  const lost = expect(work.remove("tome")).rejects.toThrow("no message");
  workers[0]?.emit("messageerror", new Error("no message"));
  await lost;
  expect(workers[0]?.hasEnded).toBe(true);
});
