import { atom, computed, type ReadableAtom } from "nanostores";
import type { BookOverview, CheckLevel, FlagKind, TargetDraft, XliffImport } from "../../../../shared/book";
import type { Notice, Outcome } from "../../../../shared/contract";
import type { Shell } from "../../../workbench/api/shell";
import { bookMessages } from "../messages";
import { createBookDecisions } from "./book-decisions";
import { createBookNavigation } from "./book-navigation";
import { createBookRows } from "./book-rows";
import { createBookSearch } from "./book-search";
import { chaptersOf } from "./chapters";
import { type ConcordanceQuery, selectedWords } from "./concordance-query";
import { detachedTargets } from "./detached-targets";
import { legacyDrafts } from "./legacy-drafts";
import { createRowComments } from "./row-comments";
import { createRowFlags } from "./row-flags";
import { stableItems, type TableItem, tableItems } from "./row-items";
import { createRowMemory } from "./row-memory";
import { createTargetReplacer } from "./target-replacer";
import { finderOfTerms } from "./term-spans";
import { throttledTask } from "./throttled-task";
import { createUnsavedTargets } from "./unsaved-targets";

/** How long the notice about recovered edits is shown, in milliseconds. */
const RECOVERED_NOTICE_MS = 15_000;

/**
 * The overview counts the whole book, so while the user works, it is requested again only after a pause of this many times the time that it took, up
 * to some milliseconds.
 */
const OVERVIEW_PAUSE = { times: 20, maxMs: 3000 };

export type BookModel = ReturnType<typeof createBookModel>;

