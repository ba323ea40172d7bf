import { readdir, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliFixture, createCliFixture, type ProcessResult, runGalley } from "./testing/galley-process";
import { runMain } from "./testing/run-main";

// One server for all tests: it must see at once what the command line changes.

let fixture: CliFixture;
let client: Client;

const packs = {
  "tce.json": {
    document: "tce",
    title: "Another Book",
    license: "Ours",
    publisher: "Us",
    entries: [
      { kind: "spell", name: "Fireball", level: 3, school: "evocation" },
      { kind: "spell", name: "Healing Rain", level: 3, text: "Restores hit points." },
      { kind: "creature", name: "Ash Dragon", type: "dragon", challenge_rating: 10 },
    ],
  },
  "phb.json": {
    document: "phb",
    title: "The Third Book",
    entries: [
      { kind: "character_option", option_type: "background", name: "Sailor" },
      { kind: "character_option", option_type: "class", name: "Wizard" },
      { kind: "equipment", item_type: "weapon", name: "Longsword" },
      { kind: "creature", name: "Tea Dragon", type: "dragon", challenge_rating: 1 },
    ],
  },
};

const galley = (...args: string[]) => dataOf(runMain(fixture, args));
const galleyProcess = (...args: string[]) => dataOf(runGalley(fixture, args));

const dataOf = async (result: Promise<ProcessResult>) => {
  const { code, stdout, stderr } = await result;
  return { code, stderr, data: stdout.startsWith("{") ? JSON.parse(stdout) : stdout };
};

beforeAll(async () => {
  fixture = await createCliFixture();
  for (const [name, pack] of Object.entries(packs)) await writeFile(join(fixture.root, name), JSON.stringify(pack));
  await writeFile(join(fixture.root, "House Rules.md"), "# House\n\nOurs.\n\n## Combat\n\nNobody dies.\n");
  await writeFile(
    join(fixture.root, "bad.json"),
    '{"document": "bad", "entries": [{"kind": "spell", "name": "X", "level": "three"}]}',
  );
  client = new Client(
    { name: "library", version: "1" },
    { capabilities: { experimental: { "galley/structured": {} } } },
  );
  const { command, args } = fixture.galley;
  const env = fixture.env as Record<string, string>;
  await client.connect(
    new StdioClientTransport({ command, args: [...args, "mcp", "--root", fixture.root], env, stderr: "ignore" }),
  );
});
afterAll(async () => {
  await client.close();
  await fixture.remove();
});

type SearchResults = {
  results: { document: string; name: string; [field: string]: unknown }[];
  count: number;
  total: number;
  message?: string;
};

const calls: { name: string; args: Record<string, unknown> }[] = [];

const call = async (name: string, args: Record<string, unknown>) => {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: args });
  if (isError !== true && (name.startsWith("lookup_") || name === "search_dnd_content")) calls.push({ name, args });
  return {
    isError: isError === true,
    data: structuredContent as SearchResults,
    content: content as { text: string }[],
  };
};
const found = async (name: string, args: Record<string, unknown>): Promise<string[]> => {
  const { data, isError, content } = await call(name, args);
  expect(isError, content[0]?.text).toBe(false);
  return data.results.map((each) => `${each.document}: ${each.name}`);
};

test("the library is not opened before it is needed; then it contains the bundled documents", async () => {
  await client.listTools();
  await call("doc_toc", { file: "House Rules.md" });
  const files = await readdir(fixture.dataDir).catch(() => []);
  expect(files.filter((name) => name.startsWith("library"))).toEqual([]);
  const { data } = await call("list_documents", {});
  expect(data).toMatchObject({
    documents: [{ document: "srd-5e", entry_count: 1440, license: expect.stringContaining("CC-BY-4.0") }],
  });
});

test("galley library add imports packs and rulebooks, and a running server sees them at once", async () => {
  const added = await galleyProcess("library", "add", "tce.json", "phb.json", "House Rules.md");
  expect(added).toMatchObject({
    code: 0,
    stderr: "",
    data: {
      documents: [
        { document: "tce", entry_count: 3, license: "Ours", publisher: "Us", replaced: false },
        { document: "phb", entry_count: 4, kinds: ["creature", "equipment", "character_option"] },
        { document: "house-rules", title: "House", source: "markdown" },
      ],
    },
  });
  const { data } = await call("list_documents", {});
  expect(data).toMatchObject({
    documents: [{ document: "srd-5e" }, { document: "phb" }, { document: "tce" }, { document: "house-rules" }],
  });
});

