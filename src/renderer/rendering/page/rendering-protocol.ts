import type { RenderingWords } from "../rendered";

/**
 * How many numbers a block has in `numbers`: its first line, its last, how long its HTML is, and 1 where the document's own
 * HTML is in it.
 */
export const STRIDE = 4;

/** To the worker: a text in slices, begun anew by `first`; then how it is to be rendered. */
export type ToWorker =
  | { say: "slice"; text: string; first: boolean }
  | { say: "render"; round: number; words: RenderingWords };

/**
 * Of each round: first which blocks of the round before give way (`from` up to `to`) and how many come in their place,
 * then their HTML in pieces, in order, then `done`.
 */
export type FromWorker =
  | { say: "changed"; round: number; from: number; to: number; count: number; numbers: Int32Array<ArrayBuffer> }
  | { say: "html"; round: number; html: string[] }
  | { say: "done"; round: number; headings: { id: string; line: number }[] }
  | { say: "failed"; round: number; why: string };
