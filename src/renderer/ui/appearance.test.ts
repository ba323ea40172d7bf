import { expect, test } from "vitest";
import { interfaceZoom, SIZES, zoomed } from "./appearance";

test("zooming stops at the ends and finds its way back", () => {
  let size = SIZES.usual;
  for (let times = 0; times < 40; times++) size = zoomed(size, "in");
  expect(size).toBe(SIZES.most);
  for (let times = 0; times < 40; times++) {
    size = zoomed(size, "out");
    expect(size).toBeGreaterThanOrEqual(SIZES.least);
  }
  expect(size).toBe(SIZES.least);
  expect(zoomed(size, "reset")).toBe(SIZES.usual);
});

test("the interface grows with the text, but less", () => {
  expect(interfaceZoom(SIZES.usual)).toBe(1);
  expect(interfaceZoom(24)).toBeGreaterThan(1);
  expect(interfaceZoom(24)).toBeLessThan(24 / SIZES.usual);
});
