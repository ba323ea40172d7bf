import { applyPatch } from "diff";
import fc from "fast-check";
import { expect, it } from "vitest";
import { applyChanges } from "../text/change";
import { unifiedDiff } from "./unified-diff";

it("a diff shows three lines around a change, with the line numbers of the whole text", () => {
  const text = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join("");
  const from = text.indexOf("line 12");
  const diff = unifiedDiff("a b.md", text, [{ from, to: from + 7, insert: "row 12" }]);
  expect(diff).toBe(
    "--- a/a b.md\n+++ b/a b.md\n@@ -9,7 +9,7 @@\n line 9\n line 10\n line 11\n-line 12\n+row 12\n line 13\n line 14\n line 15\n",
  );
});

it("a diff is empty if nothing changes", () => {
  expect(unifiedDiff("a", "one\n", [])).toBe("");
  expect(unifiedDiff("a", "one\n", [{ from: 0, to: 3, insert: "one" }])).toBe("");
});

it("a diff of texts with nothing in common is one replaced span", () => {
  const old = Array.from({ length: 2_000 }, (_, index) => `old ${index}\n`).join("");
  const young = Array.from({ length: 2_000 }, (_, index) => `new ${index}\n`).join("");
  const diff = unifiedDiff("a", old, [{ from: 0, to: old.length, insert: young }]);
  expect(diff.split("\n", 3)[2]).toBe("@@ -1,2000 +1,2000 @@");
  expect(applyPatch(old, diff)).toBe(young);
});

it("a diff leads from the text before to the text after", () => {
  const line = fc.constantFrom("a", "b", "", "# c", "  d");
  const text = fc
    .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
    .map(([lines, ended]) => lines.join("\n") + (ended && lines.length > 0 ? "\n" : ""));
  fc.assert(
    fc.property(text, text, fc.nat(), fc.nat(), (before, insert, a, b) => {
      const [from, to] = [a % (before.length + 1), b % (before.length + 1)].sort((x, y) => x - y) as [number, number];
      const changes = [{ from, to, insert }];
      const after = applyChanges(before, changes);
      const diff = unifiedDiff("x", before, changes);
      if (after === before) expect(diff).toBe("");
      else expect(applyPatch(before, diff)).toBe(after);
    }),
  );
});