/** The state of an open book: overview, loaded rows, filter, search, selection and unsaved translations. */
export function createBookModel(
  { bridge, notices }: Pick<Shell, "bridge" | "notices">,
  { shown: first, recovered }: { shown: BookOverview; recovered: Readonly<Record<string, TargetDraft>> },
) {
  const { book } = first;
  const former = legacyDrafts(book, first.language);
  const $shown = atom<BookOverview>(first);
  const $error = atom<Notice | null>(null);
  const $chapter = atom<string | null>(chaptersOf(first)[0]?.id ?? null);
  const isOk = reportingTo(notices);
  const flags = createRowFlags({ bridge, book, isOk });
  const rows = createBookRows({
    bridge,
    book,
    setError: $error.set,
    onLoaded: (loaded, chapter) => {
      for (const row of loaded) if (unsaved.of(row.id)) unsaved.reconcile(row);
      flags.check(loaded, chapter);
    },
  });
  const search = createBookSearch({ bridge, book, $chapter, onChange: () => navigation.chooseNone() });
  const $items = listedItems({ $shown, $chapter, rows, search });
  const unsaved = createUnsavedTargets({
    ...unsavedInMain({ bridge, book, onJournaled: former.remove }),
    language: () => $shown.get().language,
    onStored: (row) => rows.put([row]),
    emptyMessage: () => bookMessages.row.emptyWhy,
  });

  const detached = detachedTargets({ bridge, book, unsaved });
  const navigation = createBookNavigation({
    bridge,
    $shown,
    $chapter,
    $items,
    rows,
    search,
    isOk,
    isUnsaved: (paragraph) => unsaved.of(paragraph) !== undefined,
  });
  const overview = throttledTask(async () => {
    const answer = await bridge.request("book:overview", book);
    if (!answer.ok) {
      $error.set(answer.error);
      return;
    }
    $error.set(null);
    const { language } = $shown.get();
    adopt(answer.shown);
    // A task in another language changes the book's language, and with it every row.
    if (answer.shown.language !== language) forgetRows();
  }, OVERVIEW_PAUSE);

  function adopt(shown: BookOverview): void {
    const before = $shown.get();
    $shown.set(shown);
    if (JSON.stringify(before.checks) !== JSON.stringify(shown.checks)) checkAgain({ rows, flags, search });
    const ids = chaptersOf(shown).map(({ id }) => id);
    const now = $chapter.get();
    if (now === null || !ids.includes(now)) $chapter.set(ids[0] ?? null);
    rows.keepOnly(ids);
  }

  function loadChapter(): void {
    const chapter = $chapter.get();
    if (chapter !== null) void rows.load(chapter);
  }

  /** Drops all rows after the language or the division of the book has changed. */
  function forgetRows(): void {
    rows.forget();
    flags.forget();
    navigation.chooseNone();
    loadChapter();
    void search.find();
  }

  /** Shows the book as an answer has it; false if it was rejected. */
  function isShown(answer: Outcome<{ shown: BookOverview }>): boolean {
    if (isOk(answer)) {
      adopt(answer.shown);
      forgetRows();
    }
    return answer.ok;
  }

  const decisions = createBookDecisions({
    bridge,
    book,
    rows,
    unsaved,
    isOk,
    notices,
    $active: navigation.$active,
    goTo: navigation.goTo,
    chooseNone: navigation.chooseNone,
    refreshOverview: () => overview.run(),
  });

  const replacer = createTargetReplacer({ bridge, book, $items, rows, unsaved, notices, isOk, ...navigation });
  const comments = createRowComments({ bridge, notices, book, $chapter, isOk });
  const stopListening = bridge.listen("book:changed", ({ book: changed, chapters, rows: changedRows }) => {
    if (changed !== book) return;
    void overview.run();
    if (search.$found.get() !== null) search.$isOld.set(true);
    if (changedRows !== null) return rows.receive(changedRows);
    if (chapters === null) void detached.find();
    for (const chapter of rows.$rows.get().keys()) if (chapters?.includes(chapter) !== false) void rows.load(chapter);
  });

  unsaved.restore({ ...former.drafts, ...recovered });
  reportRecovered(Object.keys(unsaved.$all.get()).length, notices);
  loadChapter();
  void detached.find();

  return {
    ...rows,
    ...search,
    ...navigation,
    ...decisions,
    ...createBookPanes(),
    ...createRowMemory({ bridge, book, rows, notices, isOk, ...navigation, ...decisions }),
    book,
    $shown,
    $error,
    $chapter,
    $items,
    $finder: finderOfTerms($shown),
    unsaved,
    comments,
    replacer,
    flags,
    $detached: detached.$ids,
    isOk,
    adopt,
    again: () => overview.run(),
    ...createSettings({ bridge, book, saveAll: unsaved.saveAll, isShown, isOk, adopt }),
    /** Saves all unsaved translations; false if one could not be saved. */
    flush: () => unsaved.saveAll(),
    close(): void {
      unsaved.journalNow();
      flags.close();
      comments.closeComments();
      stopListening();
    },
  };
}

/** Repeats the checks of all loaded paragraphs after the user switched checks on or off. */
function checkAgain({
  rows: { $rows },
  flags,
  search,
}: {
  rows: Pick<ReturnType<typeof createBookRows>, "$rows">;
  flags: Pick<ReturnType<typeof createRowFlags>, "check">;
  search: Pick<ReturnType<typeof createBookSearch>, "$found" | "$isOld">;
}): void {
  for (const [chapter, loaded] of $rows.get()) flags.check(loaded, chapter);
  if (search.$found.get() !== null) search.$isOld.set(true);
}

/** What the user sets for the whole book. */
const createSettings = ({
  bridge,
  book,
  saveAll,
  isShown,
  isOk,
  adopt,
}: Pick<Shell, "bridge"> & {
  book: string;
  saveAll(): Promise<boolean>;
  isShown(answer: Outcome<{ shown: BookOverview }>): boolean;
  isOk<T extends object>(answer: Outcome<T>): answer is { ok: true } & T;
  adopt(shown: BookOverview): void;
}) => ({
  async setLanguage(language: string): Promise<boolean> {
    await saveAll();
    return isShown(await bridge.request("book:set-language", { book, language }));
  },
  async setUnit(unit: BookOverview["unit"]): Promise<void> {
    await saveAll();
    isShown(await bridge.request("book:set-unit", { book, unit }));
  },
  /** Sets checks of the book; false if they could not be stored. */
  async setChecks(changes: { kind: FlagKind; level: CheckLevel }[]): Promise<boolean> {
    const answer = await bridge.request("book:set-checks", { book, changes });
    if (isOk(answer)) adopt(answer.shown);
    return answer.ok;
  },
});

