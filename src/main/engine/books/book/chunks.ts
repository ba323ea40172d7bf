import type { Book, Chapter } from "./book";

/** A run of paragraphs that are worked on together, within one chapter. */
export type Chunk = { chapter: string; ids: string[] };

/** A chapter's paragraphs that are not blank, `size` at a time from its beginning. */
export function chunksOf({ id, paragraphs }: Chapter, size: number): Chunk[] {
  const shown = paragraphs.filter(({ isBlank }) => !isBlank).map((paragraph) => paragraph.id);
  const chunks: Chunk[] = [];
  for (let at = 0; at < shown.length; at += size) chunks.push({ chapter: id, ids: shown.slice(at, at + size) });
  return chunks;
}

/** Some paragraphs of a book as chunks: those of a chapter together, in the order of the book, `size` at a time. */
export function chunksOfIds(book: Book, ids: readonly string[], size: number): Chunk[] {
  const wanted = new Set(ids);
  return book.chapters.flatMap((chapter) =>
    chunksOf({ ...chapter, paragraphs: chapter.paragraphs.filter(({ id }) => wanted.has(id)) }, size),
  );
}

/**
 * The first chunk of a book that nobody is at and that has something left to do. `isReady` says what can be worked on with profit;
 * chunks without any of it come only when there is no other.
 */
export function nextChunk(
  book: Book,
  size: number,
  asked: { isDone(id: string): boolean; isTaken(id: string): boolean; isReady(id: string): boolean },
): Chunk | null {
  let fallback: Chunk | null = null;
  for (const chapter of book.chapters) {
    for (const chunk of chunksOf(chapter, size)) {
      if (chunk.ids.every(asked.isDone) || chunk.ids.some(asked.isTaken)) continue;
      if (chunk.ids.some(asked.isReady)) return chunk;
      fallback ??= chunk;
    }
  }
  return fallback;
}
