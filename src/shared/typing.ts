/**
 * Unsaved edits on their way past a main that may be busy. The preload repeats each request that carries edits to a
 * separate process, which stores those that main has not acknowledged in time (`app/journal-process/journal-process.ts`).
 */

import type { Argument } from "./contract";

/**
 * Requests that carry unsaved edits. Each contains everything that is unsaved in its subject, so a later one replaces
 * earlier ones.
 */
export type TypingRequest =
  | "document:typed"
  | "office:typed"
  | "book:keep-targets"
  | "assistant:keep-draft"
  | "comments:keep-drafts";

/** A request with its argument. A save counts as the `document:typed` that it contains. */
export type Typing = { [K in TypingRequest]: { name: K; argument: Argument<K> } }[TypingRequest];

/**
 * Messages of the preload to the journal process. `subject` identifies what was edited; `count` increases with each
 * message of the renderer. `answered`: main has acknowledged this message and all earlier ones of the subject.
 */
export type RendererToJournal =
  | { kind: "typed"; subject: string; count: number; typing: Typing }
  | { kind: "answered"; subject: string; count: number };
