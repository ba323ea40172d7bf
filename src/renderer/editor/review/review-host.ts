import { Facet } from "@codemirror/state";
import type { PendingEdits, PendingHunk } from "../../../core/review/pending-edits";
import type { ReviewedWrite } from "../../../shared/contract";

/** The pending edits of a document, by positions in the editor's text. Has at least one hunk. */
export type DocumentReview = {
  /** Identifies the document in `review:keep` and `review:undo`. */
  path: string;
  pending: PendingEdits;
  /** In the order of the text. */
  hunks: readonly PendingHunk[];
  writes: readonly ReviewedWrite[];
};

/** What the marks of a hunk need from the window. */
export type ReviewHost = {
  decide(what: "keep" | "undo", hunk: string): void;
  step(by: 1 | -1): void;
  /** The tooltip of a button, with the key of its command. */
  hint(command: "keep-edit" | "undo-edit" | "next-edit" | "previous-edit"): string;
};

/** Provided by the window to each editor. */
export const reviewHost = Facet.define<ReviewHost, ReviewHost | null>({ combine: ([first]) => first ?? null });
