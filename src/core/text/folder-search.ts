/** The query and the results of a folder search, as main and the window exchange them. */
import type { ExcerptPiece } from "./excerpt";

/** What the user searches for in the open folder. */
export type FolderQuery = {
  /** Not empty, one line. */
  text: string;
  regex: boolean;
  caseSensitive: boolean;
  wholeWord: boolean;
  /** Names, folders and globs separated by commas; empty for every file. */
  include: string;
  exclude: string;
};

/** A paragraph with at least one match. */
export type ParagraphMatch = {
  /** The titles of the sections that contain it, from the top level down; none in plain text and Office documents. */
  sections: string[];
  /** The line of the first match, 1-based; in an Office document, the number of the paragraph. */
  line: number;
  /** How many of the paragraph's lines are above and below the line of the first match. */
  above: number;
  below: number;
  /** The first match in the document's text, in UTF-16 units. */
  from: number;
  to: number;
  /** The text of that match, as far as needed to find it again. */
  match: string;
  /** Identifies the text of the paragraph: a later replacement applies to a paragraph with the same key. */
  key: string;
  excerpt: ExcerptPiece[];
};

/** A document with matches. */
export type FileMatches = {
  /** An absolute path below the path of the open folder. */
  path: string;
  /** Relative to the open folder, with `/` between the parts. */
  name: string;
  /** Found by what it says; nothing is replaced in it. */
  isOffice: boolean;
  /** The number of paragraphs that match. */
  count: number;
  /** Those that are shown; fewer than `count` if there are too many. */
  paragraphs: ParagraphMatch[];
};

/** The next page of a search. Counts are totals so far. */
export type FolderSearchPage = {
  files: FileMatches[];
  paragraphCount: number;
  fileCount: number;
  /** Files searched, of those that may match. */
  searched: number;
  of: number;
  /** Files that could not be read as text. */
  unread: number;
  /** Files of which only the beginning was searched because they are too large. */
  partial: number;
  /** `time`: the search ran out of time before it was complete, so there may be more. */
  status: "more" | "done" | "time";
};
