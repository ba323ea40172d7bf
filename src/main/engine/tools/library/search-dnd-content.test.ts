import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ContentLibrary } from "../../library/entries/content-library";
import { readPack } from "../../library/packs/read-pack";
import { openContentLibrary } from "../../library/sqlite-library";
import { type EngineForTests, engineForTests } from "../engine-for-tests";

type SearchResults = {
  results: { document: string; kind: string; key: string; name: string; [field: string]: unknown }[];
  count: number;
  total: number;
  message?: string;
};

let library: ContentLibrary;
let on: EngineForTests;

beforeAll(async () => {
  library = openContentLibrary({ dataDir: null });
  const add = (document: string, entries: object[]) =>
    library.replace(readPack(JSON.stringify({ document, title: document, entries }), { file: "pack.json" }));
  await add("tce", [
    { kind: "spell", name: "Fireball", level: 3, text: "Hotter than the other one." },
    { kind: "spell", name: "Summon Draconic Spirit", text: "A dragon comes." },
  ]);
  await add("phb", [
    { kind: "creature", name: "Tea Dragon", type: "dragon" },
    { kind: "equipment", name: "Healing Salve", text: "Restores hit points." },
  ]);
  on = engineForTests({}, { library });
});
afterAll(async () => {
  await on.engine.close();
  library.close();
});

/** By words only by default: the model is loaded only in tests that are about it. */
async function search(args: Record<string, unknown>): Promise<SearchResults> {
  const answer = await on.call("search_dnd_content", { enable_semantic: false, ...args });
  expect(answer.ok, answer.message).toBe(true);
  return answer.data as SearchResults;
}
const documentsOf = ({ results }: SearchResults): string[] =>
  [...new Set(results.map(({ document }) => document))].sort();
const names = ({ results }: SearchResults): string[] => results.map(({ name }) => name);

