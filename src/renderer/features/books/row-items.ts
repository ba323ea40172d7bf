import type { BookRow, RowPlace, ShownBook } from "../../../shared/book";

/** A row of the table: a paragraph, or the title of the chapter below it. */
export type TableItem =
  | { kind: "row"; id: string; chapter: string; index: number }
  | { kind: "chapter"; id: string; title: string };

type Wanted = {
  shown: ShownBook;
  /** The shown chapter; null for the whole book. */
  chapter: string | null;
  /** The rows of that chapter, including blank ones; undefined while they load. */
  rows: readonly BookRow[] | undefined;
  /** The result of a filter or search, in book order; null if there is none. */
  places: readonly RowPlace[] | null;
};

/** The rows of the table. Blank paragraphs are shown only if a whole chapter is. */
export function tableItems({ shown, chapter, rows, places }: Wanted): TableItem[] {
  if (places === null)
    return (rows ?? []).map(({ id, chapter: of, index }) => ({ kind: "row", id, chapter: of, index }));
  if (chapter !== null) return places.flatMap((place) => (place.chapter === chapter ? [rowOf(place)] : []));
  const titles = new Map(
    shown.volumes.flatMap(({ chapters }) => chapters.map(({ id, title }) => [id, title] as const)),
  );
  const items: TableItem[] = [];
  let last: string | null = null;
  for (const place of places) {
    if (place.chapter !== last) {
      items.push({ kind: "chapter", id: place.chapter, title: titles.get(place.chapter) ?? place.chapter });
      last = place.chapter;
    }
    items.push(rowOf(place));
  }
  return items;
}

const rowOf = ({ id, chapter, index }: RowPlace): TableItem => ({ kind: "row", id, chapter, index });

/** The rows that are in both lists, in the order of the first. */
export function inBoth(places: readonly RowPlace[], others: readonly RowPlace[]): RowPlace[] {
  const ids = new Set(others.map(({ id }) => id));
  return places.filter(({ id }) => ids.has(id));
}
