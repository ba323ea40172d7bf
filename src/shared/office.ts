/**
 * What crosses the border about Office documents: types only. Such a document is an `OpenDocument` with `office` in it,
 * opened, moved, closed and brought back as any other: its `text` is empty, `readOnly` says why nothing can be written
 * (open in Word or LibreOffice …), and `document:gone`, `document:moved`, `document:access` and `history:…` tell of it, too.
 */

import type {
  OfficeCell,
  OfficeCellsChanged,
  OfficeComment,
  OfficeDraft,
  OfficeDraftFound,
  OfficeHeading,
  OfficeImage,
  OfficeLook,
  OfficePage,
  OfficeParagraph,
  OfficePlacement,
  OfficeRange,
  OfficeRun,
  OfficeShape,
  OfficeSheet,
  OfficeSlide,
  OfficeSplice,
  OfficeSuggestion,
  OfficeTableCell,
  OfficeUnshown,
} from "../core/office/office-view";
import type { ReviewedWrite } from "../core/review/pending-edits";
import type { Writer } from "../core/review/writer";
import type { OfficeFormat } from "../core/text/format";
import type { DocumentId, Outcome } from "./contract";

export type {
  OfficeCell,
  OfficeCellsChanged,
  OfficeComment,
  OfficeDraft,
  OfficeDraftFound,
  OfficeFormat,
  OfficeHeading,
  OfficeImage,
  OfficeLook,
  OfficePage,
  OfficeParagraph,
  OfficePlacement,
  OfficeRange,
  OfficeRun,
  OfficeShape,
  OfficeSheet,
  OfficeSlide,
  OfficeSplice,
  OfficeSuggestion,
  OfficeTableCell,
  OfficeUnshown,
};

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

/**
 * Where a text was found: a paragraph by its place (`slide` from 1 where it is on one), or a cell. `before` and `after`: a few
 * characters on either side, that tell alike matches apart.
 */
export type OfficeMatch = { before: string; after: string } & (
  | { paragraph: string; index: number; slide: number | null; from: number; to: number }
  | { sheet: string; row: number; column: number }
);

/** An agent's edit that waits for review; decided by `review:keep` and `review:undo` with the document's real path. */
export type OfficeHunk = {
  id: string;
  /** The ids of its writes. */
  writes: string[];
  /** The user wrote inside it. */
  isMixed: boolean;
  /** The document is too large to be compared piece by piece: all of it waits, and no parts are named. */
  isWhole?: true;
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

/** What an Office document can be exported as. */
export type OfficeExportKind = "pdf" | "html" | "md" | "txt" | OfficeFormat;

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
  "office:find": (asked: { doc: DocumentId; sought: string; caseSensitive: boolean; searcher: string }) => Outcome<{
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

  /**
   * All that is typed in the document's paragraphs and cells and not in its file, each time anew; none: it is all written or given up.
   * Kept outside the workspace before this is answered, so that a crash of the page or the app takes nothing.
   */
  "office:typed": (asked: { doc: DocumentId; drafts: OfficeDraft[] }) => void;
  /** What was typed and never written, from before a crash or in another window, each in its place in today's document. */
  "office:drafts": (doc: DocumentId) => Outcome<{ version: string; drafts: OfficeDraftFound[] }>;
  /** What the document says now in the form of `history:text`, to be compared with its versions. */
  "office:text": (doc: DocumentId) => Outcome<{ version: string; text: string }>;
  /** In the program that the system has for it; only ever by the person's own command. */
  "office:open-in-program": (doc: DocumentId) => Outcome<object>;

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

  /**
   * Asks with a dialog where it goes; null: cancelled. Told by `office:progress`. pdf and the other format of the document's kind (docx and
   * odt, xlsx and ods, pptx and odp) need an installed LibreOffice.
   */
  "office:export": (asked: { doc: DocumentId; kind: OfficeExportKind }) => Outcome<{ path: string | null }>;
  "office:stop-export": (doc: DocumentId) => void;
};

export type OfficeEvents = {
  "office:changed": OfficeChanged;
  /** All edits of agents that wait in it; each event replaces the one before. */
  "office:review": { doc: DocumentId; path: string; version: string; hunks: OfficeHunk[]; writes: ReviewedWrite[] };
  /** How an export goes, in words of its kind. */
  "office:progress": { doc: DocumentId; step: "starting" | "converting" | "writing" };
};
