import type { Change } from "../text/change";
import { wordEnd, wordStart } from "../text/characters";
import { countWords } from "../text/words";

/** Longer changes are not counted, so that the user does not wait for a figure that is only a hint. */
const MAX_TEXT = 400_000;

/**
 * How many words changes add and remove, as a reader would count them: a changed word counts on both sides. Null if too much changed to
 * count quickly.
 */
export function countChangedWords(
  before: string,
  changes: readonly Change[],
): { added: number; removed: number } | null {
  let size = 0;
  for (const { from, to, insert } of changes) size += to - from + insert.length + 20;
  if (size > MAX_TEXT) return null;
  let added = 0;
  let removed = 0;
  for (const { from, to, insert } of changes) {
    const start = wordStart(before, from);
    const end = wordEnd(before, to);
    const old = before.slice(start, end);
    const head = before.slice(start, from);
    const tail = before.slice(to, end);
    const young = head + insert + tail;
    // If text was only inserted next to a word, that word is not part of the change.
    const kept = sameEnds(old, young, head, tail);
    added += countWords(young) - kept;
    removed += countWords(old) - kept;
  }
  return { added, removed };
}

/** How many whole words of `old` are unchanged in `young` at the edges of the change. */
function sameEnds(old: string, young: string, head: string, tail: string): number {
  let kept = 0;
  if (head !== "" && wordEnd(young, head.length) === head.length && wordEnd(old, head.length) === head.length)
    kept += countWords(head);
  if (
    tail !== "" &&
    wordStart(young, young.length - tail.length) === young.length - tail.length &&
    wordStart(old, old.length - tail.length) === old.length - tail.length
  )
    kept += countWords(tail);
  return kept;
}
