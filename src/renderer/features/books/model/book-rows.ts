import { atom } from "nanostores";
import type { BookPath, BookRow, RowPosition } from "../../../../shared/book";
import type { Bridge, Notice } from "../../../../shared/contract";
import { MAX_ROWS_PER_REQUEST } from "../../../ui/limits";
import { mergedRows, withChanged } from "./merged-rows";
import { throttledTask } from "./throttled-task";

type Deps = {
  bridge: Bridge;
  book: BookPath;
  setError(error: Notice | null): void;
  /** A chapter was loaded, maybe again; or changed rows were received, and `chapter` is null. */
  onLoaded(rows: readonly BookRow[], chapter: string | null): void;
};

export type BookRows = ReturnType<typeof createBookRows>;

/** The loaded paragraphs of a book, by chapter. */
export function createBookRows({ bridge, book, setError, onLoaded }: Deps) {
  const $rows = atom<ReadonlyMap<string, readonly BookRow[]>>(new Map());

  const rowAt = ({ id, chapter, index }: RowPosition): BookRow | null => {
    const rows = $rows.get().get(chapter);
    const there = rows?.[index];
    return there?.id === id ? there : (rows?.find((each) => each.id === id) ?? null);
  };

  /** Replaces loaded rows by their current version. */
  function put(changed: readonly BookRow[]): void {
    const all = new Map($rows.get());
    let hasChanged = false;
    for (const chapter of new Set(changed.map((row) => row.chapter))) {
      const rows = all.get(chapter);
      if (!rows) continue;
      const next = withChanged(rows, changed);
      if (next !== rows) all.set(chapter, next);
      hasChanged ||= next !== rows;
    }
    if (hasChanged) $rows.set(all);
  }

  const loads = new Map<string, ReturnType<typeof throttledTask>>();
  /** Loads or reloads the paragraphs of a chapter. */
  function load(chapter: string): Promise<void> {
    const known =
      loads.get(chapter) ??
      throttledTask(async () => {
        const answer = await bridge.request("book:rows", { book, chapter });
        if (!answer.ok) {
          setError(answer.error);
          return;
        }
        setError(null);
        const rows = mergedRows($rows.get().get(chapter), answer.rows);
        if (rows !== $rows.get().get(chapter)) $rows.set(new Map($rows.get()).set(chapter, rows));
        onLoaded(rows, chapter);
      });
    loads.set(chapter, known);
    return known.run();
  }
  const loaded = async (chapter: string): Promise<void> => {
    if (!$rows.get().has(chapter)) await load(chapter);
  };

  return {
    $rows,
    rowAt,
    put,
    /** Replaces rows that somebody else has changed. */
    receive(changed: readonly BookRow[]): void {
      put(changed);
      onLoaded(changed, null);
    },
    load,
    loaded,
    refreshRows: async (ids: string[]): Promise<void> => {
      for (let at = 0; at < ids.length; at += MAX_ROWS_PER_REQUEST) {
        const answer = await bridge.request("book:rows-of", { book, ids: ids.slice(at, at + MAX_ROWS_PER_REQUEST) });
        if (answer.ok) put(answer.rows);
      }
    },
    /** Reloads a chapter if it is loaded. */
    reload: (chapter: string): Promise<void> => ($rows.get().has(chapter) ? load(chapter) : Promise.resolve()),
    /** Drops the rows of chapters that the book no longer has. */
    keepOnly(ids: readonly string[]): void {
      const kept = new Map([...$rows.get()].filter(([id]) => ids.includes(id)));
      if (kept.size < $rows.get().size) $rows.set(kept);
    },
    forget: () => $rows.set(new Map()),
  };
}
