/** `old_text` and `new_text`: an exact span of the text, which must be there once, becomes another. */
import { type Change, shrinkChanges } from "./change";
import { splitsPair } from "./characters";
import { findText } from "./find-text";
import { withPlainBreaks } from "./line-endings";
import { lineNumbersOf } from "./lines";
import { type NearestLine, nearestLines } from "./nearest";

/** What became of an exact replacement. Line breaks of all kinds count as equal. */
export type ReplaceText =
  /** `changes` holds the one span, without the ends that stay. */
  | { status: "replaced"; changes: Change[] }
  /** Old and new text are the same, and the text has it. */
  | { status: "unchanged" }
  /** `old_text` has no character. */
  | { status: "empty" }
  /** The lines that come nearest, best first, at most three. */
  | { status: "not_found"; nearest: NearestLine[] }
  /**
   * `count` matches, overlapping ones too (`hasMore`: counting stopped there), and the 1-based lines they start in, each
   * once.
   */
  | { status: "ambiguous"; count: number; hasMore: boolean; lines: number[] };

const mostMatches = 1000;

/** Replaces the only occurrence of `oldText`. Both texts may have any line breaks. */
export function replaceText(text: string, oldText: string, newText: string): ReplaceText {
  const old = withPlainBreaks(oldText);
  const insert = withPlainBreaks(newText);
  if (old === "") return { status: "empty" };
  const found: number[] = [];
  for (const at of findText(text, old)) {
    // Half of a character is no match.
    if (splitsPair(text, at) || splitsPair(text, at + old.length)) continue;
    found.push(at);
    if (found.length > mostMatches) break;
  }
  const [from] = found;
  if (from === undefined) return { status: "not_found", nearest: nearestLines(text, old, "any part") };
  if (found.length > 1) {
    const matches = found.slice(0, mostMatches);
    const lines = [...new Set(lineNumbersOf(text, matches))];
    return { status: "ambiguous", count: matches.length, hasMore: found.length > mostMatches, lines };
  }
  if (old === insert) return { status: "unchanged" };
  return { status: "replaced", changes: shrinkChanges(text, [{ from, to: from + old.length, insert }]) };
}
