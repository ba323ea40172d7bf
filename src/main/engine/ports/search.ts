import type { Span } from "../../../core/text/excerpt";

/** What lines are looked for, in the dialect of Rust's `regex`: no look-around, no back-references, always linear in time. */
export type LineQuery = {
  /** A line matches if one of them does. */
  patterns: readonly string[];
  regex: boolean;
  caseSensitive: boolean;
  wholeWord: boolean;
};

/** A line of a text that matches. */
export type MatchingLine = {
  /** 1-based. */
  line: number;
  /** Where the first match in it begins, in bytes of UTF-8, 1-based. */
  column: number;
};

/** How far a search may go. */
export type SearchLimits = {
  signal: AbortSignal;
  /** Milliseconds since 1970; the search ends then. */
  deadline: number;
};

/** What a match holds: the whole of it, and its groups from the first on; one that took no part is empty. */
export type Captured = Span & { match: string; groups: string[] };

/** Finds lines in texts, and files on the disk that may hold them. */
export type Search = {
  /**
   * For each text its lines that match. Null where the time was up. A pattern that means nothing is refused as `bad_arguments`, in the words of
   * the engine that reads it.
   */
  linesIn(texts: readonly string[], query: LineQuery, limits: SearchLimits): Promise<MatchingLine[][] | null>;
  /**
   * For each of some lines, which hold no line break, the spans that match, in order and in UTF-16 units; empty matches
   * are left out. Null where the time was up.
   */
  matchesIn(lines: readonly string[], query: LineQuery, limits: SearchLimits): Promise<Span[][] | null>;
  /**
   * For each of some texts its matches with their groups, of which the pattern has so many; for one pattern. Empty matches are
   * left out; a damaged byte shows as U+FFFD. Null where the time was up.
   */
  capturesIn(
    texts: readonly string[],
    query: LineQuery & { groups: number },
    limits: SearchLimits,
  ): Promise<Captured[][] | null>;
  /**
   * The files below a folder on the real disk that may hold a matching line: none that does is left out, save those that git
   * ignores, hidden ones, what lies behind links, and what has a NUL byte, were it far behind its beginning. Null where files are on no disk, and have to be read to know.
   */
  filesBelow: null | ((folder: string, query: LineQuery, limits: SearchLimits) => Promise<FilesBelow>);
};

/** Absolute paths, unsorted. */
export type FilesBelow = {
  /** Text files that may hold a match, and those too large to be looked at, which reading refuses. */
  candidates: string[];
  /** Office packages, which have to be opened to know. */
  packages: string[];
  /** Whether the time was up before all had been looked at. */
  stopped: boolean;
};
