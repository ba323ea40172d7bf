/** Slides insertions and deletions to the most readable of their equivalent positions. */
import type { Change } from "../text/change";
import { isWordAt, splitsPair } from "../text/characters";

const MAX_DISTANCE = 1000;

/**
 * The same changes, with each insertion or deletion that could equally be a little earlier or later (`ab|ab|ab`) moved to where it adds or
 * removes whole lines, else whole words. The same edit then always gives the same change. Looks up to 1,000 characters each way.
 */
export function slideChanges(text: string, changes: readonly Change[]): Change[] {
  const slid: Change[] = [];
  for (const [index, change] of changes.entries()) {
    const least = Math.max(slid.at(-1)?.to ?? 0, change.from - MAX_DISTANCE);
    const most = Math.min(changes[index + 1]?.from ?? text.length, change.to + MAX_DISTANCE);
    const canMove = (change.from === change.to) !== (change.insert === "");
    slid.push(canMove ? slide(text, change, least, most) : change);
  }
  return slid;
}

function slide(text: string, change: Change, least: number, most: number): Change {
  const { from, to, insert } = change;
  const moving = insert === "" ? text.slice(from, to) : insert;
  const size = moving.length;
  let left = 0;
  while (from - left > least && text.charCodeAt(from - left - 1) === moving.charCodeAt(size - 1 - (left % size)))
    left++;
  let right = 0;
  while (to + right < most && text.charCodeAt(to + right) === moving.charCodeAt(right % size)) right++;
  let best = 0;
  let bestFit = -1;
  // From the right, so that the last of equally good positions wins: a repeated word was typed after the first one.
  for (let by = right; by >= -left && bestFit < 3; by--) {
    const fit = fitOf(text, from + by, to + by, endsOf(moving, turnOf(by, size)));
    if (fit <= bestFit) continue;
    bestFit = fit;
    best = by;
  }
  if (best === 0) return change;
  const turn = turnOf(best, size);
  return { from: from + best, to: to + best, insert: insert === "" ? "" : moving.slice(turn) + moving.slice(0, turn) };
}

const turnOf = (by: number, size: number): number => ((by % size) + size) % size;

// The first and last two units of a text that is rotated to start at `turn`.
function endsOf(text: string, turn: number): { head: string; tail: string } {
  const unit = (at: number) => text.charAt(turnOf(at, text.length));
  return { head: unit(turn) + unit(turn + 1), tail: unit(turn - 2) + unit(turn - 1) };
}

// 3: whole lines; 2: between words; 1: inside a word; 0: inside a character.
function fitOf(text: string, from: number, to: number, { head, tail }: { head: string; tail: string }): number {
  const after = text.slice(to, to + 2);
  if (splitsPair(text, from) || splitsPair(text, to) || splitsPair(tail + after, tail.length)) return 0;
  if (tail.endsWith("\n") && (from === 0 || text[from - 1] === "\n")) return 3;
  const startsInside = isWordAt(text, from - 1) && isWordAt(head, 0);
  const endsInside = isWordAt(tail, tail.length - 1) && isWordAt(after, 0);
  return startsInside || endsInside ? 1 : 2;
}
