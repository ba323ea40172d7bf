import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kind, kindAt, splitsPair, tokenEnd, wordEnd, wordStart } from "./characters";
import { someText } from "./texts.fixture";

function tokens(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at = tokenEnd(text, at)) found.push(text.slice(at, tokenEnd(text, at)));
  return found;
}

const anyUnits = fc.array(fc.nat({ max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units));

describe("the tokens of a text", () => {
  it("are words, ideographs, other characters, blanks and line breaks", () => {
    expect(tokens("Two words, 2 你好!\n\n😀x")).toEqual([
      "Two",
      " ",
      "words",
      ",",
      " ",
      "2",
      " ",
      "你",
      "好",
      "!",
      "\n",
      "\n",
      "😀",
      "x",
    ]);
  });

  it("keep marks with their character", () => {
    expect(tokens("e\u0301t\u0301 が\u3099 ☝\ufe0f ที่นี่")).toEqual([
      "e\u0301t\u0301",
      " ",
      "が\u3099",
      " ",
      "☝\ufe0f",
      " ",
      "ที่",
      "นี่",
    ]);
  });

  it("leave no gap and split no pair, lone halves included", () => {
    fc.assert(
      fc.property(fc.oneof(someText, anyUnits), (text) => {
        expect(tokens(text).join("")).toBe(text);
        for (let at = 0; at < text.length; at = tokenEnd(text, at)) expect(splitsPair(text, at)).toBe(false);
      }),
    );
  });
});

describe("a word", () => {
  it("is found from any position in it", () => {
    const text = "say Wörter, 你好";
    expect(text.slice(wordStart(text, 6), wordEnd(text, 6))).toBe("Wörter");
    expect(wordStart(text, 4)).toBe(4);
    expect(wordEnd(text, 10)).toBe(10);
    expect([wordStart(text, 13), wordEnd(text, 12)]).toEqual([13, 12]);
  });

  it("begins after the marks of the character before it", () => {
    expect(wordStart("☝\ufe0fok", 4)).toBe(2);
    expect(wordStart("e\u0301t", 3)).toBe(0);
  });

  it("has at most 256 characters on each side", () => {
    const text = "a".repeat(1000);
    expect([wordStart(text, 500), wordEnd(text, 500)]).toEqual([244, 756]);
  });
});

it("kinds are known for every script and plane", () => {
  const kinds = ["a", "9", "_", "é", "你", "カ", "ー", "ก", "한", " ", "\u3000", "\n", ".", "\u0301", "𠮷", "😀", "𝒜"];
  const { letter, ideograph, unspaced, space, other, mark } = kind;
  expect(kinds.map((character) => kindAt(character, 0))).toEqual([
    letter,
    letter,
    letter,
    letter,
    ideograph,
    ideograph,
    ideograph,
    unspaced,
    letter,
    space,
    space,
    kind.break,
    other,
    mark,
    ideograph,
    other,
    letter,
  ]);
});
