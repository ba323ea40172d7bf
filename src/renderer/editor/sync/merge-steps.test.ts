import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeChanges } from "../../../core/diff/merge";
import { applyChanges, type Change } from "../../../core/text/change";
import { fewer } from "../../../core/text/texts.fixture";
import { toChangeSet, toChanges, toText, trimmed } from "../text/change-sets";
import { differenceOf, mergeSteps } from "./merge-steps";

const merge = (base: string, mine: Change[], theirs: Change[]) => {
  const text = toText(base);
  const steps = { mine: toChangeSet(mine, base.length), theirs: toChangeSet(theirs, base.length) };
  const merged = mergeSteps(text, steps.mine, steps.theirs);
  return {
    ...merged,
    fromMine: merged.mineToMerged.apply(steps.mine.apply(text)).sliceString(0),
    fromTheirs: merged.theirsToMerged.apply(steps.theirs.apply(text)).sliceString(0),
  };
};

const words = fc.array(fc.constantFrom("a", "bb", " ", "\n", "\n\n", "c-d", "港", "。"), { maxLength: 60 });
const text = words.map((parts) => parts.join(""));

/** Changes that fit a text: each deletes at most `longest` characters and inserts one of `inserts`. */
const edits = (base: string, inserts: readonly string[], longest: number): fc.Arbitrary<Change[]> =>
  fc
    .array(fc.tuple(fc.nat(base.length), fc.nat(longest), fc.constantFrom(...inserts)), { maxLength: 5 })
    .map((spans) => {
      let at = 0;
      return [...spans]
        .sort((a, b) => a[0] - b[0])
        .flatMap(([from, length, insert]) => {
          const start = Math.max(from, at);
          const to = Math.min(base.length, start + length);
          if (start > base.length || (start === to && insert === "")) return [];
          at = to + 1;
          return [{ from: start, to, insert }];
        });
    });
const anyEdits = (base: string) => edits(base, ["", "x", "bb ", "\n", "z z"], 6);

describe("merging changes", () => {
  it("leads both sides to the same text", () => {
    fc.assert(
      fc.property(
        text.chain((base) => fc.tuple(fc.constant(base), anyEdits(base), anyEdits(base))),
        ([base, mine, theirs]) => {
          const merged = merge(base, mine, theirs);
          expect(merged.fromMine).toBe(merged.fromTheirs);
          for (const { from, to } of merged.conflicts) expect(from <= to && to <= merged.fromMine.length).toBe(true);
        },
      ),
      fewer(3000),
    );
  });

  it("gives the same result as merging the whole texts, including conflicts", () => {
    fc.assert(
      fc.property(
        text.chain((base) => fc.tuple(fc.constant(base), edits(base, ["m", "my "], 6), edits(base, ["t", "th\n"], 0))),
        ([base, mine, theirs]) => {
          const merged = merge(base, mine, theirs);
          const whole = mergeChanges({ base, mine, theirs });
          expect(merged.fromMine).toBe(applyChanges(applyChanges(base, mine), whole.mineToMerged));
          expect(merged.conflicts).toEqual(whole.conflicts.map(({ from, to }) => ({ from, to })));
        },
      ),
      fewer(3000),
    );
  });

  it("looks only at the lines that both sides changed", () => {
    const base = toText("line\n".repeat(200_000));
    let longest = 0;
    const watched = Object.create(base, {
      sliceString: {
        value: (from: number, to: number) => {
          longest = Math.max(longest, to - from);
          return base.sliceString(from, to);
        },
      },
      length: { value: base.length },
      lineAt: { value: (at: number) => base.lineAt(at) },
    }) as typeof base;
    const mine = toChangeSet(
      [
        { from: 0, to: 0, insert: "a " },
        { from: 500_000, to: 500_000, insert: "b " },
      ],
      base.length,
    );
    const theirs = toChangeSet(
      [
        { from: 500_010, to: 500_010, insert: "c " },
        { from: 999_995, to: 999_995, insert: "d " },
      ],
      base.length,
    );
    const merged = mergeSteps(watched, mine, theirs);
    expect(merged.conflicts).toEqual([]);
    expect(longest).toBeLessThan(100);
    expect(toChanges(merged.mineToMerged).map(({ insert }) => insert)).toEqual(["c ", "d "]);
  });

  it("recognises the same edit wherever it is recorded", () => {
    const merged = merge(
      "one two three",
      [{ from: 7, to: 7, insert: " and a half" }],
      [{ from: 8, to: 8, insert: "and a half " }],
    );
    expect(merged.fromMine).toBe("one two and a half three");
    expect(merged.conflicts).toEqual([]);
  });
});

describe("trimming changes", () => {
  it("leads to the same text and never covers more of it", () => {
    fc.assert(
      fc.property(
        text.chain((base) => fc.tuple(fc.constant(base), anyEdits(base))),
        ([base, changes]) => {
          const before = toText(base);
          const step = toChangeSet(changes, base.length);
          const tight = trimmed(step, before);
          expect(tight.apply(before).sliceString(0)).toBe(applyChanges(base, changes));
          const claimed = (list: Change[]) => list.reduce((sum, { from, to }) => sum + to - from, 0);
          expect(claimed(toChanges(tight))).toBeLessThanOrEqual(claimed(changes));
        },
      ),
    );
  });

  it("keeps carriage returns and other separators inside lines", () => {
    const before = toText("a\rb\u2028c\n");
    expect(before.length).toBe(6);
    expect(differenceOf(before, "a\rB\u2028c\n").apply(before).sliceString(0)).toBe("a\rB\u2028c\n");
  });
});
