import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import type { ContentLibrary } from "../entries/content-library";
import { type DocumentContent, type EntryContent, type EntryKind, entryKinds } from "../entries/entry";
import { openContentLibrary } from "../sqlite-library";
import { type ContentQuery, type ContentSearch, createContentSearch } from "./content-search";
import { embedderForTests } from "./embedder.fixture";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

const entry = (name: string, text = "", kind: EntryKind = "spell"): EntryContent => ({
  kind,
  key: name.toLowerCase().replaceAll(" ", "-"),
  name,
  text,
  fields: {},
});

const document = (key: string, ...entries: EntryContent[]): DocumentContent => ({
  document: key,
  title: key,
  license: null,
  publisher: null,
  credit: null,
  source: "pack",
  markdown: null,
  entries,
});

type On = {
  library: ContentLibrary;
  search: ContentSearch;
  queries: string[];
  find(query: string, more?: Partial<ContentQuery>): Promise<string[]>;
};

async function searchOver(
  documents: readonly DocumentContent[],
  { dataDir = null, gate }: { dataDir?: string | null; gate?: (text: string) => Promise<void> } = {},
): Promise<On> {
  const library = openContentLibrary({ dataDir, shipped: [] });
  for (const each of documents) await library.replace(each);
  const { embedder, asked } = embedderForTests(gate);
  const search = createContentSearch({ library, dataDir, embedder });
  closing.push(() => {
    search.close();
    library.close();
  });
  const find: On["find"] = async (query, more) =>
    (await search.search({ ...plain, query, ...more })).entries.map((each) => `${each.document}/${each.name}`);
  return { library, search, queries: asked, find };
}

const plain: Omit<ContentQuery, "query"> = { kinds: null, documents: null, fuzzy: true, semantic: true, limit: 10_000 };

/** Searches until all vectors are ready. */
async function waitForVectors({ search }: On): Promise<void> {
  for (;;) {
    const { notes } = await search.search({ ...plain, query: "anything" });
    if (!notes.some((note) => note.includes("still being computed"))) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "galley-search-"));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const vocabulary = [
  "fire",
  "fires",
  "firball",
  "ball",
  "ice",
  "storm",
  "cure",
  "wounds",
  "healing",
  "dragon",
  "ash",
  "the",
  "火球",
];
const name = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
const text = fc
  .array(fc.constantFrom(...vocabulary, "damage", "creature"), { maxLength: 8 })
  .map((words) => words.join(" "));
const contents = fc.uniqueArray(fc.tuple(name, text, fc.constantFrom(...entryKinds)), {
  maxLength: 8,
  selector: ([each, , kind]) => `${kind} ${each}`,
});
const keys = ["srd-5e", "tce", "phb", "空"];

it("for random sets of documents, the filtered result is the unfiltered one without limit, filtered, then cut [001-filter-order]", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(...keys.map(() => contents)),
      name,
      fc.subarray([...keys, "unknown"]),
      fc.option(fc.subarray<EntryKind>([...entryKinds]), { nil: null }),
      fc.record({ fuzzy: fc.boolean(), semantic: fc.boolean(), limit: fc.integer({ min: 1, max: 12 }) }),
      async (packs, query, documents, kinds, options) => {
        const on = await searchOver(
          packs.map((entries, index) => document(keys[index] ?? "", ...entries.map((each) => entry(...each)))),
        );
        await waitForVectors(on);
        const all = await on.search.search({ ...plain, ...options, limit: 10_000, query });
        const filtered = await on.search.search({ ...options, query, documents, kinds });
        const expected = all.entries.filter(
          (each) => documents.includes(each.document) && (kinds === null || kinds.includes(each.kind)),
        );
        expect(filtered.entries).toEqual(expected.slice(0, options.limit));
        expect(filtered.total).toBe(expected.length);
        on.search.close();
        on.library.close();
        closing.length = 0;
      },
    ),
    { numRuns: process.env["GALLEY_LONG"] ? 500 : 10 },
  );
});

