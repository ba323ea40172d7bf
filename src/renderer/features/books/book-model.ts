import { atom, computed } from "nanostores";
import type { BookRow, RowFilter, RowPlace, ShownBook, TargetDraft } from "../../../shared/book";
import type { Notice, Outcome } from "../../../shared/contract";
import type { Shell } from "../../workbench/shell";
import { formerDrafts } from "./former-drafts";
import { mergedRows } from "./merged-rows";
import { bookWords } from "./messages";
import { inBoth, type TableItem, tableItems } from "./row-items";
import { runAgain } from "./run-again";
import { searchExpression } from "./search-marker";
import { termFinder } from "./term-spans";
import { createUnsavedTargets } from "./unsaved-targets";

/** The filter of the table. `set aside`: paragraphs of chunks that a job failed to translate. */
export type TableFilter = RowFilter | "all" | "set aside";

/** A search in the paragraphs. */
export type BookSearch = { sought: string; isRegex: boolean; in: "source" | "translation" | "both" };

/** The result of a filter or search; `total` may exceed the listed rows. */
export type Found = { places: readonly RowPlace[]; total: number };

/** Paragraphs that the user sends back; with `task`, the whole task. */
export type SendingBack = { paragraphs: readonly string[]; task?: string };

/** The most matches listed. */
const MOST_FOUND = 1000;

/** Debounce of the search field, in milliseconds. */
const REST = 180;

/** How long the notice about recovered edits is shown, in milliseconds. */
const RECOVERED_STAY = 15_000;

export type BookModel = ReturnType<typeof createBookModel>;

