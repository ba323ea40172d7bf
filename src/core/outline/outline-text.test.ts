import fc from "fast-check";
import { expect, test } from "vitest";
import { parseOutline } from "../markdown/sections";
import { documents } from "../text/documents.fixture";
import { estimateTokens } from "../text/tokens";
import { formatOutline, formatOutlineWithin, formatSize } from "./outline-text";

test("sizes have one decimal from a thousand on", () => {
  expect([0, 120, 999, 1000, 1200, 8_549, 999_949, 999_950, 12_345_678].map(formatSize)).toEqual([
    ...["0B", "120B", "999B", "1.0K", "1.2K", "8.5K", "999.9K", "1.0M", "12.3M"],
  ]);
});

const text = `---\na: 1\n---\n# Introduction\n${"x".repeat(1180)}\n## Background\n### Deep\n## Goals\n# *Last*\n`;

test("an outline has a line for each section, two blanks a level, and the front matter first", () => {
  expect(formatOutline(text, parseOutline(text))).toBe(
    [
      "[frontmatter] (1-3, 13B)",
      "# Introduction (4-8, 1.2K)",
      "  ## Background (6-7, 23B)",
      "    ### Deep (7-7, 9B)",
      "  ## Goals (8-8, 9B)",
      "# Last (9-9, 9B)",
    ].join("\n"),
  );
  expect(formatOutline(text, parseOutline(text), 1).split("\n")).toHaveLength(3);
  expect(formatOutline("no headings", parseOutline("no headings"))).toBe("");
});

test("an outline that is too long folds its deepest level first, and says how to show it", () => {
  const outline = parseOutline(text);
  expect(formatOutlineWithin(text, outline, { maxTokens: 600 })).toEqual({
    text: formatOutline(text, outline),
    folded: 0,
  });
  expect(formatOutlineWithin(text, outline, { maxTokens: 600, depth: 2 }).text).toBe(formatOutline(text, outline, 2));
  const large = `${text}${"#### Much\n".repeat(200)}`;
  const { text: shown, folded } = formatOutlineWithin(large, parseOutline(large), { maxTokens: 600 });
  const rows = shown.split("\n").slice(1);
  expect(rows.slice(0, 5)).toEqual([
    "# Introduction (4-8, 1.2K)",
    "  ## Background (6-7, 23B) +1",
    "  ## Goals (8-8, 9B)",
    "# Last (9-209, 2.0K)",
    "  #### Much (10-10, 10B)",
  ]);
  // The first and the last of what is folded, with the number of those between.
  expect(rows.at(-2)).toBe("  #### Much (209-209, 10B)");
  expect(rows).toContain(`  ... +${folded - 1}`);
  expect(rows.at(-1)).toMatch(
    /^\.\.\. and \d+ more sections \(\+\): max_tokens \d+ shows all, doc_read with include_children: false what is below one, doc_find looks in all$/,
  );
  const needed = Number(/max_tokens (\d+)/.exec(shown)?.[1]);
  expect(formatOutlineWithin(large, parseOutline(large), { maxTokens: needed }).folded).toBe(0);
});

test("the top level is cut if it alone is too long", () => {
  const flat = "# Section\n".repeat(5000);
  const { text: shown, folded } = formatOutlineWithin(flat, parseOutline(flat), { maxTokens: 600 });
  expect(estimateTokens(shown)).toBeLessThanOrEqual(600);
  expect(shown.split("\n").length - 2 + folded).toBe(5000);
  expect(shown).toContain("# Section (1-1, 10B)");
  expect(shown).toContain("# Section (5000-5000, 10B)");
  expect(shown).toMatch(/\n\.\.\. and \d+ more sections \(\+\): /);
});

test("an outline never exceeds its token budget", () => {
  fc.assert(
    fc.property(documents, fc.integer({ min: 60, max: 300 }), (document, maxTokens) => {
      const { text: shown } = formatOutlineWithin(document, parseOutline(document), { maxTokens });
      expect(estimateTokens(shown)).toBeLessThanOrEqual(maxTokens);
    }),
  );
});
