/** A file of a book as it was read. */
export type BookFile = {
  /** Relative to the book's folder, with `/`; of a book in one file its name. */
  path: string;
  /** Line breaks are `\n` only. */
  text: string;
  format: "markdown" | "text";
};

/** What the paragraphs of a book are: its lines, or in a hard-wrapped source the blocks between blank lines. */
export type Unit = "lines" | "blocks";

/** One entry of a chapter's array. Its `paragraph_index` is its place there. */
export type SourceParagraph = {
  /** The line; of a block its lines joined into one. */
  text: string;
  /** A blank one counts in the index and is never assigned or given as context. */
  isBlank: boolean;
  /** Lines that it takes in the chapter; more than one only in a block. */
  lines: number;
};

/** A chapter before its paragraphs have ids. */
export type SourceChapter = {
  /** Unique in the book, and the same while the chapter's file or heading keeps its name. */
  id: string;
  title: string;
  /** The folder that it lies in, relative to the book's; empty at the top. */
  volume: string;
  /** What stands before the array in its file and is never assigned: front matter. Ends with a line break, or is empty. */
  preface: string;
  paragraphs: readonly SourceParagraph[];
  /** Whether its text ends with a line break. */
  isClosed: boolean;
  /** The same for equal chapters. */
  version: string;
  /** The file it stands in. */
  path: string;
};

/** Volumes in order; a book without sub-folders has one, with an empty id. */
export type Volume = { id: string; title: string };

/** A paragraph with its id. */
export type Paragraph = SourceParagraph & { id: string };

/** A chapter whose paragraphs have ids. */
export type Chapter = Omit<SourceChapter, "paragraphs"> & { paragraphs: readonly Paragraph[] };

/** Where a paragraph stands in a book: two places from 0 on. */
export type Place = { chapter: number; index: number };

/** A book with ids. Every paragraph has its own, the blank ones too. */
export type Book = {
  title: string;
  volumes: readonly Volume[];
  chapters: readonly Chapter[];
  places: ReadonlyMap<string, Place>;
};
