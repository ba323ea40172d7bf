import { expect, it } from "vitest";
import { rowOfKey } from "./tree-keys";

it("keys move by a row, a page or to an end, never past one", () => {
  const from = (at: number) =>
    ["ArrowDown", "ArrowUp", "Home", "End", "PageDown", "PageUp"].map((key) =>
      rowOfKey(key, { at, count: 10, page: 4 }),
    );
  expect(from(5)).toEqual([6, 4, 0, 9, 8, 2]);
  expect(from(9)).toEqual([9, 8, 0, 9, 9, 6]);
  expect(from(0)).toEqual([1, 0, 0, 9, 3, 0]);
  expect(from(-1)).toEqual([0, 9, 0, 9, 2, 0]);
});

it("other keys move nothing, whatever they are called", () => {
  for (const key of ["ArrowRight", "*", "a", "toString", "__proto__"])
    expect(rowOfKey(key, { at: 0, count: 3, page: 2 })).toBeNull();
});
