/** Says of each line that differs between two texts which line became which. */
import { diffArrays } from "diff";
import type { Change } from "../text/change";
import { likeness } from "./likeness";

/**
 * A line that became another one (`pair`), one that is gone, and new ones. New ones stand somewhere between the lines that are gone: at one of the
 * `starts`, in the text before.
 */
export type LineChange =
  | (Change & { kind: "pair" | "gone" })
  | { kind: "new"; starts: readonly number[]; insert: string };

/** Beyond these numbers of lines, texts or blocks are not aligned. */
const MAX_EDITS = 1000;
const MAX_COMPARED_LINES = 4000;
/** From this likeness on, a line is another version of one. */
const MIN_LIKENESS = 0.4;

/** The lines that differ, in order; each has its line break, and the blank lines behind it. */
export function alignLines(before: string, after: string): LineChange[] {
  const [old, young] = [linesOf(before), linesOf(after)];
  const parts = diffArrays(old.map(withoutBreaks), young.map(withoutBreaks), { maxEditLength: MAX_EDITS }) ?? [
    { removed: true, added: false, count: old.length },
    { removed: false, added: true, count: young.length },
  ];
  const changes: LineChange[] = [];
  let [at, i, j] = [0, 0, 0];
  let block: Block = { from: 0, gone: [], made: [] };
  const end = () => {
    changes.push(...alignBlock(block));
    block = { from: at, gone: [], made: [] };
  };
  for (const { added, removed, count } of parts) {
    if (added) block.made.push(...young.slice(j, j + count));
    else if (removed) block.gone.push(...old.slice(i, i + count));
    else end();
    for (let index = 0; !added && index < count; index++) {
      const [line = "", other] = [old[i + index], young[j + index]];
      // They may differ in their line breaks.
      if (!removed && other !== undefined && line !== other)
        changes.push({ kind: "pair", from: at, to: at + line.length, insert: other });
      at += line.length;
    }
    if (!added && !removed) block.from = at;
    if (!added) i += count;
    if (!removed) j += count;
  }
  end();
  return changes;
}

type Block = { from: number; gone: string[]; made: string[] };

/** Lines with the blank ones behind them, which would else be taken for each other. */
const linesOf = (text: string): string[] => text.match(/\n+|[^\n]+\n*/g) ?? [];
const withoutBreaks = (line: string): string => line.replace(/\n+$/, "");

/** Pairs the lines that are alike; what is left between two pairs is paired in order if it is as many lines as before. */
function alignBlock({ from, gone, made }: Block): LineChange[] {
  const changes: LineChange[] = [];
  let [i, j, at] = [0, 0, from];
  for (const pair of [...alikeLines(gone, made), { i: gone.length, j: made.length }]) {
    const [old, young] = [gone.slice(i, pair.i), made.slice(j, pair.j)];
    const isOneForOne = old.length === young.length;
    const starts = [at];
    const run = old.map((line, index): LineChange => {
      const start = at;
      at += line.length;
      starts.push(at);
      const insert = isOneForOne ? (young[index] ?? "") : "";
      return { kind: isOneForOne ? "pair" : "gone", from: start, to: at, insert };
    });
    if (!isOneForOne && young.length > 0) changes.push({ kind: "new", starts, insert: young.join("") });
    changes.push(...run);
    const [line, insert] = [gone[pair.i], made[pair.j]];
    if (line !== undefined && insert !== undefined) {
      changes.push({ kind: "pair", from: at, to: at + line.length, insert });
      at += line.length;
    }
    [i, j] = [pair.i + 1, pair.j + 1];
  }
  return changes;
}

/** The pairs of lines, in order, that are most alike in sum. */
function alikeLines(gone: readonly string[], made: readonly string[]): { i: number; j: number }[] {
  const size = gone.length * made.length;
  if (size === 0 || size > MAX_COMPARED_LINES) return [];
  const alike = gone.map((line) =>
    made.map((other) => {
      const found = line.trim() === "" || other.trim() === "" ? 0 : likeness(line, other);
      return found >= MIN_LIKENESS ? found : 0;
    }),
  );
  // The best sum of what follows, by line of both.
  const best = Array.from({ length: gone.length + 1 }, () => new Array<number>(made.length + 1).fill(0));
  const sum = (i: number, j: number): number => best[i]?.[j] ?? 0;
  const paired = (i: number, j: number): number => {
    const found = alike[i]?.[j] ?? 0;
    return found === 0 ? 0 : found + sum(i + 1, j + 1);
  };
  for (let i = gone.length - 1; i >= 0; i--)
    for (let j = made.length - 1; j >= 0; j--) {
      const row = best[i];
      if (row !== undefined) row[j] = Math.max(sum(i + 1, j), sum(i, j + 1), paired(i, j));
    }
  const pairs: { i: number; j: number }[] = [];
  for (let [i, j] = [0, 0]; i < gone.length && j < made.length; ) {
    if (paired(i, j) > 0 && paired(i, j) >= sum(i, j)) pairs.push({ i: i++, j: j++ });
    else if (sum(i + 1, j) >= sum(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
