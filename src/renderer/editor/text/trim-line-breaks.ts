import type { Text } from "@codemirror/state";

/** The maximum number of line breaks that are trimmed at an edge: an inserted paragraph has one or two. */
const MAX_BREAKS = 20;

/**
 * Trims line breaks from the ends of a range, in offsets: an inserted paragraph includes an empty line above or below
 * it by chance. A range of only line breaks stays as it is.
 */
export function trimLineBreaks(doc: Text, span: { from: number; to: number }): { from: number; to: number } {
  const head = doc.sliceString(span.from, Math.min(span.to, span.from + MAX_BREAKS));
  const tail = doc.sliceString(Math.max(span.from, span.to - MAX_BREAKS), span.to);
  const from = span.from + (head.length - head.replace(/^\n+/, "").length);
  const to = span.to - (tail.length - tail.replace(/\n+$/, "").length);
  return from < to ? { from, to } : span;
}
