import { atom } from "nanostores";
import type { TabKey } from "../../workbench/groups/arrangement";
import type { ReadingPlace } from "./sheet";

/** The operations of an open preview. */
export type OpenReading = {
  place(): ReadingPlace | null;
  run(command: "find" | "find-next" | "find-previous"): void;
};

type Source = { topPlace(): ReadingPlace | null };

export type ReadingModes = ReturnType<typeof createReadingModes>;

/** Which tabs show their preview, and the position to keep while a tab switches between editor and preview. */
export function createReadingModes() {
  const $tabs = atom<ReadonlySet<TabKey>>(new Set());
  const $selected = atom<ReadonlyMap<TabKey, number>>(new Map());
  const places = new Map<TabKey, ReadingPlace>();
  const views = new Map<TabKey, OpenReading>();

  return {
    $tabs,
    /** The number of selected words in a tab's preview; tabs without a selection are absent. */
    $selected,
    select(tab: TabKey, words: number): void {
      const next = new Map($selected.get());
      const hadAny = next.delete(tab);
      if (words > 0) next.set(tab, words);
      if (hadAny || words > 0) $selected.set(next);
    },
    isReading: (tab: TabKey) => $tabs.get().has(tab),
    /** Shows the preview of a tab that had it in the last session. */
    restore(tab: TabKey): void {
      $tabs.set(new Set([...$tabs.get(), tab]));
    },
    /** Switches a tab between editor and preview, keeping the position. */
    toggle(tab: TabKey, source: Source): void {
      const read = new Set($tabs.get());
      const place = read.has(tab) ? views.get(tab)?.place() : source.topPlace();
      if (place) places.set(tab, place);
      if (!read.delete(tab)) read.add(tab);
      $tabs.set(read);
    },
    /** The position for the preview that opens now; returned once. */
    takePlace(tab: TabKey): ReadingPlace | null {
      const place = places.get(tab) ?? null;
      places.delete(tab);
      return place;
    },
    /** Registers an open preview. Returns a function to call when it closes, which stores its position. */
    opened(tab: TabKey, view: OpenReading): () => void {
      views.set(tab, view);
      return () => {
        const place = view.place();
        if (place && $tabs.get().has(tab)) places.set(tab, place);
        if (views.get(tab) === view) views.delete(tab);
      };
    },
    view: (tab: TabKey): OpenReading | null => views.get(tab) ?? null,
  };
}
