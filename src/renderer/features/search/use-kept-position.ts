import type { Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useRef } from "react";

/** Keeps the view in place when lines above it change. Returns what to call when the list is scrolled. */
export function useKeptPosition(
  box: RefObject<HTMLElement | null>,
  virtual: Virtualizer<HTMLDivElement, Element>,
  rows: readonly { key: string }[],
): () => void {
  /** The first line in view, and how many pixels of it are above the view. */
  const top = useRef<{ key: string; by: number } | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const kept = top.current;
    const index = kept ? rows.findIndex(({ key }) => key === kept.key) : -1;
    if (!element || !kept || index < 0 || element.scrollTop === 0) return;
    const start = virtual.measurementsCache[index]?.start;
    if (start !== undefined && Math.abs(start + kept.by - element.scrollTop) > 1) element.scrollTop = start + kept.by;
  }, [rows]);
  return () => {
    const at = box.current?.scrollTop ?? 0;
    const first = virtual.getVirtualItems().find(({ end }) => end > at);
    const row = first && rows[first.index];
    top.current = first && row ? { key: row.key, by: at - first.start } : null;
  };
}
