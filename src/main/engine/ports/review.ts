import type { PackedEdits } from "../../../core/review/packed-edits";
import type { HunkId, PendingEdits, ReviewedWrite, UndoManner } from "../../../core/review/pending-edits";
import type { Change } from "../../../core/text/change";

/** What waits in one document, by the text of `version`; `writes` are those that it names, the oldest first. */
export type DocumentReview = {
  version: string;
  pending: PendingEdits;
  writes: ReviewedWrite[];
  /** Of a file of secrets: what the edits replaced is not known any more, so that they can be kept and not undone. */
  isTextLost?: true;
};

/** What became of a hunk, and what it had put in place of what. */
export type Decision = {
  realPath: string;
  /** The last write of it, of each agent that had a part in it. */
  write: ReviewedWrite;
  hunk: HunkId;
  /** `overwritten`: the user wrote over it before anybody had looked at it. */
  outcome: "kept" | "undone" | "overwritten";
  inserted: string;
  removed: string;
};

/** A write that landed, whoever made it. */
export type LandedWrite = {
  realPath: string;
  /** The version it leads from, null for a new file, and the one it leads to. */
  from: string | null;
  to: string;
  /** The text before; empty for a new file. */
  before: string;
  changes: readonly Change[];
  /** An agent's write that waits for review; null for the user, other programs, and agents whose writes need no review. */
  write: ReviewedWrite | null;
  /** Hunks that it undoes, by the very changes that `undoHunks` gives for them. */
  undoes?: { hunks: readonly HunkId[]; manner: UndoManner } | undefined;
  /** Hunks that it undoes as nearly as the document can: what is left of them, such as a shape's last paragraph, is accepted. */
  undoesNearly?: readonly HunkId[] | undefined;
  /** What waits in the text after it, where the user's editor has followed every key: it knows an undo from typing. */
  followed?: FollowedReview | undefined;
  /** An Office document's: where the user's undo puts the very bytes of a version back, what waited in it waits again. */
  isOffice?: boolean;
};

/** An agent's write that is about to land, by the versions of the file it leads from (null: none) and to. */
export type AnnouncedWrite = { realPath: string; from: string | null; to: string; write: ReviewedWrite };

/** What waits in a text as an editor has followed it. */
export type FollowedReview = { pending: PackedEdits; writes: readonly ReviewedWrite[] };

/**
 * What agents wrote and the user has not looked at yet, of every document, through any transport and in any process of this
 * user. Kept beside the history; a document's review follows each of its writes.
 */
export type Review = {
  /** What a write is remembered by while it waits; null where it needs no review. */
  record(write: {
    id: string;
    by: { kind: "you" | "agent" | "program"; name: string };
    reason: string;
    request?: string | undefined;
  }): ReviewedWrite | null;
  /**
   * In the file's turn, before an agent's write: should this process end before `landed`, the next one still knows whose it is. Returns
   * once a power cut could not take that away.
   */
  announce(write: AnnouncedWrite): void;
  /** Writes that were announced and, so far, have not landed: under way, refused, or cut off with their process. */
  announced(): AnnouncedWrite[];
  /** An announced write did not land. */
  withdraw(realPath: string): void;
  /** In the file's turn: an agent's write waits from now on, anybody else's moves what waits. */
  landed(write: LandedWrite): Promise<void>;
  /** What waits in a document whose text is `text` now, whoever wrote it since; null where nothing does. Stores nothing. */
  of(document: { realPath: string; version: string; text: string }): Promise<DocumentReview | null>;
  /** The user keeps these hunks: their text stays and is accepted. Those that wait no longer are passed over. */
  keep(realPath: string, hunks: readonly HunkId[]): Promise<void>;
  /** Whether anything waited in a document when it was last written here, or may wait again by the user's undo. */
  waits(realPath: string): boolean;
  /** The real paths of the documents in which something waits, the one written last first. */
  list(): string[];
  /** A file or folder was renamed in Galley. */
  moved(from: string, to: string): void;
  /** Calls back for every hunk that no longer waits. Answers with the way to stop. */
  onDecided(listener: (decision: Decision) => void): () => void;
  /** Calls back for every document of which other hunks wait than before. Answers with the way to stop. */
  onChange(listener: (realPath: string) => void): () => void;
  /**
   * Calls back where what waits in a document could not be stored, as on a full disk: it is kept until this process ends, or until it can
   * be stored again. Answers with the way to stop.
   */
  onUnstored(listener: (realPath: string, error: unknown) => void): () => void;
  close(): void;
};