test("every scenario of the lookups, through MCP", async () => {
  // Lookup spell with document filter; without the filter every version is found.
  expect((await found("lookup_spell", { name: "fireball", documents: ["srd-5e"] }))[0]).toBe("srd-5e: Fireball");
  expect((await found("lookup_spell", { name: "fireball" })).slice(0, 2)).toEqual([
    "srd-5e: Fireball",
    "tce: Fireball",
  ]);
  expect(await found("lookup_spell", { name: "fireball", documents: ["tce"] })).toEqual(["tce: Fireball"]);
  // Lookup spells by level with document filter.
  const third = await call("lookup_spell", { level: 3, documents: ["srd-5e", "tce"], limit: 100 });
  expect(third.data.total).toBe(44);
  expect(new Set(third.data.results.map(({ document }) => document))).toEqual(new Set(["srd-5e", "tce"]));
  // Lookup creature, by name and by type.
  const dragons = await found("lookup_creature", { name: "dragon", documents: ["srd-5e"], limit: 100 });
  expect(dragons.length).toBe(43);
  expect(dragons.every((each) => each.startsWith("srd-5e: "))).toBe(true);
  expect(await found("lookup_creature", { type: "dragon", challenge_rating: 10, documents: ["tce"] })).toEqual([
    "tce: Ash Dragon",
  ]);
  // Lookup weapon; all weapons.
  expect(await found("lookup_equipment", { item_type: "weapon", name: "longsword", documents: ["srd-5e"] })).toEqual([
    "srd-5e: Longsword",
  ]);
  expect(
    await found("lookup_equipment", { item_type: "weapon", documents: ["srd-5e", "phb"], limit: 100 }),
  ).toHaveLength(38);
  // Lookup class; all backgrounds.
  expect(
    await found("lookup_character_option", { option_type: "class", name: "wizard", documents: ["srd-5e"] }),
  ).toEqual(["srd-5e: Wizard"]);
  expect(await found("lookup_character_option", { option_type: "background", documents: ["phb"] })).toEqual([
    "phb: Sailor",
  ]);
  // Lookup rule.
  expect(await found("lookup_rule", { rule_type: "rule", name: "combat", documents: ["srd-5e"] })).toEqual([]);
  expect(await found("lookup_rule", { rule_type: "rule", name: "combat" })).toEqual(["house-rules: Combat"]);
  for (const name of ["spell", "creature", "equipment", "character_option", "rule"]) {
    expect((await call(`lookup_${name}`, { documents: [] })).data).toMatchObject({ results: [], count: 0, total: 0 });
    const old = await call(`lookup_${name}`, { document_keys: ["tce"] });
    expect(old).toMatchObject({ isError: true, data: { error: { code: "bad_arguments", candidates: ["documents"] } } });
  }
});

test("every scenario of the search, through MCP and the command line", async () => {
  const one = await found("search_dnd_content", { query: "fireball", documents: ["srd-5e"] });
  expect(one[0]).toBe("srd-5e: Fireball");
  expect(one.every((each) => each.startsWith("srd-5e: "))).toBe(true);
  const several = await call("search_dnd_content", {
    query: "dragon",
    documents: ["srd-5e", "tce", "phb"],
    limit: 200,
  });
  expect(new Set(several.data.results.map(({ document }) => document))).toEqual(new Set(["srd-5e", "tce", "phb"]));
  const keys = several.data.results.map(({ document, kind, key }) => `${document} ${kind} ${key}`);
  expect(new Set(keys).size).toBe(keys.length);
  const all = await found("search_dnd_content", { query: "healing", limit: 100 });
  expect(all).toContain("tce: Healing Rain");
  expect(
    await found("search_dnd_content", { query: "healing", documents: null as unknown as string, limit: 100 }),
  ).toEqual(all);
  const none = await call("search_dnd_content", { query: "spell", documents: ["non-existent"] });
  expect(none).toMatchObject({ isError: false, data: { results: [], count: 0, total: 0 } });
  expect(none.data.message).toContain("No results match the document filter. Unknown documents: non-existent");
  const { code, data } = await galley(
    "library",
    "search",
    "fierball",
    "--documents",
    "tce",
    "--kind",
    "spell",
    "--no-semantic",
  );
  expect(code).toBe(0);
  expect(data.results[0]).toMatchObject({ document: "tce", name: "Fireball" });
});

test("every call of these scenarios has the same answer over MCP and on the command line", async () => {
  const asked = calls.splice(0).map(({ name, args }) => {
    // A document that was just added may be found by meaning in one process and not yet in the other.
    return { name, args: name === "search_dnd_content" ? { ...args, enable_semantic: false } : args };
  });
  expect(asked.length).toBeGreaterThan(20);
  for (let from = 0; from < asked.length; from += 4) {
    const some = asked.slice(from, from + 4);
    const answers = await Promise.all(some.map(({ name, args }) => galley("call", name, JSON.stringify(args))));
    for (const [at, { name, args }] of some.entries())
      expect(answers[at]).toMatchObject({ code: 0, data: { data: (await call(name, args)).data } });
  }
});

