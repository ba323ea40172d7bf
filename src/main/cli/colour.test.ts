import { expect, test } from "vitest";
import { hasColour, paintDiff } from "./colour";

const [terminal, file] = [{ isTTY: true }, {}];

test("a terminal has colour, a file has none, and NO_COLOR, FORCE_COLOR and --color decide before that", () => {
  expect(hasColour({}, terminal, {})).toBe(true);
  expect(hasColour({}, file, {})).toBe(false);
  expect(hasColour({}, terminal, { NO_COLOR: "1" })).toBe(false);
  expect(hasColour({}, terminal, { NO_COLOR: "" })).toBe(true);
  expect(hasColour({}, terminal, { TERM: "dumb" })).toBe(false);
  expect(hasColour({}, file, { FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(true);
  expect(hasColour({}, terminal, { FORCE_COLOR: "0" })).toBe(false);
  expect(hasColour({ color: "never" }, terminal, { FORCE_COLOR: "1" })).toBe(false);
  expect(hasColour({ color: "always" }, file, { NO_COLOR: "1" })).toBe(true);
  expect(() => hasColour({ color: "blue" }, file, {})).toThrow('--color is always, auto or never, not "blue".');
});

test("each line of a diff has the colour of its kind, and its text stays", () => {
  const diff = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n one\n-two\n+Two\n";
  const marked = paintDiff(diff, (style, text) => `${style}:${text}`);
  expect(marked.split("\n").map((line) => line.split(":")[0])).toEqual([
    ...["heading", "heading", "name", " one", "removed", "added", ""],
  ]);
  expect(paintDiff(diff, (_, text) => text)).toBe(diff);
});
