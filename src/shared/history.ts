import type { VersionEntry } from "../core/review/writer";
import type { Authorship } from "./authorship";
import type { DocumentId, Outcome } from "./contract";

/** A deleted file with stored versions; `name` is its path relative to the folder. */
export type DeletedFile = { path: string; name: string; newest: VersionEntry; versions: number };

/** Requests on earlier versions, also of deleted files. */
export type HistoryRequests = {
  "history:list": (doc: DocumentId) => Outcome<{ versions: VersionEntry[] }>;
  "history:text": (version: { doc: DocumentId; version_id: string }) => Outcome<{ text: string }>;
  /** Restores a version as a new version, which can be undone like any edit. */
  "history:restore": (version: { doc: DocumentId; version_id: string }) => Outcome<object>;
  /**
   * Restores one section, identified by its path in that version; the rest of the text is unchanged. `line` is its
   * position.
   */
  "history:restore-section": (asked: {
    doc: DocumentId;
    version_id: string;
    section: string;
  }) => Outcome<{ line: number; warnings: string[] }>;
  /** Versions that contain a text, ignoring case, newest first; continue with `next` until it is null. */
  "history:search": (asked: {
    doc: DocumentId;
    sought: string;
    after: string | null;
  }) => Outcome<{ found: { version_id: string; line: string }[]; next: string | null }>;
  /** Marks a version with a name, which may be empty; null removes the mark. */
  /** Who wrote the document as it stands, from its stored versions; rejected if it has no file or is not a text. */
  /** `user` is the name of this machine's user; empty if there is none. `owner`: what other readers than the user call them; null for the user. */
  "history:authors": (doc: DocumentId) => Outcome<{ authorship: Authorship; user: string; owner: string | null }>;
  /** The same of a text that may be closed, by its path. */
  "history:authors-of": (path: string) => Outcome<{ authorship: Authorship; user: string }>;
  /** Writes that as JSON to a file that the user picks; null if they do not. */
  "history:save-authors": (path: string) => Outcome<{ path: string | null }>;
  "history:mark": (mark: { doc: DocumentId; version_id: string; name: string | null }) => Outcome<object>;
  /** Deleted files of the open folder that have versions, the last written first. */
  "history:gone": () => Outcome<{ files: DeletedFile[]; isAll: boolean }>;
  "history:gone-versions": (path: string) => Outcome<{ versions: VersionEntry[] }>;
  "history:gone-text": (version: { path: string; version_id: string }) => Outcome<{ text: string }>;
  /** Creates the file again; rejected if it exists by now. */
  "history:bring-back": (version: { path: string; version_id: string }) => Outcome<{ path: string }>;
};
