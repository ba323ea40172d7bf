import { atom, computed } from "nanostores";
import type { BookOverview, BookRow, RowFilter, RowPosition, TargetDraft } from "../../../shared/book";
import type { Notice, Outcome } from "../../../shared/contract";
import type { Shell } from "../../workbench/api/shell";
import { legacyDrafts } from "./legacy-drafts";
import { mergedRows } from "./merged-rows";
import { bookMessages } from "./messages";
import { intersectRows, type TableItem, tableItems } from "./row-items";
import { searchExpression } from "./search-marker";
import { termFinder } from "./term-spans";
import { throttledTask } from "./throttled-task";
import { createUnsavedTargets } from "./unsaved-targets";

/** The filter of the table. `set aside`: paragraphs of chunks that a job failed to translate. */
export type TableFilter = RowFilter | "all" | "set aside";

/** A search in the paragraphs. */
export type BookSearch = { sought: string; isRegex: boolean; in: "source" | "translation" | "both" };

/** The result of a filter or search; `total` may exceed the listed rows. */
export type RowMatches = { places: readonly RowPosition[]; total: number };

/** Paragraphs that the user sends back; with `task`, the whole task. */
export type SendingBack = { paragraphs: readonly string[]; task?: string };

/** The most matches listed. */
const MAX_MATCHES = 1000;

/** Debounce of the search field, in milliseconds. */
const DEBOUNCE_MS = 180;

