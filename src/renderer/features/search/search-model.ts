import { atom, type ReadableAtom } from "nanostores";
import type { Bridge, FolderQuery, Workspace } from "../../../shared/contract";
import type { Notices } from "../../ui/notices";
import { createChangedFiles } from "./changed-files";
import { createSearchResults } from "./search-results-store";
import { createSearchRuns } from "./search-runs";

const emptyQuery: FolderQuery = {
  text: "",
  regex: false,
  caseSensitive: false,
  wholeWord: false,
  include: "",
  exclude: "",
};

type Deps = {
  bridge: Bridge;
  notices: Pick<Notices, "announce">;
  $workspace: ReadableAtom<Workspace | null>;
};

export type SearchModel = ReturnType<typeof createSearchModel>;

/** The folder search without its view: the query, and the results as they arrive and as files change. */
export function createSearchModel({ bridge, notices, $workspace }: Deps) {
  const $query = atom<FolderQuery>(emptyQuery);
  const results = createSearchResults();
  const runs = createSearchRuns({
    bridge,
    notices,
    $workspace,
    $query,
    results,
    onBegin: () => changes.handleBegin(),
    onEnd: () => changes.handleEnd(),
  });
  const changes = createChangedFiles({ bridge, $query, results, runs });
  const history = createQueryHistory();

  let root = $workspace.get()?.root ?? null;
  $workspace.listen((workspace) => {
    const next = workspace?.root ?? null;
    if (next === root) return;
    root = next;
    results.reset();
    void runs.search("at once");
  });

  const ask = (query: Partial<FolderQuery>, when: "soon" | "now"): void => {
    const next = { ...$query.get(), ...query };
    results.forgetOmitted();
    $query.set(next);
    if (when === "now" || next.text === "") void runs.search("at once");
    else runs.searchSoon();
  };

  return {
    ...results,
    $query,
    setVisible: changes.setVisible,
    onWindowFocus: changes.onWindowFocus,
    /** Searches after the user stops typing. */
    type(text: string): void {
      history.leave();
      ask({ text }, "soon");
    },
    /** Shows text that is being composed; the search starts when composition ends. */
    compose(text: string): void {
      runs.cancelSoon();
      $query.set({ ...$query.get(), text });
    },
    /** Changes the search options or file filters. */
    set: (options: Partial<Omit<FolderQuery, "text">>, when: "soon" | "now" = "now") => ask(options, when),
    /** Searches immediately. */
    searchFor: (text: string) => ask({ text }, "now"),
    /** Remembers the query for the arrow keys. */
    remember: () => history.remember($query.get().text),
    /** Shows the previous or next query in the history, and returns it; null at the ends. */
    recall(by: -1 | 1): string | null {
      const text = history.recall(by, $query.get().text);
      if (text !== null) ask({ text }, "soon");
      return text;
    },
  };
}

/** The maximum number of queries remembered. */
const MAX_PAST = 50;

/** Earlier queries, for the arrow keys in the search field. */
function createQueryHistory() {
  /** Oldest first. */
  const past: string[] = [];
  /** Which one is shown; null for what was typed. */
  let shown: number | null = null;
  let typed = "";
  return {
    remember(text: string): void {
      if (text === "" || past.at(-1) === text) return;
      const at = past.indexOf(text);
      if (at >= 0) past.splice(at, 1);
      past.push(text);
      if (past.length > MAX_PAST) past.shift();
    },
    /** The previous or next query; null at the ends. After the last one comes what was typed: `current`, at the first step. */
    recall(by: -1 | 1, current: string): string | null {
      if (shown === null) {
        if (by > 0) return null;
        typed = current;
        shown = past.length;
        if (past.at(-1) === typed) shown -= 1;
      }
      const next = shown + by;
      if (next < 0) return null;
      shown = next >= past.length ? null : next;
      return past[next] ?? typed;
    },
    /** Ends going through earlier queries, because the user types. */
    leave(): void {
      shown = null;
    },
  };
}
