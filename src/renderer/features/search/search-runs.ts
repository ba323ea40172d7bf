import type { ReadableAtom } from "nanostores";
import type { Bridge, FolderQuery, FolderSearchPage, Notice, Workspace } from "../../../shared/contract";
import type { Notices } from "../../ui/notices";
import { searchMessages } from "./messages";
import { noResults, type SearchResultsStore, type SearchState } from "./search-results-store";

/** Debounce in milliseconds: for typing, and for changed folders. */
const DELAYS_MS = { typing: 20, folder: 500 };

/** How a search runs. `quietly`: the current results stay until it has finished. */
type Manner = "at once" | "quietly";

type Deps = {
  bridge: Bridge;
  notices: Pick<Notices, "announce">;
  $workspace: ReadableAtom<Workspace | null>;
  $query: ReadableAtom<FolderQuery>;
  results: SearchResultsStore;
  /** A search begins, which includes all changes of files up to now. */
  onBegin(): void;
  /** The last search has ended. */
  onEnd(): void;
};

export type SearchRuns = ReturnType<typeof createSearchRuns>;

/** An error for the pane: tools name arguments, the pane its buttons. */
function errorOf({ message, hint }: Notice): NonNullable<SearchState["error"]> {
  const reason = /^the pattern is not a regular expression: (.*)$/s.exec(message)?.[1];
  if (reason !== undefined) return { message: searchMessages.badPattern(reason), hint: searchMessages.badPatternHint };
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return { message: /[.!?]$/.test(sentence) ? sentence : `${sentence}.`, hint: hint ?? null };
}

const added = (state: SearchState, { files, status, ...counts }: FolderSearchPage): SearchState => ({
  error: null,
  ...counts,
  files: [...state.files, ...files],
  status: status === "more" ? "searching" : status,
});

/** Runs searches of the whole folder, one at a time: only the last one counts. Results are shown as they arrive. */
export function createSearchRuns({ bridge, notices, $workspace, $query, results, onBegin, onEnd }: Deps) {
  const { $state, $selected, show } = results;
  /** The number of the last search. */
  let number = 0;
  /** The number of the running search; 0 for none. */
  let running = 0;
  let lastDuration = 0;
  const timers: Partial<Record<keyof typeof DELAYS_MS, ReturnType<typeof setTimeout>>> = {};

  const later = (name: keyof typeof DELAYS_MS, how: Manner) => {
    clearTimeout(timers[name]);
    timers[name] = setTimeout(() => void search(how), DELAYS_MS[name]);
  };

  const search = async (how: Manner): Promise<void> => {
    clearTimeout(timers.typing);
    clearTimeout(timers.folder);
    const mine = ++number;
    running = mine;
    await searchAs(mine, how);
    if (running !== mine) return;
    running = 0;
    onEnd();
  };

  const searchAs = async (mine: number, how: Manner): Promise<void> => {
    const query = $query.get();
    onBegin();
    if (query.text === "" || $workspace.get() === null) {
      $selected.set(null);
      $state.set(noResults);
      void bridge.request("search:stop", undefined);
      return;
    }
    const isQuiet = how === "quietly" && $state.get().files.length > 0;
    if (!isQuiet) {
      $selected.set(null);
      // Keep the old results until the first new ones arrive, so that the list does not flicker while typing.
      $state.set({ ...$state.get(), status: "searching", error: null, searched: 0, of: 0 });
    }
    let coming: SearchState = noResults;
    const began = performance.now();
    const unsaved = how === "at once" ? "included" : "left out";
    let answer = await bridge.request("search:begin", { ...query, search: mine, unsaved });
    for (;;) {
      if (mine !== number) return;
      if (!answer.ok) {
        $state.set({ ...noResults, status: "refused", error: errorOf(answer.error) });
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

  return {
    search,
    /** Searches after the user stops typing. The results of a running search are no longer needed. */
    searchSoon(): void {
      number += 1;
      later("typing", "at once");
    },
    /** Searches again after folders have changed. */
    searchAgainSoon: () => later("folder", "quietly"),
    /** The user is still typing: cancels the search that `searchSoon` has scheduled. */
    cancelSoon: () => clearTimeout(timers.typing),
    isRunning: () => running > 0,
    /** The duration of the last search, in milliseconds. */
    lastDuration: () => lastDuration,
    /** Returns whether no search has begun since this call. */
    stillLast(): () => boolean {
      const mine = number;
      return () => mine === number;
    },
  };
}
