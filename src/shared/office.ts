/**
 * IPC types for Office documents. Such a document is a `DocumentSnapshot` with `office` set, and is opened, moved,
 * closed and restored like any other: its `text` is empty, `readOnly` says why it cannot be written (for instance
 * because it is open in Word or LibreOffice), and `document:gone`, `document:moved`, `document:access` and `history:…`
 * apply to it as well.
 */

import type {
  LocatedOfficeDraft,
  OfficeCell,
  OfficeCellsChanged,
  OfficeComment,
  OfficeDraft,
  OfficeHeading,
  OfficeImage,
  OfficePage,
  OfficeParagraph,
  OfficePlacement,
  OfficeRange,
  OfficeRun,
  OfficeShape,
  OfficeSheet,
  OfficeSlide,
  OfficeSplice,
  OfficeStyle,
  OfficeSuggestion,
  OfficeTableCell,
  OfficeUnshown,
} from "../core/office/office-view";
import type { ReviewedWrite } from "../core/review/pending-edits";
import type { Writer } from "../core/review/writer";
import type { OfficeFormat } from "../core/text/format";
import type { DocumentId, Outcome } from "./contract";

export type {
  LocatedOfficeDraft,
  OfficeCell,
  OfficeCellsChanged,
  OfficeComment,
  OfficeDraft,
  OfficeFormat,
  OfficeHeading,
  OfficeImage,
  OfficePage,
  OfficeParagraph,
  OfficePlacement,
  OfficeRange,
  OfficeRun,
  OfficeShape,
  OfficeSheet,
  OfficeSlide,
  OfficeSplice,
  OfficeStyle,
  OfficeSuggestion,
  OfficeTableCell,
  OfficeUnshown,
};

/** What is known of an Office document by its name. */
export type OfficeFacts = {
  format: OfficeFormat;
  kind: "document" | "spreadsheet" | "presentation";
  /** Whether edits can be written as tracked changes: docx and odt. */
  canSuggest: boolean;
};

/** Number of the user's own edits that can be undone and redone. */
export type OfficeSteps = { undo: number; redo: number };

/** What the view needs first; the rest is requested in parts as it scrolls into view. */
export type OfficeContent = {
  version: string;
  /** What the view cannot show and other warnings: macros, a signature, encrypted parts … */
  warnings: string[];
  steps: OfficeSteps;
} & (
  | {
      kind: "document";
      /** Number of paragraphs, including empty ones and those in headers, footers and notes. */
      total: number;
      page: OfficePage;
      suggestions: number;
      comments: OfficeComment[];
    }
  | { kind: "spreadsheet"; sheets: OfficeSheet[] }
  | { kind: "presentation"; total: number; size: { width: number; height: number } }
);

/** An edit of the user. `before` is the text that the user saw: if it has changed, nothing is written. */
export type OfficeEdit =
  | { edit: "text"; paragraph: string; before: string; text: string }
  /** Inserts a paragraph with the same style; line breaks create several. Null: at the start. */
  | { edit: "insert"; after: string | null; text: string }
  | { edit: "delete"; paragraph: string; before: string }
  /**
   * Values by address (`B2`), as typed; an empty value clears the cell. `before` has the previous `input` of each
   * non-empty cell.
   */
  | { edit: "cells"; sheet: string; cells: Record<string, string>; before: Record<string, string> };

/** The result of an edit. The renderer gets its effect by `office:changed` before this. */
export type OfficeWritten =
  | { status: "written" | "unchanged"; version: string; steps: OfficeSteps; warnings: string[] }
  /** Someone else changed that text: `now` is the current one; null if it no longer exists. */
  | { status: "stale"; paragraph: string | null; address: string | null; now: string | null };

/**
 * Where a text was found: a paragraph by its place (`slide` from 1 where it is on one), or a cell. `before` and `after`: a few
 * characters on either side, that tell alike matches apart.
 */
export type OfficeMatch = { before: string; after: string } & (
  | { paragraph: string; index: number; slide: number | null; from: number; to: number }
  | { sheet: string; row: number; column: number }
);

/** A pending edit of an agent; decided with `review:keep` and `review:undo` and the document's real path. */
export type OfficeHunk = {
  id: string;
  /** The ids of its writes. */
  writes: string[];
  /** The user has edited inside it. */
  isMixed: boolean;
  /** The document is too large to compare: all of it is pending, and `parts` is empty. */
  isWhole?: true;
  parts: OfficeHunkPart[];
};

