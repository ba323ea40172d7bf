import type { ReviewedWrite, UndoManner } from "../core/review/pending-edits";
import type { DocumentId, Outcome } from "./contract";

/** A pending hunk: the beginnings of its removed and inserted text, and the writes that it belongs to. */
export type ReviewedHunk = {
  id: string;
  removed: string;
  inserted: string;
  writes: string[];
  /** The user has edited inside it. */
  isMixed: boolean;
  /** In a spreadsheet: the range of its cells, such as `Sheet1!B2:C9`. */
  cells?: string;
  /** The hunk is the whole document, which is too large to compare; both texts are empty. */
  isWhole?: true;
};

/** A document with pending edits of agents. */
export type ReviewedDocument = {
  /** Identifies it in `review:keep` and `review:undo`. */
  path: string;
  /** The path in the file tree, without links resolved. */
  shown: string;
  /** The path relative to the open folder, with `/`; the file name if it is outside. */
  name: string;
  count: number;
  /** In document order; empty if only counts were requested. */
  hunks: ReviewedHunk[];
  writes: ReviewedWrite[];
};

/** An agent asks the user to look at its pending edits, or at documents. */
export type AskedReview = {
  token: string;
  agent: string;
  /** May be empty. */
  question: string;
  /** The documents, relative to the open folder. */
  documents: string[];
  /** How many of the agent's edits were pending when it asked. */
  edits: number;
};

/** Requests on pending edits. */
export type ReviewRequests = {
  /** Documents with pending edits that are open or in the open folder, the last written first. */
  "review:list": (detail: "counts" | "hunks") => Outcome<{ documents: ReviewedDocument[] }>;
  /** Under which name, and in which real path, the user's edits of a document are suggested. Rejected without a file. */
  "review:suggest": (doc: DocumentId) => Outcome<{ path: string; by: string }>;
  /** Keeps these hunks; the others stay pending. */
  "review:keep": (decided: { path: string; hunks: string[] }) => Outcome<object>;
  /** Undoes hunks as a write of the user. `gone`: hunks that no longer apply. `left`: hunks that the user has edited. */
  "review:undo": (decided: {
    path: string;
    hunks: string[];
    manner: UndoManner;
  }) => Outcome<{ undone: string[]; gone: string[]; left: string[] }>;
  /** The agents that wait for a review of documents that are open or in the open folder, oldest first. */
  "review:asked": () => Outcome<{ asked: AskedReview[] }>;
  /** The user is done with a review that an agent asked for. */
  "review:done": (token: string) => Outcome<object>;
};
