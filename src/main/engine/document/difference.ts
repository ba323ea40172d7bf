/** What has changed between two texts, in spans a person would have marked, within a bounded number of steps. */
import { diffArrays } from "diff";
import { type Change, shrinkChanges } from "./change";
import { isWordAt, splitsPair, tokenEnd, wordEnd, wordStart } from "./characters";

// Steps of some 20 ns are counted, not timed, so that the same texts always give the same spans.
type Budget = { steps: number };

const wholeBudget = 1_500_000;

const chunk = 4096;

function commonPrefix(before: string, i: number, after: string, j: number): number {
  const most = Math.min(before.length - i, after.length - j);
  let length = 0;
  // Comparing pieces is several times faster than comparing characters.
  while (length + chunk <= most) {
    const a = i + length;
    const b = j + length;
    if (before.slice(a, a + chunk) !== after.slice(b, b + chunk)) break;
    length += chunk;
  }
  while (length < most && before.charCodeAt(i + length) === after.charCodeAt(j + length)) length++;
  return splitsPair(before, i + length) || splitsPair(after, j + length) ? length - 1 : length;
}

function commonSuffix(before: string, after: string, most: number): number {
  let length = 0;
  while (length + chunk <= most) {
    const a = before.length - length;
    const b = after.length - length;
    if (before.slice(a - chunk, a) !== after.slice(b - chunk, b)) break;
    length += chunk;
  }
  while (length < most && before.charCodeAt(before.length - length - 1) === after.charCodeAt(after.length - length - 1))
    length++;
  const splits = splitsPair(before, before.length - length) || splitsPair(after, after.length - length);
  return splits ? length - 1 : length;
}

/**
 * The changes that lead from `before` to `after`: common ends first, then sentences and lines that both have, then
 * words. Few and readable rather than fewest: where the texts have little in common, or the budget of steps is used up,
 * a span is replaced as one. Never between the halves of a surrogate pair; the same texts give the same changes.
 */
export function difference(before: string, after: string): Change[] {
  if (before === after) return [];
  const head = commonPrefix(before, 0, after, 0);
  const tail = commonSuffix(before, after, Math.min(before.length, after.length) - head);
  const span = { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) };
  if (span.from === span.to || span.insert === "") return settleChanges(before, [span]);
  const budget = { steps: wholeBudget };
  const changes: Change[] = [];
  const last = wordEnd(before, span.to);
  const ends = { before: last, after: after.length - before.length + last };
  let i = wordStart(before, head);
  let j = i;
  while (i < ends.before || j < ends.after) {
    const meeting = findMeeting(before, i, ends.before, after, j, ends.after, budget);
    changes.push(...compareWords(before, i, meeting.before, after.slice(j, meeting.after), budget));
    const run = commonPrefix(before, meeting.before, after, meeting.after);
    const next = Math.min(run, ends.before - meeting.before, ends.after - meeting.after);
    i = meeting.before + next;
    j = meeting.after + next;
    if (i === ends.before && j === ends.after) break;
    const start = Math.max(meeting.before, wordStart(before, i));
    j -= i - start;
    i = start;
  }
  return settleChanges(before, shrinkChanges(before, joinNear(before, changes)));
}

const ordinaryPiece = 64;
const longestPiece = 1024;

// Pieces that texts are lined up by: sentences and lines. Where none ends for long, the two characters before a position
// decide, so that the pieces of both texts fall into step again behind an edit.
function pieceEnd(text: string, at: number, end: number): number {
  const last = Math.min(end, at + longestPiece);
  let before = 0;
  for (let next = at; next < last; next++) {
    const unit = text.charCodeAt(next);
    if (unit === 10 || unit === 0x3002 || unit === 0xff01 || unit === 0xff1f || unit === 0xff1b) return next + 1;
    const endsSentence = unit === 0x2e || unit === 0x3b || unit === 0x21 || unit === 0x3f || unit === 0x2c;
    if (endsSentence && next + 1 < end && text.charCodeAt(next + 1) === 32) return next + 2;
    if (next - at > ordinaryPiece && (before * 31 + unit) % 32 === 0 && !splitsPair(text, next + 1)) return next + 1;
    before = unit;
  }
  return splitsPair(text, last) ? last - 1 : last;
}

// Shorter pieces are too likely to be the same by chance.
const leastPiece = 6;

type Window = { text: string; at: number; end: number; starts: number[]; found: Map<string, number> };

// Reads pieces until the window holds `count` of them. A piece that occurs twice in a window counts as -1: no anchor.
function widen(window: Window, count: number, budget: Budget): void {
  while (window.starts.length < count && window.at < window.end && budget.steps > 0) {
    const next = pieceEnd(window.text, window.at, window.end);
    budget.steps -= 12 + ((next - window.at) >> 3);
    if (next - window.at >= leastPiece) {
      const piece = window.text.slice(window.at, next);
      window.found.set(piece, window.found.has(piece) ? -1 : window.starts.length);
    }
    window.starts.push(window.at);
    window.at = next;
  }
}

