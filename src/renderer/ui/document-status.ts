/** How a document stands between the editor and the disk. */

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
