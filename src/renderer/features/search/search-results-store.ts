import { atom } from "nanostores";
import type { FileMatches } from "../../../shared/contract";
import { type HitRef, hitAfter, hitKey, mergeFiles, type SearchRow, sameHit, searchRows } from "./search-rows";

/** The displayed state of the search. */
export type SearchState = {
  /** `idle`: no query. `refused`: `error` says why. `time`: it timed out before everything was searched. */
  status: "idle" | "searching" | "done" | "time" | "refused";
  error: { message: string; hint: string | null } | null;
  files: readonly FileMatches[];
  paragraphCount: number;
  fileCount: number;
  searched: number;
  of: number;
  unread: number;
  partial: number;
};

export const noResults: SearchState = {
  status: "idle",
  error: null,
  files: [],
  paragraphCount: 0,
  fileCount: 0,
  searched: 0,
  of: 0,
  unread: 0,
  partial: 0,
};

const countOf = (files: readonly FileMatches[]) => files.reduce((sum, { count }) => sum + count, 0);

/** The paragraph or, with the index -1, the file that the key of a row stands for. */
function hitOf(key: string | null): HitRef | null {
  if (key === null) return null;
  const cut = key.lastIndexOf("\0");
  const index = cut < 0 ? Number.NaN : Number(key.slice(cut + 1));
  return { path: cut < 0 ? key : key.slice(0, cut), index: Number.isInteger(index) ? index : -1 };
}

export type SearchResultsStore = ReturnType<typeof createSearchResults>;

/** The results of a search as the pane shows them: without those that the user has removed, with collapsed files and a selection. */
export function createSearchResults() {
  const $state = atom<SearchState>(noResults);
  const $closed = atom<ReadonlySet<string>>(new Set());
  /** The key of the selected row. */
  const $selected = atom<string | null>(null);
  /** Results that the user has removed, by path or by path and key. */
  let omitted = new Set<string>();

  const fileAt = (path: string) => $state.get().files.find((file) => file.path === path);
  const paragraphAt = ({ path, index }: HitRef) => fileAt(path)?.paragraphs[index];
  const rows = () => searchRows($state.get().files, $closed.get());

  /** Filters out removed results. */
  const remaining = (files: readonly FileMatches[]): FileMatches[] =>
    files.flatMap((file) => {
      if (omitted.has(file.path)) return [];
      const paragraphs = file.paragraphs.filter(({ key }) => !omitted.has(`${file.path}\0${key}`));
      const count = file.count - (file.paragraphs.length - paragraphs.length);
      return paragraphs.length === file.paragraphs.length ? [file] : count > 0 ? [{ ...file, paragraphs, count }] : [];
    });
  const withoutOmitted = (state: SearchState): SearchState => {
    if (omitted.size === 0) return state;
    const files = remaining(state.files);
    const paragraphCount = state.paragraphCount - (countOf(state.files) - countOf(files));
    return { ...state, files, paragraphCount, fileCount: state.fileCount - (state.files.length - files.length) };
  };

  /** Shows new results and keeps the selection if the selected result still exists. */
  const show = (all: SearchState): void => {
    const next = withoutOmitted(all);
    const key = $selected.get();
    const before = hitOf(key);
    const paragraph = before ? paragraphAt(before) : undefined;
    $state.set(next);
    if (before === null) return;
    const file = fileAt(before.path);
    if (!file) $selected.set(null);
    else if (before.index >= 0) {
      const index = sameHit(paragraph, before.index, file.paragraphs);
      $selected.set(index < 0 ? before.path : hitKey(before.path, index));
    }
  };

  /** Moves the selection away from a paragraph, or a file (`index` null), that is about to disappear. */
  const selectBehind = ({ path, index }: { path: string; index: number | null }): void => {
    const all = rows();
    const leaves = (row: SearchRow) => row.file.path === path && (index === null || row.key === hitKey(path, index));
    const isSelected = ({ key }: SearchRow) => key === $selected.get();
    if (!all.some((row) => leaves(row) && isSelected(row))) return;
    const last = all.findLastIndex(leaves);
    const stays = (row: SearchRow) => row.kind !== "more" && !leaves(row);
    const next = all.slice(last + 1).find(stays) ?? all.findLast(stays);
    if (next) $selected.set(next.key);
  };

  const open = (paths: readonly string[]): void => {
    const closed = new Set($closed.get());
    for (const path of paths) closed.delete(path);
    $closed.set(closed);
  };

  /** If a paragraph of a collapsed file was selected, the file is selected instead. */
  const close = (paths: readonly string[]): void => {
    $closed.set(new Set([...$closed.get(), ...paths]));
    const hit = hitOf($selected.get());
    if (hit && hit.index >= 0 && paths.includes(hit.path)) $selected.set(hit.path);
  };

  return {
    $state,
    $closed,
    $selected,
    fileAt,
    paragraphAt,
    rows,
    show,
    select: (key: string | null) => $selected.set(key),
    selectBehind,
    open,
    close,
    toggleAll(): void {
      const paths = $state.get().files.map(({ path }) => path);
      if (paths.every((path) => $closed.get().has(path))) $closed.set(new Set());
      else close(paths);
    },
    /** The selected paragraph, if the selection is one. */
    selectedHit(): HitRef | null {
      const hit = hitOf($selected.get());
      return hit && hit.index >= 0 ? hit : null;
    },
    /** Selects the next or previous paragraph and expands its file. */
    step(by: 1 | -1): (HitRef & { wrapped: boolean }) | null {
      const next = hitAfter($state.get().files, hitOf($selected.get()), by);
      if (!next) return null;
      open([next.path]);
      $selected.set(hitKey(next.path, next.index));
      return next;
    },
    /** Removes a file or paragraph from the results until the query changes: it is neither shown nor replaced. */
    omit({ path, index }: { path: string; index: number | null }): void {
      const paragraph = index === null ? null : paragraphAt({ path, index });
      if (paragraph === undefined) return;
      selectBehind({ path, index });
      omitted.add(paragraph === null ? path : `${path}\0${paragraph.key}`);
      show($state.get());
    },
    /** The query has changed: results that the user had removed may come back. */
    forgetOmitted(): void {
      omitted = new Set();
    },
    /** Replaces the results in these files. */
    replaceFiles(paths: ReadonlySet<string>, files: readonly FileMatches[]): void {
      const state = $state.get();
      const before = state.files.filter(({ path }) => paths.has(path));
      const now = remaining(files);
      show({
        ...state,
        files: mergeFiles(state.files, paths, now),
        fileCount: state.fileCount + now.length - before.length,
        paragraphCount: state.paragraphCount + countOf(now) - countOf(before),
      });
    },
    /** Another folder was opened. */
    reset(): void {
      $state.set(noResults);
      $closed.set(new Set());
    },
  };
}
