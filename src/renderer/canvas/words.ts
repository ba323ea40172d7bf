/** Every sentence that the canvas shows or says. How words are added: ui/words.ts; the Chinese is in words.chinese.ts. */
import { counting } from "../../shared/language";
import { spoken } from "../ui/language";
import type { DocumentStatus } from "./status";

const { number, many } = counting("en");
const count = (amount: number, one: string, other: string) => many(amount, { one, other });

const millions = (amount: number) => number(Math.round(amount / 1e6));

const english = {
  label: (name: string) => `Text of ${name}`,
  status: {
    saved: "Saved",
    unsaved: "Unsaved typing, kept safe until it is saved",
    saving: "Saving…",
    opening: "Opening…",
    waiting: "Saving waits until the word is composed",
    conflict: "Both changed the same words: choose in the page — saving waits",
    "read-only": "This file cannot be saved here; what you type is kept. Use Save As to keep it in another file.",
    gone: "Deleted or moved on disk: the text is kept here. Save to put it back, or Save As.",
    unread: "This file could not be read",
    failed: "Not saved; your text is kept safe",
  } satisfies Record<DocumentStatus, string>,
  opening: (hundredths: number) => `Opening… ${hundredths} %`,
  /** To who types meanwhile. */
  stillOpening: "This document is still being opened: it can be read, and written in when all of it is here.",
  openingFailed: (message: string, hint?: string) =>
    `Only the beginning could be opened: ${[ended(message), hint && ended(hint)].filter(Boolean).join(" ")} It is tried again.`,
  neverSaved: "Not in a file yet; kept safe. Save to give it a place.",
  readOnly: (why: string) => `${ended(why)} What you type is kept; use Save As to keep it in another file.`,
  failed: (message: string, hint?: string) => [ended(message), hint && ended(hint)].filter(Boolean).join(" "),
  noAnswer: "Galley's main process did not answer. Your text is still here; saving is tried again.",
  changed: (who: string, lines: number) => `${who} changed ${count(lines, "line", "lines")}`,
  conflictOpened: (who: string) =>
    `You and ${who} changed the same words. Choose in the page what stays: Alt+1 yours, Alt+2 theirs, Alt+3 both.`,
  you: "You",
  anotherProgram: "Another program",
  conflict: {
    group: (who: string) => `Conflict: you and ${who} changed the same words`,
    mine: "Mine",
    theirs: "Theirs",
    both: "Both",
    yours: "Yours, in the page",
    others: (who: string) => `${who}, on disk`,
    nothing: "(taken away)",
    more: (lines: number) => `Show ${count(lines, "more line", "more lines")}`,
    key: (n: number) => `Alt+${n}`,
    settled: (left: number) =>
      left === 0 ? "Settled; saving goes on" : `Settled; ${count(left, "conflict is", "conflicts are")} left`,
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
    /** `index` 0: none of them is selected. `total` null: more than `most`. */
    count: (index: number, total: number | null, most: number) => {
      if (total === 0) return "No match";
      const all = total === null ? `${number(most)}+` : number(total);
      return index > 0 ? `${number(index)} of ${all}` : all;
    },
  },
  /** Of a giant line only the part around the view is laid out. */
  restOfLine: {
    before: (characters: number) => `⋯ ${count(characters, "character", "characters")} of this line before this`,
    after: (characters: number) => `⋯ ${count(characters, "character", "characters")} of this line after this`,
  },
  pastedPlain: (characters: number, most: number) =>
    `The copied text has ${millions(characters)} million characters of formatting; up to ${millions(most)} million are made into Markdown. It was pasted as plain text.`,
  pastedPlainParts:
    "The copied text has more than 2 million pieces of formatting, which is the most that is made into Markdown. It was pasted as plain text.",
  pastedUnread: "The formatting of the copied text could not be read. It was pasted as plain text.",
  imagesAdded: (images: number) =>
    `${count(images, "image was", "images were")} saved beside the document. Undo takes the link away; the file stays.`,
  damagedByte: (hex: string) => `A byte that is not text: ${hex}`,
  /** For the editor's own panels: the English that it asks for → what is shown. */
  phrases: {} as Record<string, string>,
};

const ended = (sentence: string) => (/[.!?…]$/.test(sentence.trim()) ? sentence.trim() : `${sentence.trim()}.`);

/** The sentences of the canvas, in one language. */
export type CanvasWords = typeof english;

/** The sentences of the canvas in the language in use. */
export let canvasWords: CanvasWords = english;

spoken<CanvasWords>({ en: english, "zh-CN": async () => (await import("./words.chinese")).chinese }, (now) => {
  canvasWords = now;
});
