import { useStore } from "@nanostores/react";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import type { OfficeRange, OfficeSheet } from "../../../../shared/office";
import { useSettingsStore } from "../../../workbench/api/parts";
import type { CellPosition } from "../model/cell-ranges";
import { layoutOf, scaled, seen } from "./sheet-layout";

export type GridViewport = ReturnType<typeof useGridViewport>;

/** What the scrolling element of a grid shows, all sizes in pixels; `at` is the current cell, which may be beyond the content. */
export function useGridViewport(sheet: OfficeSheet, at: CellPosition) {
  const scroller = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState({ x: 0, y: 0 });
  const { fontSize } = useStore(useSettingsStore());
  const [size, setSize] = useState({ width: 0, height: 0, em: 13 });
  const layout = useMemo(() => layoutOf(sheet, size.em, at), [sheet, size.em, at]);
  const { rows, columns, header } = layout;
  const inner = { width: Math.max(0, size.width - header.width), height: Math.max(0, size.height - header.height) };
  const across = scaled(columns.length, inner.width);
  const down = scaled(rows.length, inner.height);
  const x = Math.min(across.toContent(scroll.x), Math.max(0, columns.length - inner.width));
  const y = Math.min(down.toContent(scroll.y), Math.max(0, rows.length - inner.height));
  const frozen = {
    width: columns.start(Math.min(sheet.frozen.columns, columns.count) + 1),
    height: rows.start(Math.min(sheet.frozen.rows, rows.count) + 1),
  };
  const left = (column: number) => header.width + columns.start(column) - (column > sheet.frozen.columns ? x : 0);
  const top = (row: number) => header.height + rows.start(row) - (row > sheet.frozen.rows ? y : 0);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const measure = () =>
      setSize({
        width: box.clientWidth,
        height: box.clientHeight,
        em: Number.parseFloat(getComputedStyle(box).fontSize) || 13,
      });
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(box);
    return () => sizes.disconnect();
  }, [fontSize]);

  const scrollIntoView = (position: CellPosition) => {
    const box = scroller.current;
    if (!box) return;
    if (position.column > sheet.frozen.columns) {
      const [from, to] = [columns.start(position.column), columns.start(position.column + 1)];
      if (from < x + frozen.width) box.scrollLeft = across.toScroll(Math.max(0, from - frozen.width));
      else if (to > x + inner.width) box.scrollLeft = across.toScroll(to - inner.width);
    }
    if (position.row > sheet.frozen.rows) {
      const [from, to] = [rows.start(position.row), rows.start(position.row + 1)];
      if (from < y + frozen.height) box.scrollTop = Math.floor(down.toScroll(Math.max(0, from - frozen.height)));
      else if (to > y + inner.height) box.scrollTop = Math.ceil(down.toScroll(to - inner.height));
    }
  };
  const wanted = useRef<CellPosition | null>(null);
  // A cell beyond the previous size of the sheet can be scrolled to only after layout.
  useLayoutEffect(() => {
    if (!wanted.current || size.height === 0) return;
    scrollIntoView(wanted.current);
    wanted.current = null;
  });

  return {
    scroller,
    layout,
    size,
    /** The size of the content that scrolls. */
    content: { width: across.shown + header.width, height: down.shown + header.height },
    rows: seen(rows, sheet.frozen.rows, y + frozen.height, y + inner.height),
    columns: seen(columns, sheet.frozen.columns, x + frozen.width, x + inner.width),
    left,
    top,
    handleScroll({ scrollLeft, scrollTop }: HTMLElement): void {
      setScroll({ x: scrollLeft, y: scrollTop });
    },
    /** Scrolls a cell into view after the next rendering. */
    reveal(position: CellPosition): void {
      wanted.current = position;
    },
    /** The box of a range, and whether it has scrolled away below the frozen rows or columns. */
    boxOf(range: OfficeRange) {
      const box = {
        left: left(range.left),
        top: top(range.top),
        width: columns.start(range.right + 1) - columns.start(range.left),
        height: rows.start(range.bottom + 1) - rows.start(range.top),
      };
      const isHidden =
        (range.top > sheet.frozen.rows && box.top + box.height <= header.height + frozen.height) ||
        (range.left > sheet.frozen.columns && box.left + box.width <= header.width + frozen.width);
      return { ...box, isHidden };
    },
  };
}

/** The ranges of cells that a viewport shows, frozen ones included, and the current cell. */
export function rangesInView(
  { rows, columns }: GridViewport,
  { frozen }: OfficeSheet,
  at: CellPosition,
): OfficeRange[] {
  const [top, bottom] = [rows[frozen.rows] ?? 1, rows.at(-1) ?? 1];
  const [left, right] = [columns[frozen.columns] ?? 1, columns.at(-1) ?? 1];
  return [
    { top, left, bottom, right },
    ...(frozen.rows > 0 ? [{ top: 1, left, bottom: frozen.rows, right }] : []),
    ...(frozen.columns > 0 ? [{ top, left: 1, bottom, right: frozen.columns }] : []),
    { top: at.row, left: at.column, bottom: at.row, right: at.column },
  ];
}
