import type { DocumentId, Outcome } from "./contract";
import type { EntryName } from "./library";

/**
 * The destination of a link. `fragment` is decoded, without `#`; `line` is that of its heading on disk, from 1; `name`
 * is the path relative to the folder.
 */
export type LinkDestination =
  | { status: "file"; path: string; fragment: string | null; line: number | null; isText: boolean }
  | { status: "folder"; path: string }
  | { status: "missing"; path: string; name: string; canMake: boolean }
  /** An entry of the content library; null if it has none of this kind and name. */
  | { status: "entry"; entry: EntryName | null; name: string };

/** Whether there is nothing at the end of a link. */
export const isNowhere = (place: LinkDestination): boolean =>
  place.status === "missing" || (place.status === "entry" && place.entry === null);

/**
 * A link in an open document; `target` is without angle brackets and backslashes. `from`: the link is in an embedded note with this path relative to the
 * open folder.
 */
export type LinkQuery = { doc: DocumentId; kind: "address" | "wiki"; target: string; from?: string | undefined };

/** What an embed shows; `path` is relative to the open folder, `line` from 1. */
export type EmbeddedNote = { path: string; text: string; line: number; isCropped: boolean };

/** The effect of a rename on links, by file. Paths are relative to the folder. */
export type LinkPlan = {
  files: { path: string; mends: { line: number; before: string; after: string }[]; stuck: number }[];
  /** All links that would break and can be updated, and the number of their files; the list may be shorter. */
  links: number;
  fileCount: number;
  /** Links that would break and cannot be updated. */
  stuck: number;
  /** False if there are too many files or some could not be read. */
  isAll: boolean;
};

/** A link to a document: path of the linking file relative to the folder, its line from 1, and the line's text. */
export type BackLink = { path: string; line: number; text: string };

/** A new title for a heading, in Markdown. */
export type HeadingRename = { doc: DocumentId; line: number; source: string; title: string };

/** The result of link updates. `undo` is an id for `links:undo`; null if there is nothing to undo. */
export type LinkReport = {
  links: number;
  fileCount: number;
  failed: { path: string; why: string }[];
  undo: number | null;
};

/** A rename whose link updates were interrupted. `name` is the new name and `before` the old one; null for a heading. */
export type UnfinishedLinkUpdate = {
  id: string;
  name: string;
  before: string | null;
  links: number;
  fileCount: number;
};

/** Requests on links: where they lead, who links here, and their updates after a rename. */
export type LinkRequests = {
  /** Resolves a link in the document: a path or wiki link, without angle brackets and backslashes. */
  "links:place": (link: LinkQuery) => Outcome<{ place: LinkDestination }>;
  /** The note, or the part of it, that `![[target]]` embeds. */
  "links:embed": (embed: Omit<LinkQuery, "kind">) => Outcome<{ part: EmbeddedNote }>;
  /** All files of the open folder that can be linked to, as relative paths. */
  "links:names": () => Outcome<{ files: string[]; isAll: boolean }>;
  /** The headings of a file, by its path relative to the open folder. */
  "links:headings": (path: string) => Outcome<{ headings: { title: string; level: number }[] }>;
  /** Links in the open folder to a document, as on disk; aborts the previous request. */
  "links:back": (doc: DocumentId) => Outcome<{ links: BackLink[]; isAll: boolean }>;
  /** The link updates that `links:move` would make. A new plan replaces the previous one. */
  "links:plan-move": (move: { from: string; to: string }) => Outcome<{ plan: LinkPlan }>;
  /** Renames or moves like `workspace:rename`, and updates the links. */
  "links:move": (move: { from: string; to: string }) => Outcome<{ path: string; report: LinkReport }>;
  /** A heading is identified by its line, from 1, and its current source without the `#` marks. */
  "links:plan-heading": (heading: HeadingRename) => Outcome<{ plan: LinkPlan }>;
  "links:rename-heading": (heading: HeadingRename) => Outcome<{ report: LinkReport }>;
  /** Renames in the open folder whose link updates were interrupted. */
  "links:unfinished": () => Outcome<{ unfinished: UnfinishedLinkUpdate[] }>;
  "links:finish": (id: string) => Outcome<{ report: LinkReport }>;
  /** Dismisses an unfinished rename. */
  "links:leave": (id: string) => Outcome<object>;
  /** Reverts a reported rename, except where the text was edited since. */
  "links:undo": (undo: number) => Outcome<{ report: LinkReport; path: string | null }>;
};
