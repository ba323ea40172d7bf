import type { BookIds } from "./assign-ids";
import type { Book, ParagraphPosition } from "./book";
import type { BookSource } from "./read-source";

/** A book with ids. The ids must have been assigned for this very source. */
export function bookWithIds({ title, volumes, chapters }: BookSource, bookIds: BookIds): Book {
  const positions = new Map<string, ParagraphPosition>();
  const named = chapters.map((chapter, chapterIndex) => {
    const ids = bookIds.chapters[chapterIndex]?.ids ?? [];
    if (ids.length !== chapter.paragraphs.length)
      throw new RangeError(`the ids of ${chapter.id} are of another source`);
    const paragraphs = chapter.paragraphs.map((paragraph, index) => {
      const id = ids[index] ?? "";
      positions.set(id, { chapter: chapterIndex, index });
      return { ...paragraph, id };
    });
    return { ...chapter, paragraphs };
  });
  return { title, volumes, chapters: named, positions };
}
