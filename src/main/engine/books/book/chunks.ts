import type { Book, Chapter } from "./book";

/** A run of paragraphs of one chapter that are worked on together. */
export type Chunk = { chapter: string; ids: string[] };

/** The chapter's paragraphs that are not blank, in runs of `size`. */
export function chunksOf({ id, paragraphs }: Chapter, size: number): Chunk[] {
  const shown = paragraphs.filter(({ isBlank }) => !isBlank).map((paragraph) => paragraph.id);
  const chunks: Chunk[] = [];
  for (let at = 0; at < shown.length; at += size) chunks.push({ chapter: id, ids: shown.slice(at, at + size) });
  return chunks;
}

/** The given paragraphs as chunks in the order of the book: at most `size` each, never across chapters. */
export function chunksOfIds(book: Book, ids: readonly string[], size: number): Chunk[] {
  const wanted = new Set(ids);
  return book.chapters.flatMap((chapter) =>
    chunksOf({ ...chapter, paragraphs: chapter.paragraphs.filter(({ id }) => wanted.has(id)) }, size),
  );
}

/**
 * The first chunk of a book that is not taken and not done. Prefers a chunk with a paragraph that is ready (`isReady`); one without comes
 * only if there is no other.
 */
export function nextChunk(
  book: Book,
  size: number,
  status: { isDone(id: string): boolean; isTaken(id: string): boolean; isReady(id: string): boolean },
): Chunk | null {
  let fallback: Chunk | null = null;
  for (const chapter of book.chapters) {
    for (const chunk of chunksOf(chapter, size)) {
      if (chunk.ids.every(status.isDone) || chunk.ids.some(status.isTaken)) continue;
      if (chunk.ids.some(status.isReady)) return chunk;
      fallback ??= chunk;
    }
  }
  return fallback;
}