describe("the scenarios of the search", () => {
  it("Search with single document filter [001-search-one]: fuzzy and semantic matching as requested", async () => {
    const found = await search({ query: "fireball", documents: ["srd-5e"] });
    expect(found.results[0]).toMatchObject({
      document: "srd-5e",
      kind: "spell",
      key: "fireball",
      name: "Fireball",
      level: 3,
    });
    expect(documentsOf(found)).toEqual(["srd-5e"]);
    const misspelt = { query: "fierbll", documents: ["srd-5e"] };
    expect(names(await search(misspelt))[0]).toBe("Fireball");
    expect(names(await search({ ...misspelt, enable_fuzzy: false }))).toEqual([]);
    const meant = { query: "conceal oneself", documents: ["srd-5e"], content_types: ["spell"] };
    expect(names(await search({ ...meant, enable_semantic: true }))).toContain("Disguise Self");
    expect(names(await search(meant))).not.toContain("Disguise Self");
  });

  it("Search with multiple document filters [001-search-many]: results of all of them, without duplicates", async () => {
    const found = await search({ query: "dragon", documents: ["srd-5e", "tce", "phb", "TCE"], limit: 200 });
    expect(documentsOf(found)).toEqual(["phb", "srd-5e", "tce"]);
    const keys = found.results.map(({ document, kind, key }) => `${document} ${kind} ${key}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(documentsOf(await search({ query: "dragon", documents: ["tce", "phb"] }))).toEqual(["phb", "tce"]);
  });

  it("Search without document filter [001-search-all]: results of all documents; null means no filter", async () => {
    const found = await search({ query: "healing", limit: 500 });
    expect(documentsOf(found)).toEqual(["phb", "srd-5e"]);
    expect(await search({ query: "healing", limit: 500, documents: null })).toEqual(found);
  });

  it("Search with non-existent document [001-search-unknown]: no results, no error, and the message explains it", async () => {
    expect(await search({ query: "spell", documents: ["non-existent"], enable_semantic: true })).toEqual({
      results: [],
      count: 0,
      total: 0,
      message: "No results match the document filter. Unknown documents: non-existent; known are srd-5e, phb, tce.",
    });
  });
});

it("an empty list of documents or content types gives an empty result", async () => {
  expect(await search({ query: "fireball", documents: [] })).toMatchObject({ results: [], count: 0, total: 0 });
  expect(await search({ query: "fireball", content_types: [] })).toMatchObject({ results: [], count: 0, total: 0 });
});

it("count is the number returned, total the number of matches, and the limit is applied last", async () => {
  const all = await search({ query: "dragon", limit: 10_000 });
  const first = await search({ query: "dragon", limit: 3 });
  expect(first).toMatchObject({ count: 3, total: all.total, results: all.results.slice(0, 3) });
  expect(all.count).toBe(all.total);
  expect((await search({ query: "dragon" })).count).toBe(20);
});

it("content types are kinds, in any letter case; unknown ones are reported", async () => {
  const creatures = await search({ query: "dragon", content_types: ["Creature", "creature"], limit: 100 });
  expect(new Set(creatures.results.map(({ kind }) => kind))).toEqual(new Set(["creature"]));
  const unknown = await search({ query: "dragon", content_types: ["monster"] });
  expect(unknown).toEqual({
    results: [],
    count: 0,
    total: 0,
    message: "Unknown content types: monster; known are spell, creature, equipment, character_option, rule.",
  });
});

it.each([
  [{}, "query is required"],
  [{ query: 5 }, "query"],
  [{ query: "x", documents: "srd-5e" }, "documents"],
  [{ query: "x", documents: [null] }, "documents"],
  [{ query: "x", document_keys: ["srd-5e"] }, "document_keys"],
  [{ query: "x", document: ["srd-5e"] }, "document"],
  [{ query: "x", limit: 0 }, "limit"],
])("%j is rejected, and %s is named", async (args, named) => {
  const { ok, error } = await on.call("search_dnd_content", args);
  expect({ ok, code: error?.code }).toEqual({ ok: false, code: "bad_arguments" });
  expect(error?.message).toContain(named);
});

it("an empty query gives an empty result, and the message says so", async () => {
  expect(await search({ query: " " })).toEqual({
    results: [],
    count: 0,
    total: 0,
    message: "The query has no words to search for.",
  });
});

it("the message lists the results with the beginnings of their texts, data has everything", async () => {
  const { message, summary } = await on.call("search_dnd_content", {
    query: "fireball",
    documents: ["tce"],
    enable_semantic: false,
  });
  expect(message).toBe(
    "1 result.\nFireball [tce · spell · fireball] Hotter than the other one.\nThe lookup tools have the whole texts.",
  );
  expect(summary).toBe("found 1 result in the library");
});

describe("documents that the user has switched off in the caller's folder [8.1]", () => {
  const note =
    "Not searched, because the user switched it off in this folder: srd-5e. Name a document in documents to search it.";
  let dataFolder: string;
  let engine: EngineForTests;
  beforeAll(() => {
    dataFolder = mkdtempSync(join(tmpdir(), "galley-off-"));
    engine = engineForTests({}, { library, dataFolder, root: "/w/part" });
  });
  afterAll(() => rmSync(dataFolder, { recursive: true }));
  const turnOff = (...choices: { folder: string; off: string[] }[]) =>
    writeFileSync(join(dataFolder, "library-switches.json"), JSON.stringify(choices));
  const found = async (name: string, args: Record<string, unknown>) => {
    const { data } = await engine.call(name, { ...args, ...(name.startsWith("search") && { enable_semantic: false }) });
    const { results, message } = data as SearchResults;
    return { documents: [...new Set(results.map(({ document }) => document))], message };
  };

  it("are left out by every tool unless they are named, and the answer says so", async () => {
    turnOff({ folder: "/w", off: ["srd-5e"] });
    expect(await found("lookup_spell", { name: "fireball" })).toEqual({ documents: ["tce"], message: note });
    expect(await found("search_dnd_content", { query: "fireball" })).toEqual({ documents: ["tce"], message: note });
    expect(await found("lookup_spell", { name: "wish" })).toEqual({ documents: [], message: note });
    expect(await found("lookup_spell", { name: "fireball", documents: ["SRD-5E"] })).toEqual({
      documents: ["srd-5e"],
      message: undefined,
    });
    const { data, message } = await engine.call("list_documents", {});
    expect((data as { documents: object[] }).documents[0]).toMatchObject({ document: "srd-5e", off: true });
    expect(message).toContain("switched off in this folder");
  });

  it("are those of the nearest folder, and an unreadable file switches nothing off", async () => {
    turnOff(
      { folder: "/w", off: ["srd-5e"] },
      { folder: "/w/part", off: ["tce"] },
      { folder: "/w/other", off: ["phb"] },
    );
    expect((await found("lookup_spell", { name: "fireball" })).documents).toEqual(["srd-5e"]);
    turnOff({ folder: "/w/par", off: ["srd-5e"] }, { folder: "", off: ["srd-5e"] });
    expect((await found("lookup_spell", { name: "fireball" })).documents).toEqual(["srd-5e", "tce"]);
    writeFileSync(join(dataFolder, "library-switches.json"), "{broken");
    expect((await found("lookup_spell", { name: "fireball" })).documents).toEqual(["srd-5e", "tce"]);
  });
});
