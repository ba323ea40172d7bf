import { atom } from "nanostores";
import { visibleAncestor } from "../../editor/outline/outline-rows";
import type { OutlineState } from "./outline-keys";

/** The displayed outline; `loading` until the first one is ready. */
export type OutlineView = OutlineState & { status: "loading" | "ready" | "failed" };

/** The displayed rows: which are collapsed, and which one is selected. */
export function createOutlineState() {
  const $view = atom<OutlineView>({ status: "loading", rows: [], collapsed: new Set(), selected: -1 });
  return {
    $view,
    select(selected: number): void {
      if (selected !== $view.get().selected) $view.set({ ...$view.get(), selected });
    },
    close(rows: readonly number[]): void {
      const view = $view.get();
      const collapsed = new Set([...view.collapsed, ...rows]);
      $view.set({ ...view, collapsed, selected: visibleAncestor(view.rows, collapsed, view.selected) });
    },
    open(rows: readonly number[]): void {
      const collapsed = new Set($view.get().collapsed);
      for (const row of rows) collapsed.delete(row);
      $view.set({ ...$view.get(), collapsed });
    },
    /** Collapses all sections that have subsections, or expands all if they are collapsed. */
    toggleAll(): void {
      const view = $view.get();
      const all = view.rows.flatMap(({ end }, index) => (end > index + 1 ? [index] : []));
      const collapsed = new Set(all.every((row) => view.collapsed.has(row)) ? [] : all);
      $view.set({ ...view, collapsed, selected: visibleAncestor(view.rows, collapsed, view.selected) });
    },
    /** Expands the ancestors of a row and selects it. */
    reveal(row: number): void {
      const { rows, collapsed } = $view.get();
      const open = new Set(collapsed);
      for (let at = rows[row]?.parent ?? -1; at >= 0; at = rows[at]?.parent ?? -1) open.delete(at);
      $view.set({ ...$view.get(), collapsed: open, selected: row });
    },
  };
}
