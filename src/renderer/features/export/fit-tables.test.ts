import { expect, test } from "vitest";
import { tableFit } from "./fit-tables";
import { paperStyles } from "./paper";

test("words in the cells of a table on paper do not break", () => {
  const css = paperStyles({
    size: "A4",
    isLandscape: false,
    margins: "normal",
    hasNumbers: true,
    hasHeader: false,
    hyphenates: false,
  });
  expect(css).toContain("th, td { overflow-wrap: break-word; }");
});

test("a table of short words keeps its size, and a wide one gets smaller before its words break", () => {
  const columns = (count: number, word: string) => [Array.from({ length: count }, () => word)];
  expect(tableFit(columns(4, "Harbour master"), 90)).toEqual({ size: 1, breaks: false });
  expect(tableFit(columns(2, `https://example.com/${"a".repeat(200)}`), 90)).toEqual({ size: 1, breaks: false });
  // Chromium breaks no address after a slash, so one needs the width of a long word.
  expect(tableFit(columns(5, "https://a.com/b/c/d/e/f/g/h"), 90).size).toBeLessThan(1);
  const wide = tableFit(columns(10, "Harbour-master"), 90);
  expect(wide.breaks).toBe(false);
  expect(wide.size).toBeCloseTo(0.9);
  expect(tableFit(columns(40, "Harbour"), 90)).toEqual({ size: 0.65, breaks: true });
  expect(tableFit(columns(10, "港口的船只都在等待潮水"), 90)).toEqual({ size: 1, breaks: false });
  expect(tableFit([], 90)).toEqual({ size: 1, breaks: false });
});
