/** The strings of the editor. See ui/messages.ts on how to add one; the Chinese strings are in messages.zh.ts. */
import { counting } from "../../shared/language";
import type { DocumentStatus } from "../ui/document-status";
import { registerMessages } from "../ui/language";

const { number, many } = counting("en");
const count = (amount: number, one: string, other: string) => many(amount, { one, other });

const millions = (amount: number) => number(Math.round(amount / 1e6));

const english = {
  label: (name: string) => `Text of ${name}`,
  status: {
    saved: "Saved",
    unsaved: "Unsaved. Your text is kept safe.",
    saving: "Saving…",
    opening: "Opening…",
    waiting: "Will save when you finish composing",
    conflict: "Conflict: choose which version to keep. Not saved until you do.",
    "read-only": "This file is read-only. Your edits are kept safe; use Save As to write them to another file.",
    gone: "File deleted or moved. Your text is safe here. Save to restore the file, or use Save As.",
    unread: "This file can't be read",
    failed: "Not saved. Your text is kept safe.",
  } satisfies Record<DocumentStatus, string>,
  opening: (hundredths: number) => `Opening… ${hundredths} %`,
  /** Shown to a user who types while the document is loading. */
  stillOpening: "This document is still loading. You can edit it once it is complete.",
  openingFailed: (message: string, hint?: string) =>
    `Only the beginning could be loaded: ${[ended(message), hint && ended(hint)].filter(Boolean).join(" ")} Trying again.`,
  neverSaved: "Not saved to a file yet. Your text is kept safe.",
  readOnly: (why: string) => `${ended(why)} Your edits are kept safe; use Save As to write them to another file.`,
  failed: (message: string, hint?: string) => [ended(message), hint && ended(hint)].filter(Boolean).join(" "),
  noAnswer: "Galley's main process did not respond. Your text is safe here; saving will be retried.",
  changed: (who: string, lines: number) => `${who} changed ${count(lines, "line", "lines")}`,
  conflictOpened: (who: string) =>
    `You and ${who} changed the same words. Choose what to keep: Alt+1 yours, Alt+2 theirs, Alt+3 both.`,
  you: "You",
  anotherProgram: "Another program",
  conflict: {
    group: (who: string) => `Conflict: you and ${who} changed the same words`,
    mine: "Mine",
    theirs: "Theirs",
    both: "Both",
    yours: "Your version",
    others: (who: string) => `${who}'s version`,
    nothing: "(deleted)",
    more: (lines: number) => `Show ${count(lines, "more line", "more lines")}`,
    key: (n: number) => `Alt+${n}`,
    resolved: (left: number) =>
      left === 0 ? "Resolved. Saving resumed." : `Resolved. ${count(left, "conflict", "conflicts")} left.`,
  },
  find: {
    find: "Find",
    replace: "Replace with",
    previous: "Previous match (Shift+Enter)",
    next: "Next match (Enter)",
    all: "All",
    selectAll: "Select all matches",
    matchCase: "Match case",
    wholeWord: "Whole words",
    regexp: "Regular expression",
    replaceOne: "Replace",
    replaceAll: "Replace all",
    close: "Close (Escape)",
    searching: (hundredths: number) => `Searching… ${hundredths} %`,
    /** `index` 0: no match is selected. `total` null: more than `most`. */
    count: (index: number, total: number | null, most: number) => {
      if (total === 0) return "No matches";
      const all = total === null ? `${number(most)}+` : number(total);
      return index > 0 ? `${number(index)} of ${all}` : all;
    },
  },
  /** Shown for the part of a giant line that is not laid out. */
  restOfLine: {
    before: (characters: number) => `⋯ ${count(characters, "character", "characters")} of this line before this`,
    after: (characters: number) => `⋯ ${count(characters, "character", "characters")} of this line after this`,
  },
  pastedPlain: (characters: number, most: number) =>
    `Pasted as plain text: the formatting is too large to convert to Markdown (${millions(characters)} million characters; the limit is ${millions(most)} million).`,
  pastedPlainParts:
    "Pasted as plain text: the formatting has more than 2 million elements, too many to convert to Markdown.",
  pastedUnread: "Pasted as plain text: the formatting could not be read.",
  imagesAdded: (images: number) =>
    `${count(images, "image", "images")} saved beside the document. Undo removes the link and keeps the file.`,
  damagedByte: (hex: string) => `Invalid byte: ${hex}`,
  /** CodeMirror's phrases: the English text that it asks for, and what is shown. */
  phrases: {} as Record<string, string>,
};

const ended = (sentence: string) => (/[.!?…]$/.test(sentence.trim()) ? sentence.trim() : `${sentence.trim()}.`);

/** The strings of the editor, in one language. */
export type EditorMessages = typeof english;

/** The strings of the editor, in the language in use. */
export let editorMessages: EditorMessages = english;

registerMessages<EditorMessages>(
  { en: english, "zh-CN": async () => (await import("./messages.zh")).chinese },
  (current) => {
    editorMessages = current;
  },
);
