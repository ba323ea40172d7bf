/**
 * What crosses the border about Office documents: types only. Such a document is an `OpenDocument` with `office` in it,
 * opened, moved, closed and brought back as any other: its `text` is empty, `readOnly` says why nothing can be written
 * (open in Word or LibreOffice …), and `document:gone`, `document:moved`, `document:access` and `history:…` tell of it, too.
 */
import type { OfficeFormat } from "../main/engine/document/format";
import type { ReviewedWrite } from "../main/engine/document/pending-hunks";
import type { Writer } from "../main/engine/history/history";
import type { DocumentId, Outcome } from "./contract";

export type { OfficeFormat };

/** What is known of an Office document without reading it. */
export type OfficeFacts = {
  format: OfficeFormat;
  kind: "document" | "spreadsheet" | "presentation";
  /** Whether edits can be written as suggestions in it: docx. */
  canSuggest: boolean;
};

/** How many of the person's own edits can be undone, and done again. */
export type OfficeSteps = { undo: number; redo: number };

/** What the page needs first; the rest is asked for in parts as it comes into view. */
export type OfficeContent = {
  version: string;
  /** What the view cannot show, and what else one should know, in sentences: macros, a signature, encrypted parts … */
  warnings: string[];
  steps: OfficeSteps;
} & (
  | {
      kind: "document";
      /** How many paragraphs there are, empty ones and those of headers, footers and notes included. */
      total: number;
      page: OfficePage;
      suggestions: number;
      comments: OfficeComment[];
    }
  | { kind: "spreadsheet"; sheets: OfficeSheet[] }
  | { kind: "presentation"; total: number; size: { width: number; height: number } }
);

/** The paper of the first section, in points; null where the file does not say. */
export type OfficePage = {
  width: number;
  height: number;
  margins: { top: number; right: number; bottom: number; left: number };
} | null;

/** What somebody noted beside a text, in the order of the text. */
export type OfficeComment = { id: string; author: string; at: string | null; text: string; parent: string | null };

/** Where a paragraph stands: notes come after the body, headers and footers after those. */
export type OfficePlacement = "body" | "text box" | "footnote" | "endnote" | "header" | "footer" | "slide notes";

/** A paragraph as it is shown, and as it is edited. */
export type OfficeParagraph = {
  /** Names it while the document is open, through edits of others. */
  id: string;
  /** What agents call it (`jr_para_…`); null where they have no name for it. */
  node: string | null;
  placement: OfficePlacement;
  kind: "paragraph" | "title" | "heading" | "list item" | "quote" | "code" | "caption";
  /** Of headings from 1, of list items from 0; else 0. */
  level: number;
  /** What stands before a list item, `•` or `2.`; null where none does. */
  marker: string | null;
  align: "left" | "center" | "right" | "justify";
  /** Written from right to left. */
  isRightToLeft: boolean;
  /** Its cell, where it stands in a table; of a table in a cell the outer one. */
  cell: OfficeTableCell | null;
  /** Of notes, headers and footers: which one, such as the number of the note. */
  label: string | null;
  /** A page ends before it. */
  breaksPage: boolean;
  /** The text that an edit starts from: what `runs` say without what is suggested to be deleted. */
  text: string;
  runs: OfficeRun[];
  /** Why its text cannot be edited here, in words; null where it can. */
  locked: string | null;
};

/** Numbered from 0. `table` is unlike any other table's of the document, for as long as the version stands. */
export type OfficeTableCell = {
  table: number;
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  isHeader: boolean;
  /** In points, where the file says it. */
  width: number | null;
  /** `#rrggbb` */
  fill: string | null;
};

/** How a stretch of text looks; what is left out is as usual. */
export type OfficeLook = {
  bold?: true;
  italic?: true;
  underline?: true;
  strike?: true;
  script?: "super" | "sub";
  code?: true;
  /** `#rrggbb` */
  color?: string;
  highlight?: string;
  /** In points. */
  size?: number;
  font?: string;
};

/** A piece of a paragraph. `suggestion` names the tracked change that put it in (`inserted`) or takes it out (`deleted`). */
export type OfficeRun = {
  suggestion?: { id: string; kind: "inserted" | "deleted" };
  /** Comments that stand on it. */
  comments?: string[];
} & (
  | { kind: "text"; text: string; look: OfficeLook; link?: string }
  | { kind: "image"; image: OfficeImage }
  | { kind: "note"; note: "footnote" | "endnote"; label: string }
  | { kind: "unshown"; what: OfficeUnshown; name: string | null }
);

