import { defaultRangeExtractor, useVirtualizer, type VirtualizerOptions } from "@tanstack/react-virtual";
import type { RefObject } from "react";

type Options = Pick<VirtualizerOptions<HTMLDivElement, Element>, "count" | "estimateSize" | "overscan"> & {
  /** The element that scrolls. */
  box: RefObject<HTMLDivElement | null>;
  /** The index by default. A new function computes all positions again. */
  getItemKey?: (index: number) => string | number;
  /** Indexes that stay in the DOM wherever the list is scrolled to, such as the selected line; -1 for none. */
  kept?: readonly number[];
};

/** Renders only the lines of a long list that are in view, and those that it needs anyway. Sizes are in pixels. */
export function useVirtualLines({ box, kept = [], ...options }: Options) {
  return useVirtualizer<HTMLDivElement, Element>({
    ...options,
    getScrollElement: () => box.current,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...kept])]
        .filter((index) => index >= 0 && index < options.count)
        .sort((a, b) => a - b),
  });
}
