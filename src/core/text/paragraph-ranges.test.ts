import { expect, test } from "vitest";
import { paragraphRanges } from "./paragraph-ranges";

const found = (text: string, paragraphs: string[]) =>
  paragraphRanges(text, paragraphs).map((range) => range && text.slice(range.from, range.to));

test("paragraphs are found in order, equal ones one after the other", () => {
  expect(found("# One\n\nsame\nsame\nother\n", ["# One", "", "same", "same", "other"])).toEqual([
    "# One",
    null,
    "same",
    "same",
    "other",
  ]);
  const [first, second] = paragraphRanges("same\nsame", ["same", "same"]);
  expect([first?.from, second?.from]).toEqual([0, 5]);
});

test("paragraphs whose lines were joined are found over their lines, with blanks and without", () => {
  expect(found("The wind\nwent on\nall night.\n\n他说\n来了。", ["The wind went on all night.", "他说来了。"])).toEqual(
    ["The wind\nwent on\nall night.", "他说\n来了。"],
  );
});

test("a paragraph that is not there is left out, and those after it are found", () => {
  expect(found("one\ntwo\nthree", ["one", "gone", "three"])).toEqual(["one", null, "three"]);
});
