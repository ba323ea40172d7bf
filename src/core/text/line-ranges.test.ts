import fc from "fast-check";
import { expect, it } from "vitest";
import { coversLines, joinLineRanges, type LineRange, touchesLines, withoutLineRanges } from "./line-ranges";

const someRanges = fc.array(
  fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: -1, max: 8 }))
    .map(([from, more]) => ({ from, to: from + more })),
  { maxLength: 12 },
);
const linesOf = (ranges: readonly LineRange[]): number[] =>
  ranges.flatMap(({ from, to }) => Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n));
const sorted = (lines: Iterable<number>) => [...new Set(lines)].sort((a, b) => a - b);

const isInOrder = (ranges: readonly LineRange[]) =>
  ranges.every(({ from, to }, index) => from <= to && from > (ranges[index - 1]?.to ?? 0));

it("joined ranges contain the same lines, sorted, with a gap between any two", () => {
  fc.assert(
    fc.property(someRanges, (ranges) => {
      const joined = joinLineRanges(ranges);
      expect(linesOf(joined)).toEqual(sorted(linesOf(ranges)));
      expect(joined.every(({ from }, index) => index === 0 || from > (joined[index - 1]?.to ?? 0) + 1)).toBe(true);
    }),
  );
});

it("subtracting ranges leaves exactly the lines that are in no other", () => {
  fc.assert(
    fc.property(someRanges, someRanges, (a, b) => {
      const [ranges, others] = [joinLineRanges(a), joinLineRanges(b)];
      const left = withoutLineRanges(ranges, others);
      const taken = new Set(linesOf(others));
      expect(linesOf(left)).toEqual(linesOf(ranges).filter((line) => !taken.has(line)));
      expect(isInOrder(left)).toBe(true);
    }),
  );
});

it("a range is covered if one range contains all its lines, and touched if one contains any", () => {
  const ranges = [
    { from: 2, to: 4 },
    { from: 6, to: 6 },
  ];
  expect(coversLines(ranges, { from: 3, to: 4 })).toBe(true);
  expect(coversLines(ranges, { from: 6, to: 6 })).toBe(true);
  expect(coversLines(ranges, { from: 4, to: 5 })).toBe(false);
  expect(coversLines(ranges, { from: 1, to: 2 })).toBe(false);
  expect(coversLines(ranges, { from: 7, to: 7 })).toBe(false);
  expect(touchesLines(ranges, { from: 4, to: 5 })).toBe(true);
  expect(touchesLines(ranges, { from: 1, to: 9 })).toBe(true);
  expect(touchesLines(ranges, { from: 5, to: 5 })).toBe(false);
  expect(touchesLines(ranges, { from: 7, to: 9 })).toBe(false);
});
