import type {
  OfficeCellsChanged,
  OfficeComment,
  OfficePage,
  OfficeSheet,
  OfficeSplice,
} from "../../../../core/office/office-view";

/** An edit by the user, in the terms of the document model. */
export type ModelEdit =
  | { edit: "text"; paragraph: string; before: string; text: string }
  | { edit: "insert"; after: string | null; text: string }
  | { edit: "delete"; paragraph: string; before: string }
  | { edit: "cells"; sheet: string; cells: Record<string, string>; before: Record<string, string> };

/** The result of edits: the new package, or where the text has changed in the meantime. */
export type ModelEditResult =
  | { status: "edited"; bytes: Uint8Array; warnings: string[] }
  | { status: "stale"; paragraph: string | null; address: string | null; now: string | null };

/** What a model reports about the whole document. */
export type ModelContent = { version: string; warnings: string[] } & (
  | { kind: "document"; total: number; page: OfficePage; suggestions: number; comments: OfficeComment[] }
  | { kind: "spreadsheet"; sheets: OfficeSheet[] }
  | { kind: "presentation"; total: number; size: { width: number; height: number } }
);

/** The difference between a document and the previous model. */
export type ModelChange = {
  splices: OfficeSplice[] | null;
  cells: OfficeCellsChanged[] | null;
  /** The edits that undo it; null if edits cannot express that. */
  inverse: ModelEdit[] | null;
};

/** `before` and `after`: a few characters on either side, that tell alike matches apart. */
export type ModelMatch = { before: string; after: string } & (
  | { paragraph: string; index: number; slide: number | null; from: number; to: number }
  | { sheet: string; row: number; column: number }
);

/** An agent's pending edit; see the contract with the window. */
export type ModelHunk = {
  id: string;
  writes: string[];
  isMixed: boolean;
  isWhole?: true;
  parts: (
    | {
        paragraph: string;
        index: number;
        slide: number | null;
        from: number;
        to: number;
        removed: string;
        isNew: boolean;
      }
    | { sheet: string; address: string; before: string; after: string }
  )[];
};
