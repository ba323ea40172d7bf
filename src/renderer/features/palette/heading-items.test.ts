import { expect, test } from "vitest";
import { outlineRows } from "../../editor/outline/outline-rows";
import { OutlineService } from "../../editor/outline/outline-service";
import { headingItems, headingLike } from "./heading-items";

const rowsOf = (text: string) => outlineRows(new OutlineService(text).packed());
const rows = rowsOf("# Book\n\n## 第一章\n\n### Deep\n\n## Later steps\n\nend\n");

const asked = (text: string, line = 1, of = rows) => headingItems(text, of, line, () => {});

test("without a query all headings are shown by level, starting at the cursor", () => {
  const { items, start } = asked("", 6);
  expect(items.map(({ label, depth }) => `${"-".repeat(depth)}${label}`)).toEqual([
    "Book",
    "-第一章",
    "--Deep",
    "-Later steps",
  ]);
  expect(start).toBe(2);
});

test("headings match by letters of their titles", () => {
  expect(asked("later").items.map(({ label }) => label)).toEqual(["Later steps"]);
  expect(asked("一").items[0]).toMatchObject({ label: "第一章", marks: [1] });
  expect(asked("nothing").status).toBe("No matches");
  expect(asked("", 1, rowsOf("no heading")).status).toBe("This document has no headings.");
});

test("of thousands of headings those around the cursor are shown", () => {
  const many = rowsOf(Array.from({ length: 5000 }, (_, index) => `# H${index}\n`).join("\n"));
  const { items, start, count } = asked("", 6001, many);
  expect(items[start]?.label).toBe("H3000");
  expect([items.length, count]).toEqual([60, 5000]);
  const last = asked("", 999_999, many);
  expect(last.items[last.start]?.label).toBe("H4999");
});

test("a heading requested with a file is the best match", () => {
  expect(headingLike("ltr stp", rows)?.lineStart).toBe(7);
  expect(headingLike("zzz", rows)).toBeNull();
});
