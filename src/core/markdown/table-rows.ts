/** Rows of tables as GitHub's cmark-gfm reads them. */
import { skipBlanks, trimmedEnd } from "./line-marks";

const pipe = 124;
const backslash = 92;

/**
 * The number of cells in the row between `from` and `to`: the text between pipes, not counting one at either end; an escaped pipe is text.
 */
export function countCells(text: string, from: number, to: number): number {
  const first = skipBlanks(text, from, to);
  const start = text.charCodeAt(first) === pipe ? first + 1 : first;
  const last = trimmedEnd(text, first, to);
  if (start >= last) return 0;
  let cells = 1;
  for (let at = start; at < last - 1; at++) {
    if (text.charCodeAt(at) === pipe && (at === start || text.charCodeAt(at - 1) !== backslash)) cells++;
  }
  return cells;
}

/** Whether any cell of the row contains text. */
export function hasCells(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== pipe && unit !== 32 && unit !== 9) return true;
  }
  return false;
}

/** Whether a row is a delimiter row, as below the header of a table: `|:--|---|`. */
export function isDelimiterRow(row: string): boolean {
  return /^[-|: \t]+$/.test(row) && cellsOf(row.trim()).every((cell) => /^:?-+:?$/.test(cell.trim()));
}

function cellsOf(row: string): string[] {
  const inner = row.slice(row.startsWith("|") ? 1 : 0, row.length > 1 && row.endsWith("|") ? -1 : undefined);
  return inner.split("|");
}
