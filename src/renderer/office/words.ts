/** Every sentence of the views of Office documents. How words are added: ui/words.ts; the Chinese is in words.chinese.ts. */
import { counting } from "../../shared/language";
import type { OfficePlacement, OfficeSuggestion, OfficeUnshown } from "../../shared/office";
import { spoken } from "../ui/language";
import { chinese } from "./words.chinese";

const { number, many } = counting("en");
const count = (amount: number, one: string, other: string) => many(amount, { one, other });

const english = {
  number: (amount: number) => number(amount),
  loading: (name: string) => `Opening ${name}…`,
  waits: "…",
  bar: "Document",
  formulaSign: "fx",
  undo: "Undo",
  redo: "Redo",
  undone: "Undone",
  redone: "Done again",
  notUndone: "This can no longer be undone: somebody else has written there since.",
  showInFolder: "Show in its folder",
  fileGone: "The file was deleted or moved away. What is shown is the last that was read.",
  changedBy: (who: string) => `${who} changed the document`,
  stale: "Somebody else has written there meanwhile. Nothing was changed: look at it and try again.",
  givenUp: "Not kept",
  unsaved: "Not saved yet",
  save: "Save",
  discard: "Discard",
  textCopied: "Copied",
  broughtBack: (places: number) =>
    places === 1
      ? "What you were typing is back. It is not saved yet."
      : `What you were typing in ${count(places, "place", "places")} is back. It is not saved yet.`,
  editing: "Text of the paragraph",
  cannotSplit:
    "This paragraph has several looks, and would lose some if it were cut in two. Shift+Enter makes a new line in it.",
  lockedBecause: (why: string) => `Cannot be edited here: ${why}`,
  somebody: "somebody",
  removedByAgent: "Removed by an agent",
  notShown: (what: string) => `${what} – not shown`,
  keptAsIs: "It is in the file and stays as it is.",
  unshown: {
    image: "Picture",
    drawing: "Drawing",
    chart: "Chart",
    diagram: "Diagram",
    equation: "Equation",
    object: "Embedded object",
    form: "Form field",
    video: "Video",
    sound: "Sound",
    table: "Table",
    other: "Part",
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
  suggestHint: "Write edits as suggestions that somebody can accept or reject, as Word tracks changes",
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

  conflict: {
    label: "Both have written here",
    both: "Somebody else has written here while you were typing. Nothing of yours is lost.",
    gone: "What you were writing in is no longer in the document. Your text is still here.",
    mine: "Yours",
    theirs: "In the document",
    keepMine: "Write mine",
    takeTheirs: "Take theirs",
    copy: "Copy mine",
    discard: "Discard mine",
  },

  more: "More",
  exports: {
    busy: "An export of this document is at work already.",
    starting: "Exporting…",
    converting: "LibreOffice converts it…",
    stopped: "The export was stopped. Nothing was written.",
    as: (format: string) => `Export as ${format}…`,
    done: (name: string) => `Exported as ${name}`,
    leftOut: "What is typed in this document and not saved in it is not in the export.",
  },

  find: {
    label: "Find in the document",
    previous: "Previous match",
    next: "Next match",
    none: "Nothing found",
    searching: "Searching…",
    count: (amount: number) => count(amount, "match", "matches"),
    place: (place: number, of: number) => `${number(place)} of ${number(of)}`,
  },

  sheets: "Sheets",
  noSheets: "This workbook has no sheets.",
  hidden: "(hidden)",
  hiddenSheet: "Hidden in the program that this file is from",
  gridOf: (sheet: string) => `Sheet ${sheet}`,
  cellName: "Cell",
  cellNameHint: "Type a cell to go to it, such as B20 or Sheet2!A1",
  cellValue: (address: string) => `What ${address} holds`,
  cellField: (address: string) => `Cell ${address}`,
  noSuchCell: (named: string) => `There is no cell called ${named}`,
  formula: (formula: string) => `Formula ${formula}`,
  toRecalculate:
    "To be recalculated: formulas show what they came to at the last calculation. A spreadsheet program makes them new.",
  recalculated: "To be recalculated",
  wasBefore: (who: string, before: string) =>
    before === "" ? `Written by ${who}, was empty` : `Written by ${who}, was “${before}”`,
  commentSays: (text: string) => `Comment: ${text}`,
  tooManyCells: (most: number) => `At most ${number(most)} cells at once`,
  emptied: (range: string) => `${range} emptied`,
  copied: (range: string) => `${range} copied`,
  pasted: (range: string) => `Pasted into ${range}`,

  slide: (place: number, title: string) => `Slide ${number(place)}${title === "" ? "" : `: ${title}`}`,
  slideOf: (place: number, of: number) => `Slide ${number(place)} of ${number(of)}`,
  hiddenSlide: "Hidden slide",
  emptySlide: "There is no text on this slide.",
  notes: "Notes",
  noAlt: (name: string) => `${name} – no description`,
  noLooks: "Texts of the slides, not how they look",
};

/** What the views of Office documents say, in one language. */
export type OfficeWords = typeof english;

/** What the views of Office documents say, in the language in use. */
export let officeWords: OfficeWords = english;

spoken<OfficeWords>({ en: english, "zh-CN": chinese }, (now) => {
  officeWords = now;
});
