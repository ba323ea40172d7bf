/** What the notes of the open folder say about each other: tags, aliases, links that lead nowhere, mentions without a link. */

import type { LinkStyle } from "../core/links/wiki-target";
import type { DocumentId, Outcome } from "./contract";

/** A tag, as first written in the folder without `#`, and in how many places it is. */
export type TagCount = { name: string; count: number };

/** A line of a note: its path relative to the open folder, its line from 1, and the line's text, cropped. */
export type NoteLocation = { path: string; line: number; text: string };

/** A link that leads nowhere: its target as written, where a note for it would be (null if it cannot be created), and where the links are. */
export type UnresolvedLink = { target: string; create: string | null; count: number; places: NoteLocation[] };

/** A mention of a note without a link; `from` is its offset in the note at `path`, and `words` what is written there. */
export type UnlinkedMention = NoteLocation & { from: number; words: string };

/** Whether to read every file again, or only those that may have changed since. */
export type IndexRefresh = "all" | "changed";

/** How an Obsidian vault wants its notes written; null in `FolderRules` where the open folder does not say. */
export type FolderRules = {
  /** The file that says so, relative to the open folder; null if the folder is not a vault, or the setting is off. */
  source: string | null;
  /** Whether this folder was not opened with such rules before: a notice mentions them once. */
  isNew: boolean;
  lineBreaks: "keep" | "join" | null;
  /** A folder as in the setting `imageFolder`, or `/` for the open folder itself. */
  imageFolder: string | null;
  linkStyle: LinkStyle | null;
};

/** A linked mention can be undone with this id. */
export type LinkedMention = { undo: number };

export type NoteIndexRequests = {
  /** All tags of the folder's notes, in alphabetical order. `isAll` is false if some notes could not be read. */
  "index:tags": (refresh: IndexRefresh) => Outcome<{ tags: TagCount[]; isAll: boolean }>;
  /** Where a tag is, without the tags below it. */
  "index:tag-places": (tag: string) => Outcome<{ places: NoteLocation[]; isAll: boolean }>;
  "index:unresolved": (refresh: IndexRefresh) => Outcome<{ links: UnresolvedLink[]; isAll: boolean }>;
  /** Mentions of a document's name and aliases in other notes; aborts the previous request. */
  "index:mentions": (doc: DocumentId) => Outcome<{ mentions: UnlinkedMention[]; isAll: boolean }>;
  /** Makes a mention of the document a link, if it is still there. */
  "index:link-mention": (asked: { doc: DocumentId; mention: UnlinkedMention }) => Outcome<LinkedMention>;
  "index:undo-link": (undo: number) => Outcome<object>;
  /** Other names of notes, by path. */
  "index:aliases": () => Outcome<{ aliases: { path: string; name: string }[] }>;
  /** What the open folder says about how notes are written. */
  "index:folder-rules": () => Outcome<{ rules: FolderRules }>;
};

export type NoteIndexEvents = {
  /** Files of the folder changed: the results of `index:tags` and `index:unresolved` may be others. */
  "index:changed": null;
};
