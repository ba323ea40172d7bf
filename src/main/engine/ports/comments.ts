import type { Anchor, AnchorPosition } from "../../../core/comments/anchor";
import type { LongText } from "../../../core/comments/taken-back";

/** Who wrote a message. */
export type CommentAuthor = { name: string; kind: "user" | "agent" | "program" };

/** `text` is Markdown; `at` is ISO 8601. */
export type CommentMessage = { author: CommentAuthor; text: string; at: string };

/** The passage of a thread, with the section (its path) and the paragraph that it was in when it was written. */
export type CommentAnchor = Anchor & { section: string | null; paragraph_id: string | null };

/** A thread as it is stored. */
export type CommentThread = {
  status: "open" | "resolved";
  /** The user wants to see it before it is resolved: agents cannot resolve it. */
  needs_me?: true | undefined;
  /** When a message was added or the status changed, ISO 8601; never the same twice. */
  changed: string;
  anchor: CommentAnchor;
  messages: CommentMessage[];
  /** The writes that answer it, as they are named in the review. */
  writes?: string[] | undefined;
  /** What the user decided on the edits of these writes, oldest first. */
  edits?: DecidedEdit[] | undefined;
};

/** An edit that answered a thread: what it replaced, shortened, and what the user made of it. */
export type DecidedEdit = {
  write: string;
  by: string;
  outcome: "kept" | "undone";
  removed: string;
  inserted: string;
  /** If what is above is shortened: what the whole is known by. */
  long?: { removed?: LongText | undefined; inserted?: LongText | undefined } | undefined;
  /** The user had kept it and took it back, and may do it again: what was before and behind it then. */
  taken_back?: { before: string; after: string } | undefined;
  /** When the user decided, ISO 8601. */
  at: string;
};

/** A thread, and where it is in the text that was asked for. */
export type PlacedThread = CommentThread & { thread: string; realPath: string; place: AnchorPosition };

/** What agents may do with a protected passage: nothing, or only edits that wait for review. */
export type LockMode = "locked" | "suggest";

/** What the user protects: the whole document, a section with all that is in it, a paragraph, a range of cells or a slide. */
export type StoredLock = {
  mode: LockMode;
  kind: "document" | "section" | "paragraph" | "cells" | "slide";
  /** Of a section its heading; null for a whole document. Of cells and slides the section is their address, as `Sheet1!B2:C9` or `slide 3`; the `words` of cells are their print. */
  anchor: CommentAnchor | null;
  /** Of a whole document: agents may change this percentage of its words, from 1 to 100, before the user reviews them. */
  share?: number | undefined;
  at: string;
};

/**
 * A lock, and the range that it protects now; null if nothing like its passage is left. Empty for cells and slides. `copies`: other ranges that it may be
 * instead, since nothing tells them apart: they are protected, too.
 */
export type PlacedLock = StoredLock & {
  lock: string;
  range: { from: number; to: number } | null;
  copies?: readonly { from: number; to: number }[];
};

/** What to protect. */
export type ProtectedPassage = {
  kind: StoredLock["kind"];
  mode: LockMode;
  from: number;
  to: number;
  address?: string | undefined;
  words?: string | undefined;
  /** What cells are found by after rows and columns have come and gone. */
  print?: string | undefined;
  share?: number | undefined;
};

/** A text document at a version, as it is now. If its paragraphs have ids of their own, as in an EPUB, passages are found by these, too. */
export type CommentedText = {
  realPath: string;
  text: string;
  version: string;
  paragraphIds?: readonly { id: string; from: number; to: number }[];
  /**
   * Of a Word document or OpenDocument text, its sections: from the start of a heading to the end of all that is in it. Its edits come as whole versions,
   * so passages are followed from one version that is asked for to the next.
   */
  sections?: readonly { from: number; to: number }[];
};

