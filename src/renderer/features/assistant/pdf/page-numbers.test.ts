import { expect, test } from "vitest";
import { MAX_PDF_PAGES } from "../../../ui/limits";
import { pageNumbers } from "./page-numbers";

test("pages are named as in a print dialog", () => {
  expect(pageNumbers("1-3, 7", 10)).toEqual([1, 2, 3, 7]);
  expect(pageNumbers("7 2–3，2", 10)).toEqual([2, 3, 7]);
  for (const written of ["", "0", "11", "3-1", "a", "1-", "-1", `1-${MAX_PDF_PAGES + 1}`])
    expect(pageNumbers(written, 10)).toBeNull();
  expect(pageNumbers(`1-${MAX_PDF_PAGES}`, 100)).toHaveLength(MAX_PDF_PAGES);
  expect(pageNumbers(`1-${MAX_PDF_PAGES + 1}`, 100)).toBeNull();
  expect(pageNumbers("1-15, 20-30", 100)).toBeNull();
});
