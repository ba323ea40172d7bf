import fc from "fast-check";
import { expect, it } from "vitest";
import { applyChanges, type Change } from "../../../../core/text/change";
import { editPieces, narrowedChange, textAfter } from "./edit-pieces";

const after = (texts: readonly string[], changes: readonly Change[]): string => {
  const edited = new Map(editPieces(texts, changes).map(({ index, segments }) => [index, textAfter(segments)]));
  return texts.map((text, index) => edited.get(index) ?? text).join("");
};

it("changes distributed over pieces give the same text as changes of the whole", () => {
  const texts = fc.array(fc.stringMatching(/^[a-d ]{1,6}$/), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(
      texts,
      fc.array(fc.tuple(fc.nat(40), fc.nat(6), fc.stringMatching(/^[x-z]{0,3}$/)), { maxLength: 4 }),
      (pieces, spans) => {
        const whole = pieces.join("");
        const changes: Change[] = [];
        let past = -1;
        for (const [at, length, insert] of spans.toSorted(([one], [other]) => one - other)) {
          const from = Math.min(at, whole.length);
          if (from <= past) continue;
          const to = Math.min(from + length, whole.length);
          changes.push({ from, to, insert });
          past = to;
        }
        expect(after(pieces, changes)).toBe(applyChanges(whole, changes));
      },
    ),
  );
});

it("the replacement of a span goes to its first piece, and pieces outside it are left alone", () => {
  expect(editPieces(["one ", "two ", "three"], [{ from: 5, to: 10, insert: "X" }])).toEqual([
    {
      index: 1,
      segments: [
        { kind: "kept", text: "t" },
        { kind: "deleted", text: "wo " },
        { kind: "inserted", text: "X" },
      ],
    },
    {
      index: 2,
      segments: [
        { kind: "deleted", text: "th" },
        { kind: "kept", text: "ree" },
      ],
    },
  ]);
});

it.each([
  ["Hello World", "Hello Earth", { from: 6, to: 11, insert: "Earth" }],
  ["colour", "color", { from: 0, to: 6, insert: "color" }],
  ["a b", "a b c", { from: 3, to: 3, insert: " c" }],
  ["same end", "other end", { from: 0, to: 4, insert: "other" }],
])("between %s and %s, only whole words that differ are replaced", (find, replace, change) => {
  expect(narrowedChange(0, find, replace)).toEqual(change);
});
