import { expect, it } from "vitest";
import { matchWords, parseQuery } from "./match-query";
import { type IndexedEntry, openWordIndex, type WordIndex, wordIndexer } from "./word-index";

const entry = (name: string, text = "", more: Partial<IndexedEntry> = {}): IndexedEntry => ({
  id: 1,
  kind: "spell",
  key: name,
  name,
  text,
  fields: {},
  ...more,
});

async function indexOf(...entries: IndexedEntry[]): Promise<WordIndex> {
  const indexer = wordIndexer();
  for (const each of entries) indexer.add(each);
  return openWordIndex(await indexer.packed());
}

/** The names (folded) that a query finds by words, best first. */
function search(query: string, index: WordIndex, fuzzy = true): string[] {
  const { name, text } = matchWords(parseQuery(query), index, { fuzzy });
  const score = (position: number) => (name[position] ?? 0) + (text[position] ?? 0) / 2;
  return [...index.names.keys()]
    .filter((position) => score(position) > 0)
    .sort((a, b) => score(b) - score(a))
    .map((position) => index.names[position] ?? "");
}

it("an empty index, or one of names without words, has no results", async () => {
  expect(search("fire", await indexOf())).toEqual([]);
  const index = await indexOf(entry("???"), entry("\u{1F525}"), entry("a\nb", "", { key: "two\nlines" }));
  expect(search("fire", index)).toEqual([]);
  expect([index.ids.length, index.names.length, index.keys.length]).toEqual([3, 3, 3]);
});

it("entries are sorted by name, whatever the order they were added in", async () => {
  const index = await indexOf(entry("Web", "", { id: 3 }), entry("Aid", "", { id: 5 }), entry("light", "", { id: 4 }));
  expect([...index.ids]).toEqual([5, 4, 3]);
  expect(search("web", index)).toEqual(["web"]);
});

it("an exact name is before a longer name, and that before a text", async () => {
  const index = await indexOf(entry("Delayed Blast Fireball"), entry("Burn", "Like a fireball."), entry("Fireball"));
  expect(search("fireball", index)).toEqual(["fireball", "delayed blast fireball", "burn"]);
  expect(search("fire", index)[0]).toBe("fireball");
});

it.each([
  ["firebal", "fireball"],
  ["fier ball", "fireball"],
  ["fire ball", "fireball"],
  ["cure wonds", "cure wounds"],
  ["curewounds", "cure wounds"],
  ["ligthning bolt", "lightning bolt"],
])("%s matches %s, unless typing errors are not tolerated", async (typed, name) => {
  const index = await indexOf(entry("Fireball"), entry("Cure Wounds"), entry("Lightning Bolt"), entry("Fly"));
  expect(search(typed, index)[0]).toBe(name);
  if (!["fire ball", "curewounds"].includes(typed)) {
    const { name: strict } = matchWords(parseQuery(typed), index, { fuzzy: false });
    expect(Math.max(...strict)).toBeLessThan(0.75);
  }
});

it("words of fields and kinds are found, names of fields are not", async () => {
  const index = await indexOf(entry("Zap", "", { fields: { school: "Evocation", deep: [{ classes: ["Wizard"] }] } }));
  expect(search("evocation", index)).toEqual(["zap"]);
  expect(search("wizards", index)).toEqual(["zap"]);
  expect(search("school", index)).toEqual([]);
});

it("scripts without blanks are found by pairs of characters", async () => {
  const index = await indexOf(entry("火球术", "造成火焰伤害"), entry("冰锥术", "造成寒冷伤害"));
  expect(search("火球", index)[0]).toBe("火球术");
  expect(search("寒冷", index)).toEqual(["冰锥术"]);
});

it("bytes that are not an index are rejected", () => {
  expect(() => openWordIndex(new Uint8Array(3))).toThrow();
  expect(() => openWordIndex(Buffer.from("not an index at all"))).toThrow();
});
