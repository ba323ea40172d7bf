import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChanges, changesWithin, composeChanges, invertChanges, mapPosition, shrinkChanges } from "./change";
import { splitsPair } from "./characters";
import { edited, runs, someText } from "./texts.fixture";

describe("changes", () => {
  it("refer to positions in the text before all of them", () => {
    const changes = [
      { from: 0, to: 1, insert: "H" },
      { from: 5, to: 5, insert: "," },
    ];
    expect(applyChanges("hello you", changes)).toBe("Hello, you");
  });

  it("throw if they are unsorted, overlap or go past the end", () => {
    for (const changes of [
      [{ from: 2, to: 1, insert: "" }],
      [{ from: 0, to: 9, insert: "" }],
      [
        { from: 1, to: 3, insert: "" },
        { from: 2, to: 4, insert: "" },
      ],
    ])
      expect(() => applyChanges("hello", changes)).toThrow(RangeError);
  });

  it("are undone by their inverse", () => {
    fc.assert(
      fc.property(edited(someText), ({ text, changes }) => {
        const after = applyChanges(text, changes);
        expect(applyChanges(after, invertChanges(text, changes))).toBe(text);
      }),
    );
  });

  it("lead to the same text when composed as one after the other", () => {
    fc.assert(
      fc.property(
        edited(someText).chain((first) =>
          edited(fc.constant(applyChanges(first.text, first.changes))).map((second) => ({ first, second })),
        ),
        ({ first, second }) => {
          const composed = composeChanges(first.changes, second.changes);
          expect(applyChanges(first.text, composed)).toBe(applyChanges(second.text, second.changes));
          // Touching spans are joined.
          expect(composed.every((change, index) => index === 0 || change.from > (composed[index - 1]?.to ?? 0))).toBe(
            true,
          );
        },
      ),
      runs(500),
    );
  });

  it("do the same when shrunk, have nothing in common at their ends and split no character", () => {
    fc.assert(
      fc.property(edited(someText), ({ text, changes }) => {
        const shrunk = shrinkChanges(text, changes);
        expect(applyChanges(text, shrunk)).toBe(applyChanges(text, changes));
        for (const { from, to, insert } of shrunk) {
          expect(from < to || insert !== "").toBe(true);
          const isCut = (position: number) =>
            changes.some((change) => change.from === position || change.to === position);
          for (const edge of [from, to]) expect(splitsPair(text, edge) && !isCut(edge)).toBe(false);
        }
      }),
    );
  });

  it("are within a span if they reach into it", () => {
    fc.assert(
      fc.property(edited(someText), fc.nat({ max: 60 }), fc.nat({ max: 20 }), ({ changes }, from, length) => {
        const to = from + length;
        expect(changesWithin(changes, from, to)).toBe(changes.some((change) => change.from < to && change.to > from));
      }),
    );
  });

  it("shrink to the difference, including whole emoji", () => {
    expect(shrinkChanges("a 😀 b", [{ from: 0, to: 6, insert: "a 😁 b" }])).toEqual([{ from: 2, to: 4, insert: "😁" }]);
    expect(shrinkChanges("same", [{ from: 0, to: 4, insert: "same" }])).toEqual([]);
    expect(shrinkChanges("aa", [{ from: 0, to: 2, insert: "aaa" }])).toEqual([{ from: 2, to: 2, insert: "a" }]);
  });
});

describe("a position", () => {
  const insertion = [{ from: 3, to: 3, insert: "xx" }];
  const replacement = [{ from: 2, to: 6, insert: "xyz" }];

  it("moves with the text around it", () => {
    expect(mapPosition(insertion, 2, "after")).toBe(2);
    expect(mapPosition(insertion, 4, "before")).toBe(6);
    expect(mapPosition(replacement, 8, "before")).toBe(7);
  });

  it("goes to the requested side of an insertion", () => {
    expect(mapPosition(insertion, 3, "before")).toBe(3);
    expect(mapPosition(insertion, 3, "after")).toBe(5);
  });

  it("goes to one of the ends of a replaced span that it is inside, and stays at its edge", () => {
    expect(mapPosition(replacement, 4, "before")).toBe(2);
    expect(mapPosition(replacement, 4, "after")).toBe(5);
    expect(mapPosition(replacement, 2, "after")).toBe(2);
    expect(mapPosition(replacement, 6, "before")).toBe(5);
  });

  it("never leaves the text or overtakes another", () => {
    fc.assert(
      fc.property(edited(someText), fc.constantFrom("before" as const, "after" as const), ({ text, changes }, side) => {
        const after = applyChanges(text, changes);
        let last = 0;
        for (let position = 0; position <= text.length; position++) {
          const mapped = mapPosition(changes, position, side);
          expect(mapped).toBeGreaterThanOrEqual(last);
          expect(mapped).toBeLessThanOrEqual(after.length);
          last = mapped;
        }
      }),
    );
  });
});
