import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import type { OfficeModel } from "./office-model";
import { indexOfPart } from "./part-anchor";

type Options = {
  model: OfficeModel;
  /** The scrolling element. */
  box: RefObject<HTMLDivElement | null>;
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

/** The first part in view: where it was, and how far it was scrolled, in pixels. */
type Anchor = { id: string; index: number; offset: number; tries: number; since: number };

/** In how many renderings after a new version the position is corrected. */
const MAX_TRIES = 5;
/** How long the parts of a new version may take to be loaded, in milliseconds; after that the reader has gone on. */
const MAX_LOADING = 3000;

/**
 * A virtualized list of the parts of a document, at the scroll position of its last view. A new version changes the estimated heights of
 * all parts that were never shown, so the first part in view keeps its position on the screen.
 */
export function usePartList({ model, box, total, version, parts, overscan, estimateSize, focused }: Options) {
  /** A new function makes the virtualizer recompute all positions, so it changes only with the version. */
  const keyOf = useCallback((index: number) => parts.at(index)?.id ?? index, [parts, version]);
  const known = useRef<{
    version: string;
    virtual: Virtualizer<HTMLDivElement, Element> | null;
    ids: ReadonlyMap<number, string>;
  }>({ version, virtual: null, ids: new Map() });
  const anchor = useRef<Anchor | null>(null);
  /** When the user last did something that may scroll. */
  const movedAt = useRef(0);
  useEffect(() => {
    const { current: element } = box;
    const stop = new AbortController();
    const moved = () => {
      movedAt.current = performance.now();
    };
    for (const event of ["wheel", "pointerdown", "keydown"])
      element?.addEventListener(event, moved, { passive: true, signal: stop.signal });
    return () => stop.abort();
  }, [box]);
  // Before the virtualizer learns of the new version, and forgets the positions in the old one.
  if (known.current.version !== version) anchor.current = anchorIn(box.current, known.current);
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: total,
    getScrollElement: () => box.current,
    estimateSize,
    getItemKey: keyOf,
    overscan,
    initialOffset: () => model.lastViewState().scrollTop,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), focused()])].filter((index) => index >= 0).sort((a, b) => a - b),
  });
  useLayoutEffect(() => {
    const { current: wanted } = anchor;
    anchor.current = null;
    const ids = new Map<number, string>();
    for (const { index } of virtual.getVirtualItems()) {
      const id = parts.at(index)?.id;
      if (id !== undefined) ids.set(index, id);
    }
    known.current = { version, virtual, ids };
    const index = wanted === null ? null : indexOfPart(parts, total, wanted);
    // Its part may still be loading.
    const isLoading = wanted !== null && index === null && performance.now() - wanted.since < MAX_LOADING;
    if (isLoading && wanted.since > movedAt.current) anchor.current = wanted;
    // Rows that were measured in this rendering have moved those below.
    virtual.getTotalSize();
    const start = index === null ? undefined : virtual.measurementsCache[index]?.start;
    if (box.current === null || wanted === null || start === undefined) return;
    const top = start + wanted.offset;
    if (Math.abs(box.current.scrollTop - top) < 1) return;
    box.current.scrollTop = top;
    // What comes into view is measured in the next rendering, from where the virtualizer believes to be.
    if (wanted.tries > 0) anchor.current = { ...wanted, tries: wanted.tries - 1 };
  });
  return { virtual, keyOf };
}

/** The first part in view. At the very top there is none: what is added above is shown. */
function anchorIn(
  box: HTMLElement | null,
  { virtual, ids }: { virtual: Virtualizer<HTMLDivElement, Element> | null; ids: ReadonlyMap<number, string> },
): Anchor | null {
  if (box === null || virtual === null || box.scrollTop === 0) return null;
  const first = virtual.getVirtualItemForOffset(box.scrollTop);
  const id = first === undefined ? undefined : ids.get(first.index);
  return first === undefined || id === undefined
    ? null
    : { id, index: first.index, offset: box.scrollTop - first.start, tries: MAX_TRIES, since: performance.now() };
}
