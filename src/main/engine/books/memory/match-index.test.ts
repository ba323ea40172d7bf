import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMatchIndex } from "./match-index";
import { matchWords } from "./match-words";
import { wordDistance } from "./word-distance";

function indexOf(...sources: string[]) {
  const index = createMatchIndex<string>();
  for (const source of sources) index.add(source, source);
  const finds = (text: string, least = 0.7) =>
    index.find(text, { least, most: 5 }).map(({ source, percent }) => [percent, source]);
  return { index, finds };
}

describe("the index of a translation memory", () => {
  it("the same text is 100 % whatever its blanks, the same words with other marks 99 %, and others by their words", () => {
    const { finds } = indexOf("The lamp burned all night long.", "the lamp burned all night long", "Nobody came.");
    expect(finds("The lamp  burned\nall night long. ")).toEqual([
      [100, "The lamp burned all night long."],
      [99, "the lamp burned all night long"],
    ]);
    expect(finds("The lamp burned all day long!")).toEqual([
      [83, "the lamp burned all night long"],
      [83, "The lamp burned all night long."],
    ]);
    expect(finds("A lamp went out on the night she came")).toEqual([]);
  });

  it("Chinese and Japanese are compared by signs, and the marks of an EPUB do not count", () => {
    const { finds } = indexOf(
      "守塔人一夜没有睡。",
      "ランプは一晩中燃えていた。",
      "See <g1>the lamp</g1> in the tower.",
    );
    expect(finds("守塔人一夜没有哭。")).toEqual([[87, "守塔人一夜没有睡。"]]);
    expect(finds("ランプは一晩中消えていた。")).toEqual([[91, "ランプは一晩中燃えていた。"]]);
    expect(finds("See the lamp in the <g1>tower</g1>.")).toEqual([[99, "See <g1>the lamp</g1> in the tower."]]);
  });

  it("what is removed is no longer found, and what shares its source still is", () => {
    const index = createMatchIndex<string>();
    index.add("one two three", "a");
    index.add("one two  three", "b");
    index.remove("one two three", (entry) => entry === "a");
    expect(index.find("one two three", { least: 0.7, most: 5 })).toMatchObject([{ entries: ["b"] }]);
    index.remove("one two three", (entry) => entry === "b");
    expect(index.find("one two three four", { least: 0.7, most: 5 })).toEqual([]);
    expect(index.size()).toBe(0);
  });

  it("finds exactly what comparing with every source finds, after additions and removals", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 1, maxLength: 12 });
    const check = (sources: string[][], removed: number, [...query]: string[]) => {
      const texts = [...new Set(sources.map((words) => words.join(" ")))];
      const { index, finds } = indexOf(...texts);
      const left = texts.filter((each, at) => (at % 3 === removed ? void index.remove(each, () => true) : true));
      const numbers = (words: readonly string[]) => words.map((word) => word.charCodeAt(0));
      const best = left.map((each) => {
        const words = matchWords(each);
        const longer = Math.max(words.length, query.length);
        const share = 1 - wordDistance(numbers(query), numbers(words), longer) / longer;
        return each === query.join(" ") ? 100 : share === 1 ? 99 : Math.min(98, Math.floor(share * 100 + 1e-6));
      });
      const expected = best.filter((percent) => percent >= 70).sort((a, b) => b - a);
      expect(finds(query.join(" ")).map(([percent]) => percent)).toEqual(expected.slice(0, 5));
    };
    fc.assert(fc.property(fc.array(text, { maxLength: 30 }), fc.integer({ min: 0, max: 2 }), text, check));
  });
});

it("the distance of two lists of words is that of the plain algorithm, and cut off above the limit", () => {
  const words = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 14 });
  const plain = (a: number[], b: number[]): number => {
    let row = b.map((_, at) => at + 1);
    a.forEach((word, at) => {
      let [left, corner] = [at + 1, at];
      row = row.map((above, column) => {
        left = Math.min(left + 1, above + 1, corner + (word === b[column] ? 0 : 1));
        corner = above;
        return left;
      });
    });
    return row.at(-1) ?? a.length;
  };
  fc.assert(
    fc.property(words, words, fc.integer({ min: 0, max: 16 }), (a, b, most) => {
      expect(wordDistance(a, b, most)).toBe(Math.min(plain(a, b), most + 1));
    }),
  );
});
