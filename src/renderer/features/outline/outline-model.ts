import { EditorSelection, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { atom, computed, type ReadableAtom } from "nanostores";
import { followRows, outlineRows, rowAtLine, visibleAncestor } from "../../editor/outline/outline-rows";
import type { PackedOutline } from "../../editor/outline/outline-service";
import type { OutlineSource } from "../../editor/outline/outline-source";
import { lazyStore } from "../../ui/lazy-store";
import type { Notices } from "../../ui/notices";
import type { TabEditor } from "../../workbench/api/tabs";
import { createCoverageStore } from "./coverage/coverage-store";
import type { Coverage } from "./coverage/outline-coverage";
import type { OutlineState } from "./outline-keys";
import { createSectionMoves } from "./section-moves";

/** Debounce of outline updates, in milliseconds. */
const DEBOUNCE_MS = 150;

export type OutlineModel = ReturnType<typeof createOutlineModel>;

/** The model of a document. It keeps collapsed sections for as long as the document is open. */
export const outlineModelOf = lazyStore(createOutlineModel);

/**
 * The outline of a document, updated with its text between `start` and `stop`. Rows are tracked through edits, so collapsed and
 * selected rows stay so.
 */
export function createOutlineModel(editor: TabEditor, notices: Pick<Notices, "announce" | "info">) {
  const state = createOutlineState();
  const { $view, select, reveal } = state;
  /** The text that the rows belong to. */
  let shown: Text | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Null while the outline is not shown. */
  let source: OutlineSource | null = null;
  let refreshing: Promise<void> | null = null;
  /** Row indexes of pending edits, tracked through outline updates. */
  const followed = new Set<{ row: number }>();

  const coverage = createCoverageStore({
    editor,
    source: () => source,
    shown: () => ({ doc: shown, rows: $view.get().rows }),
  });

  const show = (doc: Text, outline: PackedOutline) => {
    const { rows: before, collapsed, selected } = $view.get();
    const rows = outlineRows(outline);
    const newRows = followRows(before, rows);
    const newRow = (row: number) => newRows[row] ?? -1;
    const stillClosed = [...collapsed].map(newRow).filter((row) => (rows[row]?.end ?? 0) > row + 1);
    for (const each of followed) each.row = newRow(each.row);
    shown = doc;
    coverage.follow(newRows, rows.length);
    const heir = selected < 0 ? -1 : Math.min(selected, rows.length - 1);
    $view.set({
      status: "ready",
      rows,
      collapsed: new Set(stillClosed),
      selected: newRow(selected) >= 0 ? newRow(selected) : heir,
    });
    coverage.coverSoon();
  };

  const refresh = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    refreshing ??= (async () => {
      // A partially loaded text would have a partial outline.
      await editor.loadAll();
      const doc = editor.content();
      const currentSource = source;
      if (doc === shown || !currentSource) return;
      try {
        const outline = await currentSource.outline(doc);
        if (source === currentSource) show(doc, outline);
      } catch {
        if (source === currentSource) $view.set({ status: "failed", rows: [], collapsed: new Set(), selected: -1 });
      }
    })().finally(() => {
      refreshing = null;
      // A failed outline is tried again with the next edit.
      if ($view.get().status !== "failed") scheduleRefresh();
    });
    return refreshing;
  };

  // Only the latest text counts: while an outline is computed, the next one waits and uses the text of that time.
  const scheduleRefresh = () => {
    if (!source || refreshing || editor.content() === shown) return;
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(), DEBOUNCE_MS);
  };

  let unlisten = () => {};
  /** Computes outlines until one belongs to the current text. */
  const upToDate = async () => {
    while (source && editor.content() !== shown && $view.get().status !== "failed") await refresh();
    return source && shown !== null && editor.content() === shown
      ? { doc: shown, rows: $view.get().rows, source }
      : null;
  };

  const moves = createSectionMoves({
    editor,
    notices,
    upToDate,
    show,
    scheduleRefresh,
    reveal,
    isShown: () => source !== null,
    rowsNow: () => $view.get().rows,
    selected: () => $view.get().selected,
    followRow: (row) => followed.add(row),
    forgetRow: (row) => followed.delete(row),
  });

  const $at = computed([$view, editor.$counts], ({ rows, collapsed }, { line }) => {
    const row = rowAtLine(rows, line);
    return row < 0 ? -1 : visibleAncestor(rows, collapsed, row);
  });

  /** Where the heading of a row is in the text as it is now; null if there is no such row. */
  const positionOf = (row: number): number | null => {
    const found = $view.get().rows[row];
    if (!found) return null;
    const doc = editor.content();
    return doc === shown ? found.from : doc.line(Math.min(found.lineStart, doc.lines)).from;
  };

  return {
    $view: $view as ReadableAtom<OutlineView>,
    /** What agents have read; null if nothing. */
    $coverage: coverage.$coverage as ReadableAtom<Coverage | null>,
    /** The visible row that contains the cursor, -1 for none. */
    $at: $at as ReadableAtom<number>,
    start(from: OutlineSource): void {
      source = from;
      if ($view.get().status === "failed") $view.set({ ...$view.get(), status: "loading" });
      const unlistenCounts = editor.$counts.listen(scheduleRefresh);
      const unlistenReadRanges = editor.$readRanges.listen(coverage.coverSoon);
      unlisten = () => {
        unlistenCounts();
        unlistenReadRanges();
      };
      coverage.coverSoon();
      void refresh();
    },
    stop(): void {
      source = null;
      unlisten();
      clearTimeout(timer);
      coverage.stop();
    },
    select,
    close: state.close,
    open: state.open,
    toggleAll: state.toggleAll,
    positionOf,
    /** Moves the cursor to a heading and scrolls it to the top. */
    goTo(row: number): void {
      const at = positionOf(row);
      if (at === null) return;
      select(row);
      editor.edit({
        selection: EditorSelection.cursor(at),
        effects: EditorView.scrollIntoView(at, { y: "start", yMargin: 24 }),
        userEvent: "select.jump",
      });
    },
    ...moves,
  };
}

/** The displayed outline; `loading` until the first one is ready. */
type OutlineView = OutlineState & { status: "loading" | "ready" | "failed" };

/** The displayed rows: which are collapsed, and which one is selected. */
function createOutlineState() {
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
