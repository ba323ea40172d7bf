import type { RenderingOptions } from "../rendered-document";

/**
 * Numbers per block in `numbers`: first line, last line, length of its HTML, and 1 if it contains HTML of the document.
 */
export const STRIDE = 4;

/** To the worker: a text in slices (`first` starts a new text), then a request to render it. */
export type ToWorker =
  | { type: "slice"; text: string; first: boolean }
  | { type: "render"; round: number; messages: RenderingOptions };

/**
 * The answers of a round: which blocks of the previous round are replaced (`from` up to `to`) and by how many, then
 * their HTML in pieces, in order, then `done`.
 */
export type FromWorker =
  | { type: "changed"; round: number; from: number; to: number; count: number; numbers: Int32Array<ArrayBuffer> }
  | { type: "html"; round: number; html: string[] }
  | { type: "done"; round: number; headings: { id: string; line: number }[] }
  | { type: "failed"; round: number; reason: string };
