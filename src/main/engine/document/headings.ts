/** The headings of the document itself, with their titles. */
import { scanBlocks } from "./block-scanner";
import { titleReader } from "./heading-title";

/** A heading that is no part of a quote, list, fence, HTML block or table. Lines are 1-based. */
export type Heading = { title: string; level: number; lineStart: number; headingEnd: number; from: number };

/** The headings from offset `start` on, which is where line `linesBefore + 1` starts, and the lines of the whole text. */
export function findHeadings(
  text: string,
  start: number,
  linesBefore: number,
): { headings: Heading[]; lineCount: number } {
  const { headings, lineCount, definitionParagraphs } = scanBlocks(text, start, linesBefore);
  const titleOf = titleReader(definitionParagraphs);
  const titled = headings.map(({ source, level, lineStart, headingEnd, from }) => {
    return { title: titleOf(source), level, lineStart, headingEnd, from };
  });
  return { headings: titled, lineCount };
}
