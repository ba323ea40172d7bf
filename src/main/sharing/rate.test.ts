import { expect, test } from "vitest";
import { createRateLimit } from "./rate";

test("each key may do so much at once, and again as time passes", () => {
  let now = 0;
  const limit = createRateLimit({ burst: 3, perSecond: 2 }, () => now);
  expect([1, 2, 3, 4].map(() => limit.take("a"))).toEqual([true, true, true, false]);
  expect(limit.isExhausted("a")).toBe(true);
  expect(limit.take("b", 4)).toBe(false);
  expect(limit.take("b", 3)).toBe(true);
  now = 500;
  expect(limit.isExhausted("a")).toBe(false);
  expect([1, 2].map(() => limit.take("a"))).toEqual([true, false]);
});
