/** `old_text` and `new_text`: replaces an exact passage that must occur exactly once. */
import { type Change, shrinkChanges } from "./change";
import { splitsPair } from "./characters";
import { findText } from "./find-text";
import { withPlainBreaks } from "./line-endings";
import { lineNumbersOf } from "./lines";
import { type NearestLine, nearestLines } from "./nearest";

/** The result of an exact replacement. All kinds of line breaks count as equal. */
export type ReplaceText =
  /** `changes` is the single replaced range, without unchanged ends. */
  | { status: "replaced"; changes: Change[] }
  /** The old and the new text are equal, and the text contains it. */
  | { status: "unchanged" }
  /** `old_text` is empty. */
  | { status: "empty" }
  /** The most similar lines, best first, at most three. */
  | { status: "not_found"; nearest: NearestLine[] }
  /**
   * The number of matches, including overlapping ones (`hasMore`: counting stopped there), and the 1-based lines on which they start, each
   * once.
   */
  | { status: "ambiguous"; count: number; hasMore: boolean; lines: number[] };

const MAX_MATCHES = 1000;

/** Replaces the only occurrence of `oldText`. Both texts may have any line breaks. */
export function replaceText(text: string, oldText: string, newText: string): ReplaceText {
  const old = withPlainBreaks(oldText);
  const insert = withPlainBreaks(newText);
  if (old === "") return { status: "empty" };
  const found: number[] = [];
  for (const at of findText(text, old)) {
    // Half a character does not match.
    if (splitsPair(text, at) || splitsPair(text, at + old.length)) continue;
    found.push(at);
    if (found.length > MAX_MATCHES) break;
  }
  const [from] = found;
  if (from === undefined) return { status: "not_found", nearest: nearestLines(text, old, "any part") };
  if (found.length > 1) {
    const matches = found.slice(0, MAX_MATCHES);
    const lines = [...new Set(lineNumbersOf(text, matches))];
    return { status: "ambiguous", count: matches.length, hasMore: found.length > MAX_MATCHES, lines };
  }
  if (old === insert) return { status: "unchanged" };
  return { status: "replaced", changes: shrinkChanges(text, [{ from, to: from + old.length, insert }]) };
}
