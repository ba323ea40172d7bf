import { chapterFile, paragraphPositions } from "../../books";
import { ToolError } from "../../ports/tool-error";
import type { ToolContext } from "../kit/tool";

/** The file of a book's paragraph, and where it is in it. */
export type BookPassage = { file: string; range: { from: number; to: number } };

/**
 * Finds a paragraph by its id in a book. `path` is the book or the file of the paragraph's chapter; null if no book has such a paragraph there.
 */
export async function bookPassage(path: string, id: string, ctx: ToolContext): Promise<BookPassage | null> {
  const open = await openBook(path, id, ctx);
  const position = open?.book.positions.get(id);
  const chapter = open?.book.chapters[position?.chapter ?? -1];
  if (open == null || chapter === undefined) return null;
  const { realPath } = ctx.documents;
  const file = chapterFile(open, chapter);
  const named = await realPath(await ctx.locate(path), ctx.caller.roots);
  if (named !== open.realPath && named !== (await realPath(file, ctx.caller.roots))) return null;
  const { places } = await paragraphPositions(open, chapter, { documents: ctx.documents });
  const range = places.find((each) => each.id === id);
  return range === undefined ? null : { file, range: { from: range.from, to: range.to } };
}

/** The book with a paragraph: `path` itself, or the one that it is a chapter of. Null if there is none. */
async function openBook(path: string, id: string, { books }: ToolContext) {
  const orNull = (error: unknown): null => {
    if (error instanceof ToolError) return null;
    throw error;
  };
  const named = await books.open({ book: path, paragraph_id: id }).catch(orNull);
  return named?.book.positions.has(id) === true ? named : books.open({ paragraph_id: id }).catch(orNull);
}
