/** Strings of the history panel. How strings are added: ui/messages.ts; the Chinese is in messages.zh.ts. */
import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";
import { chinese } from "./messages.zh";

const { number, many } = counting("en");
const count = (amount: number, one: string, other: string) => many(amount, { one, other });

const changed = (added: number, removed: number) =>
  added === 0 && removed === 0
    ? "only spaces and line breaks changed"
    : `${count(added, "word", "words")} added, ${number(removed)} removed`;

const english = {
  heading: "History",
  close: "Close history",
  widen: "Expand to full window",
  narrow: "Show beside the document",
  of: (name: string) => `Versions of ${name}`,
  empty: "No versions yet. Every save and every agent's edit is listed here.",
  unsavedDocument: "History starts when you save this document to a file.",
  noDocument: "No document open.",
  secretsNotStored:
    "This file may contain secrets, so Galley records who changed it and when, but keeps no earlier versions. Use undo or git to get text back.",
  noMatches: "No matching versions.",
  searchOver: (versions: number) =>
    versions === 0 ? "No version contains this text." : `Found in ${count(versions, "version", "versions")}.`,
  searching: (versions: number) => `Found in ${count(versions, "version", "versions")} so far…`,

  who: "Written by",
  everyone: "Everyone",
  search: "Search versions",
  otherProgram: "External change",

  /** The heading of a day; `day` is its date, such as `Tuesday, 5 May`. */
  today: "Today",
  yesterday: "Yesterday",
  versions: (versions: number) => count(versions, "version", "versions"),
  run: (versions: number) => `${count(versions, "version", "versions")} in one session`,
  between: (from: string, to: string) => `${from}–${to}`,
  marked: "Named version",
  markedAs: (name: string) => `Named: ${name}`,
  now: "now",
  nowLong: "This is the current text",
  /** `+12 −3 words`. */
  change: (added: number, removed: number) =>
    added === 0 && removed === 0
      ? "spacing only"
      : `${[added > 0 ? `+${number(added)}` : "", removed > 0 ? `−${number(removed)}` : ""].filter(Boolean).join(" ")} ${added + removed === 1 ? "word" : "words"}`,
  spokenChange: changed,
  request: (request: string) => `“${request}”`,
  note: (note: string) => `“${note}”`,

  compareWith: "Compare with",
  withToday: "Current text",
  withBefore: "Previous version",
  first: "This is the first version.",
  layout: "Show changes",
  inline: "Inline",
  beside: "Side by side",
  thenSide: "Then",
  nowSide: "Now",
  before: "Before",
  after: "After",
  textOnly: "Only text is compared here. Restoring a version also restores images and formatting.",
  same: "This version is identical to the current text.",
  sameAsBefore: "This version is identical to the previous one.",
  since: (changes: number, added: number, removed: number) =>
    `${count(changes, "change", "changes")} since then: ${changed(added, removed)}.`,
  did: (places: number, added: number, removed: number) =>
    `${count(places, "change", "changes")}: ${changed(added, removed)}.`,
  skipped: (lines: number) => count(lines, "unchanged line", "unchanged lines"),
  more: (places: number) => `${count(places, "more change is", "more changes are")} not shown.`,
  cutHunk: "Only the beginning of this change is shown.",
  added: "added:",
  removed: "removed:",
  hunkAtLine: (at: number, of: number, line: number) => `Change ${number(at)} of ${number(of)}, line ${number(line)}`,
  putBack: "Revert this change",
  undoChange: "Undo this change",
  restore: "Restore this version",
  restoreOneSection: (title: string) => `Restore section “${title}”`,
  copy: "Copy text",
  copied: "Version text copied",
  copyOldText: "Copy old text",
  mark: "Name this version…",
  unmark: "Remove name",
  markName: "Version name",
  markSave: "Save name",
  restoreQuestion: (time: string) => `Restore the version from ${time}?`,
  restoreDetail: "The current text stays in the history, and you can undo the restore.",
  restoreAction: "Restore",
  restored: (time: string) => `Restored the version from ${time}`,
  sectionRestored: (title: string, line: number) => `Restored “${title}” (line ${number(line)})`,
  hunkReverted: "Change reverted",
  writtenOver: "This passage has changed since, so it can't be reverted on its own. Copy it, or restore its section.",
  busy: "The text just changed. Try again.",
  loadingVersion: "Comparing…",

  deleted: "Deleted files",
  deletedBack: "Back to the document",
  deletedHeading: "Deleted files in this folder",
  deletedNone: "No deleted files.",
  deletedNoFolder: "Open a folder to see its deleted files.",
  deletedSome: "Only the most recent are shown.",
  deletedVersions: (versions: number, when: string) => `${count(versions, "version", "versions")}, last ${when}`,
  restoreFile: "Restore",
  fileRestored: (name: string) => `${name} restored`,
  filter: "Filter by name",
};

/** The shape that every language has to provide. */
export type HistoryMessages = typeof english;

/** The strings in the current language. */
export let historyMessages: HistoryMessages = english;

registerMessages<HistoryMessages>({ en: english, "zh-CN": chinese }, (now) => {
  historyMessages = now;
});
