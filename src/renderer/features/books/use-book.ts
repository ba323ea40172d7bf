import { createContext, useContext } from "react";
import type { BookModel } from "./book-model";
import type { JobList } from "./job-list";

/** An open book and the jobs on it. */
export type OpenBook = { model: BookModel; jobs: JobList };

/** Gives the open book to the components under it. */
export const BookContext = createContext<OpenBook | null>(null);

/** The open book. Throws `RangeError` outside of one. */
export function useBook(): OpenBook {
  const open = useContext(BookContext);
  if (!open) throw new RangeError("a component of the book desk stands outside its BookContext");
  return open;
}
