import type { IdLedger } from "./assign-ids";
import type { Book, Place } from "./book";
import type { BookSource } from "./read-source";

/** A book with ids. The ids must have been assigned for this very source. */
export function bookWithIds({ title, volumes, chapters }: BookSource, ledger: IdLedger): Book {
  const places = new Map<string, Place>();
  const named = chapters.map((chapter, place) => {
    const ids = ledger.chapters[place]?.ids ?? [];
    if (ids.length !== chapter.paragraphs.length)
      throw new RangeError(`the ids of ${chapter.id} are of another source`);
    const paragraphs = chapter.paragraphs.map((paragraph, index) => {
      const id = ids[index] ?? "";
      places.set(id, { chapter: place, index });
      return { ...paragraph, id };
    });
    return { ...chapter, paragraphs };
  });
  return { title, volumes, chapters: named, places };
}
