/** How the text in the editor relates to the file on disk. */

export type DocumentStatus =
  | "opening"
  | "saved"
  | "unsaved"
  | "saving"
  | "waiting"
  | "conflict"
  | "read-only"
  | "gone"
  | "unread"
  | "failed";
