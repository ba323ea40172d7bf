/** The text of the pending edits, before a change. */
import type { Change } from "../text/change";

export type ReviewedText = {
  slice(from: number, to: number): string;
  /** The name of the agent that made a write. */
  agentOf(write: string): string;
};

/** Reads the text after changes by slicing the text before. The cost depends on what is read, not on the number of changes. */
export function textAfter(slice: ReviewedText["slice"], changes: readonly Change[]): ReviewedText["slice"] {
  /** The range of each change's text in the new text, and the shift of the text after it. */
  let moved = 0;
  const ranges = changes.map((change) => {
    const start = change.from + moved;
    moved += change.insert.length - (change.to - change.from);
    return { start, end: start + change.insert.length, moved, insert: change.insert };
  });
  /** The index of the first change whose text ends after an offset. */
  const firstPast = (at: number): number => {
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.end ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return (from, to) => {
    let text = "";
    let at = from;
    for (let index = firstPast(from); at < to; index++) {
      const next = ranges[index];
      const kept = Math.min(to, next?.start ?? to);
      const shift = ranges[index - 1]?.moved ?? 0;
      if (at < kept) text += slice(at - shift, kept - shift);
      at = Math.max(at, kept);
      if (next === undefined) return text;
      const end = Math.min(to, next.end);
      if (at < end) text += next.insert.slice(at - next.start, end - next.start);
      at = Math.max(at, end);
    }
    return text;
  };
}
