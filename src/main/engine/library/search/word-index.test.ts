import { expect, it } from "vitest";
import { askedWords, matchWords } from "./match-words";
import { type IndexedEntry, openWordIndex, type WordIndex, wordIndexer } from "./word-index";

const entry = (name: string, text = "", more: Partial<IndexedEntry> = {}): IndexedEntry => ({
  ...{ id: 1, kind: "spell", key: name, name, text, fields: {} },
  ...more,
});

async function indexOf(...entries: IndexedEntry[]): Promise<WordIndex> {
  const indexer = wordIndexer();
  for (const each of entries) indexer.add(each);
  return openWordIndex(await indexer.packed());
}

/** The names (folded) that a query finds by words, best first. */
function found(query: string, index: WordIndex, fuzzy = true): string[] {
  const { name, text } = matchWords(askedWords(query), index, { fuzzy });
  const score = (place: number) => (name[place] ?? 0) + (text[place] ?? 0) / 2;
  return [...index.names.keys()]
    .filter((place) => score(place) > 0)
    .sort((a, b) => score(b) - score(a))
    .map((place) => index.names[place] ?? "");
}

it("an empty index, or one of names without words, has no results", async () => {
  expect(found("fire", await indexOf())).toEqual([]);
  const index = await indexOf(entry("???"), entry("\u{1F525}"), entry("a\nb", "", { key: "two\nlines" }));
  expect(found("fire", index)).toEqual([]);
  expect([index.ids.length, index.names.length, index.keys.length]).toEqual([3, 3, 3]);
});

it("entries are sorted by name, whatever the order they were added in", async () => {
  const index = await indexOf(entry("Web", "", { id: 3 }), entry("Aid", "", { id: 5 }), entry("light", "", { id: 4 }));
  expect([...index.ids]).toEqual([5, 4, 3]);
  expect(found("web", index)).toEqual(["web"]);
});

it("an exact name is before a longer name, and that before a text", async () => {
  const index = await indexOf(entry("Delayed Blast Fireball"), entry("Burn", "Like a fireball."), entry("Fireball"));
  expect(found("fireball", index)).toEqual(["fireball", "delayed blast fireball", "burn"]);
  expect(found("fire", index)[0]).toBe("fireball");
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
  expect(found(typed, index)[0]).toBe(name);
  if (!["fire ball", "curewounds"].includes(typed)) {
    const { name: strict } = matchWords(askedWords(typed), index, { fuzzy: false });
    expect(Math.max(...strict)).toBeLessThan(0.75);
  }
});

it("words of fields and kinds are found, names of fields are not", async () => {
  const index = await indexOf(entry("Zap", "", { fields: { school: "Evocation", deep: [{ classes: ["Wizard"] }] } }));
  expect(found("evocation", index)).toEqual(["zap"]);
  expect(found("wizards", index)).toEqual(["zap"]);
  expect(found("school", index)).toEqual([]);
});

it("scripts without blanks are found by pairs of characters", async () => {
  const index = await indexOf(entry("火球术", "造成火焰伤害"), entry("冰锥术", "造成寒冷伤害"));
  expect(found("火球", index)[0]).toBe("火球术");
  expect(found("寒冷", index)).toEqual(["冰锥术"]);
});

it("bytes that are not an index are rejected", () => {
  expect(() => openWordIndex(new Uint8Array(3))).toThrow();
  expect(() => openWordIndex(Buffer.from("not an index at all"))).toThrow();
});