test("the library's rulebooks in doc_toc, doc_find and grep", async () => {
  expect((await call("doc_toc", { file: "*.md", documents: ["house-rules"] })).data).toMatchObject({
    files: [{ file: "house-rules", sections: [{ title: "House" }] }],
  });
  expect((await call("grep", { pattern: "dies", path: ".", documents: ["HOUSE-RULES"] })).data).toMatchObject({
    matches: [{ file: "house-rules", line: 7 }],
  });
  expect((await call("doc_find", { file: "*.md", pattern: "Combat", documents: ["house-rules"] })).data).toMatchObject({
    matches: [{ file: "house-rules", path: "house/combat" }],
  });
});

test("a damaged pack is rejected with entry and field while the good ones are imported; used keys are rejected", async () => {
  const mixed = await galley("library", "add", "bad.json", "missing.json", "tce.json");
  expect(mixed.code).toBe(1);
  expect(mixed.data.documents).toMatchObject([{ document: "tce", replaced: true }]);
  expect(mixed.stderr).toContain(
    'galley: bad.json cannot be added: entries[0] ("X"): level must be a whole number from 0 to 99, not "three"; nothing was changed',
  );
  expect(mixed.stderr).toContain("missing.json does not exist");
  expect((await galley("library", "add", "tce.json", "--key", "Mine", "--format", "text")).data).toMatch(
    /^Added Mine: Another Book, 3 entries/,
  );
  expect((await galley("library", "add", "tce.json", "phb.json", "--key", "Mine")).code).toBe(2);
  expect((await galley("library", "add")).code).toBe(2);
  const nowhere = await galley("library", "add", "tce.json", "--data", join(fixture.root, "tce.json"));
  expect(nowhere).toMatchObject({ code: 1, data: "" });
  expect(nowhere.stderr).toContain("galley: The library cannot be written. Nothing was changed.");
});

test("a removed document disappears at once, a bundled one can be restored, and an unknown one is reported", async () => {
  const removed = await galleyProcess("library", "remove", "SRD-5e", "mine");
  expect(removed).toMatchObject({ code: 0, data: { documents: [{ document: "srd-5e" }, { document: "Mine" }] } });
  expect(await found("lookup_spell", { name: "fireball" })).toEqual(["tce: Fireball"]);
  const unknown = await galley("library", "remove", "nope");
  expect(unknown).toMatchObject({
    code: 1,
    stderr: 'galley: The library has no document "nope"; it has phb, tce, house-rules.\n',
  });
  expect((await galley("library", "restore", "tce")).stderr).toContain(
    '"tce" is not bundled with Galley; bundled: srd-5e',
  );
  expect((await galley("library", "restore", "srd-5e")).data.documents).toMatchObject([{ entry_count: 1440 }]);
  expect(await found("lookup_spell", { name: "fireball", limit: 2 })).toEqual(["srd-5e: Fireball", "tce: Fireball"]);
  const list = await galley("library", "list", "--format", "text");
  expect(list.data).toMatch(
    /^srd-5e: System Reference Document 5\.1, 1440 entries .*; Wizards of the Coast LLC; licence: Creative/,
  );
});

test("what is switched off in a folder is out for agents and the command line there, unless they name it", async () => {
  const switches = join(fixture.dataDir, "library-switches.json");
  await writeFile(switches, JSON.stringify([{ folder: await realpath(fixture.root), off: ["srd-5e"] }]));
  expect(await found("lookup_spell", { name: "fireball", limit: 1 })).not.toEqual(["srd-5e: Fireball"]);
  expect((await call("lookup_spell", { name: "wish" })).data).toMatchObject({
    results: [],
    message: expect.stringContaining("the user switched it off in this folder: srd-5e"),
  });
  expect(await found("lookup_spell", { name: "wish", documents: ["srd-5e"] })).toEqual(["srd-5e: Wish"]);
  const searched = await galleyProcess(
    "call",
    "search_dnd_content",
    JSON.stringify({ query: "wish", enable_semantic: false }),
  );
  expect(JSON.stringify(searched.data)).toContain("switched it off in this folder");
  await rm(switches);
  expect(await found("lookup_spell", { name: "wish" })).toEqual(["srd-5e: Wish"]);
});

test("a pack without entries empties no document unless that is wanted [8.8]", async () => {
  await writeFile(join(fixture.root, "empty.json"), JSON.stringify({ document: "TCE", title: "Empty", entries: [] }));
  const refused = await galley("library", "add", "empty.json");
  expect(refused).toMatchObject({ code: 1, data: "" });
  expect(refused.stderr).toBe(
    "galley: empty.json has no entries, and would empty tce (3 entries); nothing was changed\ngalley library remove tce removes the document; with --empty the file replaces it.\n",
  );
  expect((await galley("library", "add", "empty.json", "--empty")).data.documents).toMatchObject([{ entry_count: 0 }]);
  expect((await galley("library", "add", "tce.json")).data.documents).toMatchObject([{ entry_count: 3 }]);
});
