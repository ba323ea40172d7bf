/** The text projection of a spreadsheet, one line for each cell: sheet name, address and content, separated by tabs. */

/** A cell of a text projection. `from`–`to` is its line with the line break; its content begins at `start`. Offsets are UTF-16 units. */
export type CellLine = {
  /** The sheet and the address, as in the line. */
  key: string;
  sheet: string;
  row: number;
  column: number;
  content: string;
  from: number;
  start: number;
  to: number;
};

/** The cells in order. Skips lines that are not cells, and repeated lines of the same address. */
export function cellLines(text: string): Map<string, CellLine> {
  const cells = new Map<string, CellLine>();
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from);
    const to = end < 0 ? text.length : end + 1;
    const cell = cellAt(text, from, to);
    if (cell !== null && !cells.has(cell.key)) cells.set(cell.key, cell);
    from = to;
  }
  return cells;
}

/** The cell of one line; null if the line is not a cell or has no line break at its end. */
export const cellLine = (line: string): CellLine | null =>
  line !== "" && line.indexOf("\n") === line.length - 1 ? cellAt(line, 0, line.length) : null;

/** The cell in the line `from`–`to`. Avoids regular expressions, since a workbook has many cells. */
function cellAt(text: string, from: number, to: number): CellLine | null {
  const first = text.indexOf("\t", from);
  const second = first < 0 || first >= to ? -1 : text.indexOf("\t", first + 1);
  if (second < 0 || second >= to || text.charCodeAt(to - 1) !== 10) return null;
  let at = first + 1;
  let column = 0;
  for (; at < second && text.charCodeAt(at) > 64; at++) column = column * 26 + text.charCodeAt(at) - 64;
  let row = 0;
  for (; at < second; at++) row = row * 10 + text.charCodeAt(at) - 48;
  if (column === 0 || row < 1) return null;
  const [key, sheet] = [text.slice(from, second), text.slice(from, first)];
  return { key, sheet, row, column, content: text.slice(second + 1, to - 1), from, start: second + 1, to };
}

/** The line of a cell, by its key. */
export const lineOf = (key: string, content: string): string => `${key}\t${content}\n`;

/** Cells by areas: those that touch by a side are one, and those whose sheets `areOne` says to be taken whole. */
export function cellAreas<Cell extends Pick<CellLine, "sheet" | "row" | "column">>(
  cells: readonly Cell[],
  areOne: (sheet: string) => string | null,
): Cell[][] {
  const at = new Map(cells.map((cell, index) => [`${cell.sheet}\t${cell.row}\t${cell.column}`, index]));
  const areas: Cell[][] = [];
  const whole = new Map<string, Cell[]>();
  const seen = new Set<number>();
  for (const [index, cell] of cells.entries()) {
    const group = areOne(cell.sheet);
    if (group !== null) {
      const area = whole.get(group);
      if (area) area.push(cell);
      else {
        whole.set(group, [cell]);
        areas.push(whole.get(group) as Cell[]);
      }
      continue;
    }
    if (seen.has(index)) continue;
    seen.add(index);
    const area = [index];
    for (const each of area) {
      const { sheet, row, column } = cells[each] as Cell;
      for (const [down, right] of sides) {
        const next = at.get(`${sheet}\t${row + down}\t${column + right}`);
        if (next === undefined || seen.has(next)) continue;
        seen.add(next);
        area.push(next);
      }
    }
    areas.push(area.map((each) => cells[each] as Cell));
  }
  return areas;
}

const sides = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
] as const;
