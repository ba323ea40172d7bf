import type { TextRange, VersionEntry, WordCount, Writer } from "../../../core/review/writer";

/** A version of a file to store. */
export type NewVersion = {
  realPath: string;
  bytes: Uint8Array;
  version: string;
  by: Writer;
  reason: string;
  request?: string | undefined;
  change?: WordCount | null | undefined;
  /** What of it the user pasted. */
  pasted?: readonly TextRange[] | undefined;
  /** These bytes may exist nowhere else: they are kept for a week even if the file is a file of secrets. */
  elsewhere?: "nowhere" | undefined;
  /** One of many versions while somebody types or a shared folder writes: after a minute, one of every two seconds stays, and those that something relies on. */
  isInBurst?: boolean | undefined;
};

/** A file with stored versions. The file itself may no longer exist. */
export type RememberedFile = { realPath: string; newest: VersionEntry; versions: number };

/** The version could not be stored safely; the message says why. */
export class NotDurableError extends Error {
  override readonly name = "NotHeld";
}

/** Every version that landed, stored by content outside the workspace and shared by all processes of this user. */
export type History = {
  /** Stores a version of a file; of a file of secrets without its bytes. A version equal to the newest entry is not stored again. */
  record(entry: NewVersion): Promise<void>;
  /** Stores a version, and returns once it would survive a power cut. Throws `NotDurableError` if it cannot: then its bytes must not be replaced. */
  hold(entry: NewVersion): Promise<void>;
  /** Somebody was shown this version and may base an edit on it: it is not thinned out with the others of a burst. */
  retain(realPath: string, version: string): void;
  /** Newest first. */
  list(realPath: string, limit?: number): Promise<VersionEntry[]>;
  /** The files in a folder that have stored versions, most recently written first; at most `most`. */
  filesIn(folder: string, most: number): Promise<RememberedFile[]>;
  /** Marks an entry of this file with a name, which may be empty; null removes the mark. Unknown entries are ignored. */
  mark(realPath: string, versionId: string, name: string | null): Promise<void>;
  /** The bytes of an entry of this file; null if it is unknown, pruned, or of a file of secrets. */
  read(realPath: string, versionId: string): Promise<Uint8Array | null>;
  /** The bytes with this SHA-256, from any file; null if they are not stored. */
  content(version: string): Promise<Uint8Array | null>;
  /** A file was renamed in Galley: its history moves with it. */
  moved(from: string, to: string): Promise<void>;
  /** Resolves once pending records are stored. */
  close(): Promise<void>;
};
