/** A file as it is stored, at one moment. */
export type StoredFile = {
  /** Where the bytes really are, links resolved. */
  realPath: string;
  bytes: Uint8Array;
  /** SHA-256 of `bytes`, in hex. */
  version: string;
  /** Whether this user may write it. */
  writable: boolean;
};

/** What became of an update. */
export type Written = {
  status: "written" | "unchanged";
  realPath: string;
  /** What is there now; empty where there was no file and none was made. */
  version: string;
  /** The bytes that were there before; null for a new file. */
  before: StoredFile | null;
  /** What the reader should know: written in place because …, attributes that could not be kept. */
  notes: string[];
};

/** How far a read or an update may go. */
export type StoreOptions = {
  /** The most bytes that are read or written; 64 MiB unless told. */
  limit?: number;
  /** `refuse`: the path is a real path that has been checked, and no part of it may have become a link since. */
  links?: "follow" | "refuse";
  /** Called when an update has landed, while this file's turn is still held: what it does no other writer overtakes. */
  landed?: (written: Written) => Promise<void>;
};

export type FolderEntry = { name: string; kind: "file" | "folder" | "other" };

/**
 * The door to storage. All paths are absolute. Every method refuses with `ToolError` in a clear sentence: missing,
 * unreadable, a folder, FIFO, device or socket where a file is meant, too large, a full disk. A refusal changes
 * nothing.
 */
export type FileStore = {
  /** The file as it is now; null where there is none. Larger than `limit` bytes (default 64 MiB): `too_large`. */
  read(path: string, options?: StoreOptions): Promise<StoredFile | null>;

  /**
   * Reads, lets `edit` decide, and replaces the file atomically and durably; all of it in this file's queue, which
   * other processes share through a lock. `edit` gets null for a file that does not exist yet (folders are made for
   * it) and answers with the new bytes, or null to leave everything as it is. Whatever `edit` throws comes out
   * unchanged, and nothing was written. Where another program comes in between, `edit` is asked again about what is
   * there then. `edit` must not update other files.
   */
  update(
    path: string,
    edit: (current: StoredFile | null) => Uint8Array | null | Promise<Uint8Array | null>,
    options?: StoreOptions,
  ): Promise<Written>;

  /** What a folder holds, unsorted. */
  list(folder: string): Promise<FolderEntry[]>;

  makeFolder(path: string): Promise<void>;

  /** Moves a file or folder; refuses to replace anything. */
  move(from: string, to: string): Promise<void>;

  /** The real path that `path` has, or would have once made (its nearest existing folder resolved). */
  realPath(path: string): Promise<string>;
};
