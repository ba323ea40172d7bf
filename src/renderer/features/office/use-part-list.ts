import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback } from "react";
import type { OfficeModel } from "./office-model";

type Options = {
  model: OfficeModel;
  /** The scrolling element. */
  box: RefObject<HTMLElement | null>;
  /** Paragraphs or slides in all, loaded or not. */
  total: number;
  version: string;
  parts: { at(index: number): { id: string } | undefined };
  overscan: number;
  /** The height of a part in pixels, until it is measured. */
  estimateSize(index: number): number;
  /** The index of the part that has the focus: it stays in the DOM, wherever the document is scrolled to. */
  focused(): number;
};

/** A virtualized list of the parts of a document, at the scroll position of its last view. */
export function usePartList({ model, box, total, version, parts, overscan, estimateSize, focused }: Options) {
  /** A new function makes the virtualizer recompute all positions, so it changes only with the version. */
  const keyOf = useCallback((index: number) => parts.at(index)?.id ?? index, [parts, version]);
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize,
    getItemKey: keyOf,
    overscan,
    initialOffset: () => model.lastViewState().scrollTop,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), focused()])].filter((index) => index >= 0).sort((a, b) => a - b),
  });
  return { virtual, keyOf };
}