/**
 * A part of a hunk in the current document: `from` to `to` of a paragraph's text was inserted, and `removed` was
 * deleted there, with line breaks between paragraphs. Fully deleted paragraphs belong before the named one, or after
 * the last.
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

/** The export formats of Office documents. */
export type OfficeExportKind = "pdf" | "html" | "md" | "txt" | OfficeFormat;

/** A write by anyone, including the renderer itself. */
export type OfficeChanged = {
  doc: DocumentId;
  from: string;
  version: string;
  by: Writer;
  reason: string;
  /** The current content. */
  content: OfficeContent;
  /** Changed paragraphs or slides, with indexes after the previous splices; null: anything may have changed. */
  splices: OfficeSplice[] | null;
  /** Changed cells of spreadsheets; null: anything may have changed. */
  cells: OfficeCellsChanged[] | null;
};

export type OfficeRequests = {
  /** Reads the document; fails if it is damaged, encrypted or too large. */
  "office:content": (doc: DocumentId) => Outcome<{ content: OfficeContent }>;
  /**
   * At most 500 from `from` on, in the version that the result names; if it is newer than the renderer's,
   * `office:changed` follows.
   */
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
  /** At most 20,000 cells; empty cells with the default style are omitted. */
  "office:cells": (asked: { doc: DocumentId; sheet: string; range: OfficeRange }) => Outcome<{
    version: string;
    cells: OfficeCell[];
  }>;
  "office:outline": (doc: DocumentId) => Outcome<{ version: string; headings: OfficeHeading[] }>;
  /** Ignores case unless `caseSensitive`; returns the first 2,000 matches, `total` counts all. */
  "office:find": (asked: { doc: DocumentId; sought: string; caseSensitive: boolean; searcher: string }) => Outcome<{
    version: string;
    matches: OfficeMatch[];
    total: number;
  }>;

  /** Makes all edits in one write and one undo step, or none. `suggested`: as tracked changes (docx, odt). */
  "office:edit": (asked: { doc: DocumentId; edits: OfficeEdit[]; how: "written" | "suggested" }) => Outcome<{
    written: OfficeWritten;
  }>;
  /** Undoes or redoes the user's last edit on the current document. */
  "office:undo": (doc: DocumentId) => Outcome<{ written: OfficeWritten }>;
  "office:redo": (doc: DocumentId) => Outcome<{ written: OfficeWritten }>;

  /**
   * All unsaved texts of the document's paragraphs and cells; an empty list if there are none. Stored outside the
   * workspace before this returns, so that a crash loses nothing.
   */
  "office:typed": (asked: { doc: DocumentId; drafts: OfficeDraft[] }) => void;
  /**
   * Drafts that were never written, from before a crash or from another window, with their positions in the current
   * document.
   */
  "office:drafts": (doc: DocumentId) => Outcome<{ version: string; drafts: LocatedOfficeDraft[] }>;
  /** The current text in the same form as `history:text`, for comparing versions. */
  "office:text": (doc: DocumentId) => Outcome<{ version: string; text: string }>;
  /** Opens it in the system's program for it; only at the user's command. */
  "office:open-in-program": (doc: DocumentId) => Outcome<object>;

  /** The tracked changes, in document order. */
  "office:suggestions": (doc: DocumentId) => Outcome<{ version: string; suggestions: OfficeSuggestion[] }>;
  /** Accepts or rejects some tracked changes, or all. */
  "office:settle": (asked: { doc: DocumentId; ids: string[] | "all"; how: "accept" | "reject" }) => Outcome<{
    written: OfficeWritten;
  }>;

  /** The pending edits, as in `office:review`. */
  "office:hunks": (
    doc: DocumentId,
  ) => Outcome<{ version: string; path: string; hunks: OfficeHunk[]; writes: ReviewedWrite[] }>;

  /**
   * Asks with a dialog for the target; null: cancelled. Progress is reported by `office:progress`. pdf and conversions
   * between OOXML and ODF (docx and odt, xlsx and ods, pptx and odp) need an installed LibreOffice.
   */
  "office:export": (asked: { doc: DocumentId; kind: OfficeExportKind }) => Outcome<{ path: string | null }>;
  "office:stop-export": (doc: DocumentId) => void;
};

export type OfficeEvents = {
  "office:changed": OfficeChanged;
  /** All pending edits of agents; replaces the previous event. */
  "office:review": { doc: DocumentId; path: string; version: string; hunks: OfficeHunk[]; writes: ReviewedWrite[] };
  /** Progress of an export. */
  "office:progress": { doc: DocumentId; step: "starting" | "converting" | "writing" };
};
