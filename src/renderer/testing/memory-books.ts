import type { BookOverview, BookPath, BookRow, BookVersion, TargetDraft } from "../../shared/book";
import type { Job } from "../../shared/book-jobs";
import type { BookRequests } from "../../shared/book-requests";
import type { Outcome } from "../../shared/contract";
import type { Emit } from "./memory-disk";
import { memoryJobs } from "./memory-jobs";

type Handled = {
  [K in keyof BookRequests]: (argument: Parameters<BookRequests[K]>[0]) => Promise<ReturnType<BookRequests[K]>>;
};

/** A book in memory: its overview, rows by chapter, and versions by paragraph. */
type MemoryBook = { shown: BookOverview; rows: Map<string, BookRow[]>; versions: Map<string, BookVersion[]> };

/** No comments on any paragraph. */
const withoutComments: Pick<Handled, "book:comments" | "book:protect" | "book:comment" | "book:change-comment"> = {
  "book:comments": async () => ({ ok: true, threads: [], locked: [] }),
  "book:protect": async () => ({ ok: true }),
  "book:comment": async () => ({ ok: true, thread: "c_0000000000" }),
  "book:change-comment": async () => ({ ok: true }),
};

/** A book without matches, and without memories from elsewhere. */
const noMemories: Pick<
  Handled,
  "book:matches" | "book:concordance" | "book:memories" | "book:import" | "book:remove-memory" | "book:use-other-books"
> = {
  "book:matches": async () => ({ ok: true, matches: [], isLoading: false }),
  "book:concordance": async () => ({ ok: true, pairs: [], total: 0, isLoading: false }),
  "book:memories": async () => ({ ok: true, memories: [], usesOtherBooks: true }),
  "book:import": async () => ({ ok: true, imported: null }),
  "book:remove-memory": async () => ({ ok: true, memories: [], usesOtherBooks: true }),
  "book:use-other-books": async () => ({ ok: true }),
};

const noFigures: Pick<Handled, "book:statistics" | "book:count-matches"> = {
  "book:statistics": async () => ({ ok: true, chapters: [] }),
  "book:count-matches": async () => ({ ok: true, chapters: [], next: null, total: 0 }),
};

/** Translations in which nothing is found to replace. */
const noReplacements: Pick<Handled, "book:find-replacements" | "book:replace" | "book:undo-replacements"> = {
  "book:find-replacements": async () => ({
    ok: true,
    plan: "none",
    matches: 0,
    leftOut: { marks: 0, accepted: 0, protected: 0, inWork: 0, invalid: 0 },
    accepted: 0,
    places: [],
    rows: [],
  }),
  "book:replace": async () => ({ ok: true, replaced: [], left: 0 }),
  "book:undo-replacements": async () => ({ ok: true, undone: 0 }),
};

