// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be those of a <table>
// biome-ignore-all lint/a11y/useFocusableInteractive: what is written in stands in the cells

import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { BookRow } from "../../../../shared/book";
import { useVirtualLines } from "../../../ui/kit/virtual-lines";
import { languageOfSource, languageTag } from "../book-languages";
import { bookMessages } from "../messages";
import { useBook } from "../model/use-book";
import { bookKey } from "./book-keys";
import { ParagraphRow } from "./paragraph-row";
import { useJump } from "./use-jump";
import { useTableKeys } from "./use-table-keys";

/** Rows rendered beyond the viewport, so that scrolling shows no gaps. */
const OVERSCAN = 6;

/** Source and translation side by side, virtualized. */
export function ParagraphTable() {
  const { model } = useBook();
  const items = useStore(model.$items);
  const rows = useStore(model.$rows);
  const shown = useStore(model.$shown);
  const active = useStore(model.$active);
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const t = bookMessages.table;

  // A new function only for other rows or another width: the virtualizer re-estimates all rows for a new one.
  const keyOf = useCallback(
    (index: number) => {
      void width;
      const item = items[index];
      return item ? `${item.kind} ${item.id}` : index;
    },
    [items, width],
  );
  const activeIndex = active ? items.findIndex((item) => item.kind === "row" && item.id === active.id) : -1;
  const virtual = useVirtualLines({
    box,
    count: items.length,
    estimateSize: (index) => {
      const item = items[index];
      if (item?.kind !== "row") return 44;
      const row = rows.get(item.chapter)?.[item.index];
      return estimatedHeight(row?.id === item.id ? row : null, width);
    },
    getItemKey: keyOf,
    overscan: OVERSCAN,
    // The row that is being edited.
    kept: [activeIndex],
  });

  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  // Load the chapters of the rows in view.
  const inView = virtual.getVirtualItems();
  const wanted = [
    ...new Set(
      inView.flatMap(({ index }) => {
        const item = items[index];
        return item?.kind === "row" && !rows.has(item.chapter) ? [item.chapter] : [];
      }),
    ),
  ].join("\0");
  useEffect(() => {
    for (const chapter of wanted === "" ? [] : wanted.split("\0")) void model.loaded(chapter);
  }, [model, wanted]);

  const keys = useTableKeys();
  useJump(box, virtual, keys.held);

  const first = items.find((item) => item.kind === "row");
  const sample = first?.kind === "row" ? (rows.get(first.chapter) ?? []) : [];
  const sourceLanguage = useMemo(
    () =>
      languageOfSource(
        sample
          .slice(0, 40)
          .map(({ text }) => text)
          .join("\n"),
      ),
    [sample],
  );
  const targetLanguage = useMemo(() => languageTag(shown.language) ?? undefined, [shown.language]);

  const handleKeyDown = (event: KeyboardEvent) => {
    const key = bookKey(event.nativeEvent);
    if (key === null) return;
    event.preventDefault();
    event.stopPropagation();
    keys.run(key);
  };

  return (
    <div
      ref={box}
      className="book-table anchor scrolls"
      role="table"
      aria-label={t.label(shown.title)}
      aria-rowcount={items.length}
      aria-colcount={4}
      onKeyDown={handleKeyDown}
    >
      <div className="book-lines anchor" role="presentation" style={{ height: `${virtual.getTotalSize()}px` }}>
        {inView.map(({ index, key, start }) => {
          const item = items[index];
          if (!item) return null;
          const row = item.kind === "row" ? model.rowAt(item) : null;
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              className="at-top"
              role="row"
              aria-rowindex={index + 1}
              data-index={index}
              style={{ transform: `translateY(${start}px)` }}
            >
              {item.kind === "chapter" ? (
                <div className="book-chapter-line soft small strong" role="cell" aria-colspan={4}>
                  {item.title}
                </div>
              ) : row === null ? (
                <div className="book-row-loading" role="cell" aria-colspan={4}>
                  <span className="visually-hidden">{t.loading}</span>
                </div>
              ) : (
                <ParagraphRow
                  row={row}
                  isActive={row.id === active?.id}
                  sourceLanguage={sourceLanguage}
                  targetLanguage={targetLanguage}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Below this width, in pixels, source and translation are stacked. */
const STACKED_WIDTH = 620;

const LINE_HEIGHT = 24;
const ROW_PADDING = 30;

/**
 * The estimated height of a row in pixels until it is measured, close enough that the scroll bar does not jump. `width` is the
 * width of the table.
 */
function estimatedHeight(row: BookRow | null, width: number): number {
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
