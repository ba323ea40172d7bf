import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToolError } from "../ports/tool-error";
import { createMemory } from "../storage/files/memory";
import type { OpenBook } from "./books";
import { createForeignMemories, type ForeignMemoryDeps } from "./foreign-memories";
import { memoryInfos } from "./import-memory";
import { memoryFile } from "./memory/memory-file";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "Date"] }));
afterEach(() => void vi.useRealTimers());

const folder = "/w/.galley/b.md";

/** A memory with one entry for each source. */
const memory = (sources: readonly string[], into = "de"): Uint8Array =>
  memoryFile(
    { name: "a.tmx", from: "en", into, language: "", at: "", entries: sources.length },
    sources.map((source) => `${JSON.stringify([source, source])}\n`).join(""),
  );

function foreignMemories(files: Record<string, Uint8Array>, deps: Partial<ForeignMemoryDeps> = {}) {
  const store = createMemory(
    Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`${folder}/memories/${name}`, bytes])),
  );
  const { read } = store;
  const memoriesOf = createForeignMemories({
    store,
    isOnDisk: false,
    beginning: async (path) => (await read(path))?.bytes ?? null,
    others: async () => [],
    openOther: () => Promise.reject(new Error("no other books")),
    ...deps,
  });
  const context = { realPath: "/w/b.md", folder, roots: ["/w"], notes: { otherBooks: true }, book: { chapters: [] } };
  type Context = Parameters<typeof memoriesOf>[0];
  return {
    store,
    of: (language = "German", changed: object = {}) =>
      memoriesOf({ ...context, ...changed, language } as unknown as Context),
  };
}

it("a memory that is added while others are loaded is found, too", async () => {
  const { of, store } = foreignMemories({});
  const listed = Promise.withResolvers<void>();
  const { list } = store;
  vi.spyOn(store, "list").mockImplementationOnce(async (path) => {
    const before = await list(path).catch(() => []);
    await listed.promise;
    return before;
  });
  const memories = of();
  memories.ready();
  await memories.add("a.jsonl", memory(["A lamp."]));
  listed.resolve();
  expect((await memories.all()).map(({ path }) => path)).toEqual([`${folder}/memories/a.jsonl`]);
});

it("a prompt does not wait longer for memories than it says", async () => {
  const { of, store } = foreignMemories({ "a.jsonl": memory(["A lamp."]), "b.jsonl": memory(["A boat."]) });
  const { read } = store;
  vi.spyOn(store, "read").mockImplementation((path) => (path.endsWith("a.jsonl") ? read(path) : new Promise(() => {})));
  expect((await of().all({ within: 50 })).length).toBe(1);
});

it("a memory is read once for all languages, and not at all for a language that it does not have", async () => {
  const { of, store } = foreignMemories({ "a.jsonl": memory(["A lamp."]), "b.jsonl": memory(["A boat."], "fr") });
  const read = vi.spyOn(store, "read");
  const [german, austrian] = [of("German"), of("de-AT")];
  expect((await german.all()).length).toBe(1);
  expect((await austrian.all()).length).toBe(1);
  expect((await of("Danish").all()).length).toBe(0);
  vi.advanceTimersByTime(60_000);
  await german.all();
  await of("Danish").all();
  expect(read.mock.calls.map(([path]) => path)).toEqual([`${folder}/memories/a.jsonl`]);
});

it("all memories together have so many characters, sentences too, and those of unused books make room", async () => {
  const sources = ["The boats were late.", "It rained. Nobody came."];
  const { of } = foreignMemories({ "a.jsonl": memory(sources) }, { most: 800 });
  const parts = async (memories: ReturnType<typeof of>) =>
    (await memories.all()).map(({ entries, characters, isWhole }) => [entries, characters <= 800, isWhole]);
  const elsewhere = { realPath: "/w/c.md", folder: "/w/.galley/c.md" };
  await of().all();
  await of("German", elsewhere).add("b.jsonl", memory(sources));
  expect(await parts(of())).toEqual([[2, true, true]]);
  expect(await parts(of("German", elsewhere))).toEqual([[1, true, false]]);
  vi.advanceTimersByTime(61_000);
  expect(await parts(of("German", elsewhere))).toEqual([[2, true, true]]);
});

it("a long memory leaves the short ones what they need", async () => {
  const sources = ["The boats were late.", "It rained.", "Nobody came."];
  const { of } = foreignMemories({ "a.jsonl": memory(sources), "b.jsonl": memory(["A lamp."]) }, { most: 400 });
  const found = await of().all();
  expect(found.map(({ path, entries }) => [path.at(-7), entries])).toEqual([
    ["b", 1],
    ["a", 2],
  ]);
});

/** Another book without work, that is as old as said. */
function otherBook() {
  const entry = { path: "/w/o.md", stamp: "1", modified: Date.now() };
  const opened = {
    realPath: entry.path,
    book: { title: "The Tower", chapters: [] },
    read: (task: (work: object) => unknown) =>
      task({ languages: () => ["German"], rowFacts: () => ({ selected: new Map(), accepted: new Set() }) }),
  } as unknown as OpenBook;
  const openOther = vi.fn<ForeignMemoryDeps["openOther"]>(async () => opened);
  return { entry, openOther, ...foreignMemories({}, { others: async () => [{ ...entry }], openOther }) };
}

it("another book that somebody works on is read again when that rests, or after ten minutes", async () => {
  const { entry, openOther, of } = otherBook();
  const opensAfter = async (seconds: number, change: object) => {
    vi.advanceTimersByTime(seconds * 1000);
    Object.assign(entry, change);
    await of().all();
    return openOther.mock.calls.length;
  };
  expect(await opensAfter(0, {})).toBe(1);
  expect(await opensAfter(5, { stamp: "2", modified: Date.now() + 5000 })).toBe(1);
  expect(await opensAfter(60, {})).toBe(2);
  for (let at = 1; at < 10; at++)
    expect(await opensAfter(60, { stamp: `n${at}`, modified: Date.now() + 60_000 })).toBe(2);
  expect(await opensAfter(60, { stamp: "n10", modified: Date.now() + 60_000 })).toBe(3);
});

it("another book without accepted translations is not listed", async () => {
  expect(memoryInfos(await otherBook().of().all())).toEqual([]);
});

it("a locked book is tried again, and what was read of it before is kept", async () => {
  const { entry, openOther, of } = otherBook();
  const locked = Object.assign(new Error("database is locked"), { errcode: 5 });
  openOther.mockRejectedValueOnce(new ToolError("failed", "no", { cause: locked }));
  expect((await of().all()).length).toBe(1);
  openOther.mockRejectedValueOnce(new Error("not readable now"));
  Object.assign(entry, { stamp: "2", modified: 0 });
  vi.advanceTimersByTime(4000);
  expect((await of().all()).length).toBe(1);
  vi.advanceTimersByTime(4000);
  await of().all();
  expect(openOther).toHaveBeenCalledTimes(3);
});