function reportRecovered(count: number, notices: Shell["notices"]): void {
  if (count > 0) notices.info(bookMessages.recovered(count), { stay: RECOVERED_NOTICE_MS });
}

/** Whether an answer is a success; an error is shown. */
const reportingTo =
  (notices: Shell["notices"]) =>
  <T extends object>(answer: Outcome<T>): answer is { ok: true } & T => {
    if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    return answer.ok;
  };

/** The items of the table: the same list until it lists other rows or another chapter is loaded. */
function listedItems({
  $shown,
  $chapter,
  rows: { $rows },
  search: { $scope, $found },
}: {
  $shown: ReadableAtom<BookOverview>;
  $chapter: ReadableAtom<string | null>;
  rows: Pick<ReturnType<typeof createBookRows>, "$rows">;
  search: Pick<ReturnType<typeof createBookSearch>, "$scope" | "$found">;
}): ReadableAtom<TableItem[]> {
  const listed = stableItems();
  return computed([$shown, $chapter, $scope, $rows, $found], (shown, chapter, scope, loaded, places) => {
    const rows = chapter === null ? [] : loaded.get(chapter);
    const items = tableItems({ shown, chapter: scope === "chapter" ? chapter : null, rows, places });
    return listed(items, [...loaded.keys()].join("\0"));
  });
}

/** How unsaved translations reach main. */
const unsavedInMain = ({
  bridge,
  book,
  onJournaled,
}: Pick<Shell, "bridge"> & { book: string; onJournaled(): void }): Pick<
  Parameters<typeof createUnsavedTargets>[0],
  "store" | "currentRow" | "journal"
> => ({
  store: (paragraph, { text, base, language }, as) =>
    bridge.request("book:translate", { book, paragraph, text, base, language, as }),
  async currentRow(paragraph) {
    const answer = await bridge.request("book:rows-of", { book, ids: [paragraph] });
    return answer.ok ? (answer.rows[0] ?? null) : null;
  },
  // Main reports an error if journaling fails.
  journal: (drafts) => void bridge.request("book:keep-targets", { book, drafts }).then(onJournaled, () => {}),
});

type Aside = "work" | "comments" | "matches" | "glossary" | "style";

/** What is being imported, and what came of the last XLIFF until its dialog is closed. */
function createBookImports() {
  return {
    $isImporting: atom(false),
    $imported: atom<XliffImport | null>(null),
    /** Incremented when the memories of the book have changed. */
    $memoryChanges: atom(0),
  };
}

/** A dialog of the whole book. */
export type BookDialog = "checks" | "statistics";

/** What the concordance looks up. */
function createConcordanceState() {
  /** What the dialog began with; null while it is closed. */
  const $concordance = atom<ConcordanceQuery | null>(null);
  /** What was looked up last. */
  const $lastConcordance = atom<ConcordanceQuery>({ words: "", in: "source" });
  return {
    $concordance,
    $lastConcordance,
    /** Opens the concordance with what is selected, or with the last words. */
    openConcordance(): void {
      const query = selectedWords() ?? $lastConcordance.get();
      $lastConcordance.set(query);
      $concordance.set(query);
    },
  };
}

/** The pane beside the table, the open dialog, and when the search field should take the focus. */
function createBookPanes() {
  /** Null while the pane is closed. */
  const $aside = atom<Aside | null>("work");
  let lastAside: Aside = "work";
  const $dialog = atom<BookDialog | null>(null);
  /** Incremented to focus the search field. */
  const $searchFocus = atom(0);
  return {
    ...createBookImports(),
    ...createConcordanceState(),
    $aside,
    toggleAside(): void {
      const now = $aside.get();
      if (now !== null) lastAside = now;
      $aside.set(now === null ? lastAside : null);
    },
    $dialog,
    $searchFocus,
    enterSearch: () => $searchFocus.set($searchFocus.get() + 1),
  };
}
