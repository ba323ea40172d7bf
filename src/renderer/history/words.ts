/** Every sentence of the timeline. How words are added: ui/words.ts; the Chinese is in words.chinese.ts. */
import { counting } from "../../shared/language";
import { spoken } from "../ui/language";
import { chinese } from "./words.chinese";

const { number, many } = counting("en");
const count = (amount: number, one: string, other: string) => many(amount, { one, other });

const changed = (added: number, removed: number) =>
  added === 0 && removed === 0
    ? "only blanks and line breaks changed"
    : `${count(added, "word", "words")} added, ${count(removed, "word", "words")} taken away`;

const english = {
  heading: "History",
  close: "Close the history",
  widen: "Show over the whole window",
  narrow: "Show beside the text",
  of: (name: string) => `Versions of ${name}`,
  empty: "No version yet. Every save and every agent's edit will be listed here.",
  unsavedDocument: "A document gets its history when it is saved to a file.",
  noDocument: "No document is open.",
  secretsNotKept:
    "This file holds secrets: who wrote when is kept, its earlier texts are not. Undo in the page brings back what was there, and so does git.",
  noneLeft: "No version is like that.",
  searchOver: (versions: number) =>
    versions === 0 ? "No version holds this text." : `Found in ${count(versions, "version", "versions")}.`,
  searching: (versions: number) => `Found in ${count(versions, "version", "versions")}, looking further…`,

  who: "Written by",
  everyone: "Everyone",
  search: "Search texts",
  otherProgram: "Another program",

  /** A day as a heading: `day` is its date, such as `Tuesday, 5 May`. */
  today: "Today",
  yesterday: "Yesterday",
  versions: (versions: number) => count(versions, "version", "versions"),
  run: (versions: number) => `${count(versions, "version", "versions")} of one sitting`,
  between: (from: string, to: string) => `${from}–${to}`,
  marked: "Marked version",
  markedAs: (name: string) => `Marked: ${name}`,
  now: "now",
  nowLong: "This is what the page holds now",
  /** `+12 −3 words`. */
  change: (added: number, removed: number) =>
    added === 0 && removed === 0
      ? "layout only"
      : `${[added > 0 ? `+${number(added)}` : "", removed > 0 ? `−${number(removed)}` : ""].filter(Boolean).join(" ")} ${added + removed === 1 ? "word" : "words"}`,
  changeHeard: changed,
  asked: (request: string) => `“${request}”`,

  /** Why a version was written, as the engine keeps it, for a person. What is not here is shown as it is. */
  reasons: {
    autosave: "saved by itself",
    "saved by hand": "saved by hand",
    recreated: "saved again after the file was gone",
    restored: "restored an earlier version",
    "restored a passage": "restored a passage",
    "brought back": "brought back",
    "found on disk": "found on disk",
    recovered: "recovered after a crash",
    patch: "edited a passage",
    write: "wrote all of it",
    rewrite: "rewrote a passage",
    "took back an agent's edit": "took back an agent's edit",
    "your text in a conflict": "your text in a conflict",
    "closed without saving": "closed without saving",
    "moved to the trash": "moved to the trash",
    "replaced by Save As": "replaced by Save As",
  } as Readonly<Record<string, string>>,
  restoredSection: (section: string) => `restored section ${section}`,

  compareWith: "Compare with",
  withToday: "Today's text",
  withBefore: "The version before",
  first: "This is the first version: there is none before it.",
  manner: "Show changes",
  inline: "In one text",
  beside: "Side by side",
  thenSide: "Then",
  nowSide: "Today",
  before: "Before",
  after: "After",
  wordsOnly: "Only words are compared here; pictures and looks come back with a restored version.",
  same: "This version and the page hold the same text.",
  sameAsBefore: "This version and the one before it hold the same text.",
  since: (places: number, added: number, removed: number) =>
    `Since then ${count(places, "place", "places")} changed: ${changed(added, removed)}.`,
  did: (places: number, added: number, removed: number) =>
    `It changed ${count(places, "place", "places")}: ${changed(added, removed)}.`,
  skipped: (lines: number) => count(lines, "unchanged line", "unchanged lines"),
  more: (places: number) => `${count(places, "more place is", "more places are")} changed; too many to be shown here.`,
  cutPlace: "Only the beginning of this place is shown.",
  added: "added:",
  removed: "taken away:",
  place: (at: number, of: number) => `Change ${number(at)} of ${number(of)}`,
  placeAt: (at: number, of: number, line: number) => `Change ${number(at)} of ${number(of)}, line ${number(line)}`,
  next: "Next change",
  previous: "Previous change",
  putBack: "Put this back",
  undoChange: "Undo this change",
  restore: "Restore this version",
  restoreSection: "Restore a section…",
  restoreOneSection: (title: string) => `Restore section “${title}”`,
  copy: "Copy the text",
  copied: "The text of this version is on the clipboard",
  copyPlace: "Copy as it was",
  mark: "Name this version…",
  unmark: "Take the mark away",
  markName: "Name of this version",
  markSave: "Keep the name",
  restoreQuestion: (time: string) => `Restore the version of ${time}?`,
  restoreDetail: "The page then shows that text. What is there now stays in the history, and one undo takes it back.",
  restoreAction: "Restore",
  restored: (time: string) => `The version of ${time} is back on the page`,
  sectionRestored: (title: string, line: number) => `“${title}” is back, at line ${number(line)}`,
  placeRestored: "The passage is back as it was",
  writtenOver:
    "This passage was written over since, so it cannot be put back by itself. Copy it, or restore its section.",
  busy: "The text changed just now. Try again.",
  noSections: "This version has no sections.",
  loadingVersion: "Comparing…",

  gone: "Deleted files",
  goneBack: "Back to this document",
  goneHeading: "Deleted files of this folder",
  goneNone: "No file that Galley knows is missing from this folder.",
  goneNoFolder: "Open a folder to see which of its files were deleted.",
  goneSome: "There are more; these were written last.",
  goneVersions: (versions: number, when: string) => `${count(versions, "version", "versions")}, last ${when}`,
  bringBack: "Bring it back",
  broughtBack: (name: string) => `${name} is back`,
  filter: "Filter by name",
};

/** The sentences of the timeline, in one language. */
export type HistoryWords = typeof english;

/** The sentences of the timeline in the language in use. */
export let historyWords: HistoryWords = english;

spoken<HistoryWords>({ en: english, "zh-CN": chinese }, (now) => {
  historyWords = now;
});
