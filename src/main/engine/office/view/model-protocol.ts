import type {
  OfficeCellsChanged,
  OfficeComment,
  OfficePage,
  OfficeSheet,
  OfficeSplice,
} from "../../../../core/office/office-view";

/** One edit of a person's; see the contract of the page. */
export type ModelEdit =
  | { edit: "text"; paragraph: string; before: string; text: string }
  | { edit: "insert"; after: string | null; text: string }
  | { edit: "delete"; paragraph: string; before: string }
  | { edit: "cells"; sheet: string; cells: Record<string, string>; before: Record<string, string> };

/** What became of edits: the new package, or where somebody else's words stand. */
export type ModelEdited =
  | { status: "edited"; bytes: Uint8Array; warnings: string[] }
  | { status: "stale"; paragraph: string | null; address: string | null; now: string | null };

/** What a model tells of a document as a whole. */
export type ModelContent = { version: string; warnings: string[] } & (
  | { kind: "document"; total: number; page: OfficePage; suggestions: number; comments: OfficeComment[] }
  | { kind: "spreadsheet"; sheets: OfficeSheet[] }
  | { kind: "presentation"; total: number; size: { width: number; height: number } }
);

/** How a document became another since the model before. */
export type ModelChange = {
  splices: OfficeSplice[] | null;
  cells: OfficeCellsChanged[] | null;
  /** What takes it back, where that can be said in edits. */
  inverse: ModelEdit[] | null;
};

/** `before` and `after`: a few characters on either side, that tell alike matches apart. */
export type ModelMatch = { before: string; after: string } & (
  | { paragraph: string; index: number; slide: number | null; from: number; to: number }
  | { sheet: string; row: number; column: number }
);

/** An agent's edit that waits; see the contract of the page. */
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
