import type { Text } from "@codemirror/state";

/** So many breaks at an edge are looked through: what is put in between two paragraphs has one or two. */
const MOST_BREAKS = 20;

/**
 * A span without the line breaks at its edges, in offsets: a paragraph put in brings the empty line above it or below it along, by
 * chance, and neither is what was written. A span of nothing but breaks stays as it is.
 */
export function withoutBreaks(doc: Text, span: { from: number; to: number }): { from: number; to: number } {
  const head = doc.sliceString(span.from, Math.min(span.to, span.from + MOST_BREAKS));
  const tail = doc.sliceString(Math.max(span.from, span.to - MOST_BREAKS), span.to);
  const from = span.from + (head.length - head.replace(/^\n+/, "").length);
  const to = span.to - (tail.length - tail.replace(/\n+$/, "").length);
  return from < to ? { from, to } : span;
}
