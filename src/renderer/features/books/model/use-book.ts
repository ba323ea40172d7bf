import { createContext, useContext } from "react";
import type { BookModel } from "./book-model";
import type { JobList } from "./job-list";

/** An open book and its jobs. */
export type OpenBook = { model: BookModel; jobs: JobList };

/** Provides the open book to its components. */
export const BookContext = createContext<OpenBook | null>(null);

/** The open book. Throws `RangeError` outside of a book's view. */
export function useBook(): OpenBook {
  const open = useContext(BookContext);
  if (!open) throw new RangeError("useBook must be called inside BookContext");
  return open;
}
