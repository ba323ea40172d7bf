import type { Change } from "../document/change";
import type { HunkId, PendingHunks, ReviewedWrite } from "../document/pending-hunks";

/** What waits in one document, by the text of `version`; `writes` are those that it names, the oldest first. */
export type DocumentReview = { version: string; pending: PendingHunks; writes: ReviewedWrite[] };

/** What became of a hunk, and what it had put in place of what. */
export type Decision = {
  realPath: string;
  write: ReviewedWrite;
  hunk: HunkId;
  /** `overwritten`: somebody wrote over it before anybody had looked at it. */
  outcome: "kept" | "undone" | "overwritten";
  inserted: string;
  removed: string;
};

/** A write that landed, whosoever it is. */
export type LandedWrite = {
  /** Unlike any other write's. */
  id: string;
  realPath: string;
  /** The version it leads from, null for a new file, and the one it leads to. */
  from: string | null;
  to: string;
  /** The text before; empty for a new file. */
  before: string;
  changes: readonly Change[];
  /** An agent through a tool, the person, or another program. */
  by: { kind: "you" | "agent" | "program"; name: string };
  reason: string;
  /** What the person had asked for, where it is part of an answer. */
  request?: string | undefined;
  /** Hunks that it takes back, by the very changes that `undoHunks` of the pure room gives for them. */
  undoes?: readonly HunkId[] | undefined;
};

/**
 * What agents wrote and no person has looked at yet, of every document, by any door and in any process of this user.
 * Kept beside the history; a document's review follows each of its writes.
 */
export type Review = {
  /** In the file's turn: an agent's write waits from now on, anybody else's moves what waits. */
  landed(write: LandedWrite): Promise<void>;
  /** What waits in a document whose text is `text` now, whoever wrote it since; null where nothing does. Stores nothing. */
  of(document: { realPath: string; version: string; text: string }): Promise<DocumentReview | null>;
  /** The person keeps these hunks: their text stays, and waits no more. Those that wait no longer are passed over. */
  keep(realPath: string, hunks: readonly HunkId[]): void;
  /** Whether anything waited in a document when it was last written here. */
  waits(realPath: string): boolean;
  /** Every document in which something waits, by real path, the one written last first. */
  list(): { realPath: string; pending: PendingHunks; writes: ReviewedWrite[] }[];
  /** A file or folder was renamed in Galley. */
  moved(from: string, to: string): void;
  /** Hears of every hunk that no longer waits. Answers with the way to stop. */
  onDecided(heard: (decision: Decision) => void): () => void;
  /** Hears of every document of which other hunks wait than before. Answers with the way to stop. */
  onChange(heard: (realPath: string) => void): () => void;
  close(): void;
};
