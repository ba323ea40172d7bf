import { expect, it } from "vitest";
import { daysOfIso, formatNumber } from "./sheet-number-format";

it.each([
  [1234.5, "General", "1234.5"],
  [0.1 + 0.2, "General", "0.3"],
  [1234.5, "#,##0.00", "1,234.50"],
  [-1234.5, "#,##0.00;[Red](#,##0.00)", "(1,234.50)"],
  [1234.5, '#,##0.00 "€"', "1,234.50 €"],
  [1234.5, "[$€-407]#,##0", "€1,235"],
  [1234567, "0.0,,", "1.2"],
  [0.256, "0%", "26%"],
  [0.256, "0.0 %", "25.6 %"],
  [12345, "0.00E+00", "1.23E+04"],
  [3.5, "0.##", "3.5"],
  [7, "000", "007"],
  [0, '0;-0;"none"', "none"],
  [46347, "yyyy-mm-dd", "2026-11-21"],
  [46347.5, "dd/mm/yyyy hh:mm", "2026-11-21 12:00"],
  [46347, '[$-409]d" of "mmmm', "2026-11-21"],
  [0.75, "h:mm", "18:00"],
  [1.5, "[h]:mm", "36:00"],
  [1, "yyyy-mm-dd", "1900-01-01"],
  [5, '"Week "0', "Week 5"],
  [3, "@", "3"],
])("%d in %s is shown as %s", (value, code, shown) => {
  expect(formatNumber(value, code, 1900).shown).toBe(shown);
});

it("days count from 1900 or 1904, and ISO dates are converted to them", () => {
  expect(formatNumber(44885, "yyyy-mm-dd", 1904).shown).toBe("2026-11-21");
  expect(daysOfIso("2026-11-21", 1900)).toBe(46347);
  expect(daysOfIso("2026-11-21", 1904)).toBe(44885);
  expect(daysOfIso("2026-11-21 12:00", 1900)).toBe(46347.5);
  for (const text of ["2026-02-30", "21.11.2026", "2026", "1899-12-31", ""]) expect(daysOfIso(text, 1900)).toBeNull();
});