/** What is in the file, keeps its bytes, and is not shown: the page says so in its place. */
export type OfficeUnshown =
  | "image"
  | "drawing"
  | "chart"
  | "diagram"
  | "equation"
  | "object"
  | "form"
  | "video"
  | "sound"
  | "table"
  | "other";

/** `url` is null where the format is none that a page can show. Width and height in points, as the document wants it. */
export type OfficeImage = { url: string | null; alt: string; width: number | null; height: number | null };

/** A tracked change that somebody may accept or reject. */
export type OfficeSuggestion = {
  id: string;
  kind: "insertion" | "deletion" | "moved here" | "moved away" | "formatting" | "paragraph" | "row" | "other";
  author: string;
  /** ISO 8601, as the file has it. */
  at: string | null;
  /** The paragraph in which it begins. */
  paragraph: string | null;
  /** The beginning of what was put in or taken out. */
  text: string;
};

/** A heading, for the outline; `index` is its place among all paragraphs. */
export type OfficeHeading = { id: string; index: number; level: number; text: string };

/** A sheet; rows and columns count from 1, widths are in points. */
export type OfficeSheet = {
  name: string;
  state: "visible" | "hidden" | "very hidden";
  /** The last row and column that hold anything. */
  rows: number;
  columns: number;
  cellCount: number;
  columnWidths: { from: number; to: number; width: number; isHidden: boolean }[];
  hiddenRows: { from: number; to: number }[];
  merged: OfficeRange[];
  /** Rows and columns that stay in view. */
  frozen: { rows: number; columns: number };
  /** Charts, pictures, pivot tables … that are kept and not shown. */
  unshown: { what: OfficeUnshown; count: number }[];
  /** Why its cells cannot be edited, in words; null where they can. */
  locked: string | null;
};

/** Both ends included, from 1. */
export type OfficeRange = { top: number; left: number; bottom: number; right: number };

/** A cell that holds something, or has a look of its own. */
export type OfficeCell = {
  row: number;
  column: number;
  /** As it is shown. */
  text: string;
  /** What editing it begins with; set again unchanged it changes nothing. */
  input: string;
  /** With its `=`; null where it has none. */
  formula: string | null;
  type: "empty" | "text" | "number" | "date" | "boolean" | "error";
  look: OfficeLook & { align?: "left" | "center" | "right"; fill?: string; wraps?: true; format?: string };
  link?: string;
  comment?: string;
};

/** A slide, from its first text to its last; `id` names it while the document is open. */
export type OfficeSlide = {
  id: string;
  /** From 1. */
  number: number;
  title: string;
  isHidden: boolean;
  shapes: OfficeShape[];
  notes: OfficeParagraph[];
};

/** What stands on a slide, in its order. `box` in points on a slide of `size`; null where the layout alone says it. */
export type OfficeShape = {
  id: string;
  role: "title" | "subtitle" | "body" | "text" | "table" | "image" | "unshown";
  name: string;
  box: { x: number; y: number; width: number; height: number } | null;
  /** Those of a table carry their `cell`. */
  paragraphs: OfficeParagraph[];
  image: OfficeImage | null;
  unshown: OfficeUnshown | null;
};

/** One edit of the person's. `before` is the text that they saw: where another stands by then, nothing is written. */
export type OfficeEdit =
  | { edit: "text"; paragraph: string; before: string; text: string }
  /** A new one of the same look; line breaks in the text make several. Null: at the very start. */
  | { edit: "insert"; after: string | null; text: string }
  | { edit: "delete"; paragraph: string; before: string }
  /** Values by address (`B2`), as they were typed; an empty one empties. `before` has the `input` of each, where there was one. */
  | { edit: "cells"; sheet: string; cells: Record<string, string>; before: Record<string, string> };

/** What became of an edit. The page hears of what it changed by `office:changed`, before this answer. */
export type OfficeWritten =
  | { status: "written" | "unchanged"; version: string; steps: OfficeSteps; warnings: string[] }
  /** Somebody else wrote there: `now` is what it says by now; null where it is gone. */
  | { status: "stale"; paragraph: string | null; address: string | null; now: string | null };

/** Where a text was found: a paragraph by its place (`slide` from 1 where it is on one), or a cell. */
export type OfficeMatch =
  | { paragraph: string; index: number; slide: number | null; from: number; to: number }
  | { sheet: string; row: number; column: number };

/** An agent's edit that waits for review; decided by `review:keep` and `review:undo` with the document's real path. */
export type OfficeHunk = {
  id: string;
  /** The id of its write. */
  write: string;
  parts: OfficeHunkPart[];
};

