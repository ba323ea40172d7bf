import type { Book, Unit } from "./book/book";
import type { BookNotes } from "./book/notes";
import type { BookKind } from "./book-files";
import type { WorkDesk } from "./work/work-store";

/** What a call says about the book it means; all of it may be left out where the caller has only one. */
export type BookQuery = {
  /** A folder or file, relative to the caller's first root, or absolute inside one. */
  book?: string | undefined;
  task_id?: string | undefined;
  /** Decides between the books that the caller has opened. */
  paragraph_id?: string | undefined;
};

/** A book as it is now, for one call. */
export type OpenBook = {
  /** The folder or file, links resolved. */
  realPath: string;
  kind: BookKind;
  /** The folder of ours with its work and its notes; it need not be there yet. */
  folder: string;
  /** As the caller calls it. */
  name: string;
  book: Book;
  /** What its paragraphs are. */
  unit: Unit;
  /** Its lines look broken at a fixed width: its paragraphs may better be blocks. */
  looksHardWrapped: boolean;
  /** What it says about itself, its terms and its style. */
  notes: BookNotes;
  /** What the reader should know: files that could not be read, damaged work. */
  warnings: string[];
  /** The language that calls without a task mean. */
  language: string;
  /** Looks at the work as it is stored, touching nothing. */
  look<Result>(task: (work: WorkDesk) => Result): Result;
  /**
   * Changes the work in one transaction: all of it lands, or nothing; whatever `task` throws comes out. It gets the book with
   * the ids as they are stored by then.
   */
  write<Result>(task: (work: WorkDesk, book: Book) => Result): Result;
  /** As `write`, in a transaction that is taken back: what would come of it. Makes no file and no folder. */
  rehearse<Result>(task: (work: WorkDesk, book: Book) => Result): Result;
  /** Whether anything is stored for this book yet. */
  isBegun(): boolean;
};

/** How one call reaches books. */
export type BookDesk = {
  /** The book that a call means. Refuses what is no book, or lies outside the caller's roots, and asks where it is unclear. */
  open(asked: BookQuery): Promise<OpenBook>;
  /** The book and the task that a call belongs to: by `task_id`, or the one task that its caller has open. */
  openTask(asked: BookQuery): Promise<{ open: OpenBook; task: string }>;
  /** A task was opened in a book by this caller. */
  opened(open: OpenBook, task: string): void;
};
