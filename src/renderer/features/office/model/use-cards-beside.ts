import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { DraftOnPage, PagePassages } from "../../../workbench/api/feature-stores";
import { useComments } from "../../../workbench/api/parts";
import type { OfficeModel } from "./office-model";

type Options = {
  model: OfficeModel;
  /** What scrolls. */
  box: RefObject<HTMLDivElement | null>;
  /**
   * Where the passages of open threads, and of these drafts, begin that are rendered, in pixels from the top of `cards`. It looks only at what is
   * rendered.
   */
  tops(cards: HTMLElement, drafts: readonly DraftOnPage[], active: string | null): Map<string, number>;
  /** The current paragraph or slide, and the threads on it. */
  at: number;
  onCurrent: readonly string[];
};

/**
 * The cards of comments beside a page: `cards` is for the element that they are in. `isBeside`: threads have their cards there; `hasCards`: there are some
 * now, so the page makes room.
 */
export function useCardsBeside({ model, box, tops, at, onCurrent }: Options) {
  const store = useComments();
  const { tab } = model;
  const cards = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState({ isWide: false, hasCards: false });
  const now = useRef({ tops, margin });
  now.current = { tops, margin };
  const listeners = useRef(new Set<Parameters<PagePassages["onChange"]>[0]>());

  useEffect(() => {
    const { current: inside } = cards;
    if (inside === null) return;
    const passages: PagePassages = {
      tops: (drafts, active) => now.current.tops(inside, drafts, active),
      width: () => box.current?.clientWidth ?? 0,
      setMargin: (next) => {
        const { margin: before } = now.current;
        if (next.isWide !== before.isWide || next.hasCards !== before.hasCards) setMargin(next);
      },
      onChange: (listener) => {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
    };
    const resized = new ResizeObserver(() => {
      for (const listener of listeners.current) listener("changed");
    });
    if (box.current !== null) resized.observe(box.current);
    const end = store.showBesidePage(tab, passages, inside);
    return () => {
      resized.disconnect();
      end();
    };
  }, [store, tab, box]);

  // Rows that were rendered are elsewhere, or others.
  useLayoutEffect(() => {
    for (const listener of listeners.current) listener("changed");
  });

  const key = onCurrent.join(" ");
  // Going to another paragraph is what counts, also to one with the same comments.
  useEffect(() => {
    const threads = key === "" ? [] : key.split(" ");
    if (box.current?.contains(document.activeElement))
      for (const listener of listeners.current) listener({ at: threads });
  }, [at, key, box]);

  return {
    cards,
    isBeside: margin.isWide,
    hasCards: margin.hasCards,
    /** The user clicked on the words of threads. */
    pick(threads: readonly string[]): void {
      if (threads.length > 0) for (const listener of listeners.current) listener({ picked: threads });
    },
  };
}

/** In pixels from the top of the element that the cards are in. */
export const topIn = (cards: HTMLElement, element: HTMLElement): number =>
  element.getBoundingClientRect().top - cards.getBoundingClientRect().top;
