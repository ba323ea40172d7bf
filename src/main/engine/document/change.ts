/**
 * One replaced span: `insert` stands where `from`–`to` stood. Positions are UTF-16 units in the text before the
 * change, and that text has `\n` line breaks only (see `line-endings.ts`).
 *
 * A list of changes belongs to one text: sorted by `from`, without overlaps, every position in the text before any of
 * them. This is also the form in which changes cross process borders.
 */
export type Change = { from: number; to: number; insert: string };

/** The text after `changes`. Throws `RangeError` where the list is unsorted, overlapping or past the end. */
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
