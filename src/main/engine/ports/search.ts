import type { Span } from "../../../core/text/excerpt";

/** The lines to search for, in the syntax of Rust's `regex`: no look-around, no back-references, always linear time. */
export type LineQuery = {
  /** A line matches if one of the patterns does. */
  patterns: readonly string[];
  regex: boolean;
  caseSensitive: boolean;
  wholeWord: boolean;
  /** `filesBelow` looks in no other files, which is faster, and leaves out those that are too large. */
  markdownOnly?: true;
};

/** A line of a text that matches. */
export type MatchingLine = {
  /** 1-based. */
  line: number;
  /** Where its first match begins, in bytes of UTF-8, 1-based. */
  column: number;
};

/** The limits of a search. */
export type SearchLimits = {
  signal: AbortSignal;
  /** When the search ends, in milliseconds since 1970. */
  deadline: number;
};

/** A match with its text and groups, from the first group on. A group that took no part is empty. */
export type CapturedMatch = Span & { match: string; groups: string[] };

/** Finds lines in texts, and files on disk that may contain them. */
export type Search = {
  /**
   * The matching lines of each text; null if the time ran out. An invalid pattern is rejected as `bad_arguments`, with the message of the search
   * engine.
   */
  linesIn(texts: readonly string[], query: LineQuery, limits: SearchLimits): Promise<MatchingLine[][] | null>;
  /**
   * The matching spans of each line (a line contains no line break), in order and in UTF-16 units, without empty matches; null if the time ran out.
   */
  matchesIn(lines: readonly string[], query: LineQuery, limits: SearchLimits): Promise<Span[][] | null>;
  /**
   * The matches of each text with their groups, for one pattern that has `groups` groups. Without empty matches; a damaged byte becomes U+FFFD. Null
   * if the time ran out.
   */
  capturesIn(
    texts: readonly string[],
    query: LineQuery & { groups: number },
    limits: SearchLimits,
  ): Promise<CapturedMatch[][] | null>;
  /**
   * The files below a folder on disk that may contain a matching line. Complete, except for files that git ignores, hidden files, files behind links,
   * and files with a NUL byte anywhere. Null if the files are not on disk and must be read.
   */
  filesBelow: null | ((folder: string, query: LineQuery, limits: SearchLimits) => Promise<FilesBelow>);
};

/** Absolute paths, unsorted. */
export type FilesBelow = {
  /** Text files that may match, and files too large to search, which fail when they are read. */
  candidates: string[];
  /** Office packages, which must be opened to be searched. */
  packages: string[];
  /** Whether the time ran out before everything was searched. */
  stopped: boolean;
};
