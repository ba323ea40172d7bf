import { expect, test } from "vitest";
import { difference } from "./difference";
import { isOnlyRewrapped } from "./only-rewrapped";

const isRewrapped = (before: string, after: string): boolean =>
  isOnlyRewrapped({ before, after, changes: difference(before, after) });

test.each([
  ["a longer line", "# A\n\none two\nthree four\n", "# A\n\none two three\nfour\n"],
  ["one line of several", "one\ntwo\nthree\n", "one two three\n"],
  ["blanks in a line", "one  two\n", "one two\n"],
  ["a blank at the end of a line", "one  \ntwo\n", "one\ntwo\n"],
  ["an item of a list", "- one two\n  three\n", "- one\n  two three\n"],
  ["the columns of a table", "| a | b |\n|---|---|\n", "| a   | b |\n|---|---|\n"],
  ["lines without blanks between words", "\u4f60\u597d\n\u4e16\u754c\n", "\u4f60\u597d\u4e16\u754c\n"],
])("the words are the same: %s", (_, before, after) => {
  expect(isRewrapped(before, after)).toBe(true);
});

test.each([
  ["nothing", "one\n", "one\n"],
  ["a word", "one two\n", "one\ntoo\n"],
  ["the order of words", "one two\n", "two\none\n"],
  ["a joined word", "one two\n", "onetwo\n"],
  ["a paragraph divided", "one two\n", "one\n\ntwo\n"],
  ["two paragraphs joined", "one\n\ntwo\n", "one\ntwo\n"],
  ["a heading that is no longer one", "one\n# two\n", "one # two\n"],
  ["two items joined", "- one\n- two\n", "- one - two\n"],
  ["the depth of an item", "- one\n  - two\n", "- one\n- two\n"],
  ["code", "```\na  b\n```\n", "```\na b\n```\n"],
  ["a last line break", "one", "one\n"],
])("something else is different: %s", (_, before, after) => {
  expect(isRewrapped(before, after)).toBe(false);
});

test("two edits far apart count as one", () => {
  const middle = "\n\nthe same\n\n".repeat(50);
  expect(isRewrapped(`a b\nc${middle}d\ne f`, `a\nb c${middle}d e\nf`)).toBe(true);
  expect(isRewrapped(`a b\nc${middle}d\ne f`, `a\nb c${middle}d e\ng`)).toBe(false);
});
