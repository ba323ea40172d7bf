/** Comments on passages of documents, and passages that are protected from agents. */

import type { DocumentId, Outcome } from "./contract";

/** A thread of comments as the window shows it. Positions are in the saved text. */
export type ShownThread = {
  thread: string;
  status: "open" | "resolved";
  /** Agents must not resolve it. */
  needsMe: boolean;
  state: "anchored" | "moved" | "orphaned";
  range: { from: number; to: number } | null;
  /** The words at the range; of an orphan those that it was about. Empty for a cell or slide without text. */
  words: string;
  /** In an Office document: what is around the words, which distinguishes them from the same ones elsewhere. */
  context?: { before: string; after: string };
  /** The cell (`Sheet1!B2`) or the slide (`slide 3`) that it is on; null in a text. */
  address: string | null;
  messages: ShownMessage[];
  /** Somebody else wrote in it since the user has seen it. */
  isUnread: boolean;
  /** The agents' writes that answer it, by which its pending edits are found. */
  writes: string[];
  /** What the user decided on their edits, oldest first. */
  edits: ShownDecision[];
};

/** An edit that answered a thread, and what the user made of it; long texts are shortened. */
export type ShownDecision = {
  write: string;
  by: string;
  outcome: "kept" | "undone";
  removed: string;
  inserted: string;
  at: string;
};

/** `at` is ISO 8601, and different for each message of a thread. Only what `isMine`, of the user of this computer, can be changed. */
export type ShownMessage = {
  name: string;
  kind: "user" | "agent" | "program";
  text: string;
  at: string;
  isMine: boolean;
};

/** The threads of one document of the open folder; `path` is as in the file tree. */
export type CommentedDocument = { path: string; name: string; threads: ShownThread[] };

/** A passage that agents may not change (`locked`), or only by edits that wait for review (`suggest`). */
export type ShownLock = {
  lock: string;
  kind: "document" | "section" | "paragraph" | "cells" | "slide";
  /** The cells (`Sheet1!B2:C9`) or the slide (`slide 3`); null for other kinds. */
  address: string | null;
  mode: "locked" | "suggest";
  from: number;
  to: number;
  /** How it begins; empty for a whole document, and for a cell or slide without text. */
  words: string;
  /** Whether its words are gone: it protects nothing now. */
  isLost: boolean;
  /** Whether it is suggested that all of its words go: it is protected still. */
  isGoing: boolean;
  /** In a Word document or OpenDocument text, the paragraphs of the page that it protects, by their indexes; null elsewhere. */
  page: { first: number; last: number } | null;
  /** Of a document that agents may change a little: how many percent of its words, before the user reviews them. */
  share: number | null;
};

/** Words of a comment that the user has not sent yet. `text` may be empty while a new comment has none. */
export type CommentDraft = { text: string } & (
  | {
      kind: "new";
      id: string;
      from: number;
      words: string;
      /** A cell or slide instead of words, as in `ShownThread`. */
      address?: string | undefined;
      needsMe: boolean;
    }
  | { kind: "reply"; thread: string }
  /** Of the message that was written at this time, as it was. */
  | { kind: "edit"; thread: string; at: string; before: string }
);

/** Paragraphs of an Office document's page, by their indexes, and the text of the first one as the user sees it. */
export type PageParagraphs = { first: number; last: number; text: string };

export type CommentRequests = {
  /** The comments and protected passages of a document, in its order; none if it has no file. */
  "comments:list": (doc: DocumentId) => Outcome<{ threads: ShownThread[]; locks: ShownLock[] }>;
  /** The threads of all texts of the open folder that have comments beside them, and how many documents could not be read. */
  "comments:folder": () => Outcome<{ documents: CommentedDocument[]; unread: number }>;
  /** The user has seen these threads. */
  "comments:read": (seen: { doc: DocumentId; threads: string[] }) => Outcome<object>;
  /** Where in an Office document's text a paragraph has this offset; of several alike, the one that is `share` (0 to 1) far down. */
  "comments:place": (asked: {
    doc: DocumentId;
    paragraph: string;
    offset: number;
    share: number;
  }) => Outcome<{ from: number }>;
  /** Comments on `words`, which are at or near `from`, or on the cell or slide at `address`. */
  "comments:add": (comment: {
    doc: DocumentId;
    from: number;
    words: string;
    address?: string | undefined;
    text: string;
    needsMe: boolean;
  }) => Outcome<{ thread: string }>;
  "comments:reply": (reply: { doc: DocumentId; thread: string; text: string }) => Outcome<object>;
  /** `undo` takes the change back, as long as the app runs. */
  "comments:set": (change: {
    doc: DocumentId;
    thread: string;
    status?: "open" | "resolved" | undefined;
    needsMe?: boolean | undefined;
  }) => Outcome<{ undo: string }>;
  /**
   * Changes a message of the user; null deletes it, and with the first one the thread. Rejected as `stale` if it is no longer `before`. `undo` takes
   * the change back, as long as the app runs.
   */
  "comments:edit": (change: {
    doc: DocumentId;
    thread: string;
    at: string;
    before: string;
    text: string | null;
  }) => Outcome<{ undo: string }>;
  /** Deletes a thread with all that is in it. */
  "comments:delete": (thread: { doc: DocumentId; thread: string }) => Outcome<{ undo: string }>;
  "comments:undo": (change: { doc: DocumentId; undo: string }) => Outcome<object>;
  /** What the user began to write in this document, in this run or an earlier one. */
  "comments:drafts": (doc: DocumentId) => Outcome<{ drafts: CommentDraft[] }>;
  /** Stores all drafts of a document, instead of those before. */
  "comments:keep-drafts": (kept: { doc: DocumentId; drafts: CommentDraft[] }) => Outcome<object>;
  /** Protects what is around a selection: its paragraphs, its section, the document; or cells or a slide at `address`, with their `words`. */
  "comments:protect": (passage: {
    doc: DocumentId;
    from: number;
    to: number;
    kind: ShownLock["kind"];
    address?: string | undefined;
    words?: string | undefined;
    /** In a Word document or OpenDocument text instead of `from` and `to`; with `section` any paragraph in it. */
    page?: PageParagraphs | undefined;
    mode: "locked" | "suggest";
    /** With `document`: not protected, but changed by agents only up to this percentage of its words before a review. */
    share?: number | undefined;
  }) => Outcome<object>;
  /** Changes what agents may do with a protected passage of a text. */
  "comments:set-lock": (lock: { doc: DocumentId; lock: string; mode: ShownLock["mode"] }) => Outcome<object>;
  "comments:unprotect": (lock: { doc: DocumentId; lock: string }) => Outcome<object>;
};
