import type { RenderingWords } from "../rendered";

/**
 * Numbers per block in `numbers`: first line, last line, length of its HTML, and 1 if it contains HTML of the document.
 */
export const STRIDE = 4;

/** To the worker: a text in slices (`first` starts a new text), then a request to render it. */
export type ToWorker =
  | { say: "slice"; text: string; first: boolean }
  | { say: "render"; round: number; words: RenderingWords };

/**
 * The answers of a round: which blocks of the previous round are replaced (`from` up to `to`) and by how many, then
 * their HTML in pieces, in order, then `done`.
 */
export type FromWorker =
  | { say: "changed"; round: number; from: number; to: number; count: number; numbers: Int32Array<ArrayBuffer> }
  | { say: "html"; round: number; html: string[] }
  | { say: "done"; round: number; headings: { id: string; line: number }[] }
  | { say: "failed"; round: number; why: string };
