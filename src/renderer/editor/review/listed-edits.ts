import type { ReviewedWrite } from "../../../shared/contract";
import type { ReviewedDocument, ReviewedHunk } from "../../../shared/review";
import { lanesOf } from "./agent-lanes";

/** What the user decides on an edit. */
export type Decision = "keep" | "undo";

/** An edit in the list, with its document, its writes and the last of them. */
export type ListedEdit = {
  document: ReviewedDocument;
  hunk: ReviewedHunk;
  write: ReviewedWrite;
  writes: ReviewedWrite[];
  /** The colour lane of its agent, as in the editor. */
  lane: string;
};

/** The pending edits of a document, in text order. */
export function editsOf(document: ReviewedDocument): ListedEdit[] {
  const lanes = lanesOf(document);
  return document.hunks.flatMap((hunk) => {
    const { writes = [], lane = "0" } = lanes.get(hunk.id) ?? {};
    const write = writes.at(-1);
    return write ? [{ document, hunk, write, writes, lane }] : [];
  });
}
