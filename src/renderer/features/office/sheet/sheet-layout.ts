import type { OfficeSheet } from "../../../../shared/office";
import { type CellPosition, largest } from "../model/cell-ranges";
import { SheetAxis } from "./sheet-axis";

/** Empty rows and columns beyond the content. */
const SPARE = { rows: 60, columns: 8, leastRows: 100, leastColumns: 26 } as const;

/** The tallest element that browsers support; longer sheets scroll in larger steps. */
const MAX_HEIGHT = 8_000_000;

/** The layout of a sheet in pixels. */
export type SheetLayout = { rows: SheetAxis; columns: SheetAxis; header: { width: number; height: number } };

/** Computes the layout for a font size; `beyond` is the cell that the user has moved to beyond the content. */
export function layoutOf(sheet: OfficeSheet, em: number, beyond: CellPosition): SheetLayout {
  // The interface font is wider than the one that column widths refer to.
  const point = em / 8.8;
  const rowHeight = Math.round(em * 1.55);
  // Very low rows stay spacers; all others have room for a line of the interface font.
  const sizeOf = (height: number) =>
    Math.round(Math.min(600, height < 9 ? Math.max(3, height * point) : Math.max(rowHeight, (height * em) / 9.84)));
  const rowCount = Math.min(largest.rows, Math.max(sheet.rows + SPARE.rows, SPARE.leastRows, beyond.row + 20));
  const columnCount = Math.min(
    largest.columns,
    Math.max(sheet.columns + SPARE.columns, SPARE.leastColumns, beyond.column + 4),
  );
  const rows = new SheetAxis(rowCount, rowHeight, [
    ...sheet.hiddenRows.map(({ from, to }) => ({ from, to, size: 0 })),
    ...without(sheet.rowHeights, sheet.hiddenRows).map(({ from, to, height }) => ({
      from,
      to,
      size: sizeOf(height),
    })),
  ]);
  const columns = new SheetAxis(
    columnCount,
    Math.round(em * 6),
    sheet.columnWidths.map(({ from, to, width, isHidden }) => ({
      from,
      to,
      size: isHidden ? 0 : Math.round(Math.min(600, Math.max(width, 8)) * point),
    })),
  );
  const digits = String(rowCount).length;
  return { rows, columns, header: { width: Math.round(em * (0.62 * digits + 1)), height: rowHeight } };
}

/** Removes the `hidden` ranges from others; both sorted and without overlaps. */
function without<T extends { from: number; to: number }>(
  stretches: readonly T[],
  hidden: readonly { from: number; to: number }[],
): T[] {
  const left: T[] = [];
  let at = 0;
  for (const stretch of stretches) {
    let { from } = stretch;
    while ((hidden[at]?.to ?? Number.POSITIVE_INFINITY) < from) at += 1;
    for (let next = at; from <= stretch.to; next++) {
      const gap = hidden[next];
      const end = gap ? Math.min(stretch.to, gap.from - 1) : stretch.to;
      if (from <= end) left.push({ ...stretch, from, to: end });
      if (!gap || gap.from > stretch.to) break;
      from = gap.to + 1;
    }
  }
  return left;
}

/**
 * Maps between scroll positions and content offsets if the content is longer than an element can be; `shown` is the height of the
 * element.
 */
export function scaled(length: number, view: number) {
  const shown = Math.min(length, MAX_HEIGHT);
  const factor = shown > view && length > shown ? (length - view) / (shown - view) : 1;
  return {
    shown,
    toContent: (scroll: number) => scroll * factor,
    toScroll: (offset: number) => offset / factor,
  };
}

/** The visible rows or columns: the frozen ones, and those between two offsets. */
export function seen(axis: SheetAxis, frozen: number, from: number, to: number): number[] {
  const stays = Array.from({ length: Math.min(frozen, axis.count) }, (_, index) => index + 1);
  const first = Math.max(stays.length + 1, axis.at(from));
  const list = stays;
  for (let at = first; at <= axis.count && axis.start(at) < to; ) {
    if (axis.size(at) > 0) {
      list.push(at);
      at += 1;
    } else {
      const next = axis.nextVisible(at, 1);
      at = next > at ? next : at + 1;
    }
  }
  return list.filter((at) => axis.size(at) > 0);
}
