/** Files that a tab shows without editing them: images, and other files that are not text. */

import type { DocumentSnapshot, Outcome } from "./contract";

export type ViewedFile = {
  /** Absolute. */
  path: string;
  name: string;
  /** In bytes. */
  size: number;
  /** Null for anything that cannot be shown as an image; its size in pixels is null if the header does not contain it. */
  image: { url: string; width: number | null; height: number | null } | null;
  /** The address for its frame; null for anything but a PDF. */
  pdf: { url: string } | null;
  /** All images, or all PDFs, of its folder, including itself, as ordered absolute paths. */
  siblings: string[];
  /** Whether the system's program for it may be started: not for what could itself be a program. */
  hasProgram: boolean;
};

/** What a PDF's frame shows. `scale` is relative to the actual size; `page` is the one that takes most of the frame, from 1. */
export type PdfState = {
  status: "loading" | "shown" | "failed" | "locked";
  scale: number;
  fit: "page" | "width" | null;
  page: number;
  pages: number;
};

export const pdfActions = [
  "look",
  "watch",
  "focus",
  "zoom in",
  "zoom out",
  "fit page",
  "fit width",
  "actual size",
] as const;
export type PdfAction = (typeof pdfActions)[number];

/** A key that was pressed in the frame of a PDF, and is not for the PDF. */
export type ViewerKey = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "shiftKey" | "altKey" | "metaKey">;

export type ViewerRequests = {
  "viewer:look": (path: string) => Outcome<{ file: ViewedFile }>;
  /** Acts on the frame that shows the PDF of this address. Null while there is none. `watch` is answered when it shows something else. */
  "viewer:pdf": (asked: { url: string; action: PdfAction }) => PdfState | null;
  "viewer:open-in-program": (path: string) => Outcome<object>;
  /** Opens the source of an SVG. `document` is null if another window has it. */
  "viewer:open-as-text": (path: string) => Outcome<{ document: DocumentSnapshot | null }>;
};
