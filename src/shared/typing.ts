/**
 * What is typed, on its way past a main that may be busy. The preload repeats each request that hands typing over to a process that
 * only keeps what main has not answered in time (`app/journal/journal-process.ts`). Types only.
 */

import type { Argument } from "./contract";

/** The requests that hand over what is typed. Each has all that is unsaved in its subject, so that a later one replaces an earlier one. */
export type TypingRequest = "document:typed" | "office:typed" | "book:keep-targets" | "assistant:keep-draft";

/** One of them. A save counts as the `document:typed` that it contains. */
export type Typing = { [K in TypingRequest]: { name: K; argument: Argument<K> } }[TypingRequest];

/**
 * What a page's preload tells that process. `subject` names what was typed in; `count` grows with each message of the page. `answered`:
 * main has this one, and all of the subject's before it.
 */
export type PageToJournal =
  | { kind: "typed"; subject: string; count: number; typing: Typing }
  | { kind: "answered"; subject: string; count: number };
