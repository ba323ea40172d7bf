/** The process that keeps unsaved edits while main is busy, and what it kept. */

export { createJournalClient, type JournalClient } from "./journal-client";
export { type LeftoverTyping, readLeftoverTyping } from "./leftover-typing";
export { mergeLeftoverTyping } from "./merge-leftover-typing";
