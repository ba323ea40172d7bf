import { expect, it } from "vitest";
import { createMemory } from "../storage/files/memory";
import { createForeignMemories, type ForeignMemoryDeps } from "./foreign-memories";
import { memoryFile } from "./memory/memory-file";

const folder = "/w/.galley/b.md";

/** A memory with one entry for each source. */
const memory = (sources: readonly string[], into = "de"): Uint8Array =>
  memoryFile(
    { name: "a.tmx", from: "en", into, language: "", at: "", entries: sources.length },
    sources.map((source) => `${JSON.stringify([source, "Übersetzt."])}\n`).join(""),
  );

function foreignMemories(files: Record<string, Uint8Array>, deps: Partial<ForeignMemoryDeps> = {}) {
  const store = createMemory(
    Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`${folder}/memories/${name}`, bytes])),
  );
  const read: string[] = [];
  const counted: ForeignMemoryDeps["store"] = {
    ...store,
    read: (path, options) => {
      read.push(path);
      return store.read(path, options);
    },
  };
  const memoriesOf = createForeignMemories({
    store: counted,
    isOnDisk: false,
    others: async () => [],
    openOther: () => Promise.reject(new Error("no other books")),
    ...deps,
  });
  const context = { realPath: "/w/b.md", folder, roots: ["/w"], notes: { otherBooks: true }, book: { chapters: [] } };
  type Context = Parameters<typeof memoriesOf>[0];
  return {
    store,
    read,
    of: (language = "German", changed: object = {}) =>
      memoriesOf({ ...context, ...changed, language } as unknown as Context),
  };
}

it("a memory that is added while others are loaded is found, too", async () => {
  const listed = Promise.withResolvers<void>();
  const { store } = foreignMemories({});
  const list: typeof store.list = async (path) => {
    const before = await store.list(path).catch(() => []);
    await listed.promise;
    return before;
  };
  const memories = foreignMemories({}, { store: { ...store, list } }).of();
  memories.ready();
  await memories.add("a.jsonl", memory(["A lamp."]));
  listed.resolve();
  expect((await memories.all()).map(({ path }) => path)).toEqual([`${folder}/memories/a.jsonl`]);
});
