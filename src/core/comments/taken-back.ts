import type { Change } from "../text/change";

/** What an edit replaced, and what it wrote instead. */
type EditTexts = { removed: string; inserted: string };

/** With more changes than this, none is compared with an edit. */
const MAX_CHANGES = 200;

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
      if (change.to - from > inserted.length) break;
      written += before.slice(end, change.from) + change.insert;
      end = change.to;
      const start = startOf(before, { from, to: end, written }, { removed, inserted });
      if (start !== null) return { from: start, to: start + inserted.length };
    }
  }
  return null;
}

/** Where `inserted` begins in `before`, if replacing `from`–`to` makes it `removed`; null if it does not. */
function startOf(
  before: string,
  { from, to, written }: { from: number; to: number; written: string },
  { removed, inserted }: EditTexts,
): number | null {
  if (written.length - (to - from) !== removed.length - inserted.length) return null;
  const first = Math.max(0, to - inserted.length);
  for (let start = Math.min(from, before.length - inserted.length); start >= first; start--) {
    const head = from - start;
    if (head + written.length > removed.length) return null;
    if (
      removed.startsWith(written, head) &&
      before.startsWith(inserted, start) &&
      removed.startsWith(inserted.slice(0, head)) &&
      removed.slice(head + written.length) === inserted.slice(to - start)
    )
      return start;
  }
  return null;
}
