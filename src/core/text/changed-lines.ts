import type { Change } from "./change";
import type { LineRange } from "./line-ranges";

/** A text before and after some changes to it. */
export type TextChange = { before: string; after: string; changes: readonly Change[] };

/**
 * The lines of the new text that are new or have lost something, sorted and without overlaps. A removed line counts as the line that is now
 * in its place.
 */
export function changedLines({ before, after, changes }: TextChange): LineRange[] {
  const ranges: LineRange[] = [];
  // A final break ends the last line; no further line begins after it.
  const lastPosition = after.endsWith("\n") ? after.length - 1 : after.length;
  let moved = 0;
  let line = 1;
  let at = 0;
  // Changes are sorted, so counting continues from the previous line.
  const lineOf = (position: number): number => {
    for (let found = after.indexOf("\n", at); found >= 0 && found < position; found = after.indexOf("\n", at)) {
      line++;
      at = found + 1;
    }
    return line;
  };
  for (const { from, to, insert } of changes) {
    const start = from + moved;
    const end = start + insert.length;
    moved += insert.length - (to - from);
    const isAfterLine = insert.startsWith("\n") && (from === before.length || before[from] === "\n");
    const isBeforeLine = insert.endsWith("\n") && (to === 0 || before[to - 1] === "\n");
    const first = lineOf(Math.min(isAfterLine ? start + 1 : start, lastPosition));
    const last = Math.max(first, lineOf(Math.min(isBeforeLine ? end - 1 : end, lastPosition)));
    const previous = ranges.at(-1);
    if (previous !== undefined && first <= previous.to + 1) previous.to = Math.max(previous.to, last);
    else ranges.push({ from: first, to: last });
  }
  return after === "" ? [] : ranges;
}
