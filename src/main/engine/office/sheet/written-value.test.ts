import { expect, it } from "vitest";
import { ambiguityOf, writtenValue } from "./written-value";

it.each([
  ["2026-12-24", "date", 46380, "yyyy\\-mm\\-dd"],
  ["2026-12-24 14:30", "date", 46380.604166666664, "yyyy\\-mm\\-dd\\ hh:mm"],
  ["12/24/2026", "date", 46380, "mm/dd/yyyy"],
  ["24/12/2026", "date", 46380, "dd/mm/yyyy"],
  ["24.12.2026", "date", 46380, "dd\\.mm\\.yyyy"],
  ["2026/12/24", "date", 46380, "yyyy/mm/dd"],
  ["24 Dec 2026", "date", 46380, "d\\ mmm\\ yyyy"],
  ["December 24, 2026", "date", 46380, "mmm\\ d\\,\\ yyyy"],
  ["14:30", "time", 0.6041666666666666, "hh:mm"],
  ["2:30:15 pm", "time", 0.60434027777777777, "h:mm:ss\\ AM/PM"],
  ["12:00 AM", "time", 0, "h:mm\\ AM/PM"],
  ["5%", "percentage", 0.05, "0%"],
  ["-12.5 %", "percentage", -0.125, "0.0%"],
  ["12,5%", "percentage", 0.125, "0.0%"],
  ["1,234.50", "number", 1234.5, "#,##0.00"],
  ["-1,234,567", "number", -1234567, "#,##0"],
  ["1.234,50", "number", 1234.5, "#,##0.00"],
  ["1 234,5", "number", 1234.5, "#,##0.0"],
  ["1'234.50", "number", 1234.5, "#,##0.00"],
  ["$5", "currency", 5, "[$$]#,##0"],
  ["-$1,234", "currency", -1234, "[$$]#,##0"],
  ["12.30 €", "currency", 12.3, "#,##0.00\\ [$€]"],
  ["12,30 €", "currency", 12.3, "#,##0.00\\ [$€]"],
  ["1.234,50€", "currency", 1234.5, "#,##0.00\\ [$€]"],
  ["EUR 5", "currency", 5, '"EUR"\\ #,##0'],
])("%s is a %s", (text, kind, value, format) => {
  expect(writtenValue(text)).toMatchObject({ kind, value: expect.closeTo(value, 10), format });
});

it.each([
  ..."42|4.5|007|1.2.3|1.2.2026.3|192.168.1.1|555 123 4567|555 123 456|+49 170 1234567|1234567890123456|1,234|12,5|3,4".split(
    "|",
  ),
  ..."04/05/2026|13/13/2026|2026-02-30|31.02.2026|25:00|14:60|0:30 PM|5 % of|a 5%|1,23,456|0,123.4|1,234 €|1.234 €|$|%|$1,23".split(
    "|",
  ),
  ..."2026-12|12/2026|24.12.26|1e5|1,234,567,890,123,456.0|ISBN 978-3|May 2026|0012 €".split("|"),
])("%s stays text", (text) => expect(writtenValue(text)).toBeNull());

it("a form that languages read in different ways is named", () => {
  expect(ambiguityOf("04/05/2026")).toContain("write 2026-04-05 or 2026-05-04");
  expect(ambiguityOf("1,234")).toContain("write 1234 or 1.234");
  for (const text of ["12/24/2026", "1,234.50", "40/50/2026", "a"]) expect(ambiguityOf(text)).toBeNull();
});
