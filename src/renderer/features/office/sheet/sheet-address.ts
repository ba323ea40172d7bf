import type { OfficeRange } from "../../../../shared/office";

/** The position of a cell, from 1. */
export type CellPosition = { row: number; column: number };

/** The largest sheet. */
export const largest = { rows: 1_048_576, columns: 16_384 } as const;

/** The letters of a column: 1 is `A`, 27 is `AA`. */
export function columnName(column: number): string {
  let name = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

/** The address of a cell in formulas: `B2`. */
export const addressOf = ({ row, column }: CellPosition): string => `${columnName(column)}${row}`;

/** Parses a cell address such as `b2` or `$B$2`; the first cell of a range. Null if it is not an address. */
export function parseAddress(text: string): CellPosition | null {
  const named = /^\$?([a-z]{1,3})\$?([0-9]{1,7})(?::.*)?$/i.exec(text.trim());
  if (!named) return null;
  const column = [...(named[1] ?? "").toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  const row = Number(named[2]);
  return row >= 1 && row <= largest.rows && column <= largest.columns ? { row, column } : null;
}

/** The range between two corners, in any order. */
export const rangeBetween = (one: CellPosition, other: CellPosition): OfficeRange => ({
  top: Math.min(one.row, other.row),
  left: Math.min(one.column, other.column),
  bottom: Math.max(one.row, other.row),
  right: Math.max(one.column, other.column),
});

/** The name of a range in formulas; the address of a single cell. */
export function rangeName({ top, left, bottom, right }: OfficeRange): string {
  const first = addressOf({ row: top, column: left });
  return top === bottom && left === right ? first : `${first}:${addressOf({ row: bottom, column: right })}`;
}

/** Whether two ranges have a cell in common. */
export const overlaps = (a: OfficeRange, b: OfficeRange): boolean =>
  a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right;

/** Whether a range contains a cell. */
export const holds = ({ top, left, bottom, right }: OfficeRange, { row, column }: CellPosition): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;
