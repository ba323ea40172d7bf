import { expect, test } from "vitest";
import { unifiedDiff } from "../../../../core/diff/unified-diff";
import { type DiffRow, diffRows } from "./diff-rows";

/** Rows in short notation: `+two [hours]` has the words in brackets marked. */
const drawn = (rows: DiffRow[]) =>
  rows.map((row) =>
    row.kind === "gap"
      ? "…"
      : `${{ same: " ", added: "+", removed: "-" }[row.kind]}${row.pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join("")}`,
  );

const head = "--- a\n+++ b\n";

test("the changed words of a changed line are marked", () => {
  const diff = `${head}@@ -1,2 +1,2 @@\n # Notes\n-The token lasts an hour.\n+The token lasts two hours and more.\n`;
  expect(drawn(diffRows(diff))).toEqual([
    " # Notes",
    "-The token lasts [an hour].",
    "+The token lasts [two hours and more].",
  ]);
});

test("lines without common words, or of unequal number, have no word marks", () => {
  expect(drawn(diffRows(`${head}@@ -1 +1 @@\n-alpha beta gamma\n+one two three\n`))).toEqual([
    "-alpha beta gamma",
    "+one two three",
  ]);
  expect(drawn(diffRows(`${head}@@ -1 +1,2 @@\n-one two\n+one two\n+three\n`))).toEqual([
    "-one two",
    "+one two",
    "+three",
  ]);
});

test("hunks are separated, and the file header and remarks are left out", () => {
  const diff = `${head}@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n@@ -9 +9 @@\n same\n`;
  expect(drawn(diffRows(diff))).toEqual(["-a", "+b", "…", " same"]);
});

test("a removed line that looks like a file header is shown as a line", () => {
  expect(drawn(diffRows(`${head}@@ -1,2 +1 @@\n---- a/other\n-@@ -1 +1 @@\n+x\n`))).toEqual([
    "---- a/other",
    "-@@ -1 +1 @@",
    "+x",
  ]);
});

test("the rows of the engine's diff contain every changed line", () => {
  const before = "one\ntwo\nthree\n";
  const at = before.indexOf("two");
  const diff = unifiedDiff("n.md", before, [{ from: at, to: at + 3, insert: "2\n2½" }]);
  expect(drawn(diffRows(diff))).toEqual([" one", "-two", "+2", "+2½", " three"]);
});

test("a line of a hundred thousand words does not block the window", () => {
  const line = "word ".repeat(100_000);
  expect(drawn(diffRows(`${head}@@ -1 +1 @@\n-${line}\n+${line}!\n`))[0]).toBe(`-${line}`);
});