/**
 * A part of a hunk in today's document: `from` to `to` of a paragraph's text was put in, `removed` was taken out there (with
 * line breaks where paragraphs ended; whole ones that were deleted stand before the one that is named, or after the last).
 */
export type OfficeHunkPart =
  | {
      paragraph: string;
      index: number;
      slide: number | null;
      from: number;
      to: number;
      removed: string;
      isNew: boolean;
    }
  | { sheet: string; address: string; before: string; after: string };

/** What a document that is read at a version says: paragraphs or slides changed by their place, in order of `at`. */
export type OfficeSplice = { at: number; removed: number; inserted: number };

/** Cells that changed; without ranges all of the sheet. */
export type OfficeCellsChanged = { sheet: string; ranges: OfficeRange[] | null };

/** A write that landed, whoever made it, the page itself included. */
export type OfficeChanged = {
  doc: DocumentId;
  from: string;
  version: string;
  by: Writer;
  reason: string;
  /** As it is now. */
  content: OfficeContent;
  /** Paragraphs or slides, each at a place of the list as the ones before have left it; null: everything may be another. */
  splices: OfficeSplice[] | null;
  /** Of spreadsheets; null: everything may be another. */
  cells: OfficeCellsChanged[] | null;
};

export type OfficeRequests = {
  /** Reads the package; refused in words where it is damaged, encrypted or too large. */
  "office:content": (doc: DocumentId) => Outcome<{ content: OfficeContent }>;
  /** At most 500 from `from` on, of the version that the answer names: another one than the page has will be told. */
  "office:paragraphs": (asked: { doc: DocumentId; from: number; count: number }) => Outcome<{
    version: string;
    from: number;
    total: number;
    paragraphs: OfficeParagraph[];
  }>;
  /** At most 50 from `from` on (from 0), as above. */
  "office:slides": (asked: { doc: DocumentId; from: number; count: number }) => Outcome<{
    version: string;
    from: number;
    total: number;
    slides: OfficeSlide[];
  }>;
  /** At most 20,000 places; those that are empty and look as usual are left out. */
  "office:cells": (asked: { doc: DocumentId; sheet: string; range: OfficeRange }) => Outcome<{
    version: string;
    cells: OfficeCell[];
  }>;
  "office:outline": (doc: DocumentId) => Outcome<{ version: string; headings: OfficeHeading[] }>;
  /** In any letter case unless told; the first 2,000, `total` in all. */
  "office:find": (asked: { doc: DocumentId; sought: string; caseSensitive: boolean }) => Outcome<{
    version: string;
    matches: OfficeMatch[];
    total: number;
  }>;

  /** All in one write, one step of undo, or none of them. `suggested`: as tracked changes (docx). */
  "office:edit": (asked: { doc: DocumentId; edits: OfficeEdit[]; how: "written" | "suggested" }) => Outcome<{
    written: OfficeWritten;
  }>;
  /** Takes the person's last edit back, or does it again, on the document as it is now. */
  "office:undo": (doc: DocumentId) => Outcome<{ written: OfficeWritten }>;
  "office:redo": (doc: DocumentId) => Outcome<{ written: OfficeWritten }>;

  /** The tracked changes, in the order of the text. */
  "office:suggestions": (doc: DocumentId) => Outcome<{ version: string; suggestions: OfficeSuggestion[] }>;
  /** Accepts or rejects some of them, or all. */
  "office:settle": (asked: { doc: DocumentId; ids: string[] | "all"; how: "accept" | "reject" }) => Outcome<{
    written: OfficeWritten;
  }>;

  /** What waits for review now, as `office:review` tells it. */
  "office:hunks": (
    doc: DocumentId,
  ) => Outcome<{ version: string; path: string; hunks: OfficeHunk[]; writes: ReviewedWrite[] }>;

  /** Asks with a dialog where it goes; null: cancelled. Told by `office:progress`; pdf needs an installed LibreOffice. */
  "office:export": (asked: {
    doc: DocumentId;
    kind: "pdf" | "html" | "md" | "txt";
  }) => Outcome<{ path: string | null }>;
  "office:stop-export": (doc: DocumentId) => void;
};

export type OfficeEvents = {
  "office:changed": OfficeChanged;
  /** All edits of agents that wait in it; each event replaces the one before. */
  "office:review": { doc: DocumentId; path: string; version: string; hunks: OfficeHunk[]; writes: ReviewedWrite[] };
  /** How an export goes, in words of its kind. */
  "office:progress": { doc: DocumentId; step: "starting" | "converting" | "writing" };
};
