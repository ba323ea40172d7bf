import { atom, type ReadableAtom } from "nanostores";
import type { Bridge, FileMatches, FolderQuery, FolderSearchPage, Notice, Workspace } from "../../../shared/contract";
import type { Notices } from "../../ui/notices";
import { searchMessages } from "./messages";
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

/** Debounce in milliseconds: for typing, for changed files, and for changed folders. */
const DELAYS_MS = { typing: 20, touched: 150, folder: 500 };

/** With more changed files, the whole search runs again. */
const MAX_TOUCHED = 300;

/** Searches at most this long, in milliseconds, are repeated automatically. */
const QUICK_SEARCH_MS = 2000;

/** The most queries remembered. */
const MAX_PAST = 50;

const none: SearchState = {
  ...{ status: "idle", error: null, files: [] },
  ...{ paragraphCount: 0, fileCount: 0, searched: 0, of: 0, unread: 0, partial: 0 },
};

const emptyQuery: FolderQuery = {
  ...{ text: "", regex: false, caseSensitive: false, wholeWord: false, include: "", exclude: "" },
};

/** An error for the pane: tools name arguments, the pane its buttons. */
function errorOf({ message, hint }: Notice): NonNullable<SearchState["error"]> {
  const reason = /^the pattern is not a regular expression: (.*)$/s.exec(message)?.[1];
  if (reason !== undefined) return { message: searchMessages.badPattern(reason), hint: searchMessages.badPatternHint };
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return { message: /[.!?]$/.test(sentence) ? sentence : `${sentence}.`, hint: hint ?? null };
}

type Deps = {
  bridge: Bridge;
  notices: Pick<Notices, "announce">;
  $workspace: ReadableAtom<Workspace | null>;
};

export type SearchModel = ReturnType<typeof createSearchModel>;

/**
 * The folder search without its view: the query, the results as they arrive and as files change, and the selection. Only the last
 * search counts.
 */
