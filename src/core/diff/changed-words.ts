import type { Change } from "../text/change";
import { wordEnd, wordStart } from "../text/characters";
import { countWords } from "../text/words";

/** More characters than these are not counted: the figure is a help, and whoever writes waits for it. */
const most = 400_000;

/**
 * How many words changes put into a text and take out of it, as a person would count them: a word that was changed counts on
 * both sides. Null where too much has changed to be counted in passing.
 */
export function countChangedWords(
  before: string,
  changes: readonly Change[],
): { added: number; removed: number } | null {
  let size = 0;
  for (const { from, to, insert } of changes) size += to - from + insert.length + 20;
  if (size > most) return null;
  let added = 0;
  let removed = 0;
  for (const { from, to, insert } of changes) {
    const start = wordStart(before, from);
    const end = wordEnd(before, to);
    const old = before.slice(start, end);
    const head = before.slice(start, from);
    const tail = before.slice(to, end);
    const young = head + insert + tail;
    // Where only something new stands beside a word, that word is no part of the change.
    const kept = sameEnds(old, young, head, tail);
    added += countWords(young) - kept;
    removed += countWords(old) - kept;
  }
  return { added, removed };
}

/** How many whole words of `old` stand in `young` as they were, at the seams of the change. */
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