it("fifty better results of other documents do not displace the one of the wanted document [001-filter-before-cut]", async () => {
  const better = Array.from({ length: 50 }, (_, index) => document(`other-${index}`, entry("Fireball")));
  const on = await searchOver([...better, document("mine", entry("Wall", "It burns, like a fireball does."))]);
  await waitForVectors(on);
  expect((await on.find("fireball")).at(-1)).toBe("mine/Wall");
  expect(await on.find("fireball", { limit: 20 })).not.toContain("mine/Wall");
  expect(await on.find("fireball", { limit: 20, documents: ["mine"] })).toEqual(["mine/Wall"]);
});

it("an entry's position does not change when other documents are added", async () => {
  const on = await searchOver([
    document("a", entry("Ash Storm", "fire and ice"), entry("Ice Storm", "fire"), entry("Fire")),
  ]);
  await waitForVectors(on);
  const before = await on.find("fire storm");
  await on.library.replace(document("b", ...Array.from({ length: 30 }, (_, index) => entry(`Fire ${index}`, "storm"))));
  await waitForVectors(on);
  expect((await on.find("fire storm")).filter((each) => each.startsWith("a/"))).toEqual(before);
});

it("equally good results are ordered by name, then by document, whatever the size of their documents and the limit", async () => {
  const letters = Array.from({ length: 150 }, (_, index) =>
    String.fromCharCode(0x61 + (index % 26), 0x61 + Math.floor(index / 26)),
  );
  const on = await searchOver([
    document("a", ...letters.map((each) => entry(`Fire z${each}`)), entry("Fire x")),
    document("b", ...letters.slice(0, 100).map((each) => entry(`Fire b${each}`)), entry("Fire x")),
    document("c", entry("Fire x")),
  ]);
  const all = await on.find("fire", { semantic: false });
  expect(all.slice(0, 3)).toEqual(["a/Fire x", "b/Fire x", "c/Fire x"]);
  expect(all.slice(3, 103)).toEqual(
    letters
      .slice(0, 100)
      .sort()
      .map((each) => `b/Fire b${each}`),
  );
  for (const limit of [1, 2, 5, 50])
    expect(await on.find("fire", { semantic: false, limit })).toEqual(all.slice(0, limit));
});

it("a repeated document, or one in other letter case, counts once; unknown ones are ignored", async () => {
  const on = await searchOver([document("srd-5e", entry("Fireball")), document("tce", entry("Fireball"))]);
  expect(await on.find("fireball", { documents: ["SRD-5E", "srd-5e", "nowhere"] })).toEqual(["srd-5e/Fireball"]);
  expect(await on.find("fireball", { documents: ["nowhere"] })).toEqual([]);
  expect(await on.find("fireball")).toEqual(["srd-5e/Fireball", "tce/Fireball"]);
});

it("typing errors are tolerated unless that is switched off", async () => {
  const on = await searchOver([document("a", entry("Fireball"), entry("Owlbear"))]);
  expect(await on.find("firebal owlbaer", { semantic: false })).toHaveLength(2);
  expect(await on.find("owlbaer", { semantic: false })).toEqual(["a/Owlbear"]);
  expect(await on.find("owlbaer", { semantic: false, fuzzy: false })).toEqual([]);
});

it("similar meanings are found unless that is switched off, and then the model is not asked", async () => {
  // The fake model reads the whole text; the word index has no other forms of a four-digit number.
  const on = await searchOver([document("a", entry("Mend", "heals hurt friends quickly"))]);
  await waitForVectors(on);
  const asked = on.queries.length;
  expect(await on.find("mend hurt friends", { semantic: false })).toEqual(["a/Mend"]);
  expect(on.queries.length).toBe(asked);
});

