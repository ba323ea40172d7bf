import type { BookRow } from "../../../../shared/book";

/** Below this width, in pixels, source and translation are stacked. */
const STACKED_WIDTH = 620;

const LINE_HEIGHT = 24;
const ROW_PADDING = 30;

/**
 * The estimated height of a row in pixels until it is measured, close enough that the scroll bar does not jump. `width` is the
 * width of the table.
 */
export function estimatedHeight(row: BookRow | null, width: number): number {
  if (row === null) return LINE_HEIGHT * 2 + ROW_PADDING;
  if (row.isBlank) return 14;
  const known = heights.get(row);
  if (known?.width === width) return known.height;
  const height = heightOf(row, width);
  heights.set(row, { width, height });
  return height;
}

/** Cached, because the virtualizer asks for every row whenever the list changes. */
const heights = new WeakMap<BookRow, { width: number; height: number }>();

function heightOf(row: BookRow, width: number): number {
  const isStacked = width < STACKED_WIDTH;
  const column = isStacked ? Math.max(200, width - 70) : Math.max(120, (width - 190) / 2);
  const source = lines(row.text, column);
  const target = lines(row.translation ?? "", column);
  return (isStacked ? source + target : Math.max(source, target)) * LINE_HEIGHT + ROW_PADDING;
}

/** The lines that a text takes: a Han character is as wide as two Latin letters. */
function lines(text: string, width: number): number {
  let count = 0;
  for (const line of text.split("\n")) {
    let units = line.length;
    for (let at = 0; at < line.length; at++) if (line.charCodeAt(at) > 0x2e7f) units++;
    count += Math.max(1, Math.ceil((units * 8.1) / width));
  }
  return count;
}
