import { atom } from "nanostores";
import type { TabKey } from "../../workbench/groups/arrangement";
import type { ReadingPlace } from "./sheet";

/** What a reading view that is open can be asked for. */
export type OpenReading = {
  place(): ReadingPlace | null;
  run(command: "find" | "find-next" | "find-previous"): void;
};

type Source = { topPlace(): ReadingPlace | null };

export type ReadingModes = ReturnType<typeof createReadingModes>;

/** Which tabs are being read instead of written, and where in them the person is while the view changes. */
export function createReadingModes() {
  const $tabs = atom<ReadonlySet<TabKey>>(new Set());
  const $selected = atom<ReadonlyMap<TabKey, number>>(new Map());
  const places = new Map<TabKey, ReadingPlace>();
  const views = new Map<TabKey, OpenReading>();

  return {
    $tabs,
    /** How many words are selected in the reading view of a tab; a tab without any is not in it. */
    $selected,
    select(tab: TabKey, words: number): void {
      const next = new Map($selected.get());
      const hadAny = next.delete(tab);
      if (words > 0) next.set(tab, words);
      if (hadAny || words > 0) $selected.set(next);
    },
    isReading: (tab: TabKey) => $tabs.get().has(tab),
    /** It is read from now on, as it was when the page was left. */
    restore(tab: TabKey): void {
      $tabs.set(new Set([...$tabs.get(), tab]));
    },
    /** Changes the view of a tab, which stays where it is. */
    toggle(tab: TabKey, source: Source): void {
      const read = new Set($tabs.get());
      const place = read.has(tab) ? views.get(tab)?.place() : source.topPlace();
      if (place) places.set(tab, place);
      if (!read.delete(tab)) read.add(tab);
      $tabs.set(read);
    },
    /** Where the view that opens now is to stand; told once. */
    takePlace(tab: TabKey): ReadingPlace | null {
      const place = places.get(tab) ?? null;
      places.delete(tab);
      return place;
    },
    /** A view has opened; answers with how it says that it has closed. It leaves its place behind for the next. */
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
