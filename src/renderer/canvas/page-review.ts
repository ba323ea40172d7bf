import { Facet } from "@codemirror/state";
import type { PendingHunk } from "../../main/engine/document/pending-hunks";
import type { PendingHunks, ReviewedWrite } from "../../shared/contract";

/** What waits for review in a document, by the text in the page. Never without a hunk. */
export type PageReview = {
  /** Names the document to `review:keep` and `review:undo`. */
  path: string;
  pending: PendingHunks;
  /** In the order of the text. */
  hunks: readonly PendingHunk[];
  writes: readonly ReviewedWrite[];
};

/** What the marks of a hunk ask of the page. */
export type ReviewHost = {
  decide(what: "keep" | "undo", hunk: string): void;
  step(by: 1 | -1): void;
  /** What a button says, with the key that does the same. */
  hint(command: "keep-edit" | "undo-edit" | "next-edit" | "previous-edit"): string;
};

/** Given by the page to each editor. */
export const reviewHost = Facet.define<ReviewHost, ReviewHost | null>({ combine: ([first]) => first ?? null });
