import { expect, it } from "vitest";
import { addedMatches, bandOf, delimitedTable, noMatches, noStatistics, totalStatistics } from "./book-statistics";

it("every percentage is in one band", () => {
  expect([100, 99, 95, 94, 85, 84, 75, 74, 50, 49, 0].map(bandOf)).toEqual([
    ...["100", "95-99", "95-99", "85-94", "85-94", "75-84", "75-84", "50-74", "50-74", "none", "none"],
  ]);
});

it("chapters and matches are added up", () => {
  const one = { ...noStatistics("1", "One"), source: { paragraphs: 2, words: 5, characters: 20 } };
  expect(totalStatistics([one, one], "All").source).toEqual({ paragraphs: 4, words: 10, characters: 40 });
  const some = { ...noMatches(), none: { paragraphs: 1, words: 7 } };
  expect(addedMatches(addedMatches(undefined, some), some).none).toEqual({ paragraphs: 2, words: 14 });
});

it("a table for spreadsheets keeps its cells apart and has no formulas", () => {
  const rows = [
    ['a, "b"', 1],
    ["=1+1", 2],
    ["tab\tand\nline", 3],
  ];
  expect(delimitedTable(rows, ",")).toBe(`"a, ""b""",1\n'=1+1,2\n"tab\tand\nline",3\n`);
  expect(delimitedTable(rows, "\t")).toBe(`a, "b"\t1\n'=1+1\t2\ntab and line\t3\n`);
});
