import type { BookRow, RowPlace, ShownBook } from "../../../shared/book";

/** A line of the table: a paragraph, or the title of the chapter that the ones below it stand in. */
export type TableItem =
  | { kind: "row"; id: string; chapter: string; index: number }
  | { kind: "chapter"; id: string; title: string };

type Wanted = {
  shown: ShownBook;
  /** The chapter in front; null where the whole book is shown. */
  chapter: string | null;
  /** Of that chapter, blank ones too; undefined while they are on their way. */
  rows: readonly BookRow[] | undefined;
  /** What a filter or a search left, in the order of the book; null where there is none. */
  places: readonly RowPlace[] | null;
};

/** The lines of the table, top to bottom. Blank paragraphs stand only between those of a whole chapter. */
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

/** Those of `places` that are among `others`, in their order. */
export function inBoth(places: readonly RowPlace[], others: readonly RowPlace[]): RowPlace[] {
  const ids = new Set(others.map(({ id }) => id));
  return places.filter(({ id }) => ids.has(id));
}
