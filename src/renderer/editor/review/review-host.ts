import { Facet } from "@codemirror/state";
import type { PendingEdits, PendingHunk } from "../../../core/review/pending-edits";
import type { ReviewedWrite } from "../../../shared/contract";

/** What waits for review in a document, by the text in the editor. Never without a hunk. */
export type PageReview = {
  /** Names the document to `review:keep` and `review:undo`. */
  path: string;
  pending: PendingEdits;
  /** In the order of the text. */
  hunks: readonly PendingHunk[];
  writes: readonly ReviewedWrite[];
};

/** What the marks of a hunk ask of the window. */
export type ReviewHost = {
  decide(what: "keep" | "undo", hunk: string): void;
  step(by: 1 | -1): void;
  /** What a button says, with the key that does the same. */
  hint(command: "keep-edit" | "undo-edit" | "next-edit" | "previous-edit"): string;
};

/** Given by the window to each editor. */
export const reviewHost = Facet.define<ReviewHost, ReviewHost | null>({ combine: ([first]) => first ?? null });
