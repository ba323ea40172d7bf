import { expect, it } from "vitest";
import { countChangedWords } from "./changed-words";
import { difference } from "./difference";

const between = (before: string, after: string) => countChangedWords(before, difference(before, after));
const typed = (before: string, from: number, to: number, insert: string) =>
  countChangedWords(before, [{ from, to, insert }]);

it("words that came and words that went are counted as a person counts them", () => {
  expect(between("the red car", "the blue fast car")).toEqual({ added: 2, removed: 1 });
  expect(between("", "three new words")).toEqual({ added: 3, removed: 0 });
  expect(between("gone with it", "")).toEqual({ added: 0, removed: 3 });
  expect(between("同じ文", "同じ長い文")).toMatchObject({ removed: 0 });
});

it("a letter that is typed into a word changes that word, one behind a blank begins a new one", () => {
  expect(typed("cat sat", 3, 3, "s")).toEqual({ added: 1, removed: 1 });
  expect(typed("cat sat", 3, 3, " has")).toEqual({ added: 1, removed: 0 });
  expect(typed("cat sat", 4, 4, "has ")).toEqual({ added: 1, removed: 0 });
  expect(typed("catsat", 3, 3, " ")).toEqual({ added: 2, removed: 1 });
  expect(typed("cat sat", 3, 4, "")).toEqual({ added: 1, removed: 2 });
});

it("blanks and line breaks alone are no words", () => {
  expect(typed("one two", 3, 4, "\n\n")).toEqual({ added: 0, removed: 0 });
});

it("a change that is too large to be counted in passing is not counted", () => {
  expect(typed("", 0, 0, "word ".repeat(200_000))).toBeNull();
});
