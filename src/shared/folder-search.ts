import type { FileMatches, FolderQuery, FolderSearchPage } from "../core/text/folder-search";
import type { Outcome } from "./contract";

/** A replacement in the open folder, as shown by the search. */
export type ReplaceQuery = {
  query: FolderQuery;
  template: string;
  keepCase: boolean;
  /** Absolute paths with the paragraphs that were shown (`line` is their first line); null for all matches. */
  files: { path: string; paragraphs: { key: string; line: number }[] | null }[];
};

/** The effect of a replacement. */
export type ReplacePlan = {
  id: number;
  matches: number;
  fileCount: number;
  /** Paragraphs that have changed since they were found. */
  changed: number;
  failed: { path: string; why: string }[];
};

/** The result of a replacement or of undoing it; paths are relative to the folder. */
export type ReplaceReport = {
  matches: number;
  fileCount: number;
  /** Paragraphs that were skipped because they have changed since they were found. */
  changed: number;
  failed: { path: string; why: string }[];
  /** Number of files that were not processed, because the user stopped. */
  left: number;
  /** An id for `replace:undo`; null if there is nothing to undo. */
  undo: number | null;
};

/** Searching and replacing in the open folder. */
export type FolderSearchRequests = {
  /**
   * Searches the open folder and ends the previous search. `search` is the renderer's number for it; `search:more`
   * requests the next page while there is `more`. The page is null if another search has started. With `unsaved`
   * included, unsaved edits are saved first, as for a tool; automatic repeats leave them out.
   */
  "search:begin": (
    query: FolderQuery & { search: number; unsaved: "included" | "left out" },
  ) => Outcome<{ page: FolderSearchPage | null }>;
  "search:more": (search: number) => Outcome<{ page: FolderSearchPage | null }>;
  "search:stop": () => void;
  /** Current matches in some files on disk, to update shown results; files without matches are omitted. */
  "search:files": (query: { query: FolderQuery; paths: string[] }) => Outcome<{ files: FileMatches[] }>;
  /** Computes a replacement without changing anything; null if it was stopped. Replaces the previous plan. */
  "replace:plan": (asked: ReplaceQuery) => Outcome<{ plan: ReplacePlan | null }>;
  /** Executes a plan where the text is unchanged; progress is reported by `replace:progress`. */
  "replace:run": (planId: number) => Outcome<{ report: ReplaceReport }>;
  /** Stops planning, or replacing before the next file. */
  "replace:stop": () => void;
  /** Reverts a reported replacement, except where the text was edited since. */
  "replace:undo": (undo: number) => Outcome<{ report: ReplaceReport }>;
};
