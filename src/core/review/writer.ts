/** Who wrote, and what is known of a version that was written. */

/** Who wrote: the person in the canvas, an agent through a tool, or another program behind our back. */
export type Writer = { kind: "you" | "agent" | "program"; name: string };

/** One version that landed. */
export type VersionEntry = {
  /** Names this entry; grows with time. */
  version_id: string;
  /** SHA-256 of the bytes. */
  version: string;
  /** When it landed, ISO 8601. */
  at: string;
  by: Writer;
  /** Why, in a few words: `autosave`, `saved by hand`, `patch`, `found on disk`, `restored`. */
  reason: string;
  /** Bytes. */
  size: number;
  /** What was asked for, in the words of whoever asked: the question to the panel's model. Absent where nobody said. */
  request?: string;
  /** Words that it put in and took out, counted when it landed; absent where nobody counted. */
  change?: WordCount;
  /** The person marked it, under this name; empty for a mark without one, absent where it has none. */
  mark?: string;
  /** There where the bytes are not: of a file of secrets only this much is kept. */
  bytes?: "not kept";
};

/** Words that a write put in, and words that it took out. */
export type WordCount = { added: number; removed: number };
