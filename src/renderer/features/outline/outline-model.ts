import { isolateHistory } from "@codemirror/commands";
import { EditorSelection, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { atom, computed, type ReadableAtom } from "nanostores";
import { toChangeSet } from "../../editor/change-sets";
import { words } from "../../ui/messages";
import type { Notices } from "../../ui/notices";
import type { Copy } from "../../workbench/tabs/tabs";
import { type Coverage, coverageRows, followCoverage, readersOf } from "./coverage/outline-coverage";
import type { Standing } from "./outline-keys";
import { followRows, type OutlineRow, outlineRows, rowAtLine, shownFor, siblingOf } from "./outline-rows";
import type { PackedOutline, SectionAnswer, SectionAsk } from "./outline-service";
import { LONG, type OutlineSource } from "./outline-source";

/** Debounce of outline updates, in milliseconds. */
const REST = 150;

/** The shortest time between two computations of the coverage, in milliseconds; longer for texts that go to a worker. */
const COVER_REST = { short: 120, long: 500 };

/** The displayed outline; `loading` until the first one is ready. */
export type OutlineView = Standing & { status: "loading" | "ready" | "failed" };

/** A drop target, in row indexes. */
export type DropPlace = { position: "before" | "after" | "into"; anchor: number };

export type OutlineModel = ReturnType<typeof createOutlineModel>;

/**
 * The outline of a document, updated with its text between `start` and `stop`. Rows are tracked through edits, so collapsed and
 * selected rows stay so.
 */
export function createOutlineModel(copy: Copy, { announce, tell }: Pick<Notices, "announce" | "tell">) {
  const $view = atom<OutlineView>({ status: "loading", rows: [], collapsed: new Set(), selected: -1 });
  const $coverage = atom<Coverage | null>(null);
  const say = words.outline;
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
    const places = followRows(before, rows);
    const place = (row: number) => places[row] ?? -1;
    const stillClosed = [...collapsed].map(place).filter((row) => (rows[row]?.end ?? 0) > row + 1);
    for (const each of followed) each.row = place(each.row);
    shown = doc;
    const coverage = $coverage.get();
    if (coverage) $coverage.set(followCoverage(coverage, places, rows.length));
    const heir = selected < 0 ? -1 : Math.min(selected, rows.length - 1);
    $view.set({
      status: "ready",
      rows,
      collapsed: new Set(stillClosed),
      selected: place(selected) >= 0 ? place(selected) : heir,
    });
    coverSoon();
  };

  let covering: ReturnType<typeof setTimeout> | undefined;
  const coverSoon = () => {
    if (copy.$readings.get().length === 0) $coverage.set(null);
    else if (source)
      covering ??= setTimeout(() => void cover(), COVER_REST[copy.content().length > LONG ? "long" : "short"]);
  };
  const cover = async (): Promise<void> => {
    const asked = source;
    const doc = shown;
    const readings = copy.$readings.get();
    // If the text has changed, the next outline computes the coverage.
    if (asked && doc !== null && copy.content() === doc) {
      const { names, lines } = readersOf(readings);
      const packed = names.length > 0 ? await asked.coverage(doc, lines).catch(() => null) : null;
      if (source === asked && shown === doc) $coverage.set(packed && coverageRows(packed, names, $view.get().rows));
    }
    covering = undefined;
    if (source === asked && (shown !== doc || copy.$readings.get() !== readings)) coverSoon();
  };

  const refresh = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    refreshing ??= (async () => {
      // A partially loaded text would have a partial outline.
      await copy.whole();
      const doc = copy.content();
      const asked = source;
      if (doc === shown || !asked) return;
      try {
        const outline = await asked.outline(doc);
        if (source === asked) show(doc, outline);
      } catch {
        if (source === asked) $view.set({ status: "failed", rows: [], collapsed: new Set(), selected: -1 });
      }
    })().finally(() => {
      refreshing = null;
      // A failed outline is tried again with the next edit.
      if ($view.get().status !== "failed") look();
    });
    return refreshing;
  };

  // Only the latest text counts: while an outline is computed, the next one waits and uses the text of that time.
  const look = () => {
    if (!source || refreshing || copy.content() === shown) return;
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(), REST);
  };

  let unlisten = () => {};
  const select = (selected: number) => {
    if (selected !== $view.get().selected) $view.set({ ...$view.get(), selected });
  };

  /** Computes an edit of the current text and applies it as one undo step, or shows why it cannot be done. */
  const edit = async (
    row: number,
    anchor: number,
    asking: (rows: readonly OutlineRow[], row: number, anchor: number) => SectionAsk | string,
    told: (moved: OutlineRow, anchor: string) => string,
  ): Promise<void> => {
    const own = { row };
    const other = { row: anchor };
    followed.add(own).add(other);
    try {
      for (;;) {
        while (source && copy.content() !== shown && $view.get().status !== "failed") await refresh();
        if (!source || copy.content() !== shown) return;
        const doc = shown as Text;
        const { rows } = $view.get();
        // Do not separate the two texts of a conflict.
        if (copy.$conflicts.get() > 0) return void tell(say.conflict);
        if (rows[own.row]?.kind !== "section") return void tell(say.changed);
        const ask = asking(rows, own.row, other.row);
        if (typeof ask === "string") return announce(ask);
        const answer = await source.answer(doc, ask);
        // The text has changed meanwhile: compute the edit again.
        if (copy.content() !== doc || copy.$conflicts.get() > 0) continue;
        const { title } = rows[own.row] ?? { title: "" };
        const anchorTitle = ask.do === "move" ? (rows[rowOf(rows, ask.anchor)]?.title ?? "") : "";
        if (answer.status === "refused") return void tell(say.refused(title || say.noTitle, answer.reason));
        if (answer.changes.length > 0) apply(doc, rows[own.row] as OutlineRow, answer);
        const at = rowOf($view.get().rows, answer.index);
        reveal(at);
        announce(told($view.get().rows[at] as OutlineRow, anchorTitle || say.noTitle));
        return;
      }
    } catch {
      if (source) tell(say.failed);
    } finally {
      followed.delete(own);
      followed.delete(other);
    }
  };

  const apply = (doc: Text, old: OutlineRow, answer: Extract<SectionAnswer, { status: "moved" }>) => {
    const changes = toChangeSet(answer.changes, doc.length);
    const after = changes.apply(doc);
    const fresh = outlineRows(answer.outline);
    const moved = fresh[rowOf(fresh, answer.index)] as OutlineRow;
    const head = copy.view().cursor;
    const isInside = head >= old.from && head < old.from + old.size;
    copy.edit({
      changes,
      // The cursor moves with its text.
      ...(isInside ? { selection: EditorSelection.cursor(sameSpot(doc, after, { head, old, moved })) } : {}),
      annotations: isolateHistory.of("full"),
      userEvent: "move.section",
      scrollIntoView: isInside,
    });
    const now = copy.content();
    // Only this edit has happened in between; comparing long texts would cost too much.
    if (now.length === after.length && now.lines === after.lines) show(now, answer.outline);
    else look();
  };

  /** Expands the ancestors of a row and selects it. */
  const reveal = (row: number) => {
    const { rows, collapsed } = $view.get();
    const open = new Set(collapsed);
    for (let at = rows[row]?.parent ?? -1; at >= 0; at = rows[at]?.parent ?? -1) open.delete(at);
    $view.set({ ...$view.get(), collapsed: open, selected: row });
  };

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    works = works.then(work);
    return works;
  };

  const $at = computed([$view, copy.$counts], ({ rows, collapsed }, { line }) => {
    const row = rowAtLine(rows, line);
    return row < 0 ? -1 : shownFor(rows, collapsed, row);
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
      const unlistenCounts = copy.$counts.listen(look);
      const unlistenReadings = copy.$readings.listen(coverSoon);
      unlisten = () => {
        unlistenCounts();
        unlistenReadings();
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
      $view.set({ ...view, collapsed, selected: shownFor(view.rows, collapsed, view.selected) });
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
      $view.set({ ...view, collapsed, selected: shownFor(view.rows, collapsed, view.selected) });
    },
    /** Moves the cursor to a heading and scrolls it to the top. */
    goTo(row: number): void {
      const found = $view.get().rows[row];
      if (!found) return;
      select(row);
      const doc = copy.content();
      const at = doc === shown ? found.from : doc.line(Math.min(found.lineStart, doc.lines)).from;
      copy.edit({
        selection: EditorSelection.cursor(at),
        effects: EditorView.scrollIntoView(at, { y: "start", yMargin: 24 }),
        userEvent: "select.jump",
      });
    },
    /** Moves the selected section past a sibling. */
    step: (by: 1 | -1): Promise<void> =>
      inTurn(() =>
        edit(
          $view.get().selected,
          -1,
          (rows, row) => {
            const sibling = siblingOf(rows, row, by);
            if (sibling < 0) return by < 0 ? say.isFirst : say.isLast;
            const position = by < 0 ? "before" : "after";
            return { do: "move", section: sectionOf(rows, row), position, anchor: sectionOf(rows, sibling) };
          },
          ({ title }, anchor) => say.moved(title || say.noTitle, by < 0 ? "before" : "after", anchor),
        ),
      ),
    /** Changes the level of the selected section and its subsections. */
    level: (by: 1 | -1): Promise<void> =>
      inTurn(() =>
        edit(
          $view.get().selected,
          -1,
          (rows, row) => ({ do: "level", section: sectionOf(rows, row), by }),
          ({ title, level }) => say.leveled(title || say.noTitle, level),
        ),
      ),
    drop: (row: number, { position, anchor }: DropPlace): Promise<void> =>
      inTurn(() =>
        edit(
          row,
          anchor,
          (rows, own, other) =>
            rows[other]?.kind === "section"
              ? { do: "move", section: sectionOf(rows, own), position, anchor: sectionOf(rows, other) }
              : say.changed,
          ({ title }, name) => say.moved(title || say.noTitle, position, name),
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
function sameSpot(before: Text, after: Text, { head, old, moved }: Move): number {
  const was = before.lineAt(head);
  const line = after.line(Math.max(1, Math.min(after.lines, moved.lineStart + was.number - old.lineStart)));
  const fromEnd = was.to - head;
  const isHeading = was.text !== line.text;
  return isHeading ? Math.max(line.from, line.to - fromEnd) : line.from + (head - was.from);
}
