import { atom } from "nanostores";
import type { Bridge, Outcome } from "../../../shared/contract";
import type { EntryName, LibraryEntryView, LibraryKind, LibraryQuery } from "../../../shared/library";
import { lazyStore } from "../../ui/lazy-store";
import { MAX_LISTED_ENTRIES } from "../../ui/limits";
import type { Notices } from "../../ui/notices";
import type { Shell } from "../../workbench/api/shell";
import { createShelf } from "./shelf";

/** Debounce of the search, in milliseconds. */
const DEBOUNCE_MS = 120;

/** Entries requested at first, and by each "more". */
const PAGE_SIZE = 50;

/** A search: query, kind and the filters of that kind. */
export type LibraryRequest = Pick<LibraryQuery, "query" | "filters"> & {
  kind: LibraryKind | null;
  /** Only favourites. */
  favourites: boolean;
};

/** The results of a search; `request` is the search that they belong to. */
export type LibraryResults = {
  status: "idle" | "searching" | "done" | "refused";
  entries: readonly LibraryEntryView[];
  total: number;
  /** A note or an error from main. */
  message: string | null;
  request: LibraryRequest;
};

export type LibraryModel = ReturnType<typeof createLibraryModel>;

/** The model of a window; it outlives the pane. */
export const libraryModelOf = lazyStore((shell: Pick<Shell, "bridge" | "notices">) => createLibraryModel(shell));

/** A unique id of an entry. */
export const entryId = ({ document, kind, key }: Pick<LibraryEntryView, "document" | "kind" | "key">): string =>
  JSON.stringify([document, kind, key]);

const nothing: LibraryRequest = { query: "", filters: {}, kind: null, favourites: false };

/** The state of the library pane; kept while the side bar shows something else. */
function createLibraryModel({ bridge, notices }: { bridge: Bridge; notices: Notices }) {
  const $request = atom<LibraryRequest>(nothing);
  const $results = atom<LibraryResults>({ status: "idle", entries: [], total: 0, message: null, request: nothing });
  /** The id of the expanded entry. */
  const $open = atom<string | null>(null);
  const markdowns = new Map<string, Promise<string | null>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let search = 0;
  let limit = PAGE_SIZE;

  const isIdle = ({ query, filters, kind, favourites }: LibraryRequest) =>
    query.trim() === "" && kind === null && !favourites && Object.keys(filters).length === 0;

  async function run(): Promise<void> {
    clearTimeout(timer);
    const request = $request.get();
    const mine = ++search;
    if (isIdle(request)) {
      $results.set({ status: "idle", entries: [], total: 0, message: null, request });
      return;
    }
    $results.set({ ...$results.get(), status: "searching" });
    const { kind, ...asked } = request;
    const answer = await bridge.request("library:search", { ...asked, kinds: kind ? [kind] : [], limit });
    if (mine !== search) return;
    if (!answer.ok) {
      const { message, hint } = answer.error;
      $results.set({
        status: "refused",
        entries: [],
        total: 0,
        message: [message, hint].filter(Boolean).join(" "),
        request,
      });
      return;
    }
    const { entries, total, message } = answer;
    $results.set({ status: "done", entries, total, message, request });
  }

  const ask = (change: Partial<LibraryRequest>, when: "now" | "after a rest") => {
    $request.set({ ...$request.get(), ...change });
    limit = PAGE_SIZE;
    clearTimeout(timer);
    if (when === "now") void run();
    else timer = setTimeout(() => void run(), DEBOUNCE_MS);
  };

  const pathOf = (answer: Outcome<{ path: string }>): string | null => {
    if (answer.ok) return answer.path;
    notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    return null;
  };

  const shelf = createShelf({
    bridge,
    notices,
    onLoad: () => markdowns.clear(),
    onChange: () => void run(),
  });

  return {
    ...shelf,
    $request,
    $results,
    $open,
    type: (query: string) => ask({ query }, "after a rest"),
    /** Updates the query during composition, without searching. */
    compose: (query: string) => $request.set({ ...$request.get(), query }),
    ofKind: (kind: LibraryKind | null) => ask({ kind, filters: {} }, "now"),
    filter(name: string, value: string | number | boolean | null): void {
      const { [name]: _, ...others } = $request.get().filters;
      ask({ filters: value === null ? others : { ...others, [name]: value } }, "after a rest");
    },
    onlyFavourites: (favourites: boolean) => ask({ favourites }, "now"),
    clearFilters: () => ask({ filters: {} }, "now"),
    more(): void {
      limit = Math.min(MAX_LISTED_ENTRIES, limit + PAGE_SIZE * 2);
      void run();
    },
    toggle: (id: string) => $open.set($open.get() === id ? null : id),
    /** The Markdown of an entry, requested once. */
    markdown(entry: LibraryEntryView): Promise<string | null> {
      const id = entryId(entry);
      const { document, kind, key, name } = entry;
      const known =
        markdowns.get(id) ??
        bridge.request("library:markdown", { document, kind, key, name }).then((answer) => {
          if (answer.ok) return answer.markdown;
          markdowns.delete(id);
          notices.error(answer.error.message, { hint: answer.error.hint ?? null });
          return null;
        });
      markdowns.set(id, known);
      return known;
    },
    /** Creates the file of an own entry; its path, or null if that failed, which is then shown. */
    async create(entry: { kind: LibraryKind; name: string }): Promise<string | null> {
      return pathOf(await bridge.request("library:new-entry", entry));
    },
    /** Copies an entry into a file of one's own; its path as for `create`. */
    async copyToOwn({ document, kind, key, name }: EntryName): Promise<string | null> {
      return pathOf(await bridge.request("library:copy-entry", { document, kind, key, name }));
    },
    async open(document: string, entry: EntryName | null) {
      const name = entry && { document: entry.document, kind: entry.kind, key: entry.key, name: entry.name };
      const answer = await bridge.request("library:open", { document, entry: name });
      // An own entry is opened by its file.
      if (answer.ok) return "document" in answer ? answer.document : null;
      notices.error(answer.error.message, { hint: answer.error.hint ?? null });
      return null;
    },
  };
}
