import type { ReadableAtom } from "nanostores";
import type { Bridge, FolderQuery } from "../../../shared/contract";
import type { SearchResultsStore } from "./search-results-store";
import type { SearchRuns } from "./search-runs";

/** Debounce of a search in changed files, in milliseconds. */
const DEBOUNCE_MS = 150;

/** With more changed files, the whole search runs again. */
const MAX_TOUCHED = 300;

/** Searches at most this long, in milliseconds, are repeated automatically. */
const QUICK_SEARCH_MS = 2000;

type Deps = {
  bridge: Bridge;
  $query: ReadableAtom<FolderQuery>;
  results: SearchResultsStore;
  runs: Pick<SearchRuns, "search" | "searchAgainSoon" | "isRunning" | "lastDuration" | "stillLast">;
};

/** Keeps the results true while files change: searches only in what has changed, as long as that is enough. */
export function createChangedFiles({ bridge, $query, results, runs }: Deps) {
  const { $state } = results;
  let touched = new Set<string>();
  let isSearchingTouched = false;
  /** Whether the results are visible: only then are they updated. */
  let isShown = false;
  let isBehind = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void searchTouched(), DEBOUNCE_MS);
  };

  const isQuick = () => runs.lastDuration() < QUICK_SEARCH_MS;

  /** Searches the changed files again and replaces their results. */
  const searchTouched = async (): Promise<void> => {
    const { status } = $state.get();
    // A running search does this when it ends, so that an older answer never replaces a newer one.
    if (runs.isRunning() || isSearchingTouched || touched.size === 0) return;
    if ((status !== "done" && status !== "time") || touched.size > MAX_TOUCHED) return runs.search("quietly");
    const isLast = runs.stillLast();
    const paths = [...touched];
    touched = new Set();
    isSearchingTouched = true;
    const answer = await bridge.request("search:files", { query: $query.get(), paths }).finally(() => {
      isSearchingTouched = false;
    });
    if (touched.size > 0) soon();
    if (!isLast()) return;
    if (answer.ok) results.replaceFiles(new Set(paths), answer.files);
    // Otherwise the results would stay as they were before the change. A search of the whole folder shows why, if it fails as well.
    else runs.searchAgainSoon();
  };

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
      if (isQuick()) runs.searchAgainSoon();
    } else if (changed.length > 0) {
      for (const [path] of changed) touched.add(path);
      soon();
    }
  };

  bridge.listen("search:touched", ({ paths }) => {
    if ($query.get().text === "") return;
    for (const path of paths) touched.add(path);
    if (isShown) soon();
    else isBehind = true;
  });
  // Files may have been added, removed or renamed.
  bridge.listen("workspace:changed", ({ folders }) => {
    if ($query.get().text === "") return;
    if (isShown) for (const folder of folders) void checkFolder(folder);
    else isBehind = true;
  });

  return {
    /** A search of the whole folder begins. */
    handleBegin(): void {
      isBehind = false;
      touched = new Set();
    },
    /** It has ended: files that changed meanwhile come next. */
    handleEnd(): void {
      if (touched.size > 0) soon();
    },
    setVisible(isVisible: boolean): void {
      isShown = isVisible;
      if (!isVisible || !isBehind) return;
      isBehind = false;
      void runs.search("quietly");
    },
    /** The window was focused again: other programs may have changed files. Slow searches are not repeated. */
    onWindowFocus(): void {
      if (isShown && $query.get().text !== "" && $state.get().status !== "searching" && isQuick())
        void runs.search("quietly");
    },
  };
}
