/** How much of a document has been read: one arithmetic for the `coverage` tool and for the bars in the outline. */
import { coversLines, type LineRange } from "../text/line-ranges";
import type { Paragraph } from "./paragraphs";

/** How many lines that hold paragraphs there are, and how many belong to paragraphs that have been read. */
export type LinesRead = { read: number; total: number };

/** For each paragraph, whether somebody has read it: all its lines are in `lines`, or `knows` its text from elsewhere. */
export function paragraphsRead(
  paragraphs: readonly Paragraph[],
  lines: readonly LineRange[],
  knows: (index: number) => boolean = () => false,
): boolean[] {
  return paragraphs.map(
    ({ line_from, line_to }, index) => coversLines(lines, { from: line_from, to: line_to }) || knows(index),
  );
}

/** How much has been read of the paragraphs in each span of lines; the spans are in order and without overlaps. */
export function linesReadIn(
  spans: readonly LineRange[],
  paragraphs: readonly Paragraph[],
  isRead: readonly boolean[],
): LinesRead[] {
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

/** In a word; a span without a paragraph counts as `none`. */
export function extentOf({ read, total }: LinesRead): "all" | "part" | "none" {
  return read === 0 ? "none" : read === total ? "all" : "part";
}
