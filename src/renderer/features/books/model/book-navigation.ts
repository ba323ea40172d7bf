import { atom, type ReadableAtom, type WritableAtom } from "nanostores";
import type { BookOverview, RowFilter, RowPosition } from "../../../../shared/book";
import type { Bridge, Outcome } from "../../../../shared/contract";
import type { BookRows } from "./book-rows";
import type { createBookSearch } from "./book-search";
import { chaptersOf } from "./chapters";
import type { TableItem } from "./row-items";

/** The next chapter is loaded when so few rows are left in this one. */
const LOAD_AHEAD_ROWS = 20;

type Deps = {
  bridge: Bridge;
  $shown: ReadableAtom<BookOverview>;
  $chapter: WritableAtom<string | null>;
  $items: ReadableAtom<readonly TableItem[]>;
  rows: Pick<BookRows, "$rows" | "rowAt" | "loaded">;
  search: Pick<ReturnType<typeof createBookSearch>, "$scope" | "$found" | "find" | "clear">;
  isUnsaved(paragraph: string): boolean;
  isOk<T extends object>(answer: Outcome<T>): answer is { ok: true } & T;
};

/** The cursor in the table, how it gets to other paragraphs, and the selected paragraphs. */
export function createBookNavigation({ bridge, $shown, $chapter, $items, rows, search, isUnsaved, isOk }: Deps) {
  const { book } = $shown.get();
  const { $rows, rowAt, loaded } = rows;
  const { $scope, $found, find, clear } = search;
  /** The paragraph that has the cursor. */
  const $active = atom<RowPosition | null>(null);
  /** A paragraph that the table should scroll to; with `focus: "target"`, it also gets the cursor. */
  const $jump = atom<{ id: string; focus: "target" | "stays" } | null>(null);
  const $chosen = atom<ReadonlySet<string>>(new Set());
  let lastChosen: string | null = null;

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
      if ($found.get() !== null) clear();
      $chapter.set(position.chapter);
    }
    await loaded(position.chapter);
    activate(position, focus);
  }

  /** Loads the next chapter before the cursor reaches the end of this one, so that the cursor need not wait for it. */
  function loadAhead(rowsLeft: number, by: 1 | -1): void {
    if (by === -1 || rowsLeft > LOAD_AHEAD_ROWS || $found.get() !== null) return;
    const ids = chaptersOf($shown.get()).map(({ id }) => id);
    const following = ids[ids.indexOf($chapter.get() ?? "") + 1];
    if (following !== undefined) void loaded(following);
  }

  /** Moves by one paragraph, skipping blank ones; at the end of a chapter, to the neighbouring chapter. False at the end. */
  async function step(by: 1 | -1): Promise<boolean> {
    const all = listedRows();
    const at = all.findIndex(({ id }) => id === $active.get()?.id);
    for (let next = at + by; next >= 0 && next < all.length; next += by) {
      const position = all[next];
      if (position && rowAt(position)?.isBlank !== true) {
        if (!$rows.get().has(position.chapter)) await loaded(position.chapter);
        activate(position, "target");
        loadAhead(all.length - next, by);
        return true;
      }
    }
    if ($found.get() !== null) return false;
    const ids = chaptersOf($shown.get()).map(({ id }) => id);
    for (let at = ids.indexOf($chapter.get() ?? "") + by; at >= 0; at += by) {
      const following = ids[at];
      if (following === undefined) return false;
      if (!$rows.get().has(following)) await loaded(following);
      const rows = $rows.get().get(following) ?? [];
      const row = by === 1 ? rows.find(({ isBlank }) => !isBlank) : rows.findLast(({ isBlank }) => !isBlank);
      if (row === undefined) continue;
      $chapter.set(following);
      activate(row, "target");
      return true;
    }
    return false;
  }

  /** Goes to the next paragraph of these in the book, or to the one before, wrapping around; false if there is no other. */
  async function nextOf(filters: RowFilter[], by: 1 | -1 = 1): Promise<boolean> {
    const answer = await bridge.request("book:filter", { book, filters });
    if (!isOk(answer)) return false;
    const order = new Map(chaptersOf($shown.get()).map(({ id }, at) => [id, at]));
    const sortKey = ({ chapter, index }: RowPosition) => (order.get(chapter) ?? 0) * 1e7 + index;
    const active = $active.get();
    const from = active ? sortKey(active) : -1;
    const others = answer.places.filter((position) => !isUnsaved(position.id) && position.id !== active?.id);
    const next =
      by === 1
        ? (others.find((position) => sortKey(position) > from) ?? others[0])
        : (others.findLast((position) => sortKey(position) < from) ?? others.at(-1));
    if (!next) return false;
    await goTo(next);
    return true;
  }

  return {
    $active,
    $jump,
    $chosen,
    showChapter,
    goTo,
    step,
    nextUntranslated: () => nextOf(["untranslated", "in work", "sent back"]),
    nextFlagged: (by: 1 | -1) => nextOf(["flagged"], by),
    jumped: () => $jump.set(null),
    chooseNone: () => $chosen.set(new Set()),
    /** Selects every paragraph that the table lists. */
    chooseAll(): void {
      $chosen.set(
        new Set(listedRows().flatMap((position) => (rowAt(position)?.isBlank === true ? [] : [position.id]))),
      );
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
  };
}
