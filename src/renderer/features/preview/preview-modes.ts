import { atom } from "nanostores";
import type { OpenPreview, PreviewModes, PreviewPosition } from "../../workbench/api/feature-stores";
import type { TabKey } from "../../workbench/api/tabs";

type Source = { topLine(): PreviewPosition | null };

/** Which tabs show their preview, and the position to keep while a tab switches between editor and preview. */
export function createPreviewModes(): PreviewModes {
  const $tabs = atom<ReadonlySet<TabKey>>(new Set());
  const $selected = atom<ReadonlyMap<TabKey, number>>(new Map());
  const positions = new Map<TabKey, PreviewPosition>();
  const views = new Map<TabKey, OpenPreview>();

  return {
    $tabs,
    $selected,
    select(tab: TabKey, wordCount: number): void {
      const next = new Map($selected.get());
      const hadAny = next.delete(tab);
      if (wordCount > 0) next.set(tab, wordCount);
      if (hadAny || wordCount > 0) $selected.set(next);
    },
    isPreview: (tab: TabKey) => $tabs.get().has(tab),
    restore(tab: TabKey): void {
      $tabs.set(new Set([...$tabs.get(), tab]));
    },
    toggle(tab: TabKey, source: Source): void {
      const read = new Set($tabs.get());
      const position = read.has(tab) ? views.get(tab)?.position() : source.topLine();
      if (position) positions.set(tab, position);
      if (!read.delete(tab)) read.add(tab);
      $tabs.set(read);
    },
    takePosition(tab: TabKey): PreviewPosition | null {
      const position = positions.get(tab) ?? null;
      positions.delete(tab);
      return position;
    },
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
