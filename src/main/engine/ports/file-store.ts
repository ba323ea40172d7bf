/** The content of a file at one moment. */
export type StoredFile = {
  /** The path with links resolved. */
  realPath: string;
  bytes: Uint8Array;
  /** SHA-256 of `bytes`, in hex. */
  version: string;
  /** Whether this user may write it. */
  writable: boolean;
};

/** The result of an update. */
export type WriteResult = {
  status: "written" | "unchanged";
  realPath: string;
  /** The version after the update; empty if there was no file and none was created. */
  version: string;
  /** The content before; null for a new file. */
  before: StoredFile | null;
  /** Notes for the caller: why the file was written in place, attributes that could not be kept. */
  notes: string[];
};

/** Limits of a read or an update. */
export type StoreOptions = {
  /** The maximum number of bytes to read or write. Default: 64 MiB. */
  limit?: number;
  /** `refuse`: the path is a real path that was checked, and no part of it may have become a link since. */
  links?: "follow" | "refuse";
  /** Called when an update has landed, still in this file's queue: no other writer can run before it is done. */
  landed?: (written: WriteResult) => Promise<void>;
};

/** What stands at a path; a link is not followed. `modified` is in milliseconds since 1970. */
export type EntryInfo = { kind: "file" | "folder" | "link" | "other"; bytes: number; modified: number };

export type FolderEntry = { name: string; kind: "file" | "folder" | "other" };

/**
 * Access to storage. All paths are absolute. Every method throws `ToolError` with a clear sentence: missing, unreadable, a folder, FIFO, device or
 * socket instead of a file, too large, disk full. After an error nothing has changed.
 */
export type FileStore = {
  /** The current file; null if there is none. Larger than `limit` bytes (default 64 MiB): `too_large`. */
  read(path: string, options?: StoreOptions): Promise<StoredFile | null>;

  /**
   * Reads, lets `edit` decide, and replaces the file atomically and durably, all in this file's queue, which other processes share through a lock.
   * `edit` gets null for a file that does not exist (folders are created for it) and returns the new bytes, or null to change nothing. If `edit`
   * throws, the error is passed on and nothing is written. If another program writes in between, `edit` is called again with the new content. `edit`
   * must not update other files.
   */
  update(
    path: string,
    edit: (current: StoredFile | null) => Uint8Array | null | Promise<Uint8Array | null>,
    options?: StoreOptions,
  ): Promise<WriteResult>;

  /** The entries of a folder, unsorted. */
  list(folder: string): Promise<FolderEntry[]>;

  makeFolder(path: string): Promise<void>;

  /** Moves a file or folder. Never replaces anything. */
  move(from: string, to: string): Promise<void>;

  /**
   * Deletes a file, in its queue and holding its lock, once `allow` has agreed to its current content; or an empty folder. Rejects links. If `allow`
   * throws, nothing is deleted.
   */
  remove(path: string, allow: (current: StoredFile) => Promise<void>): Promise<void>;

  /** What stands at a path; null if nothing does. */
  entry(path: string): Promise<EntryInfo | null>;

  /** The real path of `path`, or the one it would have if created (its nearest existing folder resolved). */
  realPath(path: string): Promise<string>;
};
