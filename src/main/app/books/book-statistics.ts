import type { ChapterStatistics } from "../../../core/books/book-statistics";
import type { BookPath } from "../../../shared/book";
import { type CountedMatches, countBook, countMatches } from "../../engine/books";
import type { BookAccess } from "./book-access";

/** A request for matches is answered after this many milliseconds, so that the window shows how far it is and can stop. */
const ANSWER_MS = 250;

/** The figures of a book for the user. */
export const createBookStatistics = ({ opened }: Pick<BookAccess, "opened">) => ({
  statistics: async (book: BookPath): Promise<ChapterStatistics[]> => countBook(await opened(book)),
  countMatches: async (book: BookPath, from: number): Promise<CountedMatches> =>
    countMatches(await opened(book), { from, forMs: ANSWER_MS }),
});
