import type {
  BookInconsistency,
  BookPath,
  BookRow,
  BookVersion,
  FlaggedRow,
  RowFilter,
  RowPosition,
  WorkKind,
} from "../../../shared/book";
import type { BookRequests } from "../../../shared/book-requests";
import {
  flaggedRows,
  type OpenBook,
  paragraphAt,
  paragraphStates,
  positionsInChapter,
  sourceHash,
  tableRows,
} from "../../engine/books";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";
import type { BookAccess } from "./book-access";

type FindRequest = Parameters<BookRequests["book:find"]>[0];

/** What the user sees of a book's paragraphs. */
export function createBookRows({ engine: theEngine, callerFor, check, viewOf, opened }: BookAccess) {
  return {
    async rows(book: BookPath, chapter: string): Promise<BookRow[]> {
      const open = await opened(book);
      const at = open.book.chapters.findIndex(({ id }) => id === chapter);
      if (at < 0) throw new ToolError("not_found", t.books.chapterGone(chapter));
      return tableRows(open, positionsInChapter(open.book, at));
    },
    async rowsOf(book: BookPath, ids: readonly string[]): Promise<BookRow[]> {
      const open = await opened(book);
      const positions = ids.flatMap((id) => open.book.positions.get(id) ?? []);
      positions.sort((a, b) => a.chapter - b.chapter || a.index - b.index);
      return tableRows(open, positions);
    },
    async filter(book: BookPath, filters: readonly RowFilter[]): Promise<RowPosition[]> {
      const view = await viewOf(book);
      const wanted = new Set(filters);
      const odd = wanted.has("inconsistent")
        ? new Set((await view.inconsistencies()).map(({ paragraph }) => paragraph))
        : new Set<string>();
      const open = await view.open();
      const flagged = wanted.has("flagged") ? await flaggedIds(open) : new Set<string>();
      return paragraphStates(open)
        .filter(
          ({ id, state, sourceChanged, inReview }) =>
            wanted.has(state) ||
            flagged.has(id) ||
            (sourceChanged && wanted.has("source changed")) ||
            (inReview && wanted.has("in review")) ||
            odd.has(id),
        )
        .map(({ id, chapter, index }) => ({ id, chapter, index }));
    },
    /** All paragraphs that match; at most those of one chapter. */
    async find(
      { book, sought, isRegex, in: where, chapter }: FindRequest,
      signal: AbortSignal,
    ): Promise<RowPosition[]> {
      if (sought.trim() === "") return [];
      const open = await opened(book);
      const { chapters } = open.book;
      const only = chapter === null ? null : chapters.findIndex(({ id }) => id === chapter);
      const lines = {
        patterns: [isRegex ? sought : sought.trim()],
        regex: isRegex,
        caseSensitive: false,
        wholeWord: false,
      };
      const found = await (await theEngine()).findParagraphs(open, { lines, in: where, chapter: only }, signal);
      return found.flatMap((position) => {
        const [id, of] = [paragraphAt(open.book, position).id, chapters[position.chapter]?.id];
        return of === undefined ? [] : [{ id, chapter: of, index: position.index }];
      });
    },
    async flags(
      book: BookPath,
      of: { chapter: string } | { paragraphs: readonly string[] },
    ): Promise<{ rows: FlaggedRow[]; checked: string[] }> {
      const open = await opened(book);
      if ("paragraphs" in of) return flaggedRows(open, { only: of.paragraphs });
      const chapter = open.book.chapters.find(({ id }) => id === of.chapter);
      const only = chapter?.paragraphs.flatMap(({ id, isBlank }) => (isBlank ? [] : [id])) ?? [];
      return flaggedRows(open, { only });
    },
    async versions(book: BookPath, paragraph: string): Promise<BookVersion[]> {
      const open = await opened(book);
      const position = open.book.positions.get(paragraph);
      const source = position === undefined ? "" : sourceHash(paragraphAt(open.book, position));
      const versions = open.read((work) => work.versions(paragraph));
      return versions
        .filter(({ language }) => language === open.language)
        .map(({ id, text, selected, at, task, writer, source: of }) => ({
          id,
          text,
          isSelected: selected,
          at,
          task,
          writer,
          sourceChanged: of !== source,
        }))
        .reverse();
    },
    async inconsistencies(book: BookPath): Promise<BookInconsistency[]> {
      const view = await viewOf(book);
      const found = await view.inconsistencies();
      const open = await view.open();
      const positions = found.flatMap(({ paragraph }) => open.book.positions.get(paragraph) ?? []);
      const rows = new Map(tableRows(open, positions).map((each) => [each.id, each]));
      return found.flatMap(({ term, translation: expected, paragraph }) => {
        const at = rows.get(paragraph);
        if (at === undefined) return [];
        const { id, chapter, index, text, translation } = at;
        return [{ id, chapter, index, term, expected, text, translation: translation ?? "" }];
      });
    },
    async prompt(book: BookPath, kind: WorkKind, task: string | null): Promise<string> {
      await check(book);
      const asked = { type: kind, book, ...(task === null ? {} : { task_id: task }) };
      return (await theEngine()).bookPrompt(asked, callerFor(book));
    },
  };
}

/** The paragraphs of a book with a flag that nobody has ignored. */
async function flaggedIds(open: OpenBook): Promise<Set<string>> {
  const { rows } = await flaggedRows(open);
  return new Set(rows.flatMap(({ id, flags }) => (flags.some(({ ignored }) => ignored === null) ? [id] : [])));
}
