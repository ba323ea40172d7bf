/** Daily notes and templates of the open folder. */

import type { Outcome } from "./contract";

/** A template: its name without folder and extension, and its absolute path. */
export type NoteTemplate = { name: string; path: string };

export type NotesRequests = {
  /** Today's note, created with its template if it does not exist. */
  "notes:today": () => Outcome<{ path: string }>;
  /** The templates, by name. `folder` is where they are looked for, relative to the open folder. */
  "notes:templates": () => Outcome<{ folder: string; templates: NoteTemplate[] }>;
  /** The text of a template for a document of this title, with its date, time and title filled in. */
  "notes:template": (asked: { path: string; title: string }) => Outcome<{ text: string }>;
};
