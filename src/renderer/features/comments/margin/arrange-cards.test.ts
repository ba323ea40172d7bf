import fc from "fast-check";
import { expect, test } from "vitest";
import { arrangeCards, type Card } from "./arrange-cards";

const card = (key: string, top: number, height = 50): Card => ({ key, top, height });
const arranged = (cards: Card[], active: string | null) =>
  [...arrangeCards(cards, active)].sort().map(([, top]) => top);

test("cards stand at their passages, and below each other where these are close", () => {
  expect(arranged([card("a", 10), card("b", 100), card("c", 110), card("d", 400)], null)).toEqual([10, 100, 158, 400]);
});

test("the active card is at its passage, and those before it make room", () => {
  expect(arranged([card("a", 10), card("b", 20), card("c", 30)], "c")).toEqual([-86, -28, 30]);
});

test("no two cards overlap, whatever their passages, and the active one never moves", () => {
  const cards = fc
    .array(fc.tuple(fc.nat(2000), fc.integer({ min: 10, max: 300 })), { minLength: 1, maxLength: 20 })
    .map((all) =>
      all.sort(([a], [b]) => a - b).map(([top, height], index): Card => ({ key: String(index), top, height })),
    );
  fc.assert(
    fc.property(cards, fc.nat(), (all, pick) => {
      const active = all[pick % all.length] as Card;
      const tops = arrangeCards(all, active.key);
      expect(tops.get(active.key)).toBe(active.top);
      const placed = all.map(({ key, height }) => ({ from: tops.get(key) as number, height }));
      for (const [index, { from }] of placed.entries()) {
        const before = placed[index - 1];
        if (before !== undefined) expect(from).toBeGreaterThanOrEqual(before.from + before.height);
      }
    }),
  );
});
