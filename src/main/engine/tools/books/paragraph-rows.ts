import { nearestNames } from "../../../../core/text/nearest-name";
import type { Book, ParagraphPosition } from "../../books/book/book";
import { paragraphAt } from "../../books/book/neighbours";
import type { OpenBook } from "../../books/books";
import { workLines } from "../../books/prompts/work-lines";
import { ToolError } from "../../ports/tool-error";

/** A paragraph as the book tools return it. */
export type ParagraphRow = {
  id: string;
  text: string;
  /** The selected translation; null if there is none. */
  translation: string | null;
  /** Ids, as in list_chapters. */
  chapter: string;
  volume: string;
  /** The 0-based position in the chapter, counting blank lines. */
  paragraph_index: number;
};

/** The position of the paragraph that a caller names. Throws for a missing or unknown id, with the nearest existing ids. */
export function findParagraph(
  book: Book,
  id: string | null | undefined,
  likely: readonly string[] = [],
): ParagraphPosition {
  const named = idOf(id);
  const position = book.positions.get(named);
  if (position === undefined) throw unknownParagraph(book, named, likely);
  return position;
}

/** An id without surrounding blanks. Throws if it is empty. */
export function idOf(id: string | null | undefined): string {
  const named = id?.trim() ?? "";
  if (named === "") throw new ToolError("bad_arguments", "段落 ID 不能为空");
  return named;
}

/** The error for an id that no paragraph has. `likely` ids, such as those of a task, are compared before all others. */
export function unknownParagraph(book: Book, id: string, likely: readonly string[] = []): ToolError {
  const candidates = nearestParagraphs(book, id, likely);
  const shown = id.length > 100 ? `${id.slice(0, 97)}...` : id;
  return new ToolError("not_found", `段落不存在: ${shown}`, {
    ...(candidates.length > 0 && { candidates, hint: `near: ${candidates.join(", ")}` }),
  });
}

/** The ids that a mistyped id may mean: `likely` ones, or else any of the book. */
export function nearestParagraphs(book: Book, id: string, likely: readonly string[]): string[] {
  const near = nearestNames(id, likely);
  return near.length > 0 ? near : nearestNames(id, [...book.positions.keys()]);
}

/** Paragraphs as the tools return them, with their translations into `language`. */
export function toParagraphRows(
  open: OpenBook,
  positions: readonly ParagraphPosition[],
  language = open.language,
): ParagraphRow[] {
  const { book } = open;
  const ids = positions.map((position) => paragraphAt(book, position).id);
  const translations = open.read((work) => work.selected(language, ids));
  return positions.map((position) => {
    const { id, text } = paragraphAt(book, position);
    const { id: chapter, volume } = book.chapters[position.chapter] as Book["chapters"][number];
    return { id, text, translation: translations.get(id) ?? null, chapter, volume, paragraph_index: position.index };
  });
}

/** Lines of context for a message: work lines, grouped by chapter. */
export function contextLines(open: OpenBook, paragraphs: readonly ParagraphRow[]): string[] {
  const lines: string[] = [];
  let chapter: string | null = null;
  for (const paragraph of paragraphs) {
    if (paragraph.chapter !== chapter) {
      chapter = paragraph.chapter;
      lines.push(`-- ${titleOf(open.book, chapter)} (${chapter})`);
    }
    lines.push(...workLines([paragraph], "with translations"));
  }
  return lines;
}

const titleOf = (book: Book, id: string): string => book.chapters.find((chapter) => chapter.id === id)?.title ?? id;
