import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ContentLibrary, Lookup } from "./entries/content-library";
import type { DocumentContent, EntryContent } from "./entries/entry";
import { openContentLibrary, type ShippedDocument } from "./sqlite-library";
import { contentVersion } from "./write-document";

let dataDir: string;
let notices: string[];
const opened: ContentLibrary[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "galley-library-"));
  notices = [];
});
afterEach(() => {
  for (const library of opened.splice(0)) library.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const spell = (key: string, level = 1): EntryContent => ({
  kind: "spell",
  key,
  name: `Spell ${key}`,
  text: `About ${key}.`,
  fields: { level },
});

const content = (document: string, entries: EntryContent[], title = "A book"): DocumentContent => ({
  document,
  title,
  entries,
  source: "pack",
  markdown: null,
  license: null,
  publisher: null,
  credit: null,
});

function shipped(entries: EntryContent[]): ShippedDocument {
  const basics = { ...content("basics", entries, "Basics"), source: "shipped" as const };
  return { document: "basics", version: contentVersion(basics), read: () => basics };
}

const open = (ships: ShippedDocument[] = [shipped([spell("spark")])]): ContentLibrary => {
  const library = openContentLibrary({ dataDir, shipped: ships, notice: (sentence) => notices.push(sentence) });
  opened.push(library);
  return library;
};
const names = (library: ContentLibrary) =>
  library.documents().map(({ document, entryCount }) => `${document} ${entryCount}`);
const keys = (library: ContentLibrary, document?: string) => [...library.entries(document)].map(({ key }) => key);

it("the shipped documents are there for the first query, in files that only this user can read [A30]", () => {
  const library = open();
  expect(readdirSync(dataDir)).toEqual([]);
  expect(names(library)).toEqual(["basics 1"]);
  for (const file of readdirSync(dataDir)) expect(statSync(join(dataDir, file)).mode & 0o077).toBe(0);
  expect(library.lookup({ kind: "spell", name: "SPARK", conditions: [], documents: null, limit: 5 })).toMatchObject({
    total: 1,
    entries: [{ document: "basics", key: "spark", name: "Spell spark", text: "About spark.", fields: { level: 1 } }],
  });
});

it("an added document replaces the one with its key, whatever the letter case", async () => {
  const library = open();
  const before = library.generation();
  await library.replace(content("House", [spell("a"), spell("b")]));
  const between = library.generation();
  expect(between).not.toBe(before);
  await library.replace(content("HOUSE", [spell("c")], "Newer"));
  expect(names(library)).toEqual(["basics 1", "HOUSE 1"]);
  expect(keys(library, "house")).toEqual(["c"]);
  expect(library.documents()).toContainEqual(expect.objectContaining({ title: "Newer", kinds: ["spell"] }));
  expect(library.generation()).not.toBe(between);
  // Nothing of the old document is left.
  expect(library.use((database) => database.prepare("SELECT count(*) AS n FROM contents").get())).toEqual({ n: 2 });
});

it("a library of the first schema is kept, and takes declared kinds", async () => {
  expect(names(open())).toEqual(["basics 1"]);
  opened.pop()?.close();
  const old = new DatabaseSync(join(dataDir, "library.db"));
  old.exec("DROP TABLE declared_values; ALTER TABLE documents DROP COLUMN declares; PRAGMA user_version = 1");
  old.close();
  const library = open();
  expect(names(library)).toEqual(["basics 1"]);
  const price = { field: "price", label: "Price", type: "number", unit: "", offers: [] } as const;
  const declares = [{ kind: "product", name: "Product", plural: "Products", line: [], badge: null, fields: [price] }];
  const product = (key: string, price: number): EntryContent => ({
    kind: "product",
    key,
    name: key,
    text: "",
    fields: { price },
  });
  await library.replace({ ...content("shop", [product("a", 5), product("b", 9)]), declares });
  const cheap = {
    kinds: null,
    conditions: [{ field: "price", byType: [{ type: "number", declaredBy: [["shop", "product"]], to: 6 }] }],
    documents: null,
    limit: 9,
  } as const;
  expect(library.withFields(cheap)).toMatchObject({ total: 1, entries: [{ key: "a" }] });
  expect(library.documents()[0]?.declares).toEqual(declares);
  library.remove("shop");
  expect(library.withFields(cheap).total).toBe(0);
  expect(notices).toEqual([]);
});

it("a missing flag is no row, but false; many values of an entry are written in slices", async () => {
  const library = open();
  const field = (name: string, type: "flag" | "text") => ({ field: name, label: name, type, unit: "", offers: [] });
  const fields = [field("vegan", "flag"), field("tags", "text")];
  const declares = [{ kind: "dish", name: "Dish", plural: "Dishes", line: [], badge: null, fields }];
  const tags = Array.from({ length: 600 }, (_, at) => `t${at}`);
  const dish = (key: string, fields: EntryContent["fields"]) => ({ kind: "dish", key, name: key, text: "", fields });
  const dishes = [dish("a", { vegan: true, tags }), dish("b", { vegan: false }), dish("c", {})];
  const progress: number[] = [];
  await library.replace({ ...content("menu", dishes), declares }, { progress: (done) => progress.push(done) });
  expect(progress).toEqual([1, 3]);
  const count = (database: DatabaseSync) => database.prepare("SELECT count(*) AS n FROM declared_values").get();
  expect(library.use(count)).toEqual({ n: 601 });
  const declaredBy = [["Menu", "dish"]] as const;
  const found = (is: string) =>
    library.withFields({
      conditions: [{ field: "vegan", byType: [{ type: "flag", declaredBy, is }] }],
      kinds: null,
      documents: null,
      limit: 9,
    }).entries;
  expect([found("true"), found("False")].map((each) => each.map(({ key }) => key))).toEqual([["a"], ["b", "c"]]);
});

it("ids are never reused, and equal content has the same version", async () => {
  const library = open();
  const first = await library.replace(content("house", [spell("a")]));
  const [old] = [...library.entries("house")];
  const again = await library.replace(content("house", [spell("a")]));
  const [fresh] = [...library.entries("house")];
  expect(again.version).toBe(first.version);
  expect(fresh?.id).toBeGreaterThan(old?.id ?? 0);
  expect(library.byIds([fresh?.id ?? 0, old?.id ?? 0, 1]).map(({ key }) => key)).toEqual(["a", "spark"]);
});

it("a shipped document can be removed, stays removed, and can be restored as it was", async () => {
  const library = open();
  expect(library.remove("BASICS")).toMatchObject({ document: "basics", entryCount: 1 });
  expect(library.remove("basics")).toBeNull();
  expect(names(open())).toEqual([]);
  expect(library.restore("Basics")).toMatchObject({ document: "basics", entryCount: 1, source: "shipped" });
  await library.replace(content("basics", [spell("mine"), spell("own")]));
  expect(names(open())).toEqual(["basics 2"]);
  library.restore("basics");
  expect(keys(library)).toEqual(["spark"]);
  expect(library.restore("house")).toBeNull();
  expect(library.shipped).toEqual(["basics"]);
});

it("a newer Galley updates its shipped documents, unless the user has replaced or removed them", async () => {
  names(open());
  const newer = [shipped([spell("spark"), spell("flame")])];
  expect(names(open(newer))).toEqual(["basics 2"]);
  // Removed before the newer version existed: it stays removed.
  open().restore("basics");
  open().remove("basics");
  expect(names(open(newer))).toEqual([]);
  open().restore("basics");
  await open(newer).replace(content("basics", [spell("mine")]));
  expect(keys(open())).toEqual(["mine"]);
  open().remove("basics");
  expect(names(open(newer))).toEqual([]);
});

it("what one process adds or removes, another sees with its next query", async () => {
  const [one, other] = [open(), open()];
  expect(names(other)).toEqual(["basics 1"]);
  const before = other.generation();
  await one.replace(content("house", [spell("a")]));
  expect(names(other)).toEqual(["basics 1", "house 1"]);
  expect(other.generation()).not.toBe(before);
  other.remove("house");
  expect(names(one)).toEqual(["basics 1"]);
});

it("a query during an import sees the previous state, and the import can be aborted until its end", async () => {
  const library = open();
  await library.replace(content("house", [spell("old")]));
  const many = Array.from({ length: 2_500 }, (_, index) => spell(`k${index}`));
  const seen: number[] = [];
  const asked = library.replace(content("house", many), {
    progress(done, total) {
      seen.push(done);
      if (done < total) expect(keys(library, "house")).toEqual(["old"]);
    },
  });
  await asked;
  expect(seen).toEqual([500, 1000, 1500, 2000, 2500, 2500]);
  expect(library.documents()[0]).toMatchObject({ document: "house", entryCount: 2_500 });
  const stop = new AbortController();
  const stopped = library.replace(content("house", many.slice(0, 1_200)), {
    progress: () => stop.abort(),
    signal: stop.signal,
  });
  await expect(stopped).rejects.toThrow();
  expect(keys(library, "house")).toHaveLength(2_500);
});

it("two documents that are added at once are both added, one after the other", async () => {
  const library = open();
  const many = (count: number) => Array.from({ length: count }, (_, index) => spell(`k${index}`));
  await Promise.all([library.replace(content("one", many(900))), library.replace(content("two", many(700)))]);
  expect(names(library)).toEqual(["one 900", "two 700", "basics 1"]);
});

it("a document that fails in the middle leaves everything as it was", async () => {
  const library = open();
  await library.replace(content("house", [spell("old")]));
  const bytes = JSON.stringify([...library.entries()]);
  const generation = library.generation();
  await expect(library.replace(content("house", [spell("new"), spell("new")]))).rejects.toThrow();
  expect(JSON.stringify([...library.entries()])).toBe(bytes);
  expect(library.generation()).toBe(generation);
});

it("a damaged file is set aside with its content, the shipped documents are there again, and that is reported", async () => {
  const library = open();
  await library.replace(content("house", [spell("a")]));
  library.close();
  const before = readFileSync(join(dataDir, "library.db"));
  const damaged = Buffer.from(before);
  damaged.fill(0x2a, 0, 2_000);
  writeFileSync(join(dataDir, "library.db"), damaged);
  const fresh = open();
  expect(names(fresh)).toEqual(["basics 1"]);
  const aside = readdirSync(dataDir).find((name) => /^library\.damaged-.*\.db$/.test(name)) ?? "";
  expect(readFileSync(join(dataDir, aside)).equals(damaged)).toBe(true);
  const [notice] = fresh.takeNotices();
  expect(notice).toContain("the content library was damaged; it was set aside as");
  expect(notice).toContain("the documents that ship with Galley were restored");
  expect(fresh.takeNotices()).toEqual([]);
  expect(notices).toEqual([notice]);
});

it("damage that shows in the middle of an operation is handled the same way", async () => {
  const library = open();
  await library.replace(
    content(
      "house",
      Array.from({ length: 3_000 }, (_, index) => spell(`k${index}`)),
    ),
  );
  library.close();
  const path = join(dataDir, "library.db");
  const bytes = readFileSync(path);
  // The first pages, which opening reads, stay intact.
  bytes.fill(0x2a, 100_000, bytes.length - 50_000);
  writeFileSync(path, bytes);
  const fresh = open();
  expect([...fresh.entries()].map(({ key }) => key)).toEqual(["spark"]);
  expect(names(fresh)).toEqual(["basics 1"]);
  expect(notices).toHaveLength(1);
});

it("a file that cannot be used is left alone, and the library is in memory until the process ends", async () => {
  const path = join(dataDir, "library.db");
  const newer = new DatabaseSync(path);
  newer.exec("PRAGMA user_version = 99");
  newer.close();
  const library = open();
  expect(names(library)).toEqual(["basics 1"]);
  expect(library.isPersistent).toBe(false);
  const both = ["house", "other"].map((key) => library.replace(content(key, [spell("a")])));
  await Promise.all(both);
  expect(names(library)).toEqual(["basics 1", "house 1", "other 1"]);
  await expect(library.replace(content("house", [spell("b"), spell("b")]))).rejects.toThrow();
  expect(keys(library, "house")).toEqual(["a"]);
  expect(notices[0]).toContain("it was written by a newer Galley");
});

it("a shipped document that cannot be read is reported, and the rest works", async () => {
  const broken: ShippedDocument = {
    document: "broken",
    version: "1",
    read() {
      throw new Error("no such package");
    },
  };
  const library = open([broken, shipped([spell("spark")])]);
  expect(names(library)).toEqual(["basics 1"]);
  expect(notices).toEqual(["broken, which ships with Galley, cannot be read: no such package"]);
});

it("an import waits for another process that writes for long", async () => {
  const library = open();
  names(library);
  const other = new DatabaseSync(join(dataDir, "library.db"));
  other.exec("BEGIN IMMEDIATE");
  const added = library.replace(content("house", [spell("a")]));
  // Reading continues meanwhile.
  expect(names(library)).toEqual(["basics 1"]);
  other.exec("COMMIT");
  other.close();
  await added;
  expect(names(library)).toEqual(["basics 1", "house 1"]);
});

it("a removal is rejected after a while if another process keeps writing, and nothing has changed", () => {
  const library = open();
  names(library);
  library.use((database) => database.exec("PRAGMA busy_timeout = 20"));
  const other = new DatabaseSync(join(dataDir, "library.db"));
  other.exec("BEGIN IMMEDIATE");
  const expected = {
    code: "conflict",
    message: "another process is writing to the content library; nothing was changed",
  };
  for (const change of [() => library.remove("basics"), () => library.restore("basics")]) {
    let thrown: unknown = null;
    try {
      change();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject(expected);
  }
  other.exec("ROLLBACK");
  other.close();
  expect(names(library)).toEqual(["basics 1"]);
});

it("damage found during an import sets the file aside, and the document is added to a new one", async () => {
  const library = open();
  await library.replace(
    content(
      "house",
      Array.from({ length: 3_000 }, (_, index) => spell(`k${index}`)),
    ),
  );
  library.close();
  const fresh = open();
  expect(names(fresh)).toEqual(["house 3000", "basics 1"]);
  // This connection has already read what it needs; the one that writes has not.
  const path = join(dataDir, "library.db");
  const bytes = readFileSync(path);
  bytes.fill(0x2a, 60_000, bytes.length - 20_000);
  writeFileSync(path, bytes);
  await fresh.replace(content("house", [spell("new")]));
  expect(names(fresh)).toEqual(["basics 1", "house 1"]);
  expect(notices).toHaveLength(1);
  expect(readdirSync(dataDir).filter((name) => name.startsWith("library.damaged"))).not.toEqual([]);
});

it("lookups ignore accents and ligatures, in the query and in the document [8.9]", async () => {
  const library = openContentLibrary({ dataDir: null, shipped: [] });
  const named = (name: string, fields: EntryContent["fields"] = {}): EntryContent => ({
    kind: "spell",
    key: name,
    name,
    text: "",
    fields,
  });
  await library.replace(
    content("house", [
      named("Éclair Noir", { school: "Évocation", class_key: ["Mágico"] }),
      named("Eclair"),
      named("Ælfwine's Ward"),
      named("九尾狐"),
    ]),
  );
  const found = (lookup: Partial<Lookup>) =>
    library
      .lookup({ kind: "spell", conditions: [], documents: null, limit: 10, ...lookup })
      .entries.map(({ name }) => name);
  expect(found({ name: "eclair noir" })).toEqual(["Éclair Noir"]);
  expect(found({ name: "éclair" })).toEqual(["Eclair", "Éclair Noir"]);
  expect(found({ name: "AELFWINE" })).toEqual(["Ælfwine's Ward"]);
  expect(found({ name: "尾" })).toEqual(["九尾狐"]);
  expect(found({ conditions: [{ column: "school", is: "evocation" }] })).toEqual(["Éclair Noir"]);
  expect(found({ conditions: [{ column: "class_key", is: "magico" }] })).toEqual(["Éclair Noir"]);
  library.close();
});
