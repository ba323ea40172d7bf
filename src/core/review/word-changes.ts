/** The difference of two texts in whole words: what a reader would strike out and write in. */

import { everyDifference } from "../diff/difference";
import type { Change } from "../text/change";
import { isInsideWord } from "./word-bounds";

/** A range of the old text, and the range of the new text that replaces it. */
export type WordChange = { from: number; to: number; nowFrom: number; nowTo: number };

/** The differences, in order, each widened until it cuts no word of either text. None if the texts are equal. */
export function wordChanges(before: string, now: string): WordChange[] {
  if (before === now) return [];
  if (before === "" || now === "") return [{ from: 0, to: before.length, nowFrom: 0, nowTo: now.length }];
  const changes: WordChange[] = [];
  let moved = 0;
  for (const { from, to, insert } of everyDifference(before, now)) {
    const nowFrom = from + moved;
    changes.push({ from, to, nowFrom, nowTo: nowFrom + insert.length });
    moved += insert.length - (to - from);
  }
  return wholeWords(before, now, changes).flatMap((change) => trimmed(before, now, change));
}

/** A change without the whole words that both its sides begin or end with; none if nothing is left. */
export function trimmed(before: string, now: string, change: WordChange): WordChange[] {
  let { from, to, nowFrom, nowTo } = change;
  const isBetween = (at: number, nowAt: number) => !isInsideWord(before, at) && !isInsideWord(now, nowAt);
  for (let length = 1; from + length <= to && nowFrom + length <= nowTo; length++) {
    if (before.charCodeAt(from + length - 1) !== now.charCodeAt(nowFrom + length - 1)) break;
    if (!isBetween(from + length, nowFrom + length)) continue;
    from += length;
    nowFrom += length;
    length = 0;
  }
  for (let length = 1; to - length >= from && nowTo - length >= nowFrom; length++) {
    if (before.charCodeAt(to - length) !== now.charCodeAt(nowTo - length)) break;
    if (!isBetween(to - length, nowTo - length)) continue;
    to -= length;
    nowTo -= length;
    length = 0;
  }
  return from === to && nowFrom === nowTo ? [] : [{ from, to, nowFrom, nowTo }];
}

/** The same as changes of the old text, for another program's write, of which only the two texts are known. */
export const wordwise = (before: string, now: string): Change[] =>
  wordChanges(before, now).map(({ from, to, nowFrom, nowTo }) => ({ from, to, insert: now.slice(nowFrom, nowTo) }));

/** Widens changes to whole words of both texts, and joins those that touch then. */
export function wholeWords(before: string, now: string, changes: readonly WordChange[]): WordChange[] {
  const isCut = (at: number, nowAt: number) => isInsideWord(before, at) || isInsideWord(now, nowAt);
  const whole: WordChange[] = [];
  for (const [index, change] of changes.entries()) {
    let { from, nowFrom } = change;
    const last = whole.at(-1);
    const least = last?.to ?? 0;
    while (from > least && isCut(from, nowFrom)) {
      from -= 1;
      nowFrom -= 1;
    }
    const joined = last && (from < last.to || (from === last.to && isCut(from, nowFrom)));
    const begun = joined
      ? { ...last, to: change.to, nowTo: change.nowTo }
      : { from, nowFrom, to: change.to, nowTo: change.nowTo };
    const most = changes[index + 1]?.from ?? before.length;
    while (begun.to < most && isCut(begun.to, begun.nowTo)) {
      begun.to += 1;
      begun.nowTo += 1;
    }
    if (joined) whole[whole.length - 1] = begun;
    else whole.push(begun);
  }
  return whole;
}
