import type { Engine } from "../../../engine";
import { type OpenBook, protectedParagraphs } from "../../../engine/books";

/** The paragraphs of a book that the user protects: no job translates them. */
export const protectedIn = (open: OpenBook, { documents, comments }: Engine): Promise<Set<string>> =>
  protectedParagraphs(
    open,
    open.book.chapters.flatMap(({ paragraphs }) => paragraphs.slice(0, 1).map(({ id }) => id)),
    { documents, comments, asker: "person" },
  );
