/** Who wrote a text as it stands. */

/** A writer's part of a text. `share`, and `reviewed` and `stale` of it, are parts of 1. */
export type WriterShare = {
  kind: "user" | "pasted" | "agent" | "program" | "unknown";
  name: string;
  characters: number;
  words: number;
  share: number;
  reviewed: number;
  stale: number;
};

/**
 * A piece of the text by one writer: its length in UTF-16 units, when it was written (ISO 8601; null if unknown), why, and the user's question that it
 * answered. `isStale`: the user had reviewed it, and somebody else changed words in it since.
 */
export type AuthoredSpan = {
  length: number;
  kind: WriterShare["kind"];
  name: string;
  at: string | null;
  note?: string | undefined;
  request?: string | undefined;
  isReviewed: boolean;
  isStale: boolean;
};

/** The spans follow each other from the beginning; the last ones may be missing in a very patched text, which `warnings` then say. */
export type Authorship = {
  characters: number;
  words: number;
  writers: WriterShare[];
  spans: AuthoredSpan[];
  warnings: string[];
};
