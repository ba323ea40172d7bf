import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ContentLibrary } from "../entries/content-library";
import { libraryWithThread } from "./open-with-thread";

let dataDir: string;
let notices: string[];
let library: ContentLibrary | null = null;
let close: (() => Promise<void>) | null = null;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "galley-library-"));
  notices = [];
});
afterEach(async () => {
  await close?.();
  library?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const runner = new URL("../../testing/run-ts.mjs", import.meta.url);
const started: Worker[] = [];
/** The folder that the next threads use; null for that of the library. */
let otherDataDir: string | null = null;
const startWorker = (module: URL, workerData: object) => {
  const worker = new Worker(runner, {
    execArgv: ["--no-warnings", "--experimental-transform-types"],
    argv: [fileURLToPath(module)],
    workerData: otherDataDir === null ? workerData : { dataDir: otherDataDir },
    stderr: true,
  });
  started.push(worker);
  return worker;
};

async function open() {
  const parts = libraryWithThread({ dataDir, startWorker, notice: (sentence) => notices.push(sentence) });
  close = parts.close;
  library = await parts.openLibrary();
  return { library, search: await parts.openContentSearch(library), work: parts.openLibraryWork(library) };
}
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const options = (more: object = {}) => ({
  mayReplace: false,
  progress: () => {},
  signal: new AbortController().signal,
  ...more,
});
const pack = { document: "tome", entries: [{ kind: "spell", name: "Ember", text: "It glows softly." }] };
const query = { query: "ember", kinds: null, documents: ["tome"], fuzzy: true, semantic: false, limit: 5 };

it("what the thread adds and removes is seen here at once, and its errors come back", async () => {
  const { library, search, work } = await open();
  expect(library.documents().map(({ document }) => document)).toEqual(["srd-5e"]);
  expect(await work.add(bytes(pack), { file: "tome.json" }, options())).toMatchObject({
    status: "added",
    document: { entryCount: 1 },
  });
  expect(library.lookup({ kind: "spell", name: "ember", conditions: [], documents: null, limit: 5 }).total).toBe(1);
  expect(await search.search(query)).toMatchObject({ total: 1, entries: [{ name: "Ember", document: "tome" }] });
  expect(await work.add(bytes({ document: "tome", entries: [] }), { file: "tome.json" }, options())).toMatchObject({
    status: "replaces",
    before: { entryCount: 1 },
    isNowEmpty: true,
  });
  await expect(work.add(bytes({ entries: 5 }), { file: "odd.json" }, options())).rejects.toMatchObject({
    code: "bad_arguments",
  });
  expect(await work.remove("tome")).toMatchObject({ document: "tome" });
  expect(await work.remove("tome")).toBeNull();
  expect(notices).toEqual([]);
});

it("a stopped addition adds nothing", async () => {
  const { library, work } = await open();
  const stop = new AbortController();
  // So many that the stop arrives before the end.
  const entries = Array.from({ length: 20_000 }, (_, at) => ({ kind: "rule", name: `Rule ${at}` }));
  const adding = work.add(
    bytes({ document: "many", entries }),
    { file: "many.json" },
    options({ signal: stop.signal, progress: () => stop.abort() }),
  );
  await expect(adding).rejects.toThrow("abort");
  expect(library.documents()).toHaveLength(1);
});

it("closing stops an addition that runs, nothing of it remains, and what waited is not done", async () => {
  const { library, work } = await open();
  const entries = Array.from({ length: 20_000 }, (_, at) => ({ kind: "rule", name: `Rule ${at}` }));
  const closing: unknown[] = [];
  const progress = () => {
    if (closing.length === 0) closing.push(expect(work.remove("srd-5e")).rejects.toThrow("the library is closed"));
    closing.push(close?.());
  };
  const adding = work.add(bytes({ document: "many", entries }), { file: "many.json" }, options({ progress }));
  await expect(adding).rejects.toThrow("the library is closed");
  await Promise.all(closing);
  expect(library.documents().map(({ document }) => document)).toEqual(["srd-5e"]);
  library.remove("srd-5e");
});

it("what is removed or restored during an addition waits for it, and a waiting addition can be stopped", async () => {
  const { library, work } = await open();
  const entries = Array.from({ length: 3000 }, (_, at) => ({ kind: "rule", name: `Rule ${at}` }));
  const stop = new AbortController();
  const waiting: Promise<unknown>[] = [];
  const progress = (done: number) => {
    if (waiting.length > 0 || done === 0) return;
    const stopped = work.add(bytes(pack), { file: "tome.json" }, options({ signal: stop.signal }));
    waiting.push(work.remove("srd-5e"), work.restore("srd-5e"), expect(stopped).rejects.toThrow("abort"));
    stop.abort();
  };
  await work.add(bytes({ document: "many", entries }), { file: "many.json" }, options({ progress }));
  expect(await Promise.all(waiting)).toMatchObject([{ document: "srd-5e" }, { document: "srd-5e" }, {}]);
  expect(library.documents().map(({ document }) => document)).toEqual(["many", "srd-5e"]);
});

it("a thread that starts again without the file adds nothing, and the next one is tried", async () => {
  const { library, work } = await open();
  await started.at(-1)?.terminate();
  otherDataDir = join(dataDir, "library.db");
  const add = () => work.add(bytes(pack), { file: "tome.json" }, options());
  await expect(add()).rejects.toThrow("the content library's file cannot be used; nothing was changed");
  otherDataDir = null;
  expect(await add()).toMatchObject({ status: "added" });
  expect(library.documents().map(({ document }) => document)).toContain("tome");
});

it("a damaged file is reported once, and without a usable file all of it is here", async () => {
  writeFileSync(join(dataDir, "library.db"), "no database at all, only some text");
  expect((await open()).library.takeNotices()).toHaveLength(1);
  await close?.();
  library?.close();
  dataDir = join(dataDir, "library.db");
  const { library: here, work } = await open();
  expect(here.isPersistent).toBe(false);
  await work.add(bytes(pack), { file: "tome.json" }, options());
  expect(here.documents().map(({ document }) => document)).toContain("tome");
});
