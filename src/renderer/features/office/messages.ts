/** Strings of the Office views. How strings are added: ui/messages.ts; the Chinese is in messages.zh.ts. */
import { counting } from "../../../shared/language";
import type { OfficePlacement, OfficeSuggestion, OfficeUnshown } from "../../../shared/office";
import { registerMessages } from "../../ui/language";
import { chinese } from "./messages.zh";

const { number, many } = counting("en");
const count = (amount: number, one: string, other: string) => many(amount, { one, other });

const english = {
  number: (amount: number) => number(amount),
  loading: (name: string) => `Opening ${name}…`,
  loadingCell: "…",
  bar: "Document",
  formulaSign: "fx",
  undo: "Undo",
  redo: "Redo",
  undone: "Undone",
  redone: "Redone",
  notUndone: "This can no longer be undone because someone else has edited it since.",
  showInFolder: "Show in folder",
  fileDeleted: "The file was deleted or moved. Showing its last known content.",
  changedBy: (who: string) => `${who} changed the document`,
  stale: "Someone else has edited this in the meantime. Nothing was changed. Check it and try again.",
  discarded: "Discarded",
  unsaved: "Not saved yet",
  save: "Save",
  discard: "Discard",
  textCopied: "Copied",
  recovered: (amount: number) =>
    amount === 1 ? "Restored your unsaved text." : `Restored your unsaved text in ${count(amount, "place", "places")}.`,
  editing: "Paragraph text",
  cannotSplit: "This paragraph has mixed formatting, which splitting it would lose. Press Shift+Enter for a new line.",
  lockedBecause: (why: string) => `Can't be edited here: ${why}`,
  somebody: "someone",
  removedByAgent: "Removed by an agent",
  notShown: (what: string) => `${what} – not shown`,
  keptUnchanged: "It stays in the file unchanged.",
  unshown: {
    image: "Image",
    drawing: "Drawing",
    chart: "Chart",
    diagram: "Diagram",
    equation: "Equation",
    object: "Embedded object",
    form: "Form field",
    video: "Video",
    sound: "Audio",
    table: "Table",
    other: "Object",
  } satisfies Record<OfficeUnshown, string>,
  footnote: (label: string) => `Footnote ${label}`,
  endnote: (label: string) => `Endnote ${label}`,
  placements: {
    body: "Text",
    "text box": "Text box",
    footnote: "Footnotes",
    endnote: "Endnotes",
    header: "Page header",
    footer: "Page footer",
    "slide notes": "Notes",
  } satisfies Record<OfficePlacement, string>,
  noHeadings: "This document has no headings.",
  pageBreak: "Page break",
  tableRow: (row: number) => `Table, row ${number(row)}`,

  suggest: "Suggest",
  suggestHint: "Track your edits as suggestions that can be accepted or rejected",
  suggestions: (amount: number) => count(amount, "suggestion", "suggestions"),
  previousSuggestion: "Previous suggestion",
  nextSuggestion: "Next suggestion",
  accept: "Accept",
  reject: "Reject",
  acceptAll: "Accept all",
  rejectAll: "Reject all",
  insertedBy: (who: string, when: string) => `Inserted by ${who}${when === "" ? "" : `, ${when}`}`,
  deletedBy: (who: string, when: string) => `Deleted by ${who}${when === "" ? "" : `, ${when}`}`,
  suggestion: (kind: string, who: string) => `${kind} by ${who}`,
  kinds: {
    insertion: "Insertion",
    deletion: "Deletion",
    "moved here": "Moved here",
    "moved away": "Moved away",
    formatting: "Formatting",
    paragraph: "Paragraph",
    row: "Table row",
    other: "Change",
  } satisfies Record<OfficeSuggestion["kind"], string>,
  commentBy: (who: string) => `Comment by ${who}`,
  answers: (amount: number) => count(amount, "answer", "answers"),
  answerComment: "Answer",
  resolveComment: "Resolve",
  protectedFromAgents: "Protected from agents",
  protection: {
    locked: "Protected from agents",
    suggest: "Agents can only suggest changes here",
  },
  earlierMessages: (amount: number) => count(amount, "earlier message", "earlier messages"),

  conflict: {
    label: "Conflict",
    both: "Someone else edited this while you were typing. Your text is safe.",
    paragraphDeleted: "What you were editing has been deleted from the document. Your text is safe.",
    mine: "Your version",
    theirs: "Version in the document",
    keepMine: "Keep mine",
    takeTheirs: "Keep theirs",
    copy: "Copy mine",
    discard: "Discard mine",
  },

  more: "More",
  exports: {
    busy: "This document is already being exported.",
    starting: "Exporting…",
    converting: "Converting with LibreOffice…",
    stopped: "Export stopped. No file was written.",
    as: (format: string) => `Export as ${format}…`,
    done: (name: string) => `Exported as ${name}`,
    unsavedNotExported: "Unsaved text is not included in the export.",
  },

  find: {
    label: "Find in document",
    previous: "Previous match",
    next: "Next match",
    none: "No matches",
    searching: "Searching…",
    count: (amount: number) => count(amount, "match", "matches"),
    position: (position: number, of: number) => `${number(position)} of ${number(of)}`,
  },

  sheets: "Sheets",
  noSheets: "This workbook has no sheets.",
  hidden: "(hidden)",
  hiddenSheet: "Hidden sheet",
  gridOf: (sheet: string) => `Sheet ${sheet}`,
  cellName: "Cell",
  cellNameHint: "Type a cell reference, such as B20 or Sheet2!A1",
  cellValue: (address: string) => `Content of ${address}`,
  cellField: (address: string) => `Cell ${address}`,
  noSuchCell: (named: string) => `There is no cell ${named}`,
  formula: (formula: string) => `Formula ${formula}`,
  toRecalculate:
    "Formulas show their last calculated values. Open the file in a spreadsheet program to recalculate them.",
  recalculated: "Needs recalculation",
  wasBefore: (who: string, before: string) =>
    before === "" ? `Edited by ${who}, was empty` : `Edited by ${who}, was “${before}”`,
  comment: (text: string) => `Comment: ${text}`,
  tooManyCells: (most: number) => `You can change up to ${number(most)} cells at once`,
  emptied: (range: string) => `${range} cleared`,
  copied: (range: string) => `${range} copied`,
  pasted: (range: string) => `Pasted into ${range}`,

  slide: (index: number, title: string) => `Slide ${number(index)}${title === "" ? "" : `: ${title}`}`,
  slideOf: (index: number, of: number) => `Slide ${number(index)} of ${number(of)}`,
  hiddenSlide: "Hidden slide",
  emptySlide: "No text on this slide.",
  notes: "Notes",
  noAlt: (name: string) => `${name} – no alt text`,
  textOnly: "Slide text only, without layout",
};

/** The shape that every language has to provide. */
export type OfficeMessages = typeof english;

/** The strings in the current language. */
export let officeMessages: OfficeMessages = english;

registerMessages<OfficeMessages>({ en: english, "zh-CN": chinese }, (now) => {
  officeMessages = now;
});