it.each([
  ["nothing", ""],
  ["blanks", " \t\n "],
  ["marks alone", '!? "*" ()'],
])("a query of %s finds nothing, and says so", async (_, query) => {
  const on = await searchOver([document("a", entry("Fireball"))]);
  const found = await on.search.search({ ...plain, query });
  expect(found).toEqual({ entries: [], total: 0, weak: 0, notes: ["The query has no words to search for."] });
});

it.each([
  '"fireball',
  "fireball*",
  "name:fireball",
  "fireball OR AND NOT",
  "NEAR(fireball)",
  "fireball'); DROP TABLE words; --",
  "^fireball -x",
])("%s is words, not syntax", async (query) => {
  const on = await searchOver([document("a", entry("Fireball"), entry("Web"))]);
  expect((await on.find(query))[0]).toBe("a/Fireball");
});

it("an endless query is searched by its first words, with a note", async () => {
  const on = await searchOver([document("a", entry("Fireball"))]);
  const query = `fireball ${Array.from({ length: 50_000 }, (_, index) => `word${index}`).join(" ")}`;
  const { entries, notes } = await on.search.search({ ...plain, query });
  expect(entries.map((each) => each.name)).toEqual([]);
  expect(notes[0]).toBe("Only the first 32 words of the query were looked up.");
});

it("while the vectors of a document are computed its words are found, and a note shows the progress", async () => {
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const on = await searchOver([document("a", entry("Fireball"), entry("Web"))], {
    gate: (text) => (text.startsWith("Fireball.") || text.startsWith("Web.") ? gate : Promise.resolve()),
  });
  const events: unknown[] = [];
  on.search.onProgress((progress) => events.push(progress));
  const { entries, notes } = await on.search.search({ ...plain, query: "fireball" });
  expect(entries.map((each) => each.name)).toEqual(["Fireball"]);
  expect(notes).toEqual(["Meanings are still being computed (a 0/2): until then the order may change."]);
  open();
  await waitForVectors(on);
  expect(events.at(-1)).toEqual({ document: "a", done: 2, total: 2 });
  expect((await on.search.search({ ...plain, query: "fireball" })).notes).toEqual([]);
});

it("without a model the search uses words only, and a note says why", async () => {
  const on = await searchOver([document("a", entry("Fireball"))], {
    gate: () => Promise.reject(new Error("no such model")),
  });
  const { entries, notes } = await on.search.search({ ...plain, query: "fireball" });
  expect(entries.map((each) => each.name)).toEqual(["Fireball"]);
  expect(notes.at(-1)).toBe("Meaning could not be compared (no such model): entries were found by their words only.");
});

it("vectors are stored: the next process needs no model, and for a changed document only for what is new", async () => {
  const dataDir = temporary();
  const first = await searchOver([document("a", entry("Fireball"), entry("Web"))], { dataDir });
  await waitForVectors(first);
  first.search.close();
  first.library.close();
  const second = await searchOver([], { dataDir });
  await waitForVectors(second);
  expect(second.queries.filter((text) => text !== "anything")).toEqual([]);
  await second.library.replace(document("a", entry("Fireball"), entry("Web"), entry("Aid")));
  await waitForVectors(second);
  expect(second.queries.filter((text) => text !== "anything")).toEqual(["Aid. spell."]);
  expect(await second.find("aid")).toEqual(["a/Aid"]);
});

it("interrupted work continues where it stopped", async () => {
  const dataDir = temporary();
  const many = Array.from({ length: 40 }, (_, index) => entry(`Spell ${index}`));
  let count = 0;
  const first = await searchOver([document("a", ...many)], {
    dataDir,
    gate: async (text) => {
      if (text.startsWith("Spell") && ++count > 33) await new Promise(() => {});
    },
  });
  await first.find("spell");
  await expect.poll(() => count).toBe(34);
  first.search.close();
  first.library.close();
  const second = await searchOver([], { dataDir });
  await waitForVectors(second);
  // Vectors are stored 16 at a time: 32 of the 33 that were computed.
  expect(second.queries.filter((text) => text !== "anything")).toHaveLength(8);
});

