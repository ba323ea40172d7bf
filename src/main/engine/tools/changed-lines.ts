import type { Change } from "../document/change";
import type { LineRange } from "../read-log";

/**
 * Which lines of the text after `changes` are new or next to something that went, in order and without overlaps. A
 * deletion counts as the line that now stands in its place.
 */
export function changedLines(after: string, changes: readonly Change[]): LineRange[] {
  const ranges: LineRange[] = [];
  let moved = 0;
  let line = 1;
  let at = 0;
  // Changes are in order, so that the count of lines goes on from the one before.
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
    // Lines put after one that stays as it is begin with its break.
    const opens = insert.length > 1 && insert.startsWith("\n") && (end === after.length || after[end] === "\n") ? 1 : 0;
    const first = lineOf(Math.min(start + opens, lastPosition(after)));
    // A final break ends the last line of what was inserted; it does not begin another.
    const last =
      insert.length > 1 && insert.endsWith("\n") ? lineOf(end - 1) : lineOf(Math.min(end, lastPosition(after)));
    const before = ranges.at(-1);
    if (before !== undefined && first <= before.to + 1) before.to = Math.max(before.to, last);
    else ranges.push({ from: first, to: last });
  }
  return after === "" ? [] : ranges;
}

/** The last position that lies in a line: a final break ends that line. */
const lastPosition = (text: string): number => (text.endsWith("\n") ? text.length - 1 : text.length);