/** Main's books and jobs in memory: shows what a test sets up, and applies edits of rows. */
export function createMemoryBooks(emit: Emit) {
  const state = {
    books: new Map<BookPath, MemoryBook>(),
    jobs: [] as Job[],
    picked: null as string | null,
    drafts: new Map<BookPath, Record<string, TargetDraft>>(),
  };
  const gone: Outcome<never> = { ok: false, error: { code: "not_found", message: "There is no such book." } };
  const noRow: Outcome<never> = { ok: false, error: { code: "not_found", message: "There is no such paragraph." } };

  const shown = (book: BookPath): Outcome<{ shown: BookOverview }> => {
    const found = state.books.get(book);
    return found ? { ok: true, shown: found.shown } : gone;
  };
  const rowsOf = (book: BookPath): BookRow[] => [...(state.books.get(book)?.rows.values() ?? [])].flat();

  function change(book: BookPath, paragraph: string, changed: Partial<BookRow>): Outcome<{ row: BookRow }> {
    for (const [chapter, rows] of state.books.get(book)?.rows ?? []) {
      const at = rows.findIndex(({ id }) => id === paragraph);
      const row = rows[at];
      if (row === undefined) continue;
      const next = { ...row, ...changed };
      rows[at] = next;
      emit("book:changed", { book, chapters: [chapter], rows: [next] });
      return { ok: true, row: next };
    }
    return noRow;
  }

  function changeAll(book: BookPath, paragraphs: readonly string[], changed: Partial<BookRow>): number {
    return paragraphs.filter((paragraph) => change(book, paragraph, changed).ok).length;
  }

  const handlers: Handled = {
    "book:list": async () => ({
      ok: true,
      books: [...state.books.values()].map(({ shown: { book, kind, title } }) => ({
        book,
        kind,
        name: title,
        displayPath: book,
        hasWork: true,
      })),
    }),
    "book:look": async (path) => ({ ok: true, kind: state.books.get(path)?.shown.kind ?? null, why: null }),
    "book:pick": async () => ({ ok: true, path: state.picked }),
    "book:open": async (path) => shown(path),
    "book:close": async () => undefined,
    "book:recover-targets": async (book) => ({ ok: true, drafts: state.drafts.get(book) ?? {} }),
    "book:keep-targets": async ({ book, drafts }) => void state.drafts.set(book, drafts),
    "book:overview": async (book) => shown(book),
    ...memorySettings(state, shown),
    ...withoutComments,
    "book:rows": async ({ book, chapter }) => {
      const rows = state.books.get(book)?.rows.get(chapter);
      return rows ? { ok: true, rows: [...rows] } : gone;
    },
    "book:rows-of": async ({ book, ids }) => ({ ok: true, rows: rowsOf(book).filter(({ id }) => ids.includes(id)) }),
    "book:filter": async ({ book, filters }) => ({
      ok: true,
      places: rowsOf(book)
        .filter(({ state: is, isBlank, sourceChanged }) =>
          isBlank ? false : filters.some((filter) => filter === is || (filter === "source changed" && sourceChanged)),
        )
        .map(({ id, chapter, index }) => ({ id, chapter, index })),
    }),
    "book:find": async ({ book, sought, in: where }) => {
      const has = (text: string | null) => text?.toLowerCase().includes(sought.toLowerCase()) === true;
      const found = rowsOf(book).filter(
        ({ text, translation }) => (where !== "translation" && has(text)) || (where !== "source" && has(translation)),
      );
      const places = found.map(({ id, chapter, index }) => ({ id, chapter, index }));
      return { ok: true, places };
    },
    ...noReplacements,
    ...noFigures,
    "book:flags": async ({ of }) => ({ ok: true, rows: [], checked: "paragraphs" in of ? of.paragraphs : [] }),
    "book:ignore-flag": async () => ({ ok: true }),
    ...noMemories,
    "book:repeats": async () => ({ ok: true, count: 0 }),
    "book:fill-repeats": async () => ({ ok: true, filled: [] }),
    "book:empty-repeats": async ({ filled }) => ({ ok: true, emptied: filled.length }),
    "book:versions": async ({ book, paragraph }) => ({
      ok: true,
      versions: state.books.get(book)?.versions.get(paragraph) ?? [],
    }),
    "book:translate": async ({ book, paragraph, text, base }) => {
      const row = rowsOf(book).find(({ id }) => id === paragraph);
      if (row === undefined) return noRow;
      if (row.version !== base)
        return { ok: false, error: { code: "stale", message: "Another translation is selected by now." } };
      const version = `${paragraph}-${row.versions + 1}`;
      return change(book, paragraph, { translation: text, version, versions: row.versions + 1, state: "translated" });
    },
    "book:select": async ({ book, paragraph, version }) => {
      const text = state.books
        .get(book)
        ?.versions.get(paragraph)
        ?.find(({ id }) => id === version)?.text;
      return text === undefined ? noRow : change(book, paragraph, { translation: text, version });
    },
    "book:accept": async ({ book, paragraphs }) => ({
      ok: true,
      accepted: changeAll(book, paragraphs, { state: "accepted" }),
    }),
    "book:unaccept": async ({ book, paragraphs }) => {
      changeAll(book, paragraphs, { state: "translated" });
      return { ok: true };
    },
    "book:accept-task": async () => ({ ok: true, accepted: 0 }),
    "book:send-back": async ({ book, paragraphs, comment }) => {
      changeAll(book, paragraphs, { state: "sent back", comment });
      return { ok: true };
    },
    "book:send-back-task": async () => ({ ok: true }),
    "book:release-task": async () => ({ ok: true }),
    "book:edit-glossary": async ({ book, edits }) => {
      const found = state.books.get(book);
      if (!found) return gone;
      let entries = [...found.shown.glossary.entries];
      for (const each of edits) {
        if (each.edit === "add") entries.push(each.entry);
        else if (each.edit === "set") entries[each.at] = each.entry;
        else entries = entries.filter((_, at) => at !== each.at);
      }
      const glossary = { version: `${found.shown.glossary.version}+`, entries };
      found.shown = { ...found.shown, glossary };
      return { ok: true, glossary };
    },
    "book:edit-style": async ({ book, version, text }) => {
      const found = state.books.get(book);
      if (!found) return gone;
      found.shown = { ...found.shown, style: { version: `${version}+`, text } };
      return { ok: true, style: found.shown.style };
    },
    "book:inconsistencies": async () => ({ ok: true, found: [] }),
    "book:prompt": async () => ({ ok: true, text: "You translate a book." }),
    "book:export": async () => ({ ok: true, exported: null }),
    "book:reveal": async () => undefined,
    ...memoryJobs(state, emit),
  };
  return { state, handlers };
}

const memorySettings = (
  state: { books: Map<BookPath, MemoryBook> },
  shown: (book: BookPath) => Outcome<{ shown: BookOverview }>,
): Pick<Handled, "book:set-language" | "book:set-unit" | "book:set-checks"> => ({
  "book:set-language": async ({ book, language }) => {
    const found = state.books.get(book);
    if (found) found.shown = { ...found.shown, language };
    return shown(book);
  },
  "book:set-unit": async ({ book, unit }) => {
    const found = state.books.get(book);
    if (found) found.shown = { ...found.shown, unit, looksHardWrapped: false };
    return shown(book);
  },
  "book:set-checks": async ({ book, changes }) => {
    const found = state.books.get(book);
    if (found) {
      const levels = new Map(changes.map(({ kind, level }) => [kind, level]));
      const checks = found.shown.checks.map((each) => ({ ...each, level: levels.get(each.kind) ?? each.level }));
      found.shown = { ...found.shown, checks };
    }
    return shown(book);
  },
});