it("one process at a time computes the vectors of a document, and the others use them", async () => {
  const dataDir = temporary();
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const first = await searchOver(
    [document("a", ...Array.from({ length: 20 }, (_, index) => entry(`Spell ${index}`)))],
    {
      dataDir,
      gate: (text) => (text.startsWith("Spell ") ? gate : Promise.resolve()),
    },
  );
  const second = await searchOver([], { dataDir });
  await first.find("first");
  await expect.poll(() => first.queries).toContain("Spell 0. spell.");
  // The first process is in the middle of its work.
  await second.find("second");
  await second.find("third");
  open();
  await Promise.all([waitForVectors(first), waitForVectors(second)]);
  expect(second.queries.filter((text) => text.startsWith("Spell "))).toEqual([]);
  expect(await second.find("spell 3")).toEqual(await first.find("spell 3"));
});

it("a damaged index is made again", async () => {
  const dataDir = temporary();
  const first = await searchOver([document("a", entry("Fireball"))], { dataDir });
  await waitForVectors(first);
  first.search.close();
  first.library.close();
  writeFileSync(join(dataDir, "library-search.db"), "this is no database".repeat(500));
  const second = await searchOver([], { dataDir });
  expect(await second.find("fireball")).toEqual(["a/Fireball"]);
});

it("a document that another process adds is found by the next search, one that it removes is not", async () => {
  const dataDir = temporary();
  const one = await searchOver([document("a", entry("Fireball"))], { dataDir });
  const other = await searchOver([], { dataDir });
  expect(await one.find("fireball")).toEqual(["a/Fireball"]);
  await other.library.replace(document("b", entry("Fireball")));
  expect(await one.find("fireball")).toEqual(["a/Fireball", "b/Fireball"]);
  other.library.remove("a");
  expect(await one.find("fireball")).toEqual(["b/Fireball"]);
});

it("the same query with another filter does not ask the model again", async () => {
  const on = await searchOver([document("a", entry("Fireball")), document("b", entry("Web"))]);
  await waitForVectors(on);
  const before = on.queries.length;
  await on.find("fire magic");
  await on.find("fire magic", { documents: ["a"] });
  expect(on.queries.length).toBe(before + 1);
});

it("added documents can be prepared before the first search", async () => {
  const on = await searchOver([document("a", entry("Fireball"), entry("Web"))]);
  const events: unknown[] = [];
  on.search.onProgress((progress) => events.push(progress));
  await on.search.prepare();
  await expect.poll(() => events.at(-1)).toEqual({ document: "a", done: 2, total: 2 });
  expect(on.queries).toEqual(["Fireball. spell.", "Web. spell."]);
});

it("results fill up to the limit, weak ones last and marked, and stop at noise [8.2]", async () => {
  const on = await searchOver([
    document(
      "a",
      entry("Zone of Truth", "Creatures in it cannot lie on purpose."),
      entry(
        "Long Rest",
        "Nobody walks, fights or eats; a creature that sleeps there may still lie down on a bed of straw.",
      ),
      entry("Torch", "Burns for an hour."),
    ),
  ]);
  await waitForVectors(on);
  const { entries, total, weak } = await on.search.search({
    ...plain,
    query: "cannot lie on purpose",
    semantic: false,
  });
  expect(entries.map(({ name, isWeak }) => [name, isWeak])).toEqual([
    ["Zone of Truth", false],
    ["Long Rest", true],
  ]);
  expect({ total, weak }).toEqual({ total: 2, weak: 1 });
  expect(entries.map(({ score }) => score)).toEqual(entries.map(({ score }) => score).sort((a, b) => b - a));
});