/** The state of an open book: overview, loaded rows, filter, search, selection and unsaved translations. */
export function createBookModel(
  { bridge, notices }: Pick<Shell, "bridge" | "notices">,
  { shown: first, recovered }: { shown: ShownBook; recovered: Readonly<Record<string, TargetDraft>> },
) {
  const { book } = first;
  const former = formerDrafts(book, first.language);
  const $shown = atom<ShownBook>(first);
  const $trouble = atom<Notice | null>(null);
  /** Loaded rows by chapter. */
  const $rows = atom<ReadonlyMap<string, readonly BookRow[]>>(new Map());
  const $chapter = atom<string | null>(chaptersOf(first)[0]?.id ?? null);
  const $scope = atom<"chapter" | "book">("chapter");
  const $filter = atom<TableFilter>("all");
  const $search = atom<BookSearch>({ sought: "", isRegex: false, in: "both" });
  const $found = atom<Found | null>(null);
  const $isFinding = atom(false);
  /** The error of the last search or filter. */
  const $findTrouble = atom<string | null>(null);
  /** The pane beside the table. */
  const $aside = atom<"work" | "glossary" | "style" | null>("work");
  let lastAside: "work" | "glossary" | "style" = "work";
  /** Incremented to focus the search field. */
  const $searchFocus = atom(0);
  /** Whether the results may be out of date. */
  const $isOld = atom(false);
  /** The paragraph that has the cursor. */
  const $active = atom<RowPlace | null>(null);
  /** A paragraph that the table should scroll to; with `focus: "target"`, it also gets the cursor. */
  const $jump = atom<{ id: string; focus: "target" | "stays" } | null>(null);
  const $chosen = atom<ReadonlySet<string>>(new Set());
  /** The open "send back" dialog, or null. */
  const $sendingBack = atom<SendingBack | null>(null);
  let lastChosen: string | null = null;
  /** Returns the rows of failed chunks; set by `setAsideSource`. */
  let setAside: () => Promise<RowPlace[]> = async () => [];

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

  const took = <T extends object>(answer: Outcome<T>): answer is { ok: true } & T => {
    if (!answer.ok) notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
    return answer.ok;
  };

  const unsaved = createUnsavedTargets({
    store: (paragraph, { text, base, language }) =>
      bridge.request("book:translate", { book, paragraph, text, base, language }),
    language: () => $shown.get().language,
    async look(paragraph) {
      const answer = await bridge.request("book:rows-of", { book, ids: [paragraph] });
      return answer.ok ? (answer.rows[0] ?? null) : null;
    },
    stored: (row) => put([row]),
    emptyWhy: () => bookWords.row.emptyWhy,
    // Main reports an error if journaling fails.
    keep: (drafts) => void bridge.request("book:keep-targets", { book, drafts }).then(former.remove, () => {}),
  });

  const rowAt = ({ id, chapter, index }: RowPlace): BookRow | null => {
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

  const loads = new Map<string, ReturnType<typeof runAgain>>();
  /** Loads or reloads the paragraphs of a chapter. */
  function load(chapter: string): Promise<void> {
    const known =
      loads.get(chapter) ??
      runAgain(async () => {
        const answer = await bridge.request("book:rows", { book, chapter });
        if (!answer.ok) {
          $trouble.set(answer.error);
          return;
        }
        $trouble.set(null);
        const rows = mergedRows($rows.get().get(chapter), answer.rows);
        if (rows !== $rows.get().get(chapter)) $rows.set(new Map($rows.get()).set(chapter, rows));
        for (const row of rows) if (unsaved.of(row.id)) unsaved.meet(row);
      });
    loads.set(chapter, known);
    return known.ask();
  }
  const loaded = async (chapter: string): Promise<void> => {
    if (!$rows.get().has(chapter)) await load(chapter);
  };

  const overview = runAgain(async () => {
    const answer = await bridge.request("book:overview", book);
    if (!answer.ok) {
      $trouble.set(answer.error);
      return;
    }
    $trouble.set(null);
    const { language } = $shown.get();
    adopt(answer.shown);
    // A task in another language changes the book's language, and with it every row.
    if (answer.shown.language !== language) forgetRows();
  });

  function adopt(shown: ShownBook): void {
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
      $findTrouble.set(null);
      $isFinding.set(false);
      $isOld.set(false);
      return;
    }
    $isFinding.set(true);
    try {
      const [kept, hits] = await Promise.all([placesOf(filter), isSearching ? sought(search, chapter) : null]);
      if (mine !== finding) return;
      const places = hits === null ? kept : filter === "all" ? hits.places : inBoth(hits.places, kept);
      const total = hits !== null && filter === "all" ? hits.total : places.length;
      $found.set({ places, total });
      $findTrouble.set(null);
      $isOld.set(false);
    } catch (trouble) {
      if (mine !== finding) return;
      $found.set({ places: [], total: 0 });
      $findTrouble.set(trouble instanceof Error ? trouble.message : String(trouble));
    } finally {
      if (mine === finding) $isFinding.set(false);
    }
  }

  async function placesOf(filter: TableFilter): Promise<readonly RowPlace[]> {
    if (filter === "set aside") return setAside();
    const filters: RowFilter[] =
      filter === "all" ? ["untranslated", "in work", "sent back", "translated", "accepted"] : [filter];
    const answer = await bridge.request("book:filter", { book, filters });
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.places;
  }

  async function sought({ sought: words, isRegex, in: where }: BookSearch, chapter: string | null): Promise<Found> {
    const asked = { book, sought: words.trim(), isRegex, in: where, chapter, limit: MOST_FOUND };
    const answer = await bridge.request("book:find", asked);
    if (!answer.ok) throw new Error(answer.error.message);
    return answer;
  }

  const isPlace = (item: TableItem): item is TableItem & { kind: "row" } => item.kind === "row";
  const places = () => $items.get().filter(isPlace);

  function activate(place: RowPlace, focus: "target" | "stays"): void {
    $active.set({ id: place.id, chapter: place.chapter, index: place.index });
    $jump.set({ id: place.id, focus });
  }

  function showChapter(chapter: string): void {
    if ($scope.get() === "book") {
      const item = places().find((place) => place.chapter === chapter);
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
  async function goTo(place: RowPlace, focus: "target" | "stays" = "target"): Promise<void> {
    if (!places().some(({ id }) => id === place.id)) {
      if ($found.get() !== null) {
        $filter.set("all");
        $search.set({ ...$search.get(), sought: "" });
        $scope.set("chapter");
        $found.set(null);
      }
      $chapter.set(place.chapter);
    }
    await loaded(place.chapter);
    activate(place, focus);
  }

  /** Moves by one paragraph, skipping blank ones; at the end of a chapter, to the neighbouring chapter. False at the end. */
  async function step(by: 1 | -1): Promise<boolean> {
    const all = places();
    const at = all.findIndex(({ id }) => id === $active.get()?.id);
    for (let next = at + by; next >= 0 && next < all.length; next += by) {
      const place = all[next];
      if (place && rowAt(place)?.isBlank !== true) {
        activate(place, "target");
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
    if (!took(answer)) return false;
    const order = new Map(chaptersOf($shown.get()).map(({ id }, at) => [id, at]));
    const placed = ({ chapter, index }: RowPlace) => (order.get(chapter) ?? 0) * 1e7 + index;
    const active = $active.get();
    const from = active ? placed(active) : -1;
    const after = answer.places.filter((place) => unsaved.of(place.id) === undefined);
    const next = after.find((place) => placed(place) > from) ?? after.find((place) => place.id !== active?.id);
    if (!next) return false;
    await goTo(next);
    return true;
  }

  async function unaccept(ids: readonly string[]): Promise<void> {
    if (took(await bridge.request("book:unaccept", { book, paragraphs: [...ids] }))) await refreshRows([...ids]);
  }

  /** Selects a version; unsaved text over the previous version is discarded. */
  async function select(paragraph: string, version: string): Promise<void> {
    const answer = await bridge.request("book:select", { book, paragraph, version });
    if (!took(answer)) return;
    unsaved.giveUp(paragraph);
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
    if (!took(answer)) return false;
    await refreshRows([...ids]);
    return true;
  }

  const stops = [
    bridge.listen("book:changed", ({ book: changed, chapters }) => {
      if (changed !== book) return;
      void overview.ask();
      if ($found.get() !== null) $isOld.set(true);
      for (const chapter of $rows.get().keys()) if (chapters?.includes(chapter) !== false) void load(chapter);
    }),
  ];

  unsaved.restore({ ...former.drafts, ...recovered });
  const count = Object.keys(unsaved.$all.get()).length;
  if (count > 0) notices.tell(bookWords.recovered(count), { stay: RECOVERED_STAY });
  if ($chapter.get() !== null) void load($chapter.get() ?? "");

  return {
    book,
    $shown,
    $trouble,
    $rows,
    $chapter,
    $scope,
    $filter,
    $search,
    $found,
    $isFinding,
    $findTrouble,
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
    took,
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
      if (!took(answer)) return false;
      $sendingBack.set(null);
      $chosen.set(new Set());
      await Promise.all([refreshRows([...paragraphs]), overview.ask()]);
      return true;
    },
    showChapter,
    refreshRows,
    again: () => overview.ask(),
    /** Reloads a chapter if it is loaded. */
    reload: (chapter: string) => ($rows.get().has(chapter) ? load(chapter) : Promise.resolve()),
    knowSetAside(places: () => Promise<RowPlace[]>): void {
      setAside = places;
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
      else timer = setTimeout(() => void find(), REST);
    },
    /** Toggles a paragraph of the selection; with `through`, selects the range from the last one. */
    choose(id: string, through: boolean): void {
      const chosen = new Set($chosen.get());
      const all = places();
      const to = all.findIndex((place) => place.id === id);
      const from = all.findIndex((place) => place.id === lastChosen);
      if (through && from >= 0 && to >= 0) {
        for (const place of all.slice(Math.min(from, to), Math.max(from, to) + 1))
          if (rowAt(place)?.isBlank !== true) chosen.add(place.id);
      } else if (!chosen.delete(id)) chosen.add(id);
      lastChosen = id;
      $chosen.set(chosen);
    },
    async setLanguage(language: string): Promise<boolean> {
      await unsaved.saveAll();
      const answer = await bridge.request("book:set-language", { book, language });
      if (!took(answer)) return false;
      adopt(answer.shown);
      forgetRows();
      return true;
    },
    async setUnit(unit: ShownBook["unit"]): Promise<void> {
      await unsaved.saveAll();
      const answer = await bridge.request("book:set-unit", { book, unit });
      if (!took(answer)) return;
      adopt(answer.shown);
      forgetRows();
    },
    /** Saves all unsaved translations; false if one could not be saved. */
    flush: () => unsaved.saveAll(),
    /** Stops listening. */
    close(): void {
      unsaved.keepNow();
      for (const stop of stops) stop();
    },
  };
}

/** The chapters of a book, in order. */
export const chaptersOf = ({ volumes }: ShownBook) => volumes.flatMap(({ chapters }) => chapters);
