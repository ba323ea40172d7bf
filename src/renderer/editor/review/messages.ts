/**
 * The strings of reviewing agents' edits. To add one, see ui/messages.ts; the Chinese strings are in
 * messages.zh.ts.
 */
import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";
import { chinese } from "./messages.zh";

const { number, many } = counting("en");
const count = (amount: number, one: string, other: string) => many(amount, { one, other });

const english = {
  keep: "Keep",
  undo: "Undo",
  keepAll: "Keep all",
  undoAll: "Undo all",
  next: "Next edit",
  previous: "Previous edit",
  showInText: "Show in document",
  bar: "Edits to review in this document",
  listLabel: "Edits to review",
  groupBy: "Group edits by",
  groupings: { documents: "Documents", turns: "Requests" },
  edits: (edits: number) => count(edits, "edit", "edits"),
  pendingIn: (edits: number, documents: number) =>
    `${count(edits, "edit", "edits")} in ${count(documents, "document", "documents")}`,
  nothingPending: "Nothing to review",
  /** An agent waits for a review. */
  asksForReview: (agent: string, question: string) =>
    question === "" ? `${agent} asks you to review its edits` : `${agent} asks for your review: ${question}`,
  done: "Done",
  doneHint: "Tells the agent what you kept, undid and commented on",
  showEdits: "Show Edits",
  lead: "Agents' edits and suggestions are in the document right away, and are listed here until you keep or undo them.",
  /** `who`: one name or several. */
  pendingBy: (edits: number, who: string) => `${count(edits, "edit", "edits")} by ${who}`,
  pendingHere: (edits: number, who: string) => `${count(edits, "edit", "edits")} by ${who} to review`,
  names: (first: string, others: number) => `${first} and ${count(others, "other", "others")}`,
  pair: (first: string, second: string) => `${first} and ${second}`,
  position: (position: number, of: number) => `${number(position)}/${number(of)}`,
  editOf: (position: number, of: number, who: string) => `Edit ${number(position)} of ${number(of)} by ${who}`,
  writtenBy: (who: string, how: string, at: string) => `${who} · ${how} · ${at}`,
  withNote: (how: string, note: string) => `${how}: “${note}”`,
  became: (before: string, after: string) => `“${before}” became “${after}”`,
  added: (text: string) => `“${text}” was added`,
  removed: (text: string) => `“${text}” was removed`,
  emptyLines: "empty lines",
  /** For a document that is too large to be compared in detail. */
  wholeDocument: "The whole document",
  acceptedDocument: "the document as you accepted it",
  linesRemoved: (lines: number) => `${count(lines, "line", "lines")} removed`,
  removedLong: (characters: number) => `${count(characters, "character", "characters")} removed`,
  kept: (edits: number) => (edits === 1 ? "Kept" : `${number(edits)} edits kept`),
  undone: (edits: number) => (edits === 1 ? "Undone" : `${number(edits)} edits undone`),
  noLongerApplies: (edits: number) =>
    edits === 1
      ? "This edit no longer applies: its text has changed"
      : `${number(edits)} edits no longer apply: their text has changed`,
  leftForYou: (edits: number) =>
    edits === 1
      ? "1 edit was left because you wrote in it. Choose what to keep."
      : `${number(edits)} edits were left because you wrote in them. Choose what to keep.`,
  show: "Show",
  /** `who`: the agents that contributed. */
  withYou: (who: string) => `${who} and you`,
  /** An edit that the user also wrote in. */
  mixed: {
    title: "You changed this edit. Which version do you want to keep?",
    detail: (mine: string, accepted: string) => `Yours: “${mine}”\nBefore the edit: “${accepted}”`,
    nothing: "(nothing)",
    mine: "Keep mine",
    accepted: "Restore original",
    both: "Keep both",
  },
  noMore: "No more edits to review in this document",
  none: "No edits to review in this document",
  emptied: (name: string) => `${name} was created by this edit and is now empty.`,
  /** For an Office document, which cannot be emptied. */
  madeByEdit: (name: string) => `${name} was created by this edit and can't be emptied, so it was left as it is.`,
  trash: "Move to trash",
  /** Stored reason of a version → its display text. Other reasons are shown unchanged. */
  reasons: {
    autosave: "autosaved",
    "saved by hand": "saved",
    recreated: "saved again after the file was deleted",
    restored: "restored an earlier version",
    "restored a passage": "restored a passage",
    "brought back": "restored",
    "found on disk": "found on disk",
    "put protected words back": "put protected words back",
    recovered: "recovered after a crash",
    patch: "edit",
    write: "rewrote the file",
    rewrite: "rewrote a passage",
    "took back an agent's edit": "undid an agent's edit",
    "took back a suggestion": "undid a suggestion",
    "your text in a conflict": "your text in a conflict",
    "closed without saving": "closed without saving",
    "moved to the trash": "moved to the trash",
    "replaced by Save As": "replaced by Save As",
    create: "created the file",
    replace_text: "replaced text",
    append_text: "added text at the end",
    prepend: "added text at the beginning",
    set_text: "rewrote a passage",
    insert_before: "inserted content",
    insert_after: "inserted content",
    delete: "deleted content",
    move: "moved content",
    set_notes: "changed the notes",
    comment: "changed comments",
    set_cells: "changed cells",
    set_rows: "changed rows",
    set_slides: "rewrote the slides",
    edited: "edited",
    suggested: "suggested changes",
    undone: "undid an edit",
    "done again": "redid an edit",
    "accepted suggestions": "accepted suggestions",
    "rejected suggestions": "rejected suggestions",
  } as Readonly<Record<string, string>>,
  restoredSection: (section: string) => `restored section ${section}`,
  replacedSection: (section: string) => `replaced section ${section}`,
  insertedSection: (section: string, position: "before" | "after" | "in") =>
    `inserted a section ${position} ${section}`,
  deletedSection: (section: string) => `deleted section ${section}`,
  exportedFrom: (name: string) => `exported ${name}`,
  /** An edit written as suggestions in the document. */
  asSuggestions: (reason: string) => `${reason} (as suggestions)`,
};

/** The strings of the review, in one language. */
export type ReviewMessages = typeof english;

/** The strings of the review, in the language in use. */
export let reviewMessages: ReviewMessages = english;

registerMessages<ReviewMessages>({ en: english, "zh-CN": chinese }, (current) => {
  reviewMessages = current;
});
