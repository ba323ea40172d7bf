import { MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from "../limits";

/** The row and column of a cell, both 1-based. */
export type CellRef = { row: number; column: number };

/** A rectangle of cells, both corners included. */
export type CellRange = { from: CellRef; to: CellRef };

/** `A`, `Z`, `AA`, … `XFD`. */
export function columnName(column: number): string {
  let name = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

/** The number of a column by its letters in either case; 0 if they name none, or one past the last column. */
export function columnNumber(letters: string): number {
  if (!/^[A-Za-z]{1,3}$/.test(letters)) return 0;
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return number <= MAX_SHEET_COLUMNS ? number : 0;
}

/** The name of a cell, such as `B2`. */
export const cellName = ({ row, column }: CellRef): string => `${columnName(column)}${row}`;

/** `A1:C9`, or `A1` for one cell. */
export function rangeName({ from, to }: CellRange): string {
  const first = cellName(from);
  const last = cellName(to);
  return first === last ? first : `${first}:${last}`;
}

/** The cell that `B2` or `$B$2` names; null if it names none, or one past the last row or column. */
export function parseCell(text: string): CellRef | null {
  const [, letters = "", digits = ""] = /^\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})$/.exec(text.trim()) ?? [];
  const column = columnNumber(letters);
  const row = Number(digits);
  return column > 0 && row <= MAX_SHEET_ROWS ? { row, column } : null;
}

/** The rectangle that `A1:C9`, `B2`, `A:C` or `2:5` names, with its corners in any order; null if it names none. */
export function parseRange(text: string): CellRange | null {
  const [one = "", other = one, ...rest] = text.trim().split(":");
  if (rest.length > 0) return null;
  const first = parseCorner(one);
  const last = parseCorner(other);
  if (first === null || last === null || first.isRow !== last.isRow || first.isColumn !== last.isColumn) return null;
  if (!text.includes(":") && (first.isRow || first.isColumn)) return null;
  return {
    from: { row: Math.min(first.row, last.row), column: Math.min(first.column, last.column) },
    to: {
      row: first.isColumn ? MAX_SHEET_ROWS : Math.max(first.row, last.row),
      column: first.isRow ? MAX_SHEET_COLUMNS : Math.max(first.column, last.column),
    },
  };
}

function parseCorner(text: string): (CellRef & { isRow: boolean; isColumn: boolean }) | null {
  const cell = parseCell(text);
  if (cell !== null) return { ...cell, isRow: false, isColumn: false };
  const plain = text.replaceAll("$", "").trim();
  const column = columnNumber(plain);
  if (column > 0) return { row: 1, column, isRow: false, isColumn: true };
  const row = /^[1-9]\d{0,6}$/.test(plain) ? Number(plain) : 0;
  return row > 0 && row <= MAX_SHEET_ROWS ? { row, column: 1, isRow: true, isColumn: false } : null;
}

/**
 * Splits an address: `Sheet1!B2`, `'My sheet'!B2` (a quote in the name is doubled), `Sheet1.B2` as LibreOffice writes it, or `B2`, for
 * which `sheet` is null. `rest` is the part after the sheet, a cell or a range. Null if a quote is not closed.
 */
export function splitAddress(text: string): { sheet: string | null; rest: string } | null {
  const whole = text.trim();
  const quoted = /^\$?'((?:[^']|'')*)'[!.]\s*(.*)$/s.exec(whole);
  if (quoted !== null) return { sheet: (quoted[1] ?? "").replaceAll("''", "'"), rest: quoted[2] ?? "" };
  if (/^\$?'/.test(whole)) return null;
  const bang = whole.lastIndexOf("!");
  if (bang >= 0) return { sheet: whole.slice(0, bang).trim(), rest: whole.slice(bang + 1).trim() };
  const dotted = /^\$?(.+)\.(\$?[A-Za-z]{1,3}\$?\d+(?::.*)?)$/s.exec(whole);
  return dotted === null ? { sheet: null, rest: whole } : { sheet: dotted[1] ?? "", rest: dotted[2] ?? "" };
}

/** The name as written in an address: quoted if it would otherwise be read as something else. */
export function sheetInAddress(name: string): string {
  const isPlain =
    /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && parseCell(name) === null && !/^[rc]\d*(?:c\d*)?$/i.test(name);
  return isPlain ? name : `'${name.replaceAll("'", "''")}'`;
}

/** An address such as `Sheet1!B2`, as `set_cells` accepts it. */
export const addressOf = (sheet: string, ref: CellRef): string => `${sheetInAddress(sheet)}!${cellName(ref)}`;

/** Whether a cell (`Sheet1!B2`) is in a range (`Sheet1!B2:C9`); of other addresses, as of slides, whether they are the same. */
export function isInAddress(address: string, range: string): boolean {
  if (address === range) return true;
  const [one, other] = [splitAddress(address), splitAddress(range)];
  const cell = one === null ? null : parseCell(one.rest);
  const area = other === null ? null : parseRange(other.rest);
  return cell !== null && area !== null && one?.sheet === other?.sheet && isWithin(cell, area);
}

/** Whether the cell is in the rectangle. */
export const isWithin = ({ row, column }: CellRef, { from, to }: CellRange): boolean =>
  row >= from.row && row <= to.row && column >= from.column && column <= to.column;

/**
 * The edited cells that are in one of these ranges, each with its range. Indexes the edits by row, since there may be many edits and many
 * ranges.
 */
export function* blockedCells<Blocked extends { range: CellRange }>(
  edits: readonly { ref: CellRef }[],
  blocked: readonly Blocked[],
): Generator<Blocked & { ref: CellRef }> {
  if (edits.length === 0) return;
  const byRow = new Map<number, CellRef[]>();
  for (const { ref: place } of edits) {
    const row = byRow.get(place.row);
    if (row === undefined) byRow.set(place.row, [place]);
    else row.push(place);
  }
  const rows = [...byRow.keys()].sort((one, other) => one - other);
  for (const each of blocked) {
    const { from, to } = each.range;
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rows[middle] ?? 0) < from.row) low = middle + 1;
      else high = middle;
    }
    for (let at = low; at < rows.length && (rows[at] ?? 0) <= to.row; at++)
      for (const ref of byRow.get(rows[at] ?? 0) ?? []) if (isWithin(ref, each.range)) yield { ...each, ref };
  }
}
