import { atom, computed, type ReadableAtom } from "nanostores";
import type { BookPath, RowFilter, RowPosition } from "../../../../shared/book";
import type { Bridge } from "../../../../shared/contract";
import { intersectRows } from "./row-items";
import { searchExpression } from "./search-marker";

/** The filter of the table. `set aside`: paragraphs of chunks that a job failed to translate. */
export type TableFilter = RowFilter | "all" | "set aside";

/** A search in the paragraphs. */
export type BookSearch = { sought: string; isRegex: boolean; in: "source" | "translation" | "both" };

/** Debounce of the search field, in milliseconds. */
const DEBOUNCE_MS = 180;

type Deps = {
  bridge: Bridge;
  book: BookPath;
  $chapter: ReadableAtom<string | null>;
  /** The rows that the table lists are about to change. */
  onChange(): void;
};

/** Which paragraphs the table lists: those of a chapter or of the book, by filter and search. */
export function createBookSearch({ bridge, book, $chapter, onChange }: Deps) {
  const $scope = atom<"chapter" | "book">("chapter");
  const $filter = atom<TableFilter>("all");
  const $search = atom<BookSearch>({ sought: "", isRegex: false, in: "both" });
  /** The matching rows of the book or, for a search in a chapter, of that chapter; null without a filter and a search. */
  const $found = atom<readonly RowPosition[] | null>(null);
  const $isFinding = atom(false);
  /** The error of the last search or filter. */
  const $findError = atom<string | null>(null);
  /** Whether the results may be out of date. */
  const $isOld = atom(false);
  const $expression = computed($search, ({ sought, isRegex }) => searchExpression(sought, isRegex));
  /** Returns the rows of failed chunks; set by `setAsideSource`. */
  let setAside: () => Promise<RowPosition[]> = async () => [];

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
      $found.set(hits === null ? kept : filter === "all" ? hits : intersectRows(hits, kept));
      $findError.set(null);
      $isOld.set(false);
    } catch (error) {
      if (mine !== finding) return;
      $found.set([]);
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
  ): Promise<readonly RowPosition[]> {
    const request = { book, sought: query.trim(), isRegex, in: where, chapter };
    const answer = await bridge.request("book:find", request);
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.places;
  }

  return {
    $scope,
    $filter,
    $search,
    $found,
    $isFinding,
    $findError,
    $isOld,
    $expression,
    find,
    setAsideSource(rowsSetAside: () => Promise<RowPosition[]>): void {
      setAside = rowsSetAside;
    },
    setFilter(filter: TableFilter): void {
      $filter.set(filter);
      onChange();
      void find();
    },
    setScope(scope: "chapter" | "book"): void {
      $scope.set(scope);
      onChange();
      void find();
    },
    search(change: Partial<BookSearch>, when: "now" | "after a rest" = "after a rest"): void {
      $search.set({ ...$search.get(), ...change });
      clearTimeout(timer);
      if (when === "now") void find();
      else timer = setTimeout(() => void find(), DEBOUNCE_MS);
    },
    /** Lists all paragraphs of the chapter, without searching again. */
    clear(): void {
      $filter.set("all");
      $search.set({ ...$search.get(), sought: "" });
      $scope.set("chapter");
      $found.set(null);
    },
  };
}
