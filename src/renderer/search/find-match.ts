import type { Text } from "@codemirror/state";
import type { FoundParagraph } from "../../shared/contract";

/** How far from its old place a match is looked for, in characters. */
const REACH = 200_000;

/**
 * Where a match is in the text that the page shows, which may be another than the one that was searched: at its place, else
 * where the same words are nearest to it, else (`isExact` false) the beginning of its line.
 */
export function findMatch(
  doc: Text,
  { from, to, match, line }: Pick<FoundParagraph, "from" | "to" | "match" | "line">,
): { from: number; to: number; isExact: boolean } {
  const length = to - from;
  if (to <= doc.length && doc.sliceString(from, from + match.length) === match) return { from, to, isExact: true };
  const start = Math.max(0, from - REACH);
  const near = doc.sliceString(start, Math.min(doc.length, from + REACH));
  const place = match === "" ? -1 : nearest(near, match, from - start);
  if (place >= 0) {
    const found = start + place;
    return { from: found, to: Math.min(doc.length, found + length), isExact: true };
  }
  const at = doc.line(Math.max(1, Math.min(line, doc.lines))).from;
  return { from: at, to: at, isExact: false };
}

function nearest(text: string, words: string, at: number): number {
  const before = text.lastIndexOf(words, at);
  const behind = text.indexOf(words, at);
  if (before < 0 || behind < 0) return Math.max(before, behind);
  return at - before <= behind - at ? before : behind;
}