/** A new thread: its passage and its first message. */
export type NewThread = {
  from: number;
  to: number;
  section: string | null;
  paragraphId: string | null;
  text: string;
  author: CommentAuthor;
  needsMe?: boolean;
};

/** What is stored about one document, by the ids of its threads and locks. */
export type StoredAbout = { threads: Record<string, CommentThread>; locks: Record<string, StoredLock> };

/** The comments on text documents: threads on passages, beside the documents, never in them. Shared by all processes. */
export type Comments = {
  /**
   * The threads of a document in its order, orphans last. `near` finds the range of a paragraph or section by what the anchor remembers. Throws if what
   * is stored is damaged.
   */
  list(
    document: CommentedText,
    near?: (anchor: CommentAnchor) => { from: number; to: number }[],
  ): Promise<PlacedThread[]>;
  /** `roots` decide in which folder the comments are stored. */
  add(document: CommentedText, thread: NewThread, roots: readonly string[]): Promise<PlacedThread>;
  /** Changes a thread, under its lock. If `edit` throws, nothing is changed; if it returns null, the thread is deleted. */
  update(
    found: { realPath: string; thread: string },
    edit: (thread: CommentThread) => CommentThread | null,
  ): Promise<CommentThread | null>;
  /** Brings a deleted thread back, under its id. Throws `wrong_state` if it is there. */
  restore(realPath: string, thread: string, stored: CommentThread): Promise<void>;
  /** The document of a thread below one of these real paths; null if there is none. */
  find(thread: string, roots: readonly string[]): Promise<{ realPath: string; thread: CommentThread } | null>;
  /** The real paths of all documents with threads below these folders, sorted. A document may be gone. */
  documents(roots: readonly string[]): Promise<string[]>;
  /** The protected passages of a document, in its order. With `text` null, as for a file that is not a text, they are not looked for: all ranges are empty. */
  locks(document: CommentedText | { realPath: string; text: null }): Promise<PlacedLock[]>;
  /** Protects a passage; of a section the range of its heading. Cells and slides have an address, and slides `words`, by which they are found again. */
  protect(document: CommentedText, passage: ProtectedPassage, roots: readonly string[]): Promise<void>;
  /** Changes what agents may do with a protected passage, without a moment in which it is not protected. */
  setLockMode(realPath: string, lock: string, mode: LockMode): Promise<void>;
  unprotect(realPath: string, lock: string): Promise<void>;
  /** Protected passages are at these ranges of a text, whatever became of them before, and are stored so. */
  placeLocks(document: CommentedText, ranges: readonly { lock: string; from: number; to: number }[]): Promise<void>;
  /** Stores at once what the passages of a document are found by now, as `list` and `locks` have followed them. */
  storePassages(realPath: string): Promise<void>;
  /**
   * Replaces what is stored about a document, under its lock. `edit` gets null if nothing was ever stored, and returns null to change nothing; it may run
   * more than once. Throws if what is stored is damaged.
   */
  rewrite(
    realPath: string,
    roots: readonly string[],
    edit: (current: StoredAbout | null) => StoredAbout | null,
  ): Promise<void>;
  /** The threads of a document that this write answers. */
  answeredBy(realPath: string, write: string): Promise<string[]>;
  /** The edits in answer to a document's threads that the user has kept, also those that they then took back. */
  keptEdits(realPath: string): Promise<{ thread: string; edit: DecidedEdit }[]>;
  /** A file or folder was renamed in Galley. */
  moved(from: string, to: string): Promise<void>;
  /** A time that no other change has. */
  now(): string;
  /** Reports every document whose threads have changed, or have moved to other words. Returns a function that stops it. */
  onChange(listener: (realPath: string) => void): () => void;
  /** Reports every rename of a file or folder in Galley, once the comments have followed it. Returns a function that stops it. */
  onMoved(listener: (move: { from: string; to: string }) => void): () => void;
  /** Stores where the passages are now. */
  close(): Promise<void>;
};