it("words that stand together count more than the same words apart, most of all in a title of the text [8.3]", async () => {
  const on = await searchOver([
    document(
      "a",
      entry("Apart", "A song that heals. Another is luring."),
      entry("Harpy", "**Luring Song.** Everyone near must come."),
      entry("Text", "They hear a luring song and come."),
    ),
  ]);
  expect(await on.find("luring song", { semantic: false })).toEqual(["a/Harpy", "a/Text", "a/Apart"]);
});

it("a synonym is found, after the word itself [8.3]", async () => {
  const on = await searchOver([document("a", entry("Steed", "It carries you."), entry("Horse", "It carries you."))]);
  expect(await on.find("horse", { semantic: false })).toEqual(["a/Horse", "a/Steed"]);
});

it("the end of a long entry counts for its meaning, too [8.3]", async () => {
  const long = `${"Nothing of note happens in this part of the tale. ".repeat(30)}${"Purple walruses dance. ".repeat(30)}`;
  const on = await searchOver([document("a", entry("Tale", long))]);
  await waitForVectors(on);
  const ofWords = await on.search.search({ ...plain, query: "purple walruses dance", semantic: false });
  const both = await on.search.search({ ...plain, query: "purple walruses dance" });
  expect(both.entries[0]?.score).toBeGreaterThan((ofWords.entries[0]?.score ?? 0) + 0.1);
});

it("a name with one character of a Chinese query is found weakly", async () => {
  const on = await searchOver([document("a", entry("九尾狐"), entry("火球术"))]);
  expect(await on.find("狐狸", { semantic: false })).toEqual(["a/九尾狐"]);
});

it("the smallest document gets its meanings first, and those of a large one count as they come [8.4]", async () => {
  const waiting: (() => void)[] = [];
  const many = Array.from({ length: 200 }, (_, index) => entry(`Spell ${index}`, `number${index} glows`));
  const on = await searchOver([document("large", ...many)], {
    gate: (text) =>
      text.startsWith("Spell ") ? new Promise((resolve) => void waiting.push(resolve)) : Promise.resolve(),
  });
  const answerUpTo = async (count: number) => {
    for (let each = 0; each < count; each++) {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      waiting.shift()?.();
    }
  };
  const ask = (query: string) => on.search.search({ ...plain, query, limit: 1 });
  await ask("first");
  await answerUpTo(16);
  await on.library.replace(document("small", entry("Aid")));
  await ask("second");
  await answerUpTo(16);
  await expect.poll(async () => (await ask("third")).notes).toEqual([expect.not.stringContaining("small")]);
  expect((await ask("third")).notes).toEqual([
    "Meanings are still being computed (large 32/200): until then the order may change.",
  ]);
  const semantic = await ask("number3 glows");
  const plainWords = await on.search.search({ ...plain, query: "number3 glows", limit: 1, semantic: false });
  expect(semantic.entries[0]?.name).toBe("Spell 3");
  expect(semantic.entries[0]?.score).toBeGreaterThan(plainWords.entries[0]?.score ?? 9);
});

it("a search during imports is repeated until its answer is of one generation [8.11]", async () => {
  const library = openContentLibrary({ dataDir: null, shipped: [] });
  await library.replace(document("a", entry("Fireball")));
  let imports = 0;
  const changing: ContentLibrary = {
    ...library,
    generation: () => library.generation() + imports,
    // What was ranked was replaced before it is read.
    byIds: (ids) => (++imports <= 3 ? [] : library.byIds(ids)),
  };
  const search = createContentSearch({ library: changing, dataDir: null, embedder: embedderForTests().embedder });
  const { entries, total } = await search.search({ ...plain, query: "fireball", semantic: false });
  expect({ count: entries.length, total }).toEqual({ count: 1, total: 1 });
  imports = -10;
  const lost = await search.search({ ...plain, query: "fireball", semantic: false });
  expect({ count: lost.entries.length, total: lost.total }).toEqual({ count: 0, total: 0 });
  search.close();
  library.close();
});
