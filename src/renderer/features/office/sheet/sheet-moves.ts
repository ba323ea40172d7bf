import type { OfficeRange } from "../../../../shared/office";
import { type CellPosition, holds } from "../model/cell-ranges";
import type { SheetAxis } from "./sheet-axis";

/** What keyboard navigation needs to know about a sheet. */
export type GridInfo = {
  rows: SheetAxis;
  columns: SheetAxis;
  /** The last row and column with content. */
  used: CellPosition;
  merged: readonly OfficeRange[];
  /** Whether a cell has content; null if it is not loaded. */
  isFilled(position: CellPosition): boolean | null;
};

/** The merged range that contains a cell. */
export const mergedAt = (merged: readonly OfficeRange[], position: CellPosition): OfficeRange | null =>
  merged.find((range) => holds(range, position)) ?? null;

/** Moves by one cell; a merged cell is left as a whole and entered at its first cell. */
export function stepped(from: CellPosition, by: CellPosition, { rows, columns, merged }: GridInfo): CellPosition {
  const own = mergedAt(merged, from);
  const row = own && by.row > 0 ? own.bottom : own && by.row < 0 ? own.top : from.row;
  const column = own && by.column > 0 ? own.right : own && by.column < 0 ? own.left : from.column;
  const to = {
    row: by.row === 0 ? row : rows.nextVisible(row + by.row, by.row > 0 ? 1 : -1),
    column: by.column === 0 ? column : columns.nextVisible(column + by.column, by.column > 0 ? 1 : -1),
  };
  const entered = mergedAt(merged, to);
  return entered ? { row: entered.top, column: entered.left } : to;
}

/**
 * Moves to the edge of a filled block, or across empty cells to the next filled one, like Ctrl with an arrow. Over unloaded cells,
 * to the last cell with content.
 */
export function toEdge(from: CellPosition, by: CellPosition, ground: GridInfo): CellPosition {
  const { rows, columns, used, isFilled } = ground;
  const isForward = by.row + by.column > 0;
  const last = {
    row: by.row === 0 ? from.row : isForward ? Math.max(used.row, 1) : 1,
    column: by.column === 0 ? from.column : isForward ? Math.max(used.column, 1) : 1,
  };
  const isPast = (position: CellPosition) =>
    isForward ? position.row > last.row || position.column > last.column : position.row < 1 || position.column < 1;
  const next = (position: CellPosition) => ({ row: position.row + by.row, column: position.column + by.column });
  let at = next(from);
  if (isPast(at)) {
    // Beyond the content, an arrow leads to the end of the sheet.
    return isForward
      ? { row: by.row === 0 ? from.row : rows.count, column: by.column === 0 ? from.column : columns.count }
      : from;
  }
  const isRun = isFilled(from) === true && isFilled(at) === true;
  for (; !isPast(at); at = next(at)) {
    const filled = isFilled(at);
    if (filled === null) return last;
    if (isRun && !filled) return { row: at.row - by.row, column: at.column - by.column };
    if (!isRun && filled) return at;
  }
  return last;
}
