import { MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from "../../../../core/limits";
import { type CellRef, cellName, parseCell } from "../../../../core/office/sheet-address";
import type { OfficeRange } from "../../../../shared/office";

/** The position of a cell, from 1. */
export type CellPosition = CellRef;

/** The largest sheet. */
export const largest = { rows: MAX_SHEET_ROWS, columns: MAX_SHEET_COLUMNS } as const;

/** Parses a cell address such as `b2` or `$B$2`; the first cell of a range. Null if it is not an address. */
export const parseAddress = (text: string): CellPosition | null => parseCell(text.split(":", 1)[0] ?? "");

/** The range between two corners, in any order. */
export const rangeBetween = (one: CellPosition, other: CellPosition): OfficeRange => ({
  top: Math.min(one.row, other.row),
  left: Math.min(one.column, other.column),
  bottom: Math.max(one.row, other.row),
  right: Math.max(one.column, other.column),
});

/** The name of a range in formulas; the address of a single cell. */
export function rangeName({ top, left, bottom, right }: OfficeRange): string {
  const first = cellName({ row: top, column: left });
  return top === bottom && left === right ? first : `${first}:${cellName({ row: bottom, column: right })}`;
}

/** Whether two ranges have a cell in common. */
export const overlaps = (a: OfficeRange, b: OfficeRange): boolean =>
  a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right;

/** Whether a range contains a cell. */
export const holds = ({ top, left, bottom, right }: OfficeRange, { row, column }: CellPosition): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;
