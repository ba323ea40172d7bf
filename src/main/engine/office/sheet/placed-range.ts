import { MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from "../../../../core/limits";
import { type CellRange, parseRange, splitAddress } from "../../../../core/office/sheet-address";
import type { Sheet } from "./read-sheets";

/**
 * What is kept of a range of cells, so that it is found again after rows and columns have come and gone: its cells by their place in it, how many it has, and
 * the rows above, below and beside it. A formula counts only as one, since it changes with the rows around it.
 */
type CellPrint = {
  cells: [row: number, column: number, text: string][];
  count: number;
  above: string;
  below: string;
  beside: string;
  /** What is first in its first column, as a table's header; it tells equal cells beside each other apart. */
  head?: string | undefined;
};

/** The cells of a sheet by row and column. */
type Grid = ReadonlyMap<number, ReadonlyMap<number, string>>;

/** The maximum number of cells that are kept, and of characters of each and of a row. */
const MAX_CELLS = 60;
const MAX_CELL = 40;
const MAX_ROW = 200;
/** The maximum number of places that are compared. */
const MAX_PLACES = 1_000;
/** What the same column counts. */
const HEAD = 1;
/** How many columns may have come or gone in a row that is the same. */
const MAX_MORE_COLUMNS = 3;
/** The maximum number of cells and rows that are compared with all cells of a range. */
const MAX_COMPARED = 2_000_000;
/** With this many characters in its cells, a range is found without anything around it. */
const DISTINCT_CELLS = 8;

/** The print of a range at an address; null without such a sheet, and for whole rows and columns, which keep their address. */
export function cellPrint(sheets: readonly Sheet[], address: string): string | null {
  const found = gridAt(sheets, address);
  return found === null || isEndless(found.range) ? null : JSON.stringify(printOf(found.grid, found.range));
}

/** Where a range is now; null if its cells are nowhere, and nothing around its address is as it was. */
export function placedRange(sheets: readonly Sheet[], address: string, printed: string): CellRange | "no sheet" | null {
  const found = gridAt(sheets, address);
  const print = readPrint(printed);
  if (found === null) return "no sheet";
  const { grid, range } = found;
  if (print === null || isEndless(range)) return range;
  const here = neighbourhood(grid, range, print);
  const { isHere, other } = sameCells(grid, range, { print, here });
  if (other === null || here > other.worth) return isHere ? range : changedInPlace(grid, range, print);
  if (isHere) return here === other.worth ? range : other.at;
  // Short words are in many cells: without anything around them as it was they are not those.
  return other.worth > HEAD || isDistinct(print) ? other.at : changedInPlace(grid, range, print);
}

function gridAt(sheets: readonly Sheet[], address: string): { grid: Grid; range: CellRange } | null {
  const split = splitAddress(address);
  const range = split === null ? null : parseRange(split.rest);
  const sheet = sheets.find(({ name }) => name === split?.sheet);
  if (range === null || sheet === undefined) return null;
  const grid = new Map<number, Map<number, string>>();
  sheet.read({
    cell({ ref, kind, value, hasFormula }) {
      if (!hasFormula && kind === "empty") return;
      const row = grid.get(ref.row) ?? new Map<number, string>();
      grid.set(ref.row, row);
      row.set(ref.column, hasFormula ? "=" : String(value).slice(0, MAX_CELL));
    },
    row() {},
  });
  return { grid, range };
}

const isEndless = ({ from, to }: CellRange): boolean =>
  (from.row === 1 && to.row === MAX_SHEET_ROWS) || (from.column === 1 && to.column === MAX_SHEET_COLUMNS);

/** The cells of a range in order, with their place in it. */
function* cellsIn(grid: Grid, { from, to }: CellRange): Generator<[number, number, string]> {
  for (let row = from.row; row <= to.row; row++)
    for (const [column, text] of grid.get(row) ?? [])
      if (column >= from.column && column <= to.column) yield [row - from.row, column - from.column, text];
}

/** The text of a row, without the columns from `from` to `to`. */
const rowText = (grid: Grid, row: number, without: { from: number; to: number } | null = null): string =>
  Array.from(grid.get(row) ?? [])
    .filter(([column]) => without === null || column < without.from || column > without.to)
    .map(([, text]) => text)
    .join("\t")
    .slice(0, MAX_ROW);

function printOf(grid: Grid, range: CellRange): CellPrint {
  const cells = [...cellsIn(grid, range)];
  return {
    cells: cells.slice(0, MAX_CELLS),
    count: cells.length,
    ...rowsAround(grid, range),
    head: headOf(grid, range.from.column),
  };
}

const rowsAround = (grid: Grid, { from, to }: CellRange): Pick<CellPrint, "above" | "below" | "beside"> => ({
  above: rowText(grid, from.row - 1),
  below: rowText(grid, to.row + 1),
  beside: rowText(grid, from.row, { from: from.column, to: to.column }),
});

/** How much around a range is as it was. A single cell beside it says little: it counts only if there was nothing above and below. */
function likeness(grid: Grid, range: CellRange, print: CellPrint): number {
  const now = rowsAround(grid, range);
  const rows = (["above", "below"] as const).filter((side) => print[side] !== "");
  const sides = rows.length > 0 ? rows : print.beside === "" ? [] : (["beside"] as const);
  return sides.filter((side) => isSameRow(print[side], now[side])).length;
}

/** Whether two rows are the same, also if columns have come or gone in one of them. */
function isSameRow(one: string, other: string): boolean {
  if (one === other) return true;
  const [few = [], many = []] = [one.split("\t"), other.split("\t")].sort((a, b) => a.length - b.length);
  if (few.length < 2 || many.length > few.length + MAX_MORE_COLUMNS) return false;
  let found = 0;
  for (const text of many) if (text === few[found]) found++;
  return found === few.length;
}

/** What tells two places apart: the cells beside them say more than one of the rows around them and less than both; their column decides among equals. */
function neighbourhood(grid: Grid, at: CellRange, print: CellPrint): number {
  const isBeside = print.beside !== "" && isSameRow(print.beside, rowsAround(grid, at).beside);
  const isBelow = print.head !== undefined && print.head === headOf(grid, at.from.column);
  return 4 * likeness(grid, at, print) + (isBeside ? 5 : 0) + (isBelow ? HEAD : 0);
}

/** What the place itself would have if nothing had changed. */
const mostLike = ({ above, below, beside, head }: CellPrint): number =>
  4 * (above === "" && below === "" ? (beside === "" ? 0 : 1) : (above === "" ? 0 : 1) + (below === "" ? 0 : 1)) +
  (beside === "" ? 0 : 5) +
  (head === undefined ? 0 : HEAD);

/** The text of the first cell of a column. */
function headOf(grid: Grid, column: number): string {
  for (const [, cells] of grid) {
    const text = cells.get(column);
    if (text !== undefined) return text;
  }
  return "";
}

type SameCells = { isHere: boolean; other: { at: CellRange; worth: number } | null };

/** Whether the same cells are at the address, and where else they are: at the only place, or at the one with the most of what was around them. */
function sameCells(grid: Grid, range: CellRange, { print, here }: { print: CellPrint; here: number }): SameCells {
  const [first] = print.cells;
  if (first === undefined) return { isHere: false, other: null };
  let left = MAX_COMPARED;
  const isSame = (at: CellRange): boolean => {
    if (!print.cells.every(([row, column, text]) => grid.get(at.from.row + row)?.get(at.from.column + column) === text))
      return false;
    let count = 0;
    for (const _ of cellsIn(grid, at)) count++;
    left -= count + at.to.row - at.from.row;
    return count === print.count;
  };
  const isHere = isSame(range);
  // Nothing can be more like it.
  if (isHere && here === mostLike(print)) return { isHere, other: null };
  const places: { at: CellRange; worth: number }[] = [];
  for (const [row, cells] of grid)
    for (const [column, text] of cells) {
      const [rows, columns] = [row - first[0] - range.from.row, column - first[1] - range.from.column];
      const at = moved(range, rows, columns);
      if (text !== first[2] || at.from.row < 1 || at.from.column < 1 || places.length >= MAX_PLACES || left < 0)
        continue;
      if ((rows !== 0 || columns !== 0) && isSame(at)) places.push({ at, worth: neighbourhood(grid, at, print) });
    }
  return { isHere, other: bestOf(places, ({ worth }) => worth) };
}

/** Whether so much is in the cells that the same elsewhere must be they. A formula is only known as one. */
const isDistinct = ({ cells }: CellPrint): boolean =>
  cells.reduce((sum, [, , text]) => sum + (text === "=" ? 0 : text.length), 0) >= DISTINCT_CELLS;

/** Cells that were changed where they are: what is around them is as it was, here or in other rows. */
function changedInPlace(grid: Grid, range: CellRange, print: CellPrint): CellRange | null {
  const height = range.to.row - range.from.row;
  const above = rowsLike(grid, print.above);
  const below = rowsLike(grid, print.below);
  const columns = { from: range.from.column, to: range.to.column };
  const beside = rowsLike(grid, print.beside, columns);
  const [only = range.from.row, ...more] = beside;
  // What was beside it is in one other row.
  if (more.length === 0 && only !== range.from.row) return moved(range, only - range.from.row, 0);
  if (likeness(grid, range, print) > 0) {
    // Rows may have come or gone inside it, if it has an inside.
    const [end] = below;
    const isGrown =
      height > 0 && print.above === rowText(grid, range.from.row - 1) && below.length === 1 && end !== undefined;
    return isGrown && end > range.from.row ? { from: range.from, to: { ...range.to, row: end - 1 } } : range;
  }
  const half = print.cells.filter(
    ([row, column, text]) => grid.get(range.from.row + row)?.get(range.from.column + column) === text,
  );
  if (half.length * 2 > print.cells.length) return range;
  if (print.cells.length === 0 && print.above + print.below + print.beside === "") return range;
  if (above.length !== 1 && below.length !== 1) return null;
  const start = above.length === 1 ? (above[0] ?? 0) + 1 : (below[0] ?? 0) - 1 - height;
  const end = height > 0 && below.length === 1 && (below[0] ?? 0) > start ? (below[0] ?? 0) - 1 : start + height;
  if (start < 1) return null;
  return { from: { ...range.from, row: start }, to: { ...range.to, row: end } };
}

function rowsLike(grid: Grid, text: string, without: { from: number; to: number } | null = null): number[] {
  return text === "" ? [] : [...grid.keys()].filter((row) => rowText(grid, row, without) === text);
}

const moved = ({ from, to }: CellRange, rows: number, columns: number): CellRange => ({
  from: { row: from.row + rows, column: from.column + columns },
  to: { row: to.row + rows, column: to.column + columns },
});

/** The only one, or the one that is better than all others; null if there is none. */
function bestOf<T>(all: readonly T[], worth: (one: T) => number): T | null {
  const [best, second] = all.map((one) => ({ one, worth: worth(one) })).sort((a, b) => b.worth - a.worth);
  return best === undefined || (second !== undefined && second.worth === best.worth) ? null : best.one;
}

function readPrint(printed: string): CellPrint | null {
  try {
    const { cells, count, above, below, beside, head } = JSON.parse(printed) as CellPrint;
    const isPrint =
      Array.isArray(cells) &&
      cells.every((cell) => Array.isArray(cell) && Number.isInteger(cell[0]) && Number.isInteger(cell[1])) &&
      Number.isInteger(count) &&
      [above, below, beside, head ?? ""].every((text) => typeof text === "string");
    return isPrint ? { cells: cells.slice(0, MAX_CELLS), count, above, below, beside, head } : null;
  } catch {
    return null;
  }
}
