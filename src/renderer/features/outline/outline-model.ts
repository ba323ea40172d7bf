import { isolateHistory } from "@codemirror/commands";
import { EditorSelection, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { atom, computed, type ReadableAtom } from "nanostores";
import { toChangeSet } from "../../editor/change-sets";
import {
  followRows,
  type OutlineRow,
  outlineRows,
  rowAtLine,
  siblingOf,
  visibleAncestor,
} from "../../editor/outline/outline-rows";
import type { PackedOutline, SectionEdit, SectionResult } from "../../editor/outline/outline-service";
import { MAX_INLINE_LENGTH, type OutlineSource } from "../../editor/outline/outline-source";
import { messages } from "../../ui/messages";
import type { Notices } from "../../ui/notices";
import type { TabEditor } from "../../workbench/api/tabs";
import { type Coverage, coverageRows, followCoverage, readersOf } from "./coverage/outline-coverage";
import type { OutlineState } from "./outline-keys";

/** Debounce of outline updates, in milliseconds. */
const DEBOUNCE_MS = 150;

/** The shortest time between two computations of the coverage, in milliseconds; longer for texts that go to a worker. */
const COVERAGE_DEBOUNCE_MS = { short: 120, long: 500 };

/** The displayed outline; `loading` until the first one is ready. */
export type OutlineView = OutlineState & { status: "loading" | "ready" | "failed" };

/** A drop target, in row indexes. */
export type DropTarget = { position: "before" | "after" | "into"; anchor: number };

export type OutlineModel = ReturnType<typeof createOutlineModel>;

/**
 * The outline of a document, updated with its text between `start` and `stop`. Rows are tracked through edits, so collapsed and
 * selected rows stay so.
 */
export function createOutlineModel(editor: TabEditor, { announce, info }: Pick<Notices, "announce" | "info">) {
  const $view = atom<OutlineView>({ status: "loading", rows: [], collapsed: new Set(), selected: -1 });
  const $coverage = atom<Coverage | null>(null);
  const t = messages.outline;
  /** The text that the rows belong to. */
  let shown: Text | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Null while the outline is not shown. */
  let source: OutlineSource | null = null;
  let refreshing: Promise<void> | null = null;
  let works: Promise<void> = Promise.resolve();
  /** Row indexes of pending edits, tracked through outline updates. */
  const followed = new Set<{ row: number }>();

  const show = (doc: Text, outline: PackedOutline) => {
    const { rows: before, collapsed, selected } = $view.get();
    const rows = outlineRows(outline);
    const newRows = followRows(before, rows);
    const newRow = (row: number) => newRows[row] ?? -1;
    const stillClosed = [...collapsed].map(newRow).filter((row) => (rows[row]?.end ?? 0) > row + 1);
    for (const each of followed) each.row = newRow(each.row);
    shown = doc;
    const coverage = $coverage.get();
    if (coverage) $coverage.set(followCoverage(coverage, newRows, rows.length));
    const heir = selected < 0 ? -1 : Math.min(selected, rows.length - 1);
    $view.set({
      status: "ready",
      rows,
      collapsed: new Set(stillClosed),
      selected: newRow(selected) >= 0 ? newRow(selected) : heir,
    });
    coverSoon();
  };

  let covering: ReturnType<typeof setTimeout> | undefined;
  const coverSoon = () => {
    if (editor.$readRanges.get().length === 0) $coverage.set(null);
    else if (source)
      covering ??= setTimeout(
        () => void cover(),
        COVERAGE_DEBOUNCE_MS[editor.content().length > MAX_INLINE_LENGTH ? "long" : "short"],
      );
  };
  const cover = async (): Promise<void> => {
    const currentSource = source;
    const doc = shown;
    const readRanges = editor.$readRanges.get();
    // If the text has changed, the next outline computes the coverage.
    if (currentSource && doc !== null && editor.content() === doc) {
      const { names, lines } = readersOf(readRanges);
      const packed = names.length > 0 ? await currentSource.coverage(doc, lines).catch(() => null) : null;
      if (source === currentSource && shown === doc)
        $coverage.set(packed && coverageRows(packed, names, $view.get().rows));
    }
    covering = undefined;
    if (source === currentSource && (shown !== doc || editor.$readRanges.get() !== readRanges)) coverSoon();
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
  const select = (selected: number) => {
    if (selected !== $view.get().selected) $view.set({ ...$view.get(), selected });
  };

  /** Computes an edit of the current text and applies it as one undo step, or shows why it cannot be done. */
  const edit = async (
    row: number,
    anchor: number,
    asking: (rows: readonly OutlineRow[], row: number, anchor: number) => SectionEdit | string,
    describe: (moved: OutlineRow, anchor: string) => string,
  ): Promise<void> => {
    const own = { row };
    const other = { row: anchor };
    followed.add(own).add(other);
    try {
      for (;;) {
        while (source && editor.content() !== shown && $view.get().status !== "failed") await refresh();
        if (!source || editor.content() !== shown) return;
        const doc = shown as Text;
        const { rows } = $view.get();
        // Do not separate the two texts of a conflict.
        if (editor.$conflicts.get() > 0) return void info(t.conflict);
        if (rows[own.row]?.kind !== "section") return void info(t.changed);
        const ask = asking(rows, own.row, other.row);
        if (typeof ask === "string") return announce(ask);
        const answer = await source.answer(doc, ask);
        // The text has changed meanwhile: compute the edit again.
        if (editor.content() !== doc || editor.$conflicts.get() > 0) continue;
        const { title } = rows[own.row] ?? { title: "" };
        const anchorTitle = ask.do === "move" ? (rows[rowOf(rows, ask.anchor)]?.title ?? "") : "";
        if (answer.status === "refused") return void info(t.moveRejected(title || t.noTitle, answer.reason));
        if (answer.changes.length > 0) apply(doc, rows[own.row] as OutlineRow, answer);
        const at = rowOf($view.get().rows, answer.index);
        reveal(at);
        announce(describe($view.get().rows[at] as OutlineRow, anchorTitle || t.noTitle));
        return;
      }
    } catch {
      if (source) info(t.failed);
    } finally {
      followed.delete(own);
      followed.delete(other);
    }
  };

  const apply = (doc: Text, old: OutlineRow, answer: Extract<SectionResult, { status: "moved" }>) => {
    const changes = toChangeSet(answer.changes, doc.length);
    const after = changes.apply(doc);
    const fresh = outlineRows(answer.outline);
    const moved = fresh[rowOf(fresh, answer.index)] as OutlineRow;
    const head = editor.viewState().cursor;
    const isInside = head >= old.from && head < old.from + old.size;
    editor.edit({
      changes,
      // The cursor moves with its text.
      ...(isInside ? { selection: EditorSelection.cursor(samePosition(doc, after, { head, old, moved })) } : {}),
      annotations: isolateHistory.of("full"),
      userEvent: "move.section",
      scrollIntoView: isInside,
    });
    const now = editor.content();
    // Only this edit has happened in between; comparing long texts would cost too much.
    if (now.length === after.length && now.lines === after.lines) show(now, answer.outline);
    else scheduleRefresh();
  };

  /** Expands the ancestors of a row and selects it. */
  const reveal = (row: number) => {
    const { rows, collapsed } = $view.get();
    const open = new Set(collapsed);
    for (let at = rows[row]?.parent ?? -1; at >= 0; at = rows[at]?.parent ?? -1) open.delete(at);
    $view.set({ ...$view.get(), collapsed: open, selected: row });
  };

  const enqueue = (work: () => Promise<void>): Promise<void> => {
    works = works.then(work);
    return works;
  };

  const $at = computed([$view, editor.$counts], ({ rows, collapsed }, { line }) => {
    const row = rowAtLine(rows, line);
    return row < 0 ? -1 : visibleAncestor(rows, collapsed, row);
  });

  return {
    $view: $view as ReadableAtom<OutlineView>,
    /** What agents have read; null if nothing. */
    $coverage: $coverage as ReadableAtom<Coverage | null>,
    /** The visible row that contains the cursor, -1 for none. */
    $at: $at as ReadableAtom<number>,
    start(from: OutlineSource): void {
      source = from;
      if ($view.get().status === "failed") $view.set({ ...$view.get(), status: "loading" });
      const unlistenCounts = editor.$counts.listen(scheduleRefresh);
      const unlistenReadRanges = editor.$readRanges.listen(coverSoon);
      unlisten = () => {
        unlistenCounts();
        unlistenReadRanges();
      };
      coverSoon();
      void refresh();
    },
    stop(): void {
      source = null;
      unlisten();
      clearTimeout(timer);
      clearTimeout(covering);
      covering = undefined;
    },
    select,
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
    /** Moves the cursor to a heading and scrolls it to the top. */
    goTo(row: number): void {
      const found = $view.get().rows[row];
      if (!found) return;
      select(row);
      const doc = editor.content();
      const at = doc === shown ? found.from : doc.line(Math.min(found.lineStart, doc.lines)).from;
      editor.edit({
        selection: EditorSelection.cursor(at),
        effects: EditorView.scrollIntoView(at, { y: "start", yMargin: 24 }),
        userEvent: "select.jump",
      });
    },
    /** Moves the selected section past a sibling. */
    step: (by: 1 | -1): Promise<void> =>
      enqueue(() =>
        edit(
          $view.get().selected,
          -1,
          (rows, row) => {
            const sibling = siblingOf(rows, row, by);
            if (sibling < 0) return by < 0 ? t.isFirst : t.isLast;
            const position = by < 0 ? "before" : "after";
            return { do: "move", section: sectionOf(rows, row), position, anchor: sectionOf(rows, sibling) };
          },
          ({ title }, anchor) => t.moved(title || t.noTitle, by < 0 ? "before" : "after", anchor),
        ),
      ),
    /** Changes the level of the selected section and its subsections. */
    level: (by: 1 | -1): Promise<void> =>
      enqueue(() =>
        edit(
          $view.get().selected,
          -1,
          (rows, row) => ({ do: "level", section: sectionOf(rows, row), by }),
          ({ title, level }) => t.leveled(title || t.noTitle, level),
        ),
      ),
    drop: (row: number, { position, anchor }: DropTarget): Promise<void> =>
      enqueue(() =>
        edit(
          row,
          anchor,
          (rows, own, other) =>
            rows[other]?.kind === "section"
              ? { do: "move", section: sectionOf(rows, own), position, anchor: sectionOf(rows, other) }
              : t.changed,
          ({ title }, name) => t.moved(title || t.noTitle, position, name),
        ),
      ),
  };
}

/** Section indexes do not count the front matter row. */
const sectionOf = (rows: readonly OutlineRow[], row: number) => (rows[0]?.kind === "frontmatter" ? row - 1 : row);
const rowOf = (rows: readonly OutlineRow[], section: number) =>
  rows[0]?.kind === "frontmatter" ? section + 1 : section;

type Move = { head: number; old: OutlineRow; moved: OutlineRow };

/** The same line and column in a moved section; a heading may have gained or lost `#` marks before the column. */
function samePosition(before: Text, after: Text, { head, old, moved }: Move): number {
  const was = before.lineAt(head);
  const line = after.line(Math.max(1, Math.min(after.lines, moved.lineStart + was.number - old.lineStart)));
  const fromEnd = was.to - head;
  const isHeading = was.text !== line.text;
  return isHeading ? Math.max(line.from, line.to - fromEnd) : line.from + (head - was.from);
}
