import { atom } from "nanostores";
import type { TabKey } from "../../workbench/groups/arrangement";
import type { PreviewPosition } from "./preview-blocks";

/** The operations of an open preview. */
export type OpenPreview = {
  position(): PreviewPosition | null;
  run(command: "find" | "find-next" | "find-previous"): void;
};

type Source = { topLine(): PreviewPosition | null };

export type PreviewModes = ReturnType<typeof createPreviewModes>;

/** Which tabs show their preview, and the position to keep while a tab switches between editor and preview. */
export function createPreviewModes() {
  const $tabs = atom<ReadonlySet<TabKey>>(new Set());
  const $selected = atom<ReadonlyMap<TabKey, number>>(new Map());
  const positions = new Map<TabKey, PreviewPosition>();
  const views = new Map<TabKey, OpenPreview>();

  return {
    $tabs,
    /** The number of selected words in a tab's preview; tabs without a selection are absent. */
    $selected,
    select(tab: TabKey, wordCount: number): void {
      const next = new Map($selected.get());
      const hadAny = next.delete(tab);
      if (wordCount > 0) next.set(tab, wordCount);
      if (hadAny || wordCount > 0) $selected.set(next);
    },
    isPreview: (tab: TabKey) => $tabs.get().has(tab),
    /** Shows the preview of a tab that had it in the last session. */
    restore(tab: TabKey): void {
      $tabs.set(new Set([...$tabs.get(), tab]));
    },
    /** Switches a tab between editor and preview, keeping the position. */
    toggle(tab: TabKey, source: Source): void {
      const read = new Set($tabs.get());
      const position = read.has(tab) ? views.get(tab)?.position() : source.topLine();
      if (position) positions.set(tab, position);
      if (!read.delete(tab)) read.add(tab);
      $tabs.set(read);
    },
    /** The position for the preview that opens now; returned once. */
    takePosition(tab: TabKey): PreviewPosition | null {
      const position = positions.get(tab) ?? null;
      positions.delete(tab);
      return position;
    },
    /** Registers an open preview. Returns a function to call when it closes, which stores its position. */
    opened(tab: TabKey, view: OpenPreview): () => void {
      views.set(tab, view);
      return () => {
        const position = view.position();
        if (position && $tabs.get().has(tab)) positions.set(tab, position);
        if (views.get(tab) === view) views.delete(tab);
      };
    },
    view: (tab: TabKey): OpenPreview | null => views.get(tab) ?? null,
  };
}