/** How long the notice about recovered edits is shown, in milliseconds. */
const RECOVERED_NOTICE_MS = 15_000;

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
  /** Loaded rows by chapter. */
  const $rows = atom<ReadonlyMap<string, readonly BookRow[]>>(new Map());
  const $chapter = atom<string | null>(chaptersOf(first)[0]?.id ?? null);
  const $scope = atom<"chapter" | "book">("chapter");
  const $filter = atom<TableFilter>("all");
  const $search = atom<BookSearch>({ sought: "", isRegex: false, in: "both" });
  const $found = atom<RowMatches | null>(null);
  const $isFinding = atom(false);
  /** The error of the last search or filter. */
  const $findError = atom<string | null>(null);
  /** The pane beside the table. */
  const $aside = atom<"work" | "glossary" | "style" | null>("work");
  let lastAside: "work" | "glossary" | "style" = "work";
  /** Incremented to focus the search field. */
  const $searchFocus = atom(0);
  /** Whether the results may be out of date. */
  const $isOld = atom(false);
  /** The paragraph that has the cursor. */
  const $active = atom<RowPosition | null>(null);
  /** A paragraph that the table should scroll to; with `focus: "target"`, it also gets the cursor. */
  const $jump = atom<{ id: string; focus: "target" | "stays" } | null>(null);
  const $chosen = atom<ReadonlySet<string>>(new Set());
  /** The open "send back" dialog, or null. */
  const $sendingBack = atom<SendingBack | null>(null);
  let lastChosen: string | null = null;
  /** Returns the rows of failed chunks; set by `setAsideSource`. */
  let setAside: () => Promise<RowPosition[]> = async () => [];

  const $items = computed([$shown, $chapter, $scope, $rows, $found], (shown, chapter, scope, rows, found) =>
    tableItems({
      shown,
      chapter: scope === "chapter" ? chapter : null,
      rows: chapter === null ? [] : rows.get(chapter),
      places: found?.places ?? null,
    }),
  );
  const $expression = computed($search, ({ sought, isRegex }) => searchExpression(sought, isRegex));
  const $terms = computed($shown, ({ glossary }) => glossary);
  let finder = { version: "", find: termFinder([]) };
  const $finder = computed($terms, ({ version, entries }) => {
    if (finder.version !== version || version === "")
      finder = { version, find: termFinder(entries.map(({ term }) => term)) };
    return finder.find;
  });

  const isOk = <T extends object>(answer: Outcome<T>): answer is { ok: true } & T => {
    if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    return answer.ok;
  };

  const unsaved = createUnsavedTargets({
    store: (paragraph, { text, base, language }) =>
      bridge.request("book:translate", { book, paragraph, text, base, language }),
    language: () => $shown.get().language,
    async currentRow(paragraph) {
      const answer = await bridge.request("book:rows-of", { book, ids: [paragraph] });
      return answer.ok ? (answer.rows[0] ?? null) : null;
    },
    onStored: (row) => put([row]),
    emptyMessage: () => bookMessages.row.emptyWhy,
    // Main reports an error if journaling fails.
    journal: (drafts) => void bridge.request("book:keep-targets", { book, drafts }).then(former.remove, () => {}),
  });

  const rowAt = ({ id, chapter, index }: RowPosition): BookRow | null => {
    const rows = $rows.get().get(chapter);
    const there = rows?.[index];
    return there?.id === id ? there : (rows?.find((each) => each.id === id) ?? null);
  };

  /** Replaces loaded rows by their current version. */
  function put(changed: readonly BookRow[]): void {
    const all = new Map($rows.get());
    for (const chapter of new Set(changed.map((row) => row.chapter))) {
      const rows = all.get(chapter);
      if (!rows) continue;
      const news = new Map(changed.map((row) => [row.id, row]));
      all.set(
        chapter,
        rows.map((row) => news.get(row.id) ?? row),
      );
    }
    $rows.set(all);
  }

  const loads = new Map<string, ReturnType<typeof throttledTask>>();
  /** Loads or reloads the paragraphs of a chapter. */
  function load(chapter: string): Promise<void> {
    const known =
      loads.get(chapter) ??
      throttledTask(async () => {
        const answer = await bridge.request("book:rows", { book, chapter });
        if (!answer.ok) {
          $error.set(answer.error);
          return;
        }
        $error.set(null);
        const rows = mergedRows($rows.get().get(chapter), answer.rows);
        if (rows !== $rows.get().get(chapter)) $rows.set(new Map($rows.get()).set(chapter, rows));
        for (const row of rows) if (unsaved.of(row.id)) unsaved.reconcile(row);
      });
    loads.set(chapter, known);
    return known.run();
  }
  const loaded = async (chapter: string): Promise<void> => {
    if (!$rows.get().has(chapter)) await load(chapter);
  };

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
  });

  function adopt(shown: BookOverview): void {
    $shown.set(shown);
    const ids = chaptersOf(shown).map(({ id }) => id);
    const now = $chapter.get();
    if (now === null || !ids.includes(now)) $chapter.set(ids[0] ?? null);
    const kept = new Map([...$rows.get()].filter(([id]) => ids.includes(id)));
    if (kept.size < $rows.get().size) $rows.set(kept);
  }

  /** Drops all rows after the language or the division of the book has changed. */
  function forgetRows(): void {
    $rows.set(new Map());
    $chosen.set(new Set());
    const chapter = $chapter.get();
    if (chapter !== null) void load(chapter);
    void find();
  }

  let finding = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Runs the current filter and search. */
  async function find(): Promise<void> {
    clearTimeout(timer);
    finding += 1;
    const mine = finding;
    const filter = $filter.get();
    const search = $search.get();
    const isSearching = search.sought.trim() !== "";
    const chapter = $scope.get() === "chapter" ? $chapter.get() : null;
    if (filter === "all" && !isSearching && $scope.get() === "chapter") {
      $found.set(null);
      $findError.set(null);
      $isFinding.set(false);
      $isOld.set(false);
      return;
    }
    $isFinding.set(true);
    try {
      const [kept, hits] = await Promise.all([rowsMatching(filter), isSearching ? searchRows(search, chapter) : null]);
      if (mine !== finding) return;
      const matches = hits === null ? kept : filter === "all" ? hits.places : intersectRows(hits.places, kept);
      const total = hits !== null && filter === "all" ? hits.total : matches.length;
      $found.set({ places: matches, total });
      $findError.set(null);
      $isOld.set(false);
    } catch (error) {
      if (mine !== finding) return;
      $found.set({ places: [], total: 0 });
      $findError.set(error instanceof Error ? error.message : String(error));
    } finally {
      if (mine === finding) $isFinding.set(false);
    }
  }

  async function rowsMatching(filter: TableFilter): Promise<readonly RowPosition[]> {
    if (filter === "set aside") return setAside();
    const filters: RowFilter[] =
      filter === "all" ? ["untranslated", "in work", "sent back", "translated", "accepted"] : [filter];
    const answer = await bridge.request("book:filter", { book, filters });
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.places;
  }

  async function searchRows(
    { sought: query, isRegex, in: where }: BookSearch,
    chapter: string | null,
  ): Promise<RowMatches> {
    const request = { book, sought: query.trim(), isRegex, in: where, chapter, limit: MAX_MATCHES };
    const answer = await bridge.request("book:find", request);
    if (!answer.ok) throw new Error(answer.error.message);
    return answer;
  }

  const isRow = (item: TableItem): item is TableItem & { kind: "row" } => item.kind === "row";
  const listedRows = () => $items.get().filter(isRow);

  function activate(position: RowPosition, focus: "target" | "stays"): void {
    $active.set({ id: position.id, chapter: position.chapter, index: position.index });
    $jump.set({ id: position.id, focus });
  }

  function showChapter(chapter: string): void {
    if ($scope.get() === "book") {
      const item = listedRows().find((position) => position.chapter === chapter);
      $chapter.set(chapter);
      if (item) activate(item, "stays");
      return;
    }
    if ($chapter.get() === chapter) return;
    $chapter.set(chapter);
    void loaded(chapter);
    if ($found.get() !== null) void find();
  }

  /** Goes to a paragraph. A filter or search that hides it is cleared. */
  async function goTo(position: RowPosition, focus: "target" | "stays" = "target"): Promise<void> {
    if (!listedRows().some(({ id }) => id === position.id)) {
      if ($found.get() !== null) {
        $filter.set("all");
        $search.set({ ...$search.get(), sought: "" });
        $scope.set("chapter");
        $found.set(null);
      }
      $chapter.set(position.chapter);
    }
    await loaded(position.chapter);
    activate(position, focus);
  }

  /** Moves by one paragraph, skipping blank ones; at the end of a chapter, to the neighbouring chapter. False at the end. */
  async function step(by: 1 | -1): Promise<boolean> {
    const all = listedRows();
    const at = all.findIndex(({ id }) => id === $active.get()?.id);
    for (let next = at + by; next >= 0 && next < all.length; next += by) {
      const position = all[next];
      if (position && rowAt(position)?.isBlank !== true) {
        activate(position, "target");
        return true;
      }
    }
    if ($found.get() !== null) return false;
    const ids = chaptersOf($shown.get()).map(({ id }) => id);
    const following = ids[ids.indexOf($chapter.get() ?? "") + by];
    if (following === undefined) return false;
    await loaded(following);
    const rows = $rows.get().get(following) ?? [];
    const row = by === 1 ? rows.find(({ isBlank }) => !isBlank) : rows.findLast(({ isBlank }) => !isBlank);
    $chapter.set(following);
    if (row) activate(row, "target");
    return row !== undefined;
  }

  /** Goes to the next untranslated paragraph, wrapping around; false if all are translated. */
  async function nextUntranslated(): Promise<boolean> {
    const answer = await bridge.request("book:filter", { book, filters: ["untranslated", "in work", "sent back"] });
    if (!isOk(answer)) return false;
    const order = new Map(chaptersOf($shown.get()).map(({ id }, at) => [id, at]));
    const sortKey = ({ chapter, index }: RowPosition) => (order.get(chapter) ?? 0) * 1e7 + index;
    const active = $active.get();
    const from = active ? sortKey(active) : -1;
    const after = answer.places.filter((position) => unsaved.of(position.id) === undefined);
    const next =
      after.find((position) => sortKey(position) > from) ?? after.find((position) => position.id !== active?.id);
    if (!next) return false;
    await goTo(next);
    return true;
  }

  async function unaccept(ids: readonly string[]): Promise<void> {
    if (isOk(await bridge.request("book:unaccept", { book, paragraphs: [...ids] }))) await refreshRows([...ids]);
  }

  /** Selects a version; unsaved text over the previous version is discarded. */
  async function select(paragraph: string, version: string): Promise<void> {
    const answer = await bridge.request("book:select", { book, paragraph, version });
    if (!isOk(answer)) return;
    unsaved.discard(paragraph);
    put([answer.row]);
  }

  /** Saves a translation and accepts it. */
  async function confirm(id: string): Promise<boolean> {
    if (!(await unsaved.save(id))) return false;
    const active = $active.get();
    const row = active?.id === id ? rowAt(active) : null;
    if (row && (row.translation === null || (row.state === "accepted" && !row.sourceChanged))) return true;
    return accept([id]);
  }

  const refreshRows = async (ids: string[]): Promise<void> => {
    for (let at = 0; at < ids.length; at += 2000) {
      const answer = await bridge.request("book:rows-of", { book, ids: ids.slice(at, at + 2000) });
      if (answer.ok) put(answer.rows);
    }
  };

  async function accept(ids: readonly string[]): Promise<boolean> {
    const answer = await bridge.request("book:accept", { book, paragraphs: [...ids] });
    if (!isOk(answer)) return false;
    await refreshRows([...ids]);
    return true;
  }

  const stops = [
    bridge.listen("book:changed", ({ book: changed, chapters }) => {
      if (changed !== book) return;
      void overview.run();
      if ($found.get() !== null) $isOld.set(true);
      for (const chapter of $rows.get().keys()) if (chapters?.includes(chapter) !== false) void load(chapter);
    }),
  ];

  unsaved.restore({ ...former.drafts, ...recovered });
  const count = Object.keys(unsaved.$all.get()).length;
  if (count > 0) notices.info(bookMessages.recovered(count), { stay: RECOVERED_NOTICE_MS });
  if ($chapter.get() !== null) void load($chapter.get() ?? "");

  return {
    book,
    $shown,
    $error,
    $rows,
    $chapter,
    $scope,
    $filter,
    $search,
    $found,
    $isFinding,
    $findError,
    $isOld,
    $aside,
    toggleAside(): void {
      const now = $aside.get();
      if (now !== null) lastAside = now;
      $aside.set(now === null ? lastAside : null);
    },
    $searchFocus,
    enterSearch: () => $searchFocus.set($searchFocus.get() + 1),
    $active,
    $jump,
    $chosen,
    $items,
    $expression,
    $finder,
    unsaved,
    rowAt,
    put,
    load,
    loaded,
    find,
    adopt,
    isOk,
    goTo,
    step,
    nextUntranslated,
    confirm,
    accept,
    unaccept,
    select,
    $sendingBack,
    async sendBack({ paragraphs, task }: SendingBack, comment: string): Promise<boolean> {
      const answer =
        task === undefined
          ? await bridge.request("book:send-back", { book, paragraphs: [...paragraphs], comment })
          : await bridge.request("book:send-back-task", { book, task, comment });
      if (!isOk(answer)) return false;
      $sendingBack.set(null);
      $chosen.set(new Set());
      await Promise.all([refreshRows([...paragraphs]), overview.run()]);
      return true;
    },
    showChapter,
    refreshRows,
    again: () => overview.run(),
    /** Reloads a chapter if it is loaded. */
    reload: (chapter: string) => ($rows.get().has(chapter) ? load(chapter) : Promise.resolve()),
    setAsideSource(rowsSetAside: () => Promise<RowPosition[]>): void {
      setAside = rowsSetAside;
    },
    jumped: () => $jump.set(null),
    setFilter(filter: TableFilter): void {
      $filter.set(filter);
      $chosen.set(new Set());
      void find();
    },
    setScope(scope: "chapter" | "book"): void {
      $scope.set(scope);
      $chosen.set(new Set());
      void find();
    },
    search(change: Partial<BookSearch>, when: "now" | "after a rest" = "after a rest"): void {
      $search.set({ ...$search.get(), ...change });
      clearTimeout(timer);
      if (when === "now") void find();
      else timer = setTimeout(() => void find(), DEBOUNCE_MS);
    },
    /** Toggles a paragraph of the selection; with `through`, selects the range from the last one. */
    choose(id: string, through: boolean): void {
      const chosen = new Set($chosen.get());
      const all = listedRows();
      const to = all.findIndex((position) => position.id === id);
      const from = all.findIndex((position) => position.id === lastChosen);
      if (through && from >= 0 && to >= 0) {
        for (const position of all.slice(Math.min(from, to), Math.max(from, to) + 1))
          if (rowAt(position)?.isBlank !== true) chosen.add(position.id);
      } else if (!chosen.delete(id)) chosen.add(id);
      lastChosen = id;
      $chosen.set(chosen);
    },
    async setLanguage(language: string): Promise<boolean> {
      await unsaved.saveAll();
      const answer = await bridge.request("book:set-language", { book, language });
      if (!isOk(answer)) return false;
      adopt(answer.shown);
      forgetRows();
      return true;
    },
    async setUnit(unit: BookOverview["unit"]): Promise<void> {
      await unsaved.saveAll();
      const answer = await bridge.request("book:set-unit", { book, unit });
      if (!isOk(answer)) return;
      adopt(answer.shown);
      forgetRows();
    },
    /** Saves all unsaved translations; false if one could not be saved. */
    flush: () => unsaved.saveAll(),
    /** Stops listening. */
    close(): void {
      unsaved.journalNow();
      for (const stop of stops) stop();
    },
  };
}

/** The chapters of a book, in order. */
export const chaptersOf = ({ volumes }: BookOverview) => volumes.flatMap(({ chapters }) => chapters);
