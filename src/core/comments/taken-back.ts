import type { Change } from "../text/change";

/** What an edit replaced, and what it wrote instead. */
type EditTexts = { removed: string; inserted: string };

/** With more changes than this, none is compared with an edit. */
const MAX_CHANGES = 200;

/** How far from the words of an edit the same change may be. */
const MAX_SLIDE = 200;

/**
 * Where changes of `before` put back what an edit removed in place of what it inserted, as an undo does: the range in the text before them. Null if they
 * do not. An undo may be several changes, since the words that both texts share are left out.
 */
export function takenBack(
  before: string,
  changes: readonly Change[],
  { removed, inserted }: EditTexts,
): { from: number; to: number } | null {
  if (removed === inserted || changes.length > MAX_CHANGES) return null;
  for (const [first, { from }] of changes.entries()) {
    let written = "";
    let end = from;
    for (const change of changes.slice(first)) {
      if (change.to - from > inserted.length + MAX_SLIDE) break;
      written += before.slice(end, change.from) + change.insert;
      end = change.to;
      const start = startOf(before, { from, to: end, written }, { removed, inserted });
      if (start !== null) return { from: start, to: start + inserted.length };
    }
  }
  return null;
}

/**
 * Where `inserted` begins in `before`, if replacing `from`–`to` by `written` is the same as replacing it by `removed`; null if it is not. The same edit may
 * be a little further on: of `The cat. The dog.` either `The cat. ` is taken out, or `cat. The `.
 */
function startOf(
  before: string,
  { from, to, written }: { from: number; to: number; written: string },
  { removed, inserted }: EditTexts,
): number | null {
  if (written.length - (to - from) !== removed.length - inserted.length) return null;
  const last = Math.min(from + MAX_SLIDE, before.length - inserted.length);
  for (let start = last; start >= Math.max(0, to - inserted.length - MAX_SLIDE); start--) {
    if (!before.startsWith(inserted, start)) continue;
    const [first, end] = [Math.min(from, start), Math.max(to, start + inserted.length)];
    const now = before.slice(first, from) + written + before.slice(to, end);
    if (now === before.slice(first, start) + removed + before.slice(start + inserted.length, end)) return start;
  }
  return null;
}
