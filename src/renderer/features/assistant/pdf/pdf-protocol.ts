/** What the window asks the worker for PDFs; each question comes with a port for its answer. */
export type PdfQuestion =
  /** The file; the first question, and asked once. */
  | { ask: "open"; bytes: Uint8Array }
  /** A page, numbered from 1. */
  | { ask: "draw"; page: number };

/** Why a PDF cannot be drawn. */
export type PdfProblem = "password" | "damaged";

/** The number of pages, a drawn page as PNG, or what is wrong. */
export type PdfAnswer = { count: number } | { image: Blob } | { problem: PdfProblem };
