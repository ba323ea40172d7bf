/** What a search of a folder is asked and what it finds, in the words that main and page share. */
import type { ExcerptPiece } from "./excerpt";

/** What the person looks for in the open folder. */
export type FolderQuery = {
  /** Not empty, one line. */
  text: string;
  regex: boolean;
  caseSensitive: boolean;
  wholeWord: boolean;
  /** Names, folders and globs with commas between them; empty for every file. */
  include: string;
  exclude: string;
};

/** A paragraph with at least one match. */
export type FoundParagraph = {
  /** The titles of the sections that it stands in, from the top down; none in plain text and Office documents. */
  sections: string[];
  /** The line of the first match, 1-based; in an Office document the number of the paragraph. */
  line: number;
  /** How many of the paragraph's lines stand above the one of the first match, and below it. */
  above: number;
  below: number;
  /** The first match in the document's text, in UTF-16 units. */
  from: number;
  to: number;
  /** The text of that match, as far as it is needed to find it again. */
  match: string;
  /** Tells its text from others; what is replaced later is a paragraph with the same key. */
  key: string;
  excerpt: ExcerptPiece[];
};

/** A document with matches. */
export type FoundFile = {
  /** Absolute, as the open folder is called. */
  path: string;
  /** From the open folder, with `/` between the parts. */
  name: string;
  /** Found by what it says; nothing is replaced in it. */
  isOffice: boolean;
  /** All paragraphs that match. */
  count: number;
  /** Those that are shown; fewer than `count` where there are too many. */
  paragraphs: FoundParagraph[];
};

/** The next piece of a search. Counts are of everything so far. */
export type FolderSearchPage = {
  files: FoundFile[];
  paragraphCount: number;
  fileCount: number;
  /** Files looked into, of those that may match. */
  searched: number;
  of: number;
  /** Files that could not be read as text. */
  unread: number;
  /** Files that are too large to be searched whole: only their beginning was. */
  partial: number;
  /** `time`: it ended before all was searched, so that there may be more. */
  status: "more" | "done" | "time";
};
