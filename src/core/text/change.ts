/** Text changes: the value that every edit is made of. */
import { splitsPair } from "./characters";

/**
 * One replaced range: `insert` replaces `from`–`to`. Positions are UTF-16 units in the text before the change, which has only `\n` line
 * breaks (see `line-endings.ts`). A list of changes belongs to one text: sorted by `from`, without overlaps, with every position in the
 * text before all of them. Changes cross process borders in this form, too.
 */
export type Change = { from: number; to: number; insert: string };

/** The text after `changes`. Throws `RangeError` if the list is unsorted, overlaps or goes past the end. */
export function applyChanges(text: string, changes: readonly Change[]): string {
  let out = "";
  let at = 0;
  for (const { from, to, insert } of changes) {
    if (from < at || to < from || to > text.length)
      throw new RangeError(`change ${from}–${to} does not fit after ${at}`);
    out += text.slice(at, from) + insert;
    at = to;
  }
  return out + text.slice(at);
}

/** The same change for a text with `by` more characters before it. */
export const shifted = ({ from, to, insert }: Change, by: number): Change => ({ from: from + by, to: to + by, insert });

/** The inverse changes: of the text after `changes`, back to `text`, the one before them. */
export function invertChanges(text: string, changes: readonly Change[]): Change[] {
  let moved = 0;
  return changes.map(({ from, to, insert }) => {
    const start = from + moved;
    moved += insert.length - (to - from);
    return { from: start, to: start + insert.length, insert: text.slice(from, to) };
  });
}

/**
 * Maps a position through `changes`. It stays between the characters around it; if text was inserted there, or the range around it was
 * replaced, `side` says on which side of the new text it ends up.
 */
export function mapPosition(changes: readonly Change[], position: number, side: "before" | "after"): number {
  let moved = 0;
  for (const { from, to, insert } of changes) {
    const isAtEdge = position === from && (from < to || side === "before");
    if (position < from || isAtEdge) break;
    if (position < to) return from + moved + (side === "after" ? insert.length : 0);
    moved += insert.length - (to - from);
  }
  return position + moved;
}

/** Whether any change replaces or inserts text between `from` and `to`; touching either end does not count. */
export function changesWithin(changes: readonly Change[], from: number, to: number): boolean {
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle] as Change).to > from) high = middle;
    else low = middle + 1;
  }
  const next = changes[low];
  return next !== undefined && next.from < to;
}

/** The changes from the text before `first` to the text after `second`, which starts where `first` ends. Ranges that touch are joined. */
export function composeChanges(first: readonly Change[], second: readonly Change[]): Change[] {
  const composed: Change[] = [];
  // How far a position in the middle text is shifted from its position in the first text.
  let moved = 0;
  let i = 0;
  let j = 0;
  while (i < first.length || j < second.length) {
    const start = Math.min(
      (first[i]?.from ?? Number.POSITIVE_INFINITY) + moved,
      second[j]?.from ?? Number.POSITIVE_INFINITY,
    );
    const origin = start - moved;
    const written: { from: number; to: number; insert: string }[] = [];
    const replaced: Change[] = [];
    let end = start;
    for (;;) {
      const earlier = first[i];
      const later = second[j];
      if (earlier && earlier.from + moved <= end) {
        const from = earlier.from + moved;
        const to = from + earlier.insert.length;
        written.push({ from, to, insert: earlier.insert });
        moved += earlier.insert.length - (earlier.to - earlier.from);
        end = Math.max(end, to);
        i++;
      } else if (later && later.from <= end) {
        replaced.push(later);
        end = Math.max(end, later.to);
        j++;
      } else break;
    }
    composed.push({ from: origin, to: end - moved, insert: overwrite(written, replaced, start, end) });
  }
  return composed;
}

// The text of `start`–`end` after `replaced` is applied to it; what it keeps was written by `written`.
function overwrite(written: readonly Change[], replaced: readonly Change[], start: number, end: number): string {
  let text = "";
  let at = 0;
  const keep = (from: number, to: number) => {
    for (; at < written.length; at++) {
      const piece = written[at] as Change;
      if (piece.from >= to) return;
      text += piece.insert.slice(Math.max(0, from - piece.from), to - piece.from);
      if (piece.to > to) return;
    }
  };
  let kept = start;
  for (const { from, to, insert } of replaced) {
    keep(kept, from);
    text += insert;
    kept = to;
  }
  keep(kept, end);
  return text;
}

/** Trims what both sides of each change have in common at their ends, and drops changes of nothing. */
export function shrinkChanges(text: string, changes: readonly Change[]): Change[] {
  const shrunk: Change[] = [];
  for (const { from, to, insert } of changes) {
    const most = Math.min(to - from, insert.length);
    let head = 0;
    while (head < most && text.charCodeAt(from + head) === insert.charCodeAt(head)) head++;
    if (head > 0 && (splitsPair(text, from + head) || splitsPair(insert, head))) head--;
    let tail = 0;
    while (tail < most - head && text.charCodeAt(to - tail - 1) === insert.charCodeAt(insert.length - tail - 1)) tail++;
    if (tail > 0 && (splitsPair(text, to - tail) || splitsPair(insert, insert.length - tail))) tail--;
    const rest = { from: from + head, to: to - tail, insert: insert.slice(head, insert.length - tail) };
    if (rest.from < rest.to || rest.insert !== "") shrunk.push(rest);
  }
  return shrunk;
}
