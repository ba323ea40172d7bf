import { expect, test } from "vitest";
import { NumberedNames } from "./numbered-names";

const taken = (...names: string[]) => {
  const numbered = new NumberedNames();
  return names.map((name) => numbered.take(name));
};

test("equal names are numbered in order", () => {
  expect(taken("a", "a", "b", "a")).toEqual(["a", "a-1", "b", "a-2"]);
});

test("a number that another name already has is skipped, and no name is given twice", () => {
  expect(taken("a", "a-1", "a", "a", "a-1", "a-2")).toEqual(["a", "a-1", "a-2", "a-3", "a-1-1", "a-2-1"]);
});
