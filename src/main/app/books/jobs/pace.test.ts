import { expect, it } from "vitest";
import { createPace } from "./pace";

it("the time left follows the pace of the last minutes, and grows while nothing is finished", () => {
  const pace = createPace();
  expect(pace.secondsLeft(10, 0)).toBeNull();
  pace.note(0, 0);
  expect(pace.secondsLeft(10, 5000)).toBeNull();
  pace.note(10, 10_000);
  expect(pace.secondsLeft(30, 10_000)).toBe(30);
  expect(pace.secondsLeft(30, 20_000)).toBe(60);
  expect(pace.secondsLeft(0, 20_000)).toBe(0);
  // A slow start long ago no longer counts.
  for (let at = 1; at <= 20; at++) pace.note(10 + at * 20, 10_000 + at * 60_000);
  expect(pace.secondsLeft(20, 10_000 + 20 * 60_000)).toBeLessThan(70);
  expect(pace.secondsLeft(20, 10_000 + 20 * 60_000)).toBeGreaterThan(50);
});
