import { expect, test } from "vitest";
import { unifiedDiff } from "../../../core/diff/unified-diff";
import { type DiffRow, diffRows } from "./diff-rows";

/** Rows in short notation: `+two [hours]` has the words in brackets marked. */
const drawn = (rows: DiffRow[]) =>
  rows.map((row) =>
    row.kind === "gap"
      ? "…"
      : `${{ same: " ", added: "+", removed: "-" }[row.kind]}${row.pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join("")}`,
  );

const head = "--- a\n+++ b\n";

test("a line that changed shows the words that did", () => {
  const diff = `${head}@@ -1,2 +1,2 @@\n # Notes\n-The token lasts an hour.\n+The token lasts two hours and more.\n`;
  expect(drawn(diffRows(diff))).toEqual([
    " # Notes",
    "-The token lasts [an hour].",
    "+The token lasts [two hours and more].",
  ]);
});

test("lines that have nothing in common, or are not as many, are shown whole", () => {
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

test("hunks are divided, and the head and remarks are left out", () => {
  const diff = `${head}@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n@@ -9 +9 @@\n same\n`;
  expect(drawn(diffRows(diff))).toEqual(["-a", "+b", "…", " same"]);
});

test("a removed line that looks like the head of a difference is one of its lines", () => {
  expect(drawn(diffRows(`${head}@@ -1,2 +1 @@\n---- a/other\n-@@ -1 +1 @@\n+x\n`))).toEqual([
    "---- a/other",
    "-@@ -1 +1 @@",
    "+x",
  ]);
});

test("what the engine writes is read back whole", () => {
  const before = "one\ntwo\nthree\n";
  const at = before.indexOf("two");
  const diff = unifiedDiff("n.md", before, [{ from: at, to: at + 3, insert: "2\n2½" }]);
  expect(drawn(diffRows(diff))).toEqual([" one", "-two", "+2", "+2½", " three"]);
});

test("a line of a hundred thousand words does not hold the page up", () => {
  const line = "word ".repeat(100_000);
  expect(drawn(diffRows(`${head}@@ -1 +1 @@\n-${line}\n+${line}!\n`))[0]).toBe(`-${line}`);
});
