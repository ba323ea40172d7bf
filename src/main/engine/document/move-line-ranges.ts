import type { Change } from "./change";
import { lineNumbersOf } from "./lines";

/**
 * Where ranges of lines (1-based, inclusive, in order) of the text `before` are after `changes`: lines that a change
 * touches are left out, the others keep their text under another number.
 */
export function moveLineRanges<Range extends { from: number; to: number }>(
  before: string,
  changes: readonly Change[],
  ranges: readonly Range[],
): { from: number; to: number }[] {
  const lines = lineNumbersOf(
    before,
    changes.flatMap(({ from, to }) => [from, to]),
  );
  const touched = changes.map(({ from, to, insert }, index) => {
    const first = lines[2 * index] ?? 1;
    const last = lines[2 * index + 1] ?? 1;
    const startsLine = from === 0 || before[from - 1] === "\n";
    const endsBeforeLine = to === 0 || before[to - 1] === "\n";
    // Whole lines put in, taken out or replaced leave the lines around them as they are, on whichever side the break is.
    const isWhole = startsLine && endsBeforeLine && (insert === "" || insert.endsWith("\n"));
    const isBehind = isEnd(before, from) && isEnd(before, to) && (insert === "" || insert.startsWith("\n"));
    const [from_, to_] = isWhole ? [first, last - 1] : isBehind ? [first + 1, last] : [first, last];
    return { from: from_, to: to_, moved: breaksIn(insert, 0, insert.length) - (last - first) };
  });
  const moved: { from: number; to: number }[] = [];
  let next = 0;
  let by = 0;
  for (const range of ranges) {
    let { from } = range;
    while (from <= range.to) {
      const change = touched[next];
      // A change that touches no line only moves what stands behind it.
      if (change !== undefined && change.from <= from) {
        if (change.to >= from) from = change.to + 1;
        by += change.moved;
        next++;
        continue;
      }
      const to = change === undefined ? range.to : Math.min(range.to, change.from - 1);
      const last = moved.at(-1);
      if (last !== undefined && last.to + 1 === from + by) last.to = to + by;
      else moved.push({ from: from + by, to: to + by });
      from = to + 1;
    }
  }
  return moved;
}

const isEnd = (text: string, at: number): boolean => at === text.length || text[at] === "\n";

function breaksIn(text: string, from: number, to: number): number {
  let breaks = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) breaks++;
  return breaks;
}
