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

test("a paragraph over several lines is not taken for the same words on one line far behind", () => {
  const text = "The wind\nwent on.\n\nNobody came.\n\nSo they said: The wind went on.\n";
  expect(found(text, ["The wind went on.", "Nobody came."])).toEqual(["The wind\nwent on.", "Nobody came."]);
  // Also behind something that is in no paragraph.
  expect(found(`***\n${text}`, ["The wind went on.", "Nobody came."])).toEqual(["The wind\nwent on.", "Nobody came."]);
});

test("paragraphs are looked for behind a start", () => {
  expect(paragraphRanges("title: One\n\nOne\n", ["One"], 11)).toEqual([{ from: 12, to: 15 }]);
});
