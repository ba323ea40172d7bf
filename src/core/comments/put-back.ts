/** Brings protected words back into a text that another program has written. */
import { difference } from "../diff/difference";
import { refineChanges } from "../diff/refine-changes";
import {
  applyChanges,
  type Change,
  changesWithin,
  composeChanges,
  invertChanges,
  mapPosition,
  shifted,
} from "../text/change";
import { alignLines, type LineChange } from "./align-lines";
import type { AnchorRange } from "./anchor";

/** The text with its protected words, where these are in it, and the changes that lead to it from the other program's text. */
export type PutBack = { text: string; changes: Change[]; ranges: AnchorRange[] };

/**
 * What must change in the text after `changes` so that the words in `ranges` are as they were in `before`. All else stays as `changes` made it. Passages
 * that begin or end a line do so again, with the blank line that was beside them.
 */
export function putBackProtected(
  before: string,
  changes: readonly Change[],
  ranges: readonly AnchorRange[],
): PutBack | null {
  const refined = refineChanges(before, changes);
  const protectedRanges = joinedRanges(ranges);
  const hit = protectedRanges.filter(({ from, to }) => changesWithin(refined, from, to));
  if (hit.length === 0) return null;
  const after = applyChanges(before, refined);
  const lines = alignLines(before, after);
  const kept = lines.flatMap((change) => outside(before, change, protectedRanges));
  const apart = applyChanges(before, kept);
  const gone = lines.flatMap((change) => (change.kind === "gone" ? [change] : []));
  const touched = protectedRanges.filter((range) => hit.includes(range) || changesWithin(gone, range.from, range.to));
  const breaks = lineBreaks(before, apart, kept, touched);
  const text = applyChanges(apart, breaks);
  const moved = ({ from, to }: AnchorRange): AnchorRange => ({
    from: mapPosition(breaks, mapPosition(kept, from, "after"), "after"),
    to: mapPosition(breaks, mapPosition(kept, to, "before"), "before"),
  });
  const back = composeChanges(composeChanges(invertChanges(before, refined), kept), breaks);
  return { text, changes: refineChanges(after, back), ranges: ranges.map(moved) };
}

/** The ranges in order; those that overlap are one. */
function joinedRanges(ranges: readonly AnchorRange[]): AnchorRange[] {
  const joined: AnchorRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = joined.at(-1);
    if (last !== undefined && range.from < last.to) last.to = Math.max(last.to, range.to);
    else joined.push({ ...range });
  }
  return joined;
}

/** What is left of a change of lines outside the ranges, as changes of words. */
function outside(before: string, change: LineChange, ranges: readonly AnchorRange[]): Change[] {
  const { insert } = change;
  if (change.kind === "new") {
    const at = change.starts.find((start) => !ranges.some(({ from, to }) => from < start && start < to));
    return at === undefined ? [] : [{ from: at, to: at, insert }];
  }
  const { from: start, to: end } = change;
  const words = difference(before.slice(start, end), insert).map((each) => shifted(each, start));
  const hit = ranges.filter(({ from, to }) => changesWithin(words, from, to));
  return words.flatMap((each) => outsideWords(each, hit));
}

/** What is left of a change of words. What it wrote in a passage, or directly beside one that it changes, is another version of the passage. */
function outsideWords(change: Change, ranges: readonly AnchorRange[]): Change[] {
  const { from: start, to: end, insert } = change;
  const isInsert = start === end && !insert.includes("\n");
  if (isInsert && ranges.some(({ from, to }) => from <= start && start <= to)) return [];
  const within = ranges.filter(({ from, to }) => changesWithin([change], from, to));
  if (within.length === 0) return [change];
  const pieces: AnchorRange[] = [];
  let at = start;
  for (const { from, to } of within) {
    if (at < from) pieces.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  if (at < end) pieces.push({ from: at, to: end });
  return pieces.map((piece, index) => ({ ...piece, insert: index === 0 ? insert : "" }));
}

/** The line breaks that are missing beside the ranges: as many as were there, up to a blank line. */
function lineBreaks(
  before: string,
  text: string,
  changes: readonly Change[],
  ranges: readonly AnchorRange[],
): Change[] {
  const missing = new Map<number, number>();
  const need = (at: number, count: number): void => void missing.set(at, Math.max(missing.get(at) ?? 0, count));
  for (const { from, to } of ranges) {
    const start = mapPosition(changes, from, "after");
    const end = mapPosition(changes, to, "before");
    need(start, breaksBefore(before, from) - breaksBefore(text, start));
    need(end, breaksAfter(before, to) - breaksAfter(text, end));
  }
  return [...missing]
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => a - b)
    .map(([at, count]) => ({ from: at, to: at, insert: "\n".repeat(count) }));
}

function breaksBefore(text: string, position: number): number {
  if (position === 0) return 2;
  return text[position - 1] !== "\n" ? 0 : text[position - 2] === "\n" ? 2 : 1;
}

function breaksAfter(text: string, position: number): number {
  if (position === text.length) return 2;
  return text[position] !== "\n" ? 0 : text[position + 1] === "\n" ? 2 : 1;
}
