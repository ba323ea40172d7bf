/** Brings protected words back into a text that another program has written. */
import { refineChanges } from "../diff/refine-changes";
import { applyChanges, type Change, changesWithin, composeChanges, invertChanges, mapPosition } from "../text/change";
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
  const kept = refined.flatMap((change) => outside(before, change, hit));
  const apart = applyChanges(before, kept);
  const breaks = lineBreaks(before, apart, kept, hit);
  const text = applyChanges(apart, breaks);
  const moved = ({ from, to }: AnchorRange): AnchorRange => ({
    from: mapPosition(breaks, mapPosition(kept, from, "after"), "after"),
    to: mapPosition(breaks, mapPosition(kept, to, "before"), "before"),
  });
  const after = applyChanges(before, refined);
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

/** What is left of a change outside the ranges: what it deleted there, and what it wrote instead. */
function outside(before: string, change: Change, ranges: readonly AnchorRange[]): Change[] {
  const within = ranges.filter(({ from, to }) => changesWithin([change], from, to));
  if (within.length === 0) return [change];
  const pieces: AnchorRange[] = [];
  let at = change.from;
  for (const { from, to } of within) {
    if (at < from) pieces.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  if (at < change.to) pieces.push({ from: at, to: change.to });
  const lines = lineForLine(before, change, within);
  // Where nothing tells which of its words are in place of the protected ones, none of them is lost.
  return pieces.map((piece, index) => ({
    ...piece,
    insert: lines === null ? (index === 0 ? change.insert : "") : lines(piece),
  }));
}

/** What a change wrote in the lines of a piece, if it has as many lines as what it replaced, and the ranges are whole ones. */
function lineForLine(
  before: string,
  { from, to, insert }: Change,
  ranges: readonly AnchorRange[],
): ((piece: AnchorRange) => string) | null {
  const ends = lineEndsOf(insert);
  const isLine = (position: number, neighbour: number): boolean =>
    position <= from || position >= to || before[neighbour] === "\n";
  const areWhole = ranges.every((range) => isLine(range.from, range.from - 1) && isLine(range.to, range.to));
  if (!areWhole || ends.length !== lineEndsOf(before.slice(from, to)).length) return null;
  const count = (position: number): number => lineEndsOf(before.slice(from, position)).length;
  return (piece) =>
    insert.slice(
      piece.from === from ? 0 : ends[count(piece.from)],
      piece.to === to ? insert.length : (ends[count(piece.to) - 1] ?? 0) + 1,
    );
}

const lineEndsOf = (text: string): number[] => [...text.matchAll(/\n/g)].map(({ index }) => index);

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
    if (start > 0) need(start, breaksBefore(before, from) - breaksBefore(text, start));
    if (end < text.length) need(end, breaksAfter(before, to) - breaksAfter(text, end));
  }
  return [...missing]
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => a - b)
    .map(([at, count]) => ({ from: at, to: at, insert: "\n".repeat(count) }));
}

function breaksBefore(text: string, position: number): number {
  return text[position - 1] !== "\n" ? 0 : text[position - 2] === "\n" ? 2 : 1;
}

function breaksAfter(text: string, position: number): number {
  return text[position] !== "\n" ? 0 : text[position + 1] === "\n" ? 2 : 1;
}
