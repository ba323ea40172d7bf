import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { difference } from "../diff/difference";
import { applyChanges, type Change } from "./change";
import { changedLines } from "./changed-lines";
import { fewer } from "./texts.fixture";

const words = (before: string, ...changes: Change[]): string =>
  changedLines({ before, after: applyChanges(before, changes), changes })
    .map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
    .join(" ");

describe("the lines that a change touches", () => {
  it.each<[string, string, Change[], string]>([
    ["a word", "a\nb\nc\n", [{ from: 2, to: 3, insert: "x" }], "2"],
    ["a line inserted before another", "a\nb\n", [{ from: 2, to: 2, insert: "x\n" }], "2"],
    ["a line inserted after another", "a\nb", [{ from: 1, to: 1, insert: "\nx" }], "2"],
    ["a line appended to a last line without a break", "a\nb", [{ from: 3, to: 3, insert: "\nx" }], "3"],
    ["a blank line inserted", "a\nb\n", [{ from: 2, to: 2, insert: "\n" }], "2"],
    ["a line split and cut", "aa", [{ from: 0, to: 1, insert: "\n\n" }], "1-3"],
    ["a line split", "ab\nc", [{ from: 1, to: 1, insert: "\n" }], "1-2"],
    ["a line deleted", "a\nb\nc\n", [{ from: 2, to: 4, insert: "" }], "2"],
    ["the last line deleted", "a\nb\n", [{ from: 2, to: 4, insert: "" }], "1"],
    ["everything deleted", "a\nb\n", [{ from: 0, to: 4, insert: "" }], ""],
    [
      "two changes in one line",
      "abc\nd",
      [
        { from: 0, to: 1, insert: "x" },
        { from: 2, to: 3, insert: "y" },
      ],
      "1",
    ],
    [
      "two changes apart",
      "a\nb\nc\nd\n",
      [
        { from: 0, to: 1, insert: "x\ny" },
        { from: 6, to: 7, insert: "z" },
      ],
      "1-2 5",
    ],
    ["nothing", "a\n", [], ""],
  ])("%s", (_, before, changes, lines) => {
    expect(words(before, ...changes)).toBe(lines);
  });

  it("every line outside them was there before", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "\n"), { maxLength: 12 }).map((parts) => parts.join(""));
    const property = fc.property(text, text, (before, after) => {
      const ranges = changedLines({ before, after, changes: difference(before, after) });
      const old = before.split("\n");
      after.split("\n").forEach((line, index) => {
        const isChanged = ranges.some(({ from, to }) => from <= index + 1 && index + 1 <= to);
        if (!isChanged && line !== "") expect(old).toContain(line);
      });
    });
    fc.assert(property, fewer(500));
  });
});
