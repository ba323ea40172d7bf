import { afterEach, beforeEach, expect, it } from "vitest";
import { readPack } from "../library/packs/read-pack";
import { openContentLibrary } from "../library/sqlite-library";
import { type EngineForTests, engineForTests } from "../tools/engine-for-tests";
import { createFolderLibraries } from "./folder-libraries";

const pack = {
  document: "tome",
  kinds: [{ kind: "tea", fields: [{ field: "price", type: "number" }] }],
  entries: [
    { kind: "creature", name: "Ash Dragon", type: "dragon", challenge_rating: 10 },
    { kind: "tea", name: "Matcha", price: 24 },
  ],
};

let engine: EngineForTests;
beforeEach(async () => {
  const library = openContentLibrary({ dataDir: null, shipped: [] });
  await library.replace(readPack(JSON.stringify(pack), { file: "tome.json" }));
  engine = engineForTests(
    {
      "Ash Drake.md":
        "---\nkind: creature\ntype: dragon\nchallenge_rating: 1/2\narmor_class: 13 (hide)\n---\n# Ash Drake\n\nIt smoulders.\n",
      "shop/tea.md": "---\nkind: Tea\nname: Sencha\nprice: 9\n---\nGreen.\n",
      "recipe.md": "---\nkind: recipe\nname: Ash Bread\n---\n",
      "prose.md": "# Ash\n\nkind: creature\n",
    },
    { library },
  );
});
afterEach(() => engine.engine.close());

async function names(tool: string, args: object): Promise<string[]> {
  const { data, error } = await engine.call(tool, args);
  if (!data) throw new Error(error?.message);
  return (data["results"] as { document: string; name: string }[]).map(({ document, name }) => `${document}/${name}`);
}

it("Markdown files of the folder with a kind are entries beside those of the library", async () => {
  expect(await names("lookup_creature", { type: "dragon" })).toEqual(["tome/Ash Dragon", "folder/Ash Drake"]);
  expect(await names("lookup_creature", { cr_max: "1/2", name: "ash" })).toEqual(["folder/Ash Drake"]);
  expect(await names("lookup_creature", { type: "dragon", documents: ["folder"] })).toEqual(["folder/Ash Drake"]);
  expect(await names("lookup_creature", { type: "dragon", documents: ["tome"] })).toEqual(["tome/Ash Dragon"]);
  const { data } = await engine.call("lookup_creature", { name: "ash drake" });
  expect(data?.["results"]).toEqual([
    {
      document: "folder",
      kind: "creature",
      key: "Ash Drake.md",
      name: "Ash Drake",
      text: "It smoulders.",
      type: "dragon",
      challenge_rating: "1/2",
      armor_class: 13,
      armor_class_note: "hide",
      file: "Ash Drake.md",
    },
  ]);
});

it("a search finds entries of the folder, also those of a declared kind by their fields", async () => {
  const found = await names("search_dnd_content", { query: "smoulders", enable_semantic: false });
  expect(found).toEqual(["folder/Ash Drake"]);
  const teas = await names("search_dnd_content", { query: "", fields: { price: { to: 10 } } });
  expect(teas).toEqual(["folder/Sencha"]);
});

it("an entry follows its file when it is edited, created or deleted", async () => {
  await engine.outside("Ash Drake.md", "---\nkind: creature\nname: Soot Drake\ntype: dragon\n---\n");
  await engine.outside("new.md", "---\nkind: creature\nname: Ash Eel\ntype: dragon\n---\n");
  expect(await names("lookup_creature", { type: "dragon" })).toEqual([
    "tome/Ash Dragon",
    "folder/Ash Eel",
    "folder/Soot Drake",
  ]);
  await engine.outside("new.md", "no more\n");
  await engine.outside("Ash Drake.md", "---\nkind: recipe\n---\n");
  expect(await names("lookup_creature", { type: "dragon" })).toEqual(["tome/Ash Dragon"]);
});

it("the user's library does not get the entries of a folder, and callers elsewhere do not see them", async () => {
  await names("lookup_creature", {});
  expect((await engine.engine.library()).documents().map(({ document }) => document)).toEqual(["tome"]);
  const elsewhere = { id: "other", name: "other", roots: [] };
  const { library } = await engine.engine.folderLibrary(elsewhere, new AbortController().signal);
  expect(library.documents().map(({ document }) => document)).toEqual(["tome"]);
});

/** Libraries of a folder whose search takes as long as `takes` says, and how often it was searched. */
function slowFolder(takes: { ms: number; stopped: boolean }) {
  const text = "---\nkind: creature\nname: Eel\n---\n";
  const state = { clock: 0, searches: 0 };
  const base = openContentLibrary({ dataDir: null, shipped: [] });
  const libraries = createFolderLibraries({
    library: async () => base,
    contentSearch: async () => ({}) as never,
    now: () => state.clock,
  });
  const ctx = {
    caller: engine.caller,
    signal: new AbortController().signal,
    canvas: null,
    locate: async (path: string) => path,
    files: { isFolder: async () => true },
    documents: {
      realPath: async (path: string) => path,
      readBytes: async (path: string) => ({ bytes: Buffer.from(text), version: "1", realPath: path }),
    },
    search: {
      async filesBelow() {
        state.searches++;
        state.clock += takes.ms;
        return { candidates: takes.stopped ? [] : ["/w/eel.md"], packages: [], stopped: takes.stopped };
      },
    },
  };
  return {
    state,
    base,
    keyOf: async (documents: string[] | null = null) => (await libraries.of(ctx as never, documents)).key,
  };
}

it("a question about documents that all folders share does not search the folder", async () => {
  const { state, base, keyOf } = slowFolder({ ms: 10, stopped: false });
  await base.replace(readPack(JSON.stringify(pack), { file: "tome.json" }));
  expect(await keyOf(["Tome"])).toBeNull();
  expect(state.searches).toBe(0);
  expect(await keyOf(["tome", "folder"])).toBe("folder");
  expect(await keyOf()).toBe("folder");
  expect(state.searches).toBe(2);
});

it("a folder that takes long to search is not searched with each question, and one that takes too long has what was known", async () => {
  const takes = { ms: 2000, stopped: false };
  const { state, keyOf } = slowFolder(takes);
  expect([await keyOf(), await keyOf(), state.searches]).toEqual(["folder", "folder", 1]);
  state.clock += 21_000;
  takes.stopped = true;
  expect([await keyOf(), await keyOf(), state.searches]).toEqual(["folder", "folder", 2]);
  const other = slowFolder({ ms: 5000, stopped: true });
  expect([await other.keyOf(), await other.keyOf(), other.state.searches]).toEqual([null, null, 1]);
});

it("front matter that cannot be an entry's is a problem of its file", async () => {
  const deep = "[".repeat(20_000);
  await engine.outside("a.md", `---\nkind: spell\nname: A\nlevel: ${deep}\n---\n`);
  await engine.outside("b.md", "---\nkind: spell\nname: &x B\nschool: *x\n---\n");
  await engine.outside("c.md", "---\nkind: spell\nname: C\n__proto__: {level: 3}\n---\n");
  await engine.outside("d.md", "---\nkind: spell\nname: D\nlevel: three\n---\n");
  const { problems } = await engine.engine.folderLibrary(engine.caller, new AbortController().signal);
  expect(problems.map(({ file }) => file)).toEqual(["a.md", "b.md", "c.md", "d.md"]);
  expect(await names("lookup_spell", {})).toEqual(["folder/D"]);
});
