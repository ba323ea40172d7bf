/** A source file of a book. */
export type BookFile = {
  /** Relative to the book's folder, with `/`; the file name if the book is one file. */
  path: string;
  /** Line breaks are `\n` only. */
  text: string;
  format: "markdown" | "text";
};

/** What counts as a paragraph: each line, or in a hard-wrapped source each block between blank lines. */
export type Unit = "lines" | "blocks";

/** One entry of a chapter. Its index in the chapter is its `paragraph_index`. */
export type SourceParagraph = {
  /** The line, or the lines of a block joined into one. */
  text: string;
  /** What ids and stored translations know the paragraph by, if it is not `text`. */
  knownAs?: string;
  /** Blank, or only marks of Markdown: it counts in the index, and is never assigned or given as context. */
  isBlank: boolean;
  /** How many lines of the chapter it takes; more than one only for a block. */
  lines: number;
};

/** A chapter before its paragraphs have ids. */
export type SourceChapter = {
  /** Unique in the book, and stable while the chapter's file or heading keeps its name. */
  id: string;
  title: string;
  /** The chapter's folder relative to the book's; empty at the top. */
  volume: string;
  /** The front matter before the first paragraph, never assigned. Ends with a line break, or is empty. */
  preface: string;
  paragraphs: readonly SourceParagraph[];
  /** Whether the chapter's text ends with a line break. */
  isClosed: boolean;
  /** Equal for chapters with equal content. */
  version: string;
  /** The file that contains the chapter. */
  path: string;
  /** Its document in an EPUB. Its paragraphs then have marks for inline elements. */
  document?: string;
};

/** Volumes in order. A book without sub-folders has one volume with an empty id. */
export type Volume = { id: string; title: string };

/** A paragraph with its id. */
export type Paragraph = SourceParagraph & { id: string };

/** A chapter whose paragraphs have ids. */
export type Chapter = Omit<SourceChapter, "paragraphs"> & { paragraphs: readonly Paragraph[] };

/** The position of a paragraph in a book: index of the chapter, index in the chapter, both from 0. */
export type ParagraphPosition = { chapter: number; index: number };

/** A book with ids. Every paragraph has its own id, also a blank one. */
export type Book = {
  title: string;
  volumes: readonly Volume[];
  chapters: readonly Chapter[];
  positions: ReadonlyMap<string, ParagraphPosition>;
};
