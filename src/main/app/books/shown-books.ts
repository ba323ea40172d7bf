import type { BookPath } from "../../../shared/book";
import type { WindowHandle } from "../core/desktop";
import type { BookAccess } from "./book-access";
import { type BookWatch, createBookWatch } from "./book-watch";

/** The books that windows show or jobs work on. They are watched, and their windows get the changes. */
export type ShownBooks = ReturnType<typeof createShownBooks>;

export function createShownBooks({
  viewOf,
  reportError,
}: {
  viewOf: BookAccess["viewOf"];
  reportError(error: unknown): void;
}) {
  /** The windows that show each book; only these get its events. */
  const windowsByBook = new Map<BookPath, Set<WindowHandle>>();
  /** Books with running jobs. */
  const booksWithJobs = new Set<BookPath>();
  const listeners = new Set<(book: BookPath, chapters: string[] | null) => void>();

  const watch: BookWatch = createBookWatch({
    read: async (book) => (await viewOf(book)).open(),
    changed(book, chapters, rows) {
      for (const window of windowsByBook.get(book) ?? [])
        if (!window.send("book:changed", { book, chapters, rows })) leave(book, window);
      for (const listener of listeners) listener(book, chapters);
    },
    reportError,
  });

  function leave(book: BookPath, window: WindowHandle): void {
    const windows = windowsByBook.get(book);
    windows?.delete(window);
    if (windows?.size === 0) windowsByBook.delete(book);
    if (!windowsByBook.has(book) && !booksWithJobs.has(book)) watch.remove(book);
  }

  return {
    watch,
    show(book: BookPath, window: WindowHandle): void {
      windowsByBook.set(book, (windowsByBook.get(book) ?? new Set()).add(window));
      watch.add(book);
    },
    leave,
    /** Calls `listener` for every change of a watched book. Returns a function that stops it. */
    onChanged(listener: (book: BookPath, chapters: string[] | null) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Watches the book while a job works on it. */
    watchForJob(book: BookPath): void {
      booksWithJobs.add(book);
      watch.add(book);
    },
    unwatchForJob(book: BookPath): void {
      booksWithJobs.delete(book);
      if (!windowsByBook.has(book)) watch.remove(book);
    },
  };
}
