import type { Outcome } from "../../shared/contract";
import type { EntryName, LibraryEntryView, LibraryRequests, Shelf, ShelfDocument } from "../../shared/library";

type Handled = {
  [K in keyof LibraryRequests]: (
    argument: Parameters<LibraryRequests[K]>[0],
  ) => Promise<ReturnType<LibraryRequests[K]>>;
};

/** Main's library in memory: entries by name, documents that can be switched on and off. */
export function createMemoryLibrary() {
  const state = {
    documents: [] as ShelfDocument[],
    missing: [] as string[],
    entries: [] as LibraryEntryView[],
    message: "",
    favourites: [] as EntryName[],
  };
  const shelf = (): Shelf => ({
    documents: state.documents,
    missing: state.missing,
    isLasting: true,
    notices: [],
    ownKey: null,
    problems: [],
    favourites: state.favourites,
  });
  const gone: Outcome<never> = {
    ok: false,
    error: { code: "not_found", message: "This is no longer in the library." },
  };

  const handlers: Handled = {
    "library:shelf": async () => ({ ok: true, shelf: shelf() }),
    "library:switch": async ({ documents, isOn }) => {
      state.documents = state.documents.map((each) => (documents.includes(each.document) ? { ...each, isOn } : each));
      return { ok: true, shelf: shelf() };
    },
    "library:favourite": async ({ entry, isFavourite }) => {
      const others = state.favourites.filter(({ key }) => key !== entry.key);
      state.favourites = isFavourite ? [entry, ...others] : others;
      return { ok: true, shelf: shelf() };
    },
    "library:names": async ({ kind, name }) => {
      const named = state.entries.filter((each) => each.kind === kind && each.name.includes(name));
      return { ok: true, names: named.map(({ name, document }) => ({ name, document })), isAll: true };
    },
    "library:new-entry": async () => gone,
    "library:copy-entry": async () => gone,
    "library:search": async ({ query, kinds, limit }) => {
      const on = new Set(state.documents.flatMap(({ document, isOn }) => (isOn ? [document] : [])));
      const found = state.entries.filter(
        ({ document, kind, name }) =>
          on.has(document) &&
          (kinds.length === 0 || kinds.includes(kind)) &&
          name.toLowerCase().includes(query.trim().toLowerCase()),
      );
      return { ok: true, entries: found.slice(0, limit), total: found.length, message: state.message || null };
    },
    "library:markdown": async ({ key }) => {
      const entry = state.entries.find((each) => each.key === key);
      return entry ? { ok: true, markdown: `## ${entry.name}\n\n${entry.text}\n` } : gone;
    },
    "library:open": async () => gone,
    "library:add": async () => ({ ok: true, files: [], shelf: shelf() }),
    "library:replace": async () => ({ ok: true, files: [], shelf: shelf() }),
    "library:stop": async () => undefined,
    "library:remove": async (document) => {
      state.documents = state.documents.filter((each) => each.document !== document);
      return { ok: true, shelf: shelf() };
    },
    "library:restore": async (document) => {
      state.missing = state.missing.filter((each) => each !== document);
      return { ok: true, shelf: shelf() };
    },
  };
  return { state, handlers };
}
