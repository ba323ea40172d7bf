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
  /** The images of its folder, itself included, as absolute paths in order. */
  images: string[];
  /** Whether the system's program for it may be started: not for what could itself be a program. */
  hasProgram: boolean;
};

export type ViewerRequests = {
  "viewer:look": (path: string) => Outcome<{ file: ViewedFile }>;
  "viewer:open-in-program": (path: string) => Outcome<object>;
  /** Opens the source of an SVG. `document` is null if another window has it. */
  "viewer:open-as-text": (path: string) => Outcome<{ document: DocumentSnapshot | null }>;
};
