import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChanges, type Change, composeChanges } from "../text/change";
import { runs, someChanges, someText } from "../text/texts.fixture";
import { difference } from "./difference";
import { mergeChanges } from "./merge";
import { slideChanges } from "./slide-changes";

function merged(base: string, mine: string, theirs: string) {
  const merge = mergeChanges({ base, mine: difference(base, mine), theirs: difference(base, theirs) });
  const text = applyChanges(mine, merge.mineToMerged);
  expect(applyChanges(theirs, merge.theirsToMerged)).toBe(text);
  for (const { from, to, mine: words } of merge.conflicts) expect(text.slice(from, to)).toBe(words);
  return { text, conflicts: merge.conflicts.map(({ base, mine, theirs }) => `${base}: ${mine} / ${theirs}`) };
}

const sides = someText.chain((base) =>
  fc.record({ base: fc.constant(base), mine: someChanges(base, 3), theirs: someChanges(base, 3) }),
);

describe("a merge", () => {
  it("takes both sides' changes of different places", () => {
    expect(merged("one\ntwo\nthree\n", "ONE\ntwo\nthree\n", "one\ntwo\nTHREE\n")).toEqual({
      text: "ONE\ntwo\nTHREE\n",
      conflicts: [],
    });
  });

  it("takes edits to neighbouring words", () => {
    expect(merged("a quick brown fox", "a fast brown fox", "a quick red fox")).toEqual({
      text: "a fast red fox",
      conflicts: [],
    });
  });

  it("makes a change that both sides made once", () => {
    expect(merged("one two three", "one TWO three", "one TWO three")).toEqual({ text: "one TWO three", conflicts: [] });
    const twice = mergeChanges({
      base: "- x\n- x\n",
      mine: [{ from: 3, to: 3, insert: "\n- x" }],
      theirs: [{ from: 8, to: 8, insert: "- x\n" }],
    });
    expect(twice).toEqual({ mineToMerged: [], theirsToMerged: [], conflicts: [] });
    expect(merged("one\n", "one\nmore\n", "one\nmore\n")).toEqual({ text: "one\nmore\n", conflicts: [] });
  });

  it("makes an insertion of both sides once if their positions are equivalent", () => {
    const base = "one two three";
    const theirs = [{ from: 8, to: 8, insert: "and a half " }];
    for (const mine of [
      [{ from: 7, to: 7, insert: " and a half" }],
      [
        { from: 0, to: 1, insert: "O" },
        { from: 7, to: 7, insert: " and a half" },
      ],
    ]) {
      const merge = mergeChanges({ base, mine, theirs });
      expect(merge.mineToMerged).toEqual([]);
      expect(merge.conflicts).toEqual([]);
    }
  });

  it("makes an insertion or deletion of both sides once if it was slid, whatever else each side changed", () => {
    const letters = fc.array(fc.constantFrom("a", "b", " ", "\n"), { maxLength: 12 }).map((each) => each.join(""));
    const position = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(letters, letters, letters, position, position, (head, middle, tail, first, second) => {
        const base = `x ${head}|${middle}|${tail} y`;
        const insert = middle + middle.slice(0, Math.floor(first * middle.length));
        fc.pre(insert !== "");
        const at = head.length + 3;
        const common = { from: at, to: at, insert };
        const slides = slidWays(base, common);
        const theirs = slides[Math.floor(second * (slides.length - 1))] as Change;
        const mine = slides[Math.floor(first * (slides.length - 1))] as Change;
        const other = { from: 0, to: 1, insert: "X" };
        const merge = mergeChanges({ base, mine: [other, mine], theirs: [theirs] });
        expect(merge.conflicts).toEqual([]);
        expect(merge.mineToMerged).toEqual([]);
      }),
      runs(1000),
    );
  });

  it("reduces a replaced paragraph to the word that changed", () => {
    const base = "The plan is simple and the date is fixed.\n";
    const mine = [{ from: 0, to: base.length, insert: "The plan is bold and the date is fixed.\n" }];
    const at = base.indexOf("fixed");
    const theirs = [{ from: at, to: at + 5, insert: "open" }];
    const merge = mergeChanges({ base, mine, theirs });
    expect(merge.conflicts).toEqual([]);
    expect(applyChanges(applyChanges(base, mine), merge.mineToMerged)).toBe("The plan is bold and the date is open.\n");
  });

  it("shows two edits of one word as a conflict of whole words, mine in the text", () => {
    expect(merged("the colour is", "the color is", "the colours is")).toEqual({
      text: "the color is",
      conflicts: ["colour: color / colours"],
    });
  });

  it("shows different insertions at one position as a conflict", () => {
    expect(merged("end\n", "end\nmine\n", "end\ntheirs\n")).toEqual({
      text: "end\nmine\n",
      conflicts: [": mine\n / theirs\n"],
    });
  });

  it("shows a deletion of what the other changed as a conflict", () => {
    expect(merged("keep\nold words here\nkeep\n", "keep\nkeep\n", "keep\nold WORDS here\nkeep\n").conflicts).toEqual([
      "old words here\n:  / old WORDS here\n",
    ]);
  });

  it("leads to one text from both sides, and loses no characters", () => {
    fc.assert(
      fc.property(sides, ({ base, mine, theirs }) => {
        const merge = mergeChanges({ base, mine, theirs });
        const text = applyChanges(applyChanges(base, mine), merge.mineToMerged);
        expect(applyChanges(applyChanges(base, theirs), merge.theirsToMerged)).toBe(text);
        const shown = [text, ...merge.conflicts.map((conflict) => conflict.theirs)];
        for (const { insert } of [...refined(base, mine), ...refined(base, theirs)]) {
          expect(shown.some((part) => part.includes(insert))).toBe(true);
        }
        for (const conflict of merge.conflicts) expect(text.slice(conflict.from, conflict.to)).toBe(conflict.mine);
      }),
      runs(2000),
    );
  });

  it("is the same whichever side is called mine, if there is no conflict", () => {
    fc.assert(
      fc.property(sides, ({ base, mine, theirs }) => {
        const merge = mergeChanges({ base, mine, theirs });
        const turned = mergeChanges({ base, mine: theirs, theirs: mine });
        expect(turned.conflicts.length).toBe(merge.conflicts.length);
        if (merge.conflicts.length > 0) return;
        expect(applyChanges(applyChanges(base, theirs), turned.mineToMerged)).toBe(
          applyChanges(applyChanges(base, mine), merge.mineToMerged),
        );
      }),
      runs(1000),
    );
  });

  it("is the base with every change of both sides, if there is no conflict", () => {
    fc.assert(
      fc.property(sides, ({ base, mine, theirs }) => {
        const merge = mergeChanges({ base, mine, theirs });
        fc.pre(merge.conflicts.length === 0);
        const changes = new Map(
          [...refined(base, mine), ...refined(base, theirs)].map((change) => [JSON.stringify(change), change]),
        );
        const all = [...changes.values()].sort((a, b) => a.from - b.from || a.to - b.to);
        // The same text as a result of different spans.
        fc.pre(all.every(({ from }, index) => from >= (all[index - 1]?.to ?? 0)));
        expect(applyChanges(applyChanges(base, mine), merge.mineToMerged)).toBe(applyChanges(base, all));
      }),
      runs(1000),
    );
  });

  it("is the other side if one side changed nothing", () => {
    fc.assert(
      fc.property(sides, ({ base, mine }) => {
        const merge = mergeChanges({ base, mine, theirs: [] });
        expect(merge.conflicts).toEqual([]);
        expect(merge.mineToMerged).toEqual([]);
        expect(applyChanges(base, merge.theirsToMerged)).toBe(applyChanges(base, mine));
      }),
    );
  });
});

// Every insertion that turns `base` into the same text.
function slidWays(base: string, { from, insert }: Change): Change[] {
  const after = base.slice(0, from) + insert + base.slice(from);
  const ways: Change[] = [];
  for (let at = 2; at <= base.length - 2; at++) {
    const turned = after.slice(at, at + insert.length);
    if (base.slice(0, at) + turned + base.slice(at) === after) ways.push({ from: at, to: at, insert: turned });
  }
  return ways;
}

// The changes reduced to the words that they really change.
function refined(base: string, changes: readonly Change[]): Change[] {
  const parts = composeChanges(changes, []).flatMap(({ from, to, insert }) =>
    difference(base.slice(from, to), insert).map((part) => ({ ...part, from: part.from + from, to: part.to + from })),
  );
  return composeChanges(slideChanges(base, parts), []);
}
