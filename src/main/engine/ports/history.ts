import type { VersionEntry, WordCount, Writer } from "../../../core/review/writer";

/** One version of a file, to be kept. */
export type NewVersion = {
  realPath: string;
  bytes: Uint8Array;
  version: string;
  by: Writer;
  reason: string;
  request?: string | undefined;
  change?: WordCount | null | undefined;
  /** Nothing else has these bytes for sure: they are kept for a week even of a file of secrets. */
  elsewhere?: "nowhere" | undefined;
};

/** A file of which versions are kept, there or not. */
export type RememberedFile = { realPath: string; newest: VersionEntry; versions: number };

/** Why a version is not safe in the history, in a sentence. */
export class NotHeld extends Error {
  override readonly name = "NotHeld";
}

/** Every version that landed, outside the workspace, by content; shared by all processes of this user. */
export type History = {
  /** Keeps one version of a file; of one that `holdsSecrets` without its bytes. The same version as the newest entry is not entered twice. */
  record(entry: NewVersion): Promise<void>;
  /**
   * Keeps one version, and returns once a power cut could not take it from the history any more. Throws `NotHeld` where that cannot be:
   * then nothing else must take the place of its bytes.
   */
  hold(entry: NewVersion): Promise<void>;
  /** Newest first. */
  list(realPath: string, limit?: number): Promise<VersionEntry[]>;
  /** The files inside a folder of which versions are kept, those written last first; at most `most`. */
  filesIn(folder: string, most: number): Promise<RememberedFile[]>;
  /** Marks one entry of this file under a name, which may be empty; null takes the mark away. Unknown ones are passed over. */
  mark(realPath: string, versionId: string, name: string | null): Promise<void>;
  /** The bytes of one entry of this file; null where it is unknown, pruned, or of a file of secrets. */
  read(realPath: string, versionId: string): Promise<Uint8Array | null>;
  /** The bytes with this SHA-256, whichever file had them; null where none are kept. */
  content(version: string): Promise<Uint8Array | null>;
  /** A file was renamed in Galley: its past goes with it. */
  moved(from: string, to: string): Promise<void>;
  /** Once what is being recorded has been. */
  close(): Promise<void>;
};
