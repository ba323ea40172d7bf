import { expect, test } from "vitest";
import { columnWidths, sizeOfText } from "./column-widths";

const widths = (width: number, ...texts: string[]) => columnWidths(texts.map(sizeOfText), width);
const sum = (values: number[]) => values.reduce((all, own) => all + own, 0);

test("columns of equal texts are equally wide and fill the page", () => {
  expect(widths(9000, "one", "one", "one")).toEqual([3000, 3000, 3000]);
});

test("a column is as wide as its longest word if there is space, and longer texts get what is left", () => {
  const [word = 0, long = 0, short = 0] = widths(
    9000,
    "internationalisation",
    "a text of many short words. ".repeat(9),
    "a",
  );
  expect(word).toBeGreaterThan(20 * 110);
  expect(long).toBeGreaterThan(word);
  expect(short).toBeLessThan(word);
});

test("where the words do not fit, the columns with the longest ones give way, and short words stay whole", () => {
  const long = "Donaudampfschifffahrtsgesellschaft";
  const [first = 0, second = 0, short = 0] = widths(7000, long, long, "harbour");
  expect(short).toBeGreaterThanOrEqual(7 * 130 + 220);
  expect(first).toBe(second);
});

test("columns never leave the page, however much they hold", () => {
  const many = widths(9000, ...Array.from({ length: 60 }, () => "Donaudampfschifffahrtsgesellschaft"));
  expect(sum(many)).toBeLessThanOrEqual(9000);
  expect(Math.min(...many)).toBeGreaterThan(0);
  expect(sum(widths(9000, "x".repeat(100_000), "港口的渡船不等人", ""))).toBeLessThanOrEqual(9000);
});

test("a line may break after each Chinese letter, which is as wide as two others", () => {
  expect(sizeOfText("港口 ab")).toEqual({ least: 2, most: 7 });
});
