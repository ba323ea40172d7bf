import { expect, test } from "vitest";
import { isContents, isPageBreak } from "./page-breaks";

test("page breaks are read in the notations that other programs have", () => {
  for (const source of [
    "\\newpage",
    "\\pagebreak\n",
    "<!-- pagebreak -->",
    "<!--page-break-->\n",
    '<div style="page-break-after: always"></div>',
    "<div style='break-before: page;'></div>",
    '<div class="page-break"></div>',
  ])
    expect(isPageBreak(source), source).toBe(true);
  for (const source of ["\\newpage here", "newpage", "<!-- page -->", '<div style="color: red"></div>', "---"])
    expect(isPageBreak(source), source).toBe(false);
});

test("a table of contents stands alone", () => {
  expect(["[TOC]", "[toc]\n", "[[_TOC_]]"].map(isContents)).toEqual([true, true, true]);
  expect(["[TOC] x", "[[TOC]]", "TOC"].map(isContents)).toEqual([false, false, false]);
});
