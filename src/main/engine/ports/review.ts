import type { PackedEdits } from "../../../core/review/packed-edits";
import type { HunkId, PendingEdits, ReviewedWrite, UndoManner } from "../../../core/review/pending-edits";
import type { Change } from "../../../core/text/change";

/** The pending edits of one document in the text of `version`; `writes` are the writes that they refer to, oldest first. */
export type DocumentReview = {
  version: string;
  pending: PendingEdits;
  writes: ReviewedWrite[];
  /** For a file of secrets: the replaced text is no longer known, so the edits can be kept but not undone. */
  isTextLost?: true;
};

/** The decision about a hunk, with the text it had inserted and removed. */
export type Decision = {
  realPath: string;
  /** For each agent that contributed to the hunk, its last write. */
  write: ReviewedWrite;
  hunk: HunkId;
  /** `overwritten`: the user changed the text before anybody had reviewed it. */
  outcome: "kept" | "undone" | "overwritten";
  inserted: string;
  removed: string;
};

/** A write that landed, whoever made it. */
export type LandedWrite = {
  realPath: string;
  /** The version before (null for a new file) and the version after. */
  from: string | null;
  to: string;
  /** The text before; empty for a new file. */
  before: string;
  changes: readonly Change[];
  /** An agent's write to be reviewed, or the user's suggestion; null for any other write. */
  write: ReviewedWrite | null;
  /** Hunks that it undoes, with exactly the changes that `undoHunks` returns for them. */
  undoes?: { hunks: readonly HunkId[]; manner: UndoManner } | undefined;
  /** Hunks that it undoes if the document allows it: what remains of them, such as a shape's last paragraph, counts as accepted. */
  undoesNearly?: readonly HunkId[] | undefined;
  /** The pending edits after it, if the user's editor has tracked them: the editor can tell undo from typing. */
  followed?: FollowedReview | undefined;
  /** Only a part of the changes is suggested by the user: the suggestions in the text after it. Counts if `followed` is unknown. */
  suggestions?: FollowedReview | undefined;
  /** For an Office document: if the user's undo restores the exact bytes of a version, its pending edits are restored too. */
  isOffice?: boolean;
};

/** An agent's write that is about to land, with the versions before (null: no file) and after. */
export type AnnouncedWrite = { realPath: string; from: string | null; to: string; write: ReviewedWrite };

/** The pending edits of a text as an editor has tracked them. */
export type FollowedReview = { pending: PackedEdits; writes: readonly ReviewedWrite[] };

/**
 * The edits of agents that the user has not reviewed yet, in every document, over any transport and from any process of this user. Stored beside the
 * history; each write to a document updates its review.
 */
export type Review = {
  /** What is stored about a write while it is pending; null if it needs no review. */
  record(write: {
    id: string;
    by: { kind: "you" | "agent" | "program"; name: string };
    reason: string;
    request?: string | undefined;
    /** An external write that the user wants to review, whoever made it. */
    isExternal?: boolean;
  }): ReviewedWrite | null;
  /**
   * In the file's queue, before an agent's write: if this process ends before `landed`, the next one still knows whose write it is. Returns once that
   * would survive a power cut.
   */
  announce(write: AnnouncedWrite): void;
  /** Writes that were announced and have not landed so far: under way, rejected, or interrupted with their process. */
  announced(): AnnouncedWrite[];
  /** An announced write did not land. */
  withdraw(realPath: string): void;
  /** In the file's queue: an agent's write becomes pending; any other write moves the pending edits. */
  landed(write: LandedWrite): Promise<void>;
  /** The pending edits of a document whose text is now `text`, whoever wrote it since; null if there are none. Stores nothing. */
  of(document: { realPath: string; version: string; text: string }): Promise<DocumentReview | null>;
  /** The user accepts these hunks: their text stays. Hunks that are no longer pending are ignored. */
  keep(realPath: string, hunks: readonly HunkId[]): Promise<void>;
  /** Whether a document had pending edits when it was last written here, or may have some again after the user's undo. */
  hasPending(realPath: string): boolean;
  /** The real paths of the documents with pending edits, most recently written first. */
  list(): string[];
  /** A file or folder was renamed in Galley. Resolves once the writes that were landing in it have moved, too. */
  moved(from: string, to: string): Promise<void>;
  /** Reports every hunk that is no longer pending. Returns a function that stops it. */
  onDecided(listener: (decision: Decision) => void): () => void;
  /** Reports every document whose pending hunks have changed. Returns a function that stops it. */
  onChange(listener: (realPath: string) => void): () => void;
  /**
   * Reports that the pending edits of a document could not be stored, for example because the disk is full. They stay in memory until this process
   * ends or they can be stored. Returns a function that stops it.
   */
  onUnstored(listener: (realPath: string, error: unknown) => void): () => void;
  close(): void;
};