function isSamePiece(
  before: string,
  i: number,
  endBefore: number,
  after: string,
  j: number,
  endAfter: number,
): boolean {
  const end = pieceEnd(before, i, endBefore);
  const length = end - i;
  return length >= leastPiece && j + length <= endAfter && before.slice(i, end) === after.slice(j, j + length);
}

/** The nearest place after `i` and `j` where both texts have a piece that is unique around there; else both ends. */
function findMeeting(
  before: string,
  i: number,
  endBefore: number,
  after: string,
  j: number,
  endAfter: number,
  budget: Budget,
): { before: number; after: number } {
  const quick = { before: pieceEnd(before, i, endBefore), after: pieceEnd(after, j, endAfter) };
  budget.steps -= 10;
  if (isSamePiece(before, quick.before, endBefore, after, quick.after, endAfter)) return quick;
  const mine: Window = { text: before, at: i, end: endBefore, starts: [], found: new Map() };
  const theirs: Window = { text: after, at: j, end: endAfter, starts: [], found: new Map() };
  for (let count = 8; budget.steps > 0; count *= 4) {
    widen(mine, count, budget);
    widen(theirs, count, budget);
    let best = -1;
    let meeting: { before: number; after: number } | null = null;
    for (const [piece, place] of mine.found) {
      const other = theirs.found.get(piece) ?? -1;
      if (place < 0 || other < 0) continue;
      if (best >= 0 && place + other >= best) continue;
      best = place + other;
      meeting = { before: mine.starts[place] as number, after: theirs.starts[other] as number };
    }
    if (meeting) return meeting;
    if (mine.at >= endBefore && theirs.at >= endAfter) break;
  }
  return { before: endBefore, after: endAfter };
}

function tokensOf(text: string, from: number, to: number): string[] {
  const tokens: string[] = [];
  for (let at = from; at < to; ) {
    const end = tokenEnd(text, at, to);
    tokens.push(text.slice(at, end));
    at = end;
  }
  return tokens;
}

const longestRegion = 40_000;
const mostEdits = 400;

function compareWords(before: string, from: number, to: number, insert: string, budget: Budget): Change[] {
  const whole = { from, to, insert };
  const size = to - from + insert.length;
  if (from === to || insert === "") return from === to && insert === "" ? [] : [whole];
  if (size > longestRegion || budget.steps < size) return [whole];
  budget.steps -= 20 + size;
  const old = tokensOf(before, from, to);
  const young = tokensOf(insert, 0, insert.length);
  const limit = Math.min(mostEdits, Math.floor(Math.sqrt(budget.steps)));
  const parts = diffArrays(old, young, { maxEditLength: limit });
  const edits = parts?.reduce((sum, part) => sum + (part.added || part.removed ? part.count : 0), 0) ?? limit;
  budget.steps -= 2 * edits * Math.min(edits, 1 + 2 * Math.min(old.length, young.length));
  if (!parts) return [whole];
  const changes: Change[] = [];
  let at = from;
  for (const part of parts) {
    const text = part.value.join("");
    const last = changes.at(-1);
    const end = part.added ? at : at + text.length;
    if (part.added || part.removed) {
      if (last && last.to === at) {
        last.to = end;
        if (part.added) last.insert += text;
      } else changes.push({ from: at, to: end, insert: part.added ? text : "" });
    }
    at = end;
  }
  return changes;
}

// Spans with next to nothing kept between them read better as one; a line break always keeps them apart.
function joinNear(text: string, changes: readonly Change[]): Change[] {
  const joined: Change[] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    if (last && isNear(text, last, change)) {
      last.insert += text.slice(last.to, change.from) + change.insert;
      last.to = change.to;
    } else joined.push({ ...change });
  }
  return joined;
}

const sizeOf = (change: Change): number => Math.max(change.to - change.from, change.insert.length);

function isNear(text: string, first: Change, second: Change): boolean {
  const length = second.from - first.to;
  if (length > 20) return false;
  const kept = text.slice(first.to, second.from);
  return !kept.includes("\n") && (!/[\p{L}\p{N}]/u.test(kept) || length * 3 <= Math.min(sizeOf(first), sizeOf(second)));
}

const farthest = 1000;

/**
 * The same changes, with insertions and deletions that could as well stand a little earlier or later (`ab|ab|ab`) moved
 * to where whole lines, else whole words, are put in or taken out; so that the same edit is the same change whoever
 * made it. Looks a thousand characters each way.
 */
export function settleChanges(text: string, changes: readonly Change[]): Change[] {
  const settled: Change[] = [];
  for (const [index, change] of changes.entries()) {
    const least = Math.max(settled.at(-1)?.to ?? 0, change.from - farthest);
    const most = Math.min(changes[index + 1]?.from ?? text.length, change.to + farthest);
    const canMove = (change.from === change.to) !== (change.insert === "");
    settled.push(canMove ? slide(text, change, least, most) : change);
  }
  return settled;
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
  // From the right, so that of equally good places the last is taken: what is typed twice was typed after.
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

// What a text begins and ends with that is turned so that it starts at `turn`: two units each.
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
