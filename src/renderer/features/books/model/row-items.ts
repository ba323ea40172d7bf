import type { BookOverview, BookRow, RowPosition } from "../../../../shared/book";

/** A row of the table: a paragraph, or the title of the chapter below it. */
export type TableItem =
  | { kind: "row"; id: string; chapter: string; index: number }
  | { kind: "chapter"; id: string; title: string };

type RowQuery = {
  shown: BookOverview;
  /** The shown chapter; null for the whole book. */
  chapter: string | null;
  /** The rows of that chapter, including blank ones; undefined while they load. */
  rows: readonly BookRow[] | undefined;
  /** The result of a filter or search, in book order; null if there is none. */
  places: readonly RowPosition[] | null;
};

/** The rows of the table. Blank paragraphs are shown only if a whole chapter is. */
export function tableItems({ shown, chapter, rows, places }: RowQuery): TableItem[] {
  if (places === null)
    return (rows ?? []).map(({ id, chapter: of, index }) => ({ kind: "row", id, chapter: of, index }));
  if (chapter !== null) return places.flatMap((position) => (position.chapter === chapter ? [rowItem(position)] : []));
  const titles = new Map(
    shown.volumes.flatMap(({ chapters }) => chapters.map(({ id, title }) => [id, title] as const)),
  );
  const items: TableItem[] = [];
  let last: string | null = null;
  for (const position of places) {
    if (position.chapter !== last) {
      items.push({ kind: "chapter", id: position.chapter, title: titles.get(position.chapter) ?? position.chapter });
      last = position.chapter;
    }
    items.push(rowItem(position));
  }
  return items;
}

/**
 * Returns a function that returns its last list again if the next one has the same items and the same chapters are loaded (`chapters`): the
 * table computes the position of every row for a new list.
 */
export function stableItems(): (items: TableItem[], chapters: string) => TableItem[] {
  let last: { items: TableItem[]; chapters: string } = { items: [], chapters: "" };
  return (items, chapters) => {
    const isSame =
      chapters === last.chapters &&
      items.length === last.items.length &&
      items.every((item, at) => isSameItem(item, last.items[at]));
    if (!isSame) last = { items, chapters };
    return last.items;
  };
}

function isSameItem(a: TableItem, b: TableItem | undefined): boolean {
  if (a.id !== b?.id || a.kind !== b.kind) return false;
  if (a.kind === "chapter") return b.kind === "chapter" && a.title === b.title;
  return b.kind === "row" && a.chapter === b.chapter && a.index === b.index;
}

const rowItem = ({ id, chapter, index }: RowPosition): TableItem => ({ kind: "row", id, chapter, index });

/** The rows that are in both lists, in the order of the first. */
export function intersectRows(places: readonly RowPosition[], others: readonly RowPosition[]): RowPosition[] {
  const ids = new Set(others.map(({ id }) => id));
  return places.filter(({ id }) => ids.has(id));
}
