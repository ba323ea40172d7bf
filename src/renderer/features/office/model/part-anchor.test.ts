import { expect, it } from "vitest";
import { indexOfPart } from "./part-anchor";

const parts = (...ids: (string | null)[]) => ({
  at: (index: number) => (ids[index] == null ? undefined : { id: ids[index] }),
});

it("a part is found where it moved to, the nearest first", () => {
  const moved = parts("a", null, "c", "b", "b");
  expect(indexOfPart(moved, 5, { id: "b", index: 1 })).toBe(3);
  expect(indexOfPart(moved, 5, { id: "a", index: 4 })).toBe(0);
  expect(indexOfPart(moved, 5, { id: "c", index: 2 })).toBe(2);
});

it("a part that is gone, or beyond the end, is not found", () => {
  expect(indexOfPart(parts("a", "b"), 2, { id: "c", index: 1 })).toBeNull();
  expect(indexOfPart(parts("a", "b"), 1, { id: "b", index: 7 })).toBeNull();
});
