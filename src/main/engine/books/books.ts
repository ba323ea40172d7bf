import type { Book, Unit } from "./book/book";
import type { BookNotes } from "./book/notes";
import type { BookKind } from "./book-files";
import type { ForeignMemories } from "./foreign-memories";
import type { WorkStore } from "./work/work-store";

/** How a call names its book. Everything may be omitted if the caller has only one. */
export type BookQuery = {
  /** A folder or file, relative to the caller's first root, or absolute inside one. */
  book?: string | undefined;
  task_id?: string | undefined;
  /** Chooses among the books that the caller has opened. */
  paragraph_id?: string | undefined;
};

/** A book as it is now, for one call. */
export type OpenBook = {
  /** The folder or file, with links resolved. */
  realPath: string;
  kind: BookKind;
  /** Galley's folder with the book's work and notes. It may not exist yet. */
  folder: string;
  /** The book's path as the caller writes it. */
  name: string;
  book: Book;
  /** What counts as a paragraph. */
  unit: Unit;
  /** The lines look hard-wrapped, so that paragraphs should perhaps be blocks. */
  looksHardWrapped: boolean;
  /** Title, terms and style from the book's own notes. */
  notes: BookNotes;
  /** Messages for the user: files that could not be read, damaged work. */
  warnings: string[];
  /** The target language of calls without a task. */
  language: string;
  /** Reads the stored work. Changes nothing. */
  read<Result>(task: (work: WorkStore) => Result): Result;
  /**
   * Changes the work in one transaction: everything is stored, or nothing. Errors of `task` are rethrown. `task` gets the book with the ids
   * that are stored at that moment.
   */
  write<Result>(task: (work: WorkStore, book: Book) => Result): Result;
  /** Like `write`, but the transaction is rolled back: returns what the change would do. Makes no file and no folder. */
  dryRun<Result>(task: (work: WorkStore, book: Book) => Result): Result;
  /** Translations into a language from elsewhere: imported ones, and those of other books in the folder. */
  memories(language: string): ForeignMemories;
  /** Whether any work is stored for this book. */
  isBegun(): boolean;
};

/** Access to books for one call. */
export type BookService = {
  /** The book that a call means. Rejects what is not a book or is outside the caller's roots, and asks for the book if it is ambiguous. */
  open(query: BookQuery): Promise<OpenBook>;
  /** The book and task that a call is about: by `task_id`, or the only task that the caller has open. */
  openTask(query: BookQuery): Promise<{ open: OpenBook; task: string }>;
  /** Records that this caller opened a task in a book. */
  opened(open: OpenBook, task: string): void;
};