export function createSearchModel({ bridge, notices, $workspace }: Deps) {
  const $query = atom<FolderQuery>(emptyQuery);
  const $state = atom<SearchState>(none);
  const $closed = atom<ReadonlySet<string>>(new Set());
  /** The key of the selected row. */
  const $selected = atom<string | null>(null);
  /** Results that the user has removed, by path or by path and key, until the query changes. */
  let omitted = new Set<string>();
  /** Earlier queries, oldest first. */
  const past: string[] = [];
  let pastAt: number | null = null;
  let typed = "";
  let number = 0;
  /** The number of the running search; 0 for none. */
  let running = 0;
  let isSearchingTouched = false;
  let lastDuration = 0;
  let isShown = false;
  let isBehind = false;
  let touched = new Set<string>();
  const timers: Partial<Record<keyof typeof DELAYS_MS, ReturnType<typeof setTimeout>>> = {};

  const later = (name: keyof typeof DELAYS_MS, work: () => void) => {
    clearTimeout(timers[name]);
    timers[name] = setTimeout(work, DELAYS_MS[name]);
  };

  const hitOf = (key: string | null): HitRef | null => {
    if (key === null) return null;
    const cut = key.lastIndexOf("\0");
    const index = cut < 0 ? Number.NaN : Number(key.slice(cut + 1));
    return { path: cut < 0 ? key : key.slice(0, cut), index: Number.isInteger(index) ? index : -1 };
  };
  const fileAt = (path: string) => $state.get().files.find((file) => file.path === path);
  const paragraphAt = ({ path, index }: HitRef) => fileAt(path)?.paragraphs[index];

  const isOmitted = (path: string, key: string) => omitted.has(`${path}\0${key}`);
  /** Filters out removed results. */
  const remaining = (files: readonly FileMatches[]): FileMatches[] =>
    files.flatMap((file) => {
      if (omitted.has(file.path)) return [];
      const paragraphs = file.paragraphs.filter(({ key }) => !isOmitted(file.path, key));
      const count = file.count - (file.paragraphs.length - paragraphs.length);
      return paragraphs.length === file.paragraphs.length ? [file] : count > 0 ? [{ ...file, paragraphs, count }] : [];
    });
  const countOf = (files: readonly FileMatches[]) => files.reduce((sum, { count }) => sum + count, 0);
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

  const added = (state: SearchState, { files, status, ...counts }: FolderSearchPage): SearchState => ({
    ...{ error: null, ...counts, files: [...state.files, ...files] },
    status: status === "more" ? "searching" : status,
  });

  /** Starts a search. `quietly`: the current results stay until it has finished. */
  const search = async (how: "at once" | "quietly"): Promise<void> => {
    clearTimeout(timers.typing);
    clearTimeout(timers.folder);
    const mine = ++number;
    running = mine;
    await searchAs(mine, how);
    if (running !== mine) return;
    running = 0;
    if (touched.size > 0) later("touched", () => void searchTouched());
  };

  const searchAs = async (mine: number, how: "at once" | "quietly"): Promise<void> => {
    const query = $query.get();
    isBehind = false;
    touched = new Set();
    if (query.text === "" || $workspace.get() === null) {
      $selected.set(null);
      $state.set(none);
      void bridge.request("search:stop", undefined);
      return;
    }
    const isQuiet = how === "quietly" && $state.get().files.length > 0;
    if (!isQuiet) {
      $selected.set(null);
      // Keep the old results until the first new ones arrive, so that the list does not flicker while typing.
      $state.set({ ...$state.get(), status: "searching", error: null, searched: 0, of: 0 });
    }
    let coming: SearchState = none;
    const began = performance.now();
    const unsaved = how === "at once" ? "included" : "left out";
    let answer = await bridge.request("search:begin", { ...query, search: mine, unsaved });
    for (;;) {
      if (mine !== number) return;
      if (!answer.ok) {
        $state.set({ ...none, status: "refused", error: errorOf(answer.error) });
        return;
      }
      // A search in another window has ended this one: show what has arrived.
      if (answer.page === null) return show({ ...coming, status: "done" });
      coming = added(coming, answer.page);
      const isOver = coming.status !== "searching";
      if (isOver) show(coming);
      else if (!isQuiet && (coming.files.length > 0 || $state.get().of > 0)) show(coming);
      else if (!isQuiet) $state.set({ ...$state.get(), searched: coming.searched, of: coming.of });
      if (isOver) break;
      answer = await bridge.request("search:more", mine);
    }
    lastDuration = performance.now() - began;
    if (!isQuiet) announceResults(coming);
  };

  const announceResults = ({ paragraphCount, fileCount }: SearchState): void => {
    const { text } = $query.get();
    notices.announce(
      paragraphCount > 0
        ? searchMessages.resultCount(paragraphCount, fileCount)
        : searchMessages.nothing(text.slice(0, 100)),
    );
  };

  /** Searches the changed files again and replaces their results. */
  const searchTouched = async (): Promise<void> => {
    const { status } = $state.get();
    // A running search does this when it ends, so that an older answer never replaces a newer one.
    if (running > 0 || isSearchingTouched || touched.size === 0) return;
    if ((status !== "done" && status !== "time") || touched.size > MAX_TOUCHED) return search("quietly");
    const mine = number;
    const paths = [...touched];
    touched = new Set();
    isSearchingTouched = true;
    const answer = await bridge.request("search:files", { query: $query.get(), paths }).finally(() => {
      isSearchingTouched = false;
    });
    if (touched.size > 0) later("touched", () => void searchTouched());
    if (mine !== number || !answer.ok) return;
    const state = $state.get();
    const searchedPaths = new Set(paths);
    const before = state.files.filter(({ path }) => searchedPaths.has(path));
    const now = remaining(answer.files);
    show({
      ...state,
      files: mergeFiles(state.files, searchedPaths, now),
      fileCount: state.fileCount + now.length - before.length,
      paragraphCount: state.paragraphCount + countOf(now) - countOf(before),
    });
  };

  bridge.listen("search:touched", ({ paths }) => {
    if ($query.get().text === "") return;
    for (const path of paths) touched.add(path);
    if (isShown) later("touched", () => void searchTouched());
    else isBehind = true;
  });
  /** The last listing of each folder, because a save is also reported as a folder change. */
  const listed = new Map<string, Map<string, "folder" | "file">>();
  const checkFolder = async (folder: string): Promise<void> => {
    const answer = await bridge.request("workspace:list", folder);
    const before = listed.get(folder);
    const now = new Map(answer.ok ? answer.entries.map(({ path, kind }) => [path, kind]) : []);
    listed.set(folder, now);
    const both = [...now, ...(before ?? [])];
    const changed = both.filter(([path]) => now.has(path) !== before?.has(path));
    if (!before || changed.some(([, kind]) => kind === "folder")) {
      if (lastDuration < QUICK_SEARCH_MS) later("folder", () => void search("quietly"));
    } else if (changed.length > 0) {
      for (const [path] of changed) touched.add(path);
      later("touched", () => void searchTouched());
    }
  };
  // Files may have been added, removed or renamed.
  bridge.listen("workspace:changed", ({ folders }) => {
    if ($query.get().text === "") return;
    if (isShown) for (const folder of folders) void checkFolder(folder);
    else isBehind = true;
  });
  let root = $workspace.get()?.root ?? null;
  $workspace.listen((workspace) => {
    const next = workspace?.root ?? null;
    if (next === root) return;
    root = next;
    $state.set(none);
    $closed.set(new Set());
    void search("at once");
  });

  const ask = (query: Partial<FolderQuery>, when: "soon" | "now"): void => {
    const next = { ...$query.get(), ...query };
    omitted = new Set();
    $query.set(next);
    if (when === "now" || next.text === "") void search("at once");
    else {
      // Cancel the running search: its results are no longer needed.
      number += 1;
      later("typing", () => void search("at once"));
    }
  };

  return {
    $query,
    $state,
    $closed,
    $selected,
    /** Searches after the user stops typing. */
    type(text: string): void {
      pastAt = null;
      ask({ text }, "soon");
    },
    /** Shows text that is being composed; the search starts when composition ends. */
    compose(text: string): void {
      clearTimeout(timers.typing);
      $query.set({ ...$query.get(), text });
    },
    /** Changes the search options or file filters. */
    set: (options: Partial<Omit<FolderQuery, "text">>, when: "soon" | "now" = "now") => ask(options, when),
    /** Searches immediately. */
    searchFor: (text: string) => ask({ text }, "now"),
    /** Whether the results are visible: only then are they updated. */
    setVisible(isVisible: boolean): void {
      isShown = isVisible;
      if (!isVisible || !isBehind) return;
      isBehind = false;
      void search("quietly");
    },
    /** The window was focused again: other programs may have changed files. Slow searches are not repeated. */
    onWindowFocus(): void {
      if (
        isShown &&
        $query.get().text !== "" &&
        $state.get().status !== "searching" &&
        lastDuration < QUICK_SEARCH_MS
      ) {
        void search("quietly");
      }
    },
    /** Remembers the query for the arrow keys. */
    remember(): void {
      const { text } = $query.get();
      if (text === "" || past.at(-1) === text) return;
      const at = past.indexOf(text);
      if (at >= 0) past.splice(at, 1);
      past.push(text);
      if (past.length > MAX_PAST) past.shift();
    },
    /** The previous or next query in the history; null at the ends. The last one is what was typed. */
    recall(by: -1 | 1): string | null {
      if (pastAt === null) {
        if (by > 0) return null;
        typed = $query.get().text;
        pastAt = past.length;
        if (past.at(-1) === typed) pastAt -= 1;
      }
      const next = pastAt + by;
      if (next < 0) return null;
      const text = next >= past.length ? typed : (past[next] as string);
      pastAt = next >= past.length ? null : next;
      ask({ text }, "soon");
      return text;
    },
    select: (key: string | null) => $selected.set(key),
    /** Moves the selection away from a paragraph, or a file (`index` null), that is about to disappear. */
    selectBehind({ path, index }: { path: string; index: number | null }): void {
      const rows = this.rows();
      const leaves = (row: SearchRow) => row.file.path === path && (index === null || row.key === hitKey(path, index));
      const isSelected = ({ key }: SearchRow) => key === $selected.get();
      if (!rows.some((row) => leaves(row) && isSelected(row))) return;
      const last = rows.findLastIndex(leaves);
      const stays = (row: SearchRow) => row.kind !== "more" && !leaves(row);
      const next = rows.slice(last + 1).find(stays) ?? rows.findLast(stays);
      if (next) $selected.set(next.key);
    },
    /** Removes a file or paragraph from the results until the query changes: it is neither shown nor replaced. */
    omit({ path, index }: { path: string; index: number | null }): void {
      const paragraph = index === null ? null : paragraphAt({ path, index });
      if (paragraph === undefined) return;
      this.selectBehind({ path, index });
      omitted.add(paragraph === null ? path : `${path}\0${paragraph.key}`);
      show($state.get());
    },
    open(paths: readonly string[]): void {
      const closed = new Set($closed.get());
      for (const path of paths) closed.delete(path);
      $closed.set(closed);
    },
    /** If a paragraph of a collapsed file was selected, the file is selected instead. */
    close(paths: readonly string[]): void {
      $closed.set(new Set([...$closed.get(), ...paths]));
      const hit = hitOf($selected.get());
      if (hit && hit.index >= 0 && paths.includes(hit.path)) $selected.set(hit.path);
    },
    toggleAll(): void {
      const paths = $state.get().files.map(({ path }) => path);
      if (paths.every((path) => $closed.get().has(path))) $closed.set(new Set());
      else this.close(paths);
    },
    rows: () => searchRows($state.get().files, $closed.get()),
    /** The selected paragraph, if the selection is one. */
    selectedHit: () => {
      const hit = hitOf($selected.get());
      return hit && hit.index >= 0 ? hit : null;
    },
    paragraphAt,
    fileAt,
    /** Selects the next or previous paragraph and expands its file. */
    step(by: 1 | -1): (HitRef & { wrapped: boolean }) | null {
      const next = hitAfter($state.get().files, hitOf($selected.get()), by);
      if (!next) return null;
      this.open([next.path]);
      $selected.set(hitKey(next.path, next.index));
      return next;
    },
  };
}
