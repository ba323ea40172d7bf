import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTitle, titleReader } from "./heading-title";
import { readPlainTitle } from "./plain-title";

const pieces = fc.constantFrom(
  ...["word", "Name", "a", "1.2.3", "é", "概", " ", " ", "  ", "_", "__", "*", "**", "`", "``", "[", "]", "(", ")"],
  ...["](", "](x)", "](a_b)", "[ref]", "[x](/u)", "[b][ref]", "!", "![", "<", ">", "<b>", "&", "&amp;", "~", "~~"],
  ...["\\", "\n", "**bold**", "*it*", "_it_", "snake_case", "`code`", "` x `", "`*`", ":", "-", ".", '"', "'"],
);

test("a title read without a parser is the one that markdown-it reads", () => {
  const references = { REF: { title: "", href: "" } };
  const isDefined = (label: string) => label.toUpperCase() === "REF";
  let quick = 0;
  const numRuns = process.env["GALLEY_LONG"] ? 500_000 : 1000;
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 9 }), (parts) => {
      // A heading's source has no blanks at its ends.
      const source = parts.join("").trim();
      const title = readPlainTitle(source, isDefined);
      if (title === null) return;
      quick++;
      expect(title).toBe(parseTitle(source, references));
    }),
    { numRuns },
  );
  expect(quick).toBeGreaterThan(numRuns / 10);
}, 600_000);

test("the usual headings of a change log are read without a parser", () => {
  for (const source of [
    "[1.2.3](https://x.y/z_w*) (2024-01-02)",
    "[1.2.3] - 2024-01-02",
    "`code` & **bold** snake_case!",
  ]) {
    expect(readPlainTitle(source, () => false)).not.toBe(null);
  }
});

test("a reference is a link only if the document defines it", () => {
  const titleOf = titleReader(["One Two", "three"]);
  expect(titleOf("[one  two] and [Three]")).toBe("one two and Three");
  expect(titleOf("[four] [a][three] [a][four]")).toBe("[four] a [a][four]");
  expect(titleOf("[constructor] [toString]")).toBe("[constructor] [toString]");
});
