import { expect, it } from "vitest";
import { countChangedWords } from "./changed-words";
import { difference } from "./difference";

const between = (before: string, after: string) => countChangedWords(before, difference(before, after));
const typed = (before: string, from: number, to: number, insert: string) =>
  countChangedWords(before, [{ from, to, insert }]);

it("added and removed words are counted as a reader counts them", () => {
  expect(between("the red car", "the blue fast car")).toEqual({ added: 2, removed: 1 });
  expect(between("", "three new words")).toEqual({ added: 3, removed: 0 });
  expect(between("gone with it", "")).toEqual({ added: 0, removed: 3 });
  expect(between("同じ文", "同じ長い文")).toMatchObject({ removed: 0 });
});

it("a letter typed into a word changes that word, and one after a blank begins a new word", () => {
  expect(typed("cat sat", 3, 3, "s")).toEqual({ added: 1, removed: 1 });
  expect(typed("cat sat", 3, 3, " has")).toEqual({ added: 1, removed: 0 });
  expect(typed("cat sat", 4, 4, "has ")).toEqual({ added: 1, removed: 0 });
  expect(typed("catsat", 3, 3, " ")).toEqual({ added: 2, removed: 1 });
  expect(typed("cat sat", 3, 4, "")).toEqual({ added: 1, removed: 2 });
});

it("blanks and line breaks alone are not words", () => {
  expect(typed("one two", 3, 4, "\n\n")).toEqual({ added: 0, removed: 0 });
});

it("a change that is too large to count quickly is not counted", () => {
  expect(typed("", 0, 0, "word ".repeat(200_000))).toBeNull();
});
