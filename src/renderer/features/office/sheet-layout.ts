import type { OfficeSheet } from "../../../shared/office";
import { largest, type Place } from "./sheet-address";
import { SheetAxis } from "./sheet-axis";

/** Beyond what holds something there is room to write. */
const ROOM = { rows: 60, columns: 8, leastRows: 100, leastColumns: 26 } as const;

/** Taller than this no page can be: what is beyond is scrolled through in longer steps. */
const TALLEST = 8_000_000;

/** Where everything of a sheet lies, in pixels: `point` is one point of the document, `row` the height of a row. */
export type SheetLayout = { rows: SheetAxis; columns: SheetAxis; header: { width: number; height: number } };

/** The layout of a sheet at a size of the type; `beyond` is how far the person has gone on past what it holds. */
export function layoutOf(sheet: OfficeSheet, em: number, beyond: Place): SheetLayout {
  // The interface's letters are wider than those that the columns were made for.
  const point = em / 8.8;
  const rowHeight = Math.round(em * 1.55);
  // One that is as low as a line is a space; every other has room for a line of ours.
  const sizeOf = (height: number) =>
    Math.round(Math.min(600, height < 9 ? Math.max(3, height * point) : Math.max(rowHeight, (height * em) / 9.84)));
  const rowCount = Math.min(largest.rows, Math.max(sheet.rows + ROOM.rows, ROOM.leastRows, beyond.row + 20));
  const columnCount = Math.min(
    largest.columns,
    Math.max(sheet.columns + ROOM.columns, ROOM.leastColumns, beyond.column + 4),
  );
  const rows = new SheetAxis(rowCount, rowHeight, [
    ...sheet.hiddenRows.map(({ from, to }) => ({ from, to, size: 0 })),
    ...without(sheet.rowHeights, sheet.hiddenRows).map(({ from, to, height }) => ({
      ...{ from, to },
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

/** What is left of stretches where those of `hidden` are taken out; both in order and none in another. */
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
 * A place of a view that scrolls over something longer than a page can be tall: `shown` is as tall as the scroller's content
 * is made, and positions of the one are brought to the other.
 */
export function scaled(length: number, view: number) {
  const shown = Math.min(length, TALLEST);
  const factor = shown > view && length > shown ? (length - view) / (shown - view) : 1;
  return {
    shown,
    toContent: (scroll: number) => scroll * factor,
    toScroll: (offset: number) => offset / factor,
  };
}

/** The rows or columns that are seen: those that stay, and those between two offsets. */
export function seen(axis: SheetAxis, frozen: number, from: number, to: number): number[] {
  const stays = Array.from({ length: Math.min(frozen, axis.count) }, (_, place) => place + 1);
  const first = Math.max(stays.length + 1, axis.at(from));
  const list = stays;
  for (let at = first; at <= axis.count && axis.start(at) < to; ) {
    if (axis.size(at) > 0) {
      list.push(at);
      at += 1;
    } else {
      const next = axis.shown(at, 1);
      at = next > at ? next : at + 1;
    }
  }
  return list.filter((at) => axis.size(at) > 0);
}
