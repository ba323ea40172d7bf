import { dirname, join } from "node:path";
import { paragraphRanges } from "../../../core/text/paragraph-ranges";
import type { CommentedText, Comments } from "../ports/comments";
import type { Asker, Documents } from "../ports/documents";
import { isWithin } from "../storage/files/guarded";
import type { Chapter } from "./book/book";
import type { OpenBook } from "./books";
import { packageText } from "./package-text";

/** The file of a chapter as it is now (of an EPUB the text of the whole book), and where the paragraphs of all its chapters are in it, in order; `missing` are the ids of those not found. */
export type ParagraphPositions = {
  document: CommentedText;
  places: { id: string; from: number; to: number }[];
  missing: string[];
};

/** The path of a chapter's file. */
export const chapterFile = ({ kind, realPath }: Pick<OpenBook, "kind" | "realPath">, { path }: Chapter): string =>
  kind === "folder" ? join(realPath, path) : realPath;

/** Finds the paragraphs of a chapter's file in its text. Of an EPUB, which is not a text, its paragraphs make one. */
export async function paragraphPositions(
  open: Pick<OpenBook, "kind" | "realPath" | "book">,
  chapter: Chapter,
  { documents, asker }: { documents: Pick<Documents, "read">; asker?: Asker },
): Promise<ParagraphPositions> {
  if (open.kind === "package") return { ...packageText(open), missing: [] };
  const document = await documents.read(chapterFile(open, chapter), [dirname(open.realPath)], asker);
  const chapters = open.book.chapters.filter(({ path }) => path === chapter.path);
  const paragraphs = chapters.flatMap((each) => each.paragraphs);
  const preface = chapters[0]?.preface ?? "";
  const ranges = paragraphRanges(
    document.text,
    paragraphs.map(({ text }) => text),
    // A title in the front matter may be the first line, too.
    document.text.startsWith(preface) ? preface.length : 0,
  );
  const places = paragraphs.flatMap(({ id }, index) => {
    const range = ranges[index];
    return range ? [{ id, ...range }] : [];
  });
  const missing = paragraphs.filter(({ text }, index) => !ranges[index] && text.trim() !== "").map(({ id }) => id);
  return { document, places, missing };
}

/**
 * The paragraphs that the user protects, by their ids, of the chapters of some paragraphs: neither their source nor their translation is changed by
 * agents. A protected section or document protects all paragraphs in it. A paragraph that is not found in a file with protected ones may be one of them,
 * and is protected, too.
 */
export async function protectedParagraphs(
  open: OpenBook,
  ids: readonly string[],
  deps: {
    documents: Pick<Documents, "read" | "realPath">;
    comments: Pick<Comments, "locks" | "documents">;
    asker?: Asker;
  },
): Promise<Set<string>> {
  const found = new Set<string>();
  const { chapters, positions } = open.book;
  const wanted = new Map<string, Chapter>();
  for (const id of ids) {
    const chapter = chapters[positions.get(id)?.chapter ?? -1];
    // All chapters of an EPUB are in one file.
    if (chapter !== undefined) wanted.set(open.kind === "package" ? "" : chapter.path, chapter);
  }
  for (const chapter of await withComments(open, [...wanted.values()], deps)) {
    const { document, places, missing } = await paragraphPositions(open, chapter, deps);
    const locks = await deps.comments.locks(document);
    for (const { mode, range } of locks) {
      if (mode !== "locked" || range === null) continue;
      for (const { id, from, to } of places) if (from < range.to && range.from < to) found.add(id);
      for (const id of missing) found.add(id);
    }
  }
  return found;
}

/** The chapters whose files have comments or locks, so that the others need not be read. */
async function withComments(
  open: OpenBook,
  chapters: readonly Chapter[],
  { documents, comments }: { documents: Pick<Documents, "realPath">; comments: Pick<Comments, "documents"> },
): Promise<Chapter[]> {
  const paths = await Promise.all(
    chapters.map((chapter) =>
      // One that is not there fails where it is read.
      documents.realPath(chapterFile(open, chapter), [dirname(open.realPath)]).catch(() => null),
    ),
  );
  const outside = paths.filter((path) => path !== null && !isWithin(path, open.realPath)) as string[];
  const commented = new Set(await comments.documents([open.realPath, ...outside]));
  return chapters.filter((_chapter, index) => {
    const path = paths[index] ?? null;
    return path === null || commented.has(path);
  });
}
