/** Rows of tables as GitHub's cmark-gfm reads them. */

/** How many cells a row has: what stands between pipes, one at either end not counted; an escaped pipe is text. */
export function countCells(row: string): number {
  const text = row.trim();
  const start = text.startsWith("|") ? 1 : 0;
  if (start === text.length) return 0;
  let cells = 1;
  for (let at = text.indexOf("|", start); at >= 0; at = text.indexOf("|", at + 1)) {
    if (text.charCodeAt(at - 1) !== 92 && at < text.length - 1) cells++;
  }
  return cells;
}

/** Whether a row is one of dashes, which stands under the header of a table: `|:--|---|`. */
export function isDelimiterRow(row: string): boolean {
  return /^[-|: \t]+$/.test(row) && cellsOf(row.trim()).every((cell) => /^:?-+:?$/.test(cell.trim()));
}

function cellsOf(row: string): string[] {
  const inner = row.slice(row.startsWith("|") ? 1 : 0, row.length > 1 && row.endsWith("|") ? -1 : undefined);
  return inner.split("|");
}
