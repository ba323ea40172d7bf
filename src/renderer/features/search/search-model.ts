import { atom, type ReadableAtom } from "nanostores";
import type { Bridge, FolderQuery, Workspace } from "../../../shared/contract";
import type { Notices } from "../../ui/notices";
import { createChangedFiles } from "./changed-files";
import { createQueryHistory } from "./query-history";
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
