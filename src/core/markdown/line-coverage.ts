/** Computes how much of a document has been read, for the `coverage` tool and for the bars in the outline. */
import { coversLines, type LineRange } from "../text/line-ranges";
import type { Paragraph } from "./paragraphs";

/** How many lines belong to paragraphs, and how many of them to paragraphs that have been read. */
export type LineCoverage = { read: number; total: number };

/** Whether each paragraph has been read: all its lines are in `lines`, or `knows` reports that its text is known from elsewhere. */
export function paragraphsRead(
  paragraphs: readonly Paragraph[],
  lines: readonly LineRange[],
  knows: (index: number) => boolean = () => false,
): boolean[] {
  return paragraphs.map(
    ({ line_from, line_to }, index) => coversLines(lines, { from: line_from, to: line_to }) || knows(index),
  );
}

/** How much of the paragraphs in each span of lines has been read. Spans are sorted and do not overlap. */
export function coverageOfSpans(
  spans: readonly LineRange[],
  paragraphs: readonly Paragraph[],
  isRead: readonly boolean[],
): LineCoverage[] {
  let next = 0;
  return spans.map(({ from, to }) => {
    while (next < paragraphs.length && (paragraphs[next] as Paragraph).line_to < from) next++;
    const lines = { read: 0, total: 0 };
    for (let at = next; at < paragraphs.length && (paragraphs[at] as Paragraph).line_from <= to; at++) {
      const { line_from, line_to } = paragraphs[at] as Paragraph;
      lines.total += line_to - line_from + 1;
      if (isRead[at]) lines.read += line_to - line_from + 1;
    }
    return lines;
  });
}

/** The coverage as a level; a span without a paragraph counts as `none`. */
export function coverageLevel({ read, total }: LineCoverage): "all" | "part" | "none" {
  return read === 0 ? "none" : read === total ? "all" : "part";
}
