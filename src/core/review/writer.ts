/** Who wrote a version, and its history entry. */

/** The author: the user in the editor, an agent through a tool, or another program outside Galley. */
export type Writer = {
  kind: "you" | "agent" | "program";
  name: string;
  /** Of an agent in the panel: its conversation, which tells its sessions apart. Not stored. */
  session?: string;
};

/** An external program of which no more is known. */
export const EXTERNAL_CHANGE: Writer = { kind: "program", name: "External change" };

/** Git's checkout, pull, stash and the like. */
export const GIT: Writer = { kind: "program", name: "Git" };

/** Galley by itself, neither for the user nor for an agent: what it recovers, or puts back. */
export const GALLEY: Writer = { kind: "program", name: "Galley" };

/** What others wrote in a shared folder, on their machines. */
export const SHARED_FOLDER: Writer = { kind: "program", name: "Shared folder" };

/** Why a version was written that changes only comments. */
export const COMMENT_REASON = "comment";

/** A version that was written. */
export type VersionEntry = {
  /** Identifies the entry; later entries have greater ids. */
  version_id: string;
  /** SHA-256 of the bytes. */
  version: string;
  /** When it was written, ISO 8601. */
  at: string;
  by: Writer;
  /** Why, in a few words: `autosave`, `saved by hand`, `patch`, `found on disk`, `restored`. */
  reason: string;
  /** Why, in the words of the agent that wrote it; absent if it did not say. Stored with the reason: see `reason-note.ts`. */
  note?: string;
  /** In bytes. */
  size: number;
  /** The request in the user's words: the question to the assistant's model. Absent if there was none. */
  request?: string;
  /** What of it the user pasted, as ranges of the text in UTF-16 units, in order; absent if nothing. */
  pasted?: TextRange[];
  /** The words added and removed, counted when the version was written; absent if they were not counted. */
  change?: WordCount;
  /** The name under which the user marked it; empty for a mark without a name, absent if it is not marked. */
  mark?: string;
  /** Present if the bytes are not stored, as for a file of secrets. */
  bytes?: "not kept";
};

/** From and to, in UTF-16 units. */
export type TextRange = readonly [from: number, to: number];

/** How many words a write added, and how many it removed. */
export type WordCount = { added: number; removed: number };
