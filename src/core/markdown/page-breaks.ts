/** Notations that mean more than their text: a page break, and a table of contents. Each is a block of its own. */

import { MAX_PAGE_BREAK } from "../limits";

const BREAKS =
  /^\s*(?:\\(?:newpage|pagebreak)|<!--\s*(?:page-?break|newpage)\s*-->|<div\s+(?:style\s*=\s*(["'])\s*(?:page-)?break-(?:before|after)\s*:\s*(?:always|page)\s*;?\s*\1|class\s*=\s*(["'])page-?break\2)\s*>\s*<\/div>)\s*$/i;

/** Whether the source of a block is a page break: `\newpage`, `<!-- pagebreak -->`, or an empty element that other programs write. */
export const isPageBreak = (source: string): boolean => source.length <= MAX_PAGE_BREAK && BREAKS.test(source);

/** Whether the source of a paragraph stands for the table of contents. */
export const isContents = (source: string): boolean => /^\s*(?:\[toc\]|\[\[_toc_\]\])\s*$/i.test(source);
