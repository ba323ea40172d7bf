import { expect, test } from "vitest";
import { parseToolSets, toolSets } from "./tool-sets";

test("a list names sets in any order and case, once each", () => {
  expect(parseToolSets("Library, documents,library")).toEqual(["documents", "library"]);
  expect(parseToolSets(toolSets.join(","))).toEqual(toolSets);
});

test("an empty list and an unknown set are not understood", () => {
  expect(parseToolSets(" , ")).toBeNull();
  expect(parseToolSets("documents,everything")).toBeNull();
});
