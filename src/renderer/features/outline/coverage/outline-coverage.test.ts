import { expect, it } from "vitest";
import { readParagraphs } from "../../../../core/markdown/paragraphs";
import type { ReadRange } from "../../../../shared/contract";
import { outlineRows } from "../../../editor/outline/outline-rows";
import { OutlineService } from "../../../editor/outline/outline-service";
import { describeCoverage, formatNames, percentOf } from "./describe-coverage";
import { coverageRows, followCoverage, readersIn, readersOf, shareOf } from "./outline-coverage";

const text = "---\na: 1\n---\nBefore.\n\n# Plan\n\nWhy.\n\n## Goals\n\nTwo\nlines.\n\nAnd one.\n\n## Scope\n\nShips.\n";

const readRange = (by: string, from: number, to: number, kind: ReadRange["kind"] = "read"): ReadRange => ({
  by,
  kind,
  tool: "doc_read",
  at: "2026-01-01T00:00:00.000Z",
  sought: null,
  lines: [{ from, to }],
});

function covered(...readRanges: ReadRange[]) {
  const service = new OutlineService(text);
  const rows = outlineRows(service.packed());
  const { names, lines } = readersOf(readRanges);
  const coverage = coverageRows(service.coverage(lines, readParagraphs), names, rows);
  return { rows, coverage };
}

it("lines are counted by section, by its own text, and in the front matter", () => {
  const { rows, coverage } = covered(readRange("Claude", 1, 3), readRange("Claude", 8, 13));
  expect(rows.map(({ title, kind }) => title || kind)).toEqual(["frontmatter", "Plan", "Goals", "Scope"]);
  expect(coverage.rows.map(({ read, total }) => `${read}/${total}`)).toEqual(["3/3", "1/2", "3/4", "0/2"]);
  // The text before the first heading counts in the total.
  expect(coverage.total).toMatchObject({ read: 7, total: 12 });
});

it("a collapsed section includes all sections below it", () => {
  const { coverage } = covered(readRange("Claude", 8, 13), readRange("Codex", 19, 19));
  expect(shareOf(coverage, 1, 4)).toEqual({ read: 5, total: 8, each: [4, 1] });
  expect(readersIn(coverage, shareOf(coverage, 3))).toEqual(["Codex"]);
});

it("several agents count each paragraph once; half a paragraph each counts as unread", () => {
  const { coverage } = covered(readRange("Claude", 10, 12), readRange("Codex", 13, 15));
  expect(coverage.names).toEqual(["Claude", "Codex"]);
  expect(shareOf(coverage, 2)).toEqual({ read: 2, total: 4, each: [1, 1] });
});

it("search results do not count as reading", () => {
  expect(readersOf([readRange("Claude", 1, 9, "matched")])).toEqual({ names: [], lines: [] });
});

it("of many agents the last ones share an entry, and none of their reading is lost", () => {
  const { names, lines } = readersOf(
    Array.from({ length: 9 }, (_, n) => readRange(`Agent ${n}`, 2 * n + 1, 2 * n + 1)),
  );
  expect(names).toHaveLength(6);
  expect(lines.flat()).toHaveLength(9);
});

it("the coverage follows its rows until it is computed again", () => {
  const { coverage } = covered(readRange("Claude", 8, 13));
  const followed = followCoverage(coverage, [-1, 0, 2, -1], 4);
  expect(followed.rows.map(({ read, total }) => `${read}/${total}`)).toEqual(["1/2", "0/0", "3/4", "0/0"]);
});

it("the description names the readers, and never claims that all is read if a line is left", () => {
  const { coverage } = covered(readRange("Claude", 1, 5), readRange("Codex", 9, 13), readRange("Gemini", 9, 13));
  expect(describeCoverage(coverage, shareOf(coverage, 2), "its own text")).toBe("Codex and Gemini read 3 of 4 lines");
  expect(describeCoverage(coverage, shareOf(coverage, 3), "its own text")).toBe("Not read by any agent");
  expect(describeCoverage(coverage, shareOf(coverage, 1, 4), "with all below it")).toBe(
    "Codex and Gemini read 3 of 8 lines, including sub-sections",
  );
  expect(formatNames(["a", "b", "c", "d"])).toBe("a, b and 2 others");
  expect(
    ["0/9", "1/900", "899/900", "9/9", "1/2"].map((each) => {
      const [read = 0, total = 0] = each.split("/").map(Number);
      return percentOf({ read, total, each: [] });
    }),
  ).toEqual(["0%", "1%", "99%", "100%", "50%"]);
});
