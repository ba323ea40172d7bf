import type { Change } from "./change";
import type { LineRange } from "./line-ranges";
import { lineNumbersOf } from "./lines";

/** What moving lines needs to know about the old text, whether it is a string or an editor's own text type. */
export type TextOfLines = {
  /** The lines (1-based) of sorted offsets in the text. */
  lineNumbersOf(offsets: readonly number[]): number[];
  /** Whether a line starts, or ends, at this offset. */
  isLineStart(at: number): boolean;
  isLineEnd(at: number): boolean;
};

/** Maps sorted line ranges through some changes. */
export type LineMover = (ranges: readonly LineRange[]) => LineRange[];

/** `moveLineRanges` for several lists of ranges over the same changes. */
export const lineMover = (before: string, changes: readonly Change[]): LineMover =>
  lineMoverOver(
    {
      lineNumbersOf: (offsets) => lineNumbersOf(before, offsets),
      isLineStart: (at) => at === 0 || before[at - 1] === "\n",
      isLineEnd: (at) => at === before.length || before[at] === "\n",
    },
    changes,
  );

/**
 * Where ranges of lines (1-based, inclusive, sorted) of the text `before` are after `changes`. Lines that a change touches are dropped; the
 * others keep their text and may get another number.
 */
export const moveLineRanges = (before: string, changes: readonly Change[], ranges: readonly LineRange[]): LineRange[] =>
  lineMover(before, changes)(ranges);

/** The same for any type of text. */
export function lineMoverOver(before: TextOfLines, every: readonly Change[]): LineMover {
  const changes = withTouchingJoined(every);
  const lines = before.lineNumbersOf(changes.flatMap(({ from, to }) => [from, to]));
  const touched = changes.map(({ from, to, insert }, index) => {
    const first = lines[2 * index] ?? 1;
    const last = lines[2 * index + 1] ?? 1;
    // Inserting, removing or replacing whole lines does not touch the lines around them, on whichever side the break is.
    const isWhole = before.isLineStart(from) && before.isLineStart(to) && (insert === "" || insert.endsWith("\n"));
    const isBehind = before.isLineEnd(from) && before.isLineEnd(to) && (insert === "" || insert.startsWith("\n"));
    const [from_, to_] = isWhole ? [first, last - 1] : isBehind ? [first + 1, last] : [first, last];
    return { from: from_, to: to_, moved: breaksIn(insert) - (last - first) };
  });
  return (ranges) => {
    const moved: LineRange[] = [];
    let next = 0;
    let by = 0;
    /** The last line that a change has touched: it may be in the next ranges, too. */
    let lost = 0;
    for (const range of ranges) {
      let from = Math.max(range.from, lost + 1);
      while (from <= range.to) {
        const change = touched[next];
        // A change that touches no line only moves the lines after it.
        if (change !== undefined && change.from <= from) {
          lost = Math.max(lost, change.to);
          from = Math.max(from, lost + 1);
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
  };
}

function breaksIn(text: string): number {
  let breaks = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) breaks++;
  return breaks;
}

/** Joins changes that touch: only together do they show whether whole lines are replaced. */
function withTouchingJoined(changes: readonly Change[]): Change[] {
  const joined: Change[] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    if (last?.to !== change.from) joined.push(change);
    else joined[joined.length - 1] = { from: last.from, to: change.to, insert: last.insert + change.insert };
  }
  return joined;
}
