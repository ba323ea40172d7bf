import fc from "fast-check";
import { expect, test } from "vitest";
import { topMatches } from "./best-of";

test("the best matches equal those of a complete sort, and all are counted", () => {
  const scores = fc.array(fc.option(fc.integer({ min: 0, max: 5 })), { maxLength: 30 });
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 8 }), (scores, most) => {
      const all = scores
        .map((score, index) => ({ score, index }))
        .filter(({ score }) => score !== null)
        .sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || a.index - b.index);
      const found = topMatches(scores.length, most, (index) => scores[index] ?? null);
      expect(found).toEqual({ indexes: all.slice(0, most).map(({ index }) => index), count: all.length });
    }),
  );
});
