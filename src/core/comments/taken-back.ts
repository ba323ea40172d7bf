import type { Change } from "../text/change";

/** A text that was too long to keep: its length, a digest of it, and how it begins and ends. */
export type LongText = { length: number; digest: string; start: string; end: string };

/** What an edit replaced, and what it wrote instead. */
type EditTexts = { removed: string | LongText; inserted: string | LongText };

/** How much of the beginning and of the end of a long text is kept, so that most others need no digest. */
const KEPT_ENDS = 100;

/** What is kept of a text that is too long to keep. */
export const longText = (text: string): LongText => ({
  length: text.length,
  digest: digestOf(text),
  start: text.slice(0, KEPT_ENDS),
  end: text.slice(-KEPT_ENDS),
});

/** 106 bits of a text, for texts that nobody has an interest in making alike. */
function digestOf(text: string): string {
  const sums = [0xdeadbeef, 0x41c6ce57, 0x9e3779b9, 0x85ebca6b];
  const factors = [2654435761, 1597334677, 2246822507, 3266489909];
  for (let at = 0; at < text.length; at++)
    for (let index = 0; index < 4; index++)
      sums[index] =
        Math.imul((sums[index] ?? 0) ^ text.charCodeAt(at), factors[index] ?? 1) ^ ((sums[index] ?? 0) >>> 15);
  return sums.map((sum) => (sum >>> 0).toString(36).padStart(7, "0")).join("");
}

const isText = (text: string, wanted: string | LongText): boolean =>
  typeof wanted === "string"
    ? text === wanted
    : text.length === wanted.length &&
      text.startsWith(wanted.start) &&
      text.endsWith(wanted.end) &&
      digestOf(text) === wanted.digest;

/** Whether a text begins at a position of another one. */
const isAt = (text: string, wanted: string | LongText, at: number): boolean =>
  typeof wanted === "string"
    ? text.startsWith(wanted, at)
    : text.startsWith(wanted.start, at) && isText(text.slice(at, at + wanted.length), wanted);

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
  if (changes.length > MAX_CHANGES || isSame(removed, inserted)) return null;
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

const isSame = (one: string | LongText, other: string | LongText): boolean =>
  typeof one === "string" || typeof other === "string" ? one === other : one.digest === other.digest;

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
    if (!isAt(before, inserted, start)) continue;
    const [first, end] = [Math.min(from, start), Math.max(to, start + inserted.length)];
    const now = before.slice(first, from) + written + before.slice(to, end);
    const [head, tail] = [before.slice(first, start), before.slice(start + inserted.length, end)];
    if (!now.startsWith(head) || !now.endsWith(tail) || now.length !== head.length + removed.length + tail.length)
      continue;
    if (isText(now.slice(head.length, now.length - tail.length), removed)) return start;
  }
  return null;
}
