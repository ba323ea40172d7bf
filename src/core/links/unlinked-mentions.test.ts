import { expect, it } from "vitest";
import { mentionFinder } from "./unlinked-mentions";

const find = (names: string[], text: string) =>
  mentionFinder(names)(text, 100).map(({ from, words, isInCell }) => `${from} ${words}${isInCell ? " cell" : ""}`);

it("whole words in any letter case are mentions, the longest name first", () => {
  expect(
    find(["Harbour", "Harbour Town"], "The harbour and harbour town, harbours, Harbour_x.\n\n# Harbour\n"),
  ).toEqual(["4 harbour", "16 harbour town", "54 Harbour"]);
});

it("links, code, formulas, HTML and front matter mention nothing", () => {
  const text =
    "---\na: Port\n---\n[[Port]] [Port](x) [a](Port.md) `Port` $$Port$$ <b title='Port'> ![[Port]]\n\n```\nPort\n```\n\n<div>\nPort\n</div>\n";
  expect(find(["Port"], text)).toEqual([]);
});

it("words of Chinese may be anywhere, and signs in names are signs", () => {
  expect(find(["港口"], "在港口边，港口。")).toEqual(["1 港口", "5 港口"]);
  expect(find(["C++ (a)"], "about c++ (A)!")).toEqual(["6 c++ (A)"]);
  expect(find(["a", " "], "a a")).toEqual([]);
});

it("mentions in tables say so", () => {
  expect(find(["Port"], "| a |\n| - |\n| Port |\n")).toEqual(["14 Port cell"]);
});
