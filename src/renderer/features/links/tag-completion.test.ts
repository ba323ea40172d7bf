import { expect, it } from "vitest";
import { partialTagAt } from "./tag-completion";

it("a tag is being typed after a sign that begins a word", () => {
  expect(partialTagAt("see #wor")).toEqual({ typed: "wor", isAtStart: false });
  expect(partialTagAt("#work/")).toEqual({ typed: "work/", isAtStart: true });
  expect(partialTagAt("see #")).toEqual({ typed: "", isAtStart: false });
  expect(partialTagAt("  #")).toEqual({ typed: "", isAtStart: true });
  for (const before of ["a#b", "##", "## ", "[[#a", "(#a", "#a.b", "#a ", "x"])
    expect(partialTagAt(before), before).toBeNull();
});
