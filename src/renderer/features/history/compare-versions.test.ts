import fc from "fast-check";
import { expect, test } from "vitest";
import { applyChanges } from "../../../core/text/change";
import { type Comparison, compareVersions, revertHunk } from "./compare-versions";

const compared = (before: string, after: string) => {
  const comparison = compareVersions({ before, after, sections: "before" });
  if (comparison.status !== "compared") throw new Error("the texts are the same");
  return comparison;
};
const marks = { same: "", added: "+", removed: "-" };
/** Changes in short notation: `{+in}` and `{-out}` within unchanged text. */
const summary = ({ hunks }: Extract<Comparison, { status: "compared" }>) =>
  hunks.map(({ pieces }) =>
    pieces.map(({ kind, text }) => (kind === "same" ? text : `{${marks[kind]}${text}}`)).join(""),
  );

const paragraphs = ["# Tides", "The sea comes.", "It stays a while.", "Then it goes.", "Nobody minds."];
const document = `${paragraphs.join("\n\n")}\n`;

test("equal texts are reported as equal", () => {
  expect(compareVersions({ before: "a\n", after: "a\n", sections: "none" })).toEqual({ status: "same" });
});

test("a changed word is marked with its context lines, and the other lines are counted", () => {
  const comparison = compared(document, document.replace("sea comes", "sea rises"));
  expect(summary(comparison)).toEqual(["# Tides\n\nThe sea {-comes}{+rises}.\n\nIt stays a while."]);
  expect(comparison).toMatchObject({ added: 1, removed: 1, more: 0, rest: 4 });
  expect(comparison.hunks[0]).toMatchObject({ line: 3, skipped: 0, section: { path: "tides", title: "Tides" } });
});

test("changes in different paragraphs are separate hunks", () => {
  const comparison = compared(document, document.replace("sea", "lake").replace("minds", "cares"));
  expect(comparison.hunks).toHaveLength(2);
  expect(comparison.hunks.map(({ line }) => line)).toEqual([3, 9]);
});

test("an added or removed paragraph is one hunk", () => {
  const shorter = document.replace("It stays a while.\n\n", "");
  expect(compared(document, shorter).hunks).toHaveLength(1);
  expect(compared(shorter, document).hunks).toHaveLength(1);
  expect(compared(document, shorter)).toMatchObject({ added: 0, removed: 4 });
});

test("reverting a hunk changes no byte outside of it", () => {
  const today = document.replace("sea", "lake").replace("minds", "cares");
  const first = revertHunk({ before: document, after: today }, 0, today);
  expect(first.status === "ready" && applyChanges(today, first.changes)).toBe(document.replace("minds", "cares"));
  const second = revertHunk({ before: document, after: today }, 1, today);
  expect(second.status === "ready" && applyChanges(today, second.changes)).toBe(document.replace("sea", "lake"));
});

test("an earlier edit is reverted on today's text, whatever was written elsewhere since", () => {
  const after = document.replace("sea", "lake");
  const today = `# Title\n\n${after.replace("Nobody", "Somebody")}`;
  const back = revertHunk({ before: document, after }, 0, today);
  expect(back.status === "ready" && applyChanges(today, back.changes)).toBe(today.replace("lake", "sea"));
});

test("reverting a hunk that was overwritten since is a conflict", () => {
  const after = document.replace("sea", "lake");
  expect(revertHunk({ before: document, after }, 0, document.replace("sea", "pond"))).toEqual({ status: "conflict" });
  expect(revertHunk({ before: document, after }, 7, after)).toEqual({ status: "conflict" });
});

const line = fc.array(fc.constantFrom("one", "two", "three", "四", "😀", "-", ""), { maxLength: 4 });
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.map((words) => words.join(" ")).join("\n"));

test("the pieces of a comparison are the two texts, as far as they are shown", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const comparison = compareVersions({ before, after, sections: "before" });
      if (comparison.status === "same") {
        expect(before).toBe(after);
        return;
      }
      for (const { pieces } of comparison.hunks) {
        const side = (lost: string) =>
          pieces
            .filter(({ kind }) => kind !== lost)
            .map((piece) => piece.text)
            .join("");
        expect(before).toContain(side("added"));
        expect(after).toContain(side("removed"));
      }
    }),
  );
});

/** Reverts every change, one after the other, each on the result of the last. */
function putAllBack(before: string, after: string): string {
  let now = after;
  for (let most = 60; now !== before && most > 0; most--) {
    const step = revertHunk({ before, after: now }, 0, now);
    if (step.status !== "ready") throw new Error("a place of today's text cannot be put back");
    now = applyChanges(now, step.changes);
  }
  return now;
}

test("reverting every hunk gives the earlier version, and reverting the reverse gives today's text", () => {
  fc.assert(
    fc.property(text, text, (before, today) => {
      expect(putAllBack(before, today)).toBe(before);
      expect(putAllBack(today, before)).toBe(today);
    }),
  );
});

test("reverting a hunk leaves every other hunk unchanged", () => {
  fc.assert(
    fc.property(text, text, fc.nat(5), (before, today, which) => {
      const comparison = compareVersions({ before, after: today, sections: "none" });
      if (comparison.status === "same") return;
      const index = which % comparison.hunks.length;
      const step = revertHunk({ before, after: today }, index, today);
      if (step.status !== "ready") throw new Error("a place of today's text cannot be put back");
      // Everything outside the changed range is identical.
      const [first, last] = [step.changes[0], step.changes.at(-1)];
      const next = applyChanges(today, step.changes);
      const moved = next.length - today.length;
      expect(next.slice(0, first?.from)).toBe(today.slice(0, first?.from));
      expect(next.slice((last?.to ?? 0) + moved)).toBe(today.slice(last?.to));
    }),
  );
});

test("very different and very large texts are compared in bounded time and size", () => {
  const hostile = (seed: number) =>
    Array.from({ length: 30_000 }, (_, at) => `${(at * seed) % 7919} ${(at * seed * 31) % 104_729}\n`).join("");
  const comparison = compared(hostile(17), hostile(23));
  expect(comparison.hunks.length).toBeLessThanOrEqual(300);
  const shown = comparison.hunks.flatMap(({ pieces }) => pieces).reduce((sum, piece) => sum + piece.text.length, 0);
  expect(shown).toBeLessThan(300 * 45_000);
});
