/** The strings of the editor. To add one, see ui/messages.ts; the Chinese strings are in messages.zh.ts. */
import type { DocumentStatus } from "../ui/document-status";
import { registerMessages } from "../ui/language";
import { ended } from "./sync/messages";

const english = {
  label: (name: string) => `Text of ${name}`,
  status: {
    saved: "Saved",
    unsaved: "Unsaved. Your text is kept safe.",
    saving: "Saving…",
    opening: "Opening…",
    waiting: "Will save when you finish composing",
    conflict: "Conflict: choose which version to keep. Not saved until you do.",
    "read-only": "This file is read-only. Your edits are kept safe; use Save As to write them to another file.",
    gone: "File deleted or moved. Your text is safe here. Save to restore the file, or use Save As.",
    unread: "This file can't be read",
    failed: "Not saved. Your text is kept safe.",
  } satisfies Record<DocumentStatus, string>,
  opening: (hundredths: number) => `Opening… ${hundredths} %`,
  /** Shown to a user who types while the document is loading. */
  stillOpening: "This document is still loading. You can edit it once it is complete.",
  unsavedBeforeSuggesting: "Suggesting starts from saved text, but some changes could not be saved yet.",
  openingFailed: (message: string, hint?: string) =>
    `Only the beginning could be loaded: ${[ended(message), hint && ended(hint)].filter(Boolean).join(" ")} Trying again.`,
  neverSaved: "Not saved to a file yet. Your text is kept safe.",
  readOnly: (why: string) => `${ended(why)} Your edits are kept safe; use Save As to write them to another file.`,
  damagedByte: (hex: string) => `Invalid byte: ${hex}`,
  /** CodeMirror's phrases: the English text that it asks for, and what is shown. */
  phrases: {} as Record<string, string>,
};

/** The strings of the editor, in one language. */
export type EditorMessages = typeof english;

/** The strings of the editor, in the language in use. */
export let editorMessages: EditorMessages = english;

registerMessages<EditorMessages>(
  { en: english, "zh-CN": async () => (await import("./messages.zh")).chinese },
  (current) => {
    editorMessages = current;
  },
);
