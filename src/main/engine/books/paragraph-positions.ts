import { dirname, join } from "node:path";
import { paragraphRanges } from "../../../core/text/paragraph-ranges";
import type { CommentedText, Comments } from "../ports/comments";
import type { Asker, Documents } from "../ports/documents";
import type { Chapter } from "./book/book";
import type { OpenBook } from "./books";

/** The file of a chapter as it is now, and where the paragraphs of all its chapters are in it, in order. */
export type ParagraphPositions = { document: CommentedText; places: { id: string; from: number; to: number }[] };

/** The path of a chapter's file. */
export const chapterFile = ({ kind, realPath }: Pick<OpenBook, "kind" | "realPath">, { path }: Chapter): string =>
  kind === "folder" ? join(realPath, path) : realPath;

/** Finds the paragraphs of a chapter's file in its text. Not for an EPUB, which is not a text. */
export async function paragraphPositions(
  open: Pick<OpenBook, "kind" | "realPath" | "book">,
  chapter: Chapter,
  { documents, asker }: { documents: Pick<Documents, "read">; asker?: Asker },
): Promise<ParagraphPositions> {
  const document = await documents.read(chapterFile(open, chapter), [dirname(open.realPath)], asker);
  const paragraphs = open.book.chapters.filter(({ path }) => path === chapter.path).flatMap((each) => each.paragraphs);
  const ranges = paragraphRanges(
    document.text,
    paragraphs.map(({ text }) => text),
  );
  const places = paragraphs.flatMap(({ id }, index) => {
    const range = ranges[index];
    return range ? [{ id, ...range }] : [];
  });
  return { document, places };
}

/**
 * The paragraphs that the user protects, by their ids, of the chapters of some paragraphs: neither their source nor their translation is changed by
 * agents. A protected section or document protects all paragraphs in it.
 */
export async function protectedParagraphs(
  open: OpenBook,
  ids: readonly string[],
  deps: { documents: Pick<Documents, "read">; comments: Pick<Comments, "locks">; asker?: Asker },
): Promise<Set<string>> {
  const found = new Set<string>();
  if (open.kind === "package") return found;
  const { chapters, positions } = open.book;
  const wanted = new Map<string, Chapter>();
  for (const id of ids) {
    const chapter = chapters[positions.get(id)?.chapter ?? -1];
    if (chapter !== undefined) wanted.set(chapter.path, chapter);
  }
  for (const chapter of wanted.values()) {
    const { document, places } = await paragraphPositions(open, chapter, deps);
    for (const { mode, range } of await deps.comments.locks(document))
      if (mode === "locked" && range !== null)
        for (const { id, from, to } of places) if (from < range.to && range.from < to) found.add(id);
  }
  return found;
}
