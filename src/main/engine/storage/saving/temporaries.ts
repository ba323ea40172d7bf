import { closeSync, ftruncateSync, lstatSync, openSync, rmSync, statSync } from "node:fs";
import { mkdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeOf } from "../files/disk-errors";
import { releaseTemporary, temporaryName } from "../files/temporary-files";
import { writeAllSync } from "../files/write-all";
import { lockProcess, type ProcessLock } from "../locks/process-lock";

/**
 * The temporaries that this process has in the user's folders. Each is recorded before it is made, so that the next Galley process finds
 * those of a killed one without a search: see `removeAbandonedTemporaries`.
 */
export type Temporaries = {
  /**
   * Records temporaries that are about to be made in `folder` (a real path), under names from `temporaryName`. Call the result when they
   * are done: its `remove` removes one, which may already be gone; one that cannot be removed stays recorded. Neither ever throws: a record
   * that cannot be written is not a reason to fail a save.
   */
  begin(folder: string, names: readonly string[]): EndTemporaries;
  /** The id of this process, for other files that it may leave in the same folder; null if nothing can be made there. */
  processId(): string | null;
};

/** `close` removes the record, unless something in it could not be removed. */
export type OwnTemporaries = Temporaries & { close(): void };

/** Removes temporaries with `remove`, one after the other, and drops them from the record. */
export type EndTemporaries = (remove: (name: string) => Promise<unknown>) => Promise<void>;

/** One line of a record, as JSON. */
export type RecordedTemporaries = {
  folder: string;
  /** The inode of the folder, which differs while the volume is not mounted. Empty if unknown. */
  inode: string;
  names: readonly string[];
  /** Milliseconds since 1970. */
  at: number;
};

export const recordExtension = ".temporaries";

/** Milliseconds before a folder that could not take a record is tried again. */
const REST_AFTER_FAILURE = 10_000;

/**
 * Keeps the records of this process in one file in `folder`, `<id>.temporaries`, made with the first. A record costs one small write and is
 * never synced: it has to survive the process, not the machine. After a power cut the next save in a folder still removes what is left
 * there.
 */
export function createTemporaries(folder: string): OwnTemporaries {
  /** The lines of the record. */
  const live = new Set<string>();
  /** Those whose temporaries could not be removed. */
  const stuck = new Map<string, RecordedTemporaries>();
  let lock: ProcessLock | null = null;
  let file: number | null = null;
  let size = 0;
  let retryAt = 0;
  let closed = false;

  const ownLock = (): ProcessLock | null => {
    if (lock || closed || performance.now() < retryAt) return lock;
    try {
      lock = lockProcess(folder);
    } catch {
      retryAt = performance.now() + REST_AFTER_FAILURE;
    }
    return lock;
  };

  /** Writes all lines to the file, replacing the former content. */
  const write = (): void => {
    const owner = ownLock();
    if (owner === null) return;
    try {
      file ??= openSync(join(folder, owner.id + recordExtension), "wx+", 0o600);
      const bytes = Buffer.from([...live].join(""));
      writeAllSync(file, bytes);
      if (bytes.length < size) ftruncateSync(file, bytes.length);
      size = bytes.length;
    } catch {
      // The disk is full, for instance; the next write has all lines again.
    }
  };

  /** Drops records of temporaries that a later save in their folder has removed. */
  const forgetGone = (): void => {
    for (const [line, record] of stuck) {
      if (!areGone(record)) continue;
      stuck.delete(line);
      live.delete(line);
    }
  };

  return {
    begin(realFolder, names) {
      forgetGone();
      const record: RecordedTemporaries = { folder: realFolder, inode: inodeOf(realFolder), names, at: Date.now() };
      const line = `${JSON.stringify(record)}\n`;
      live.add(line);
      write();
      return async (remove) => {
        if (await removeNames(names, remove)) live.delete(line);
        else stuck.set(line, record);
        write();
      };
    },
    processId: () => ownLock()?.id ?? null,
    close() {
      const [owner, record] = [lock, file];
      forgetGone();
      closed = true;
      lock = file = null;
      if (record !== null) closeSync(record);
      // What could not be removed stays recorded for the next start.
      if (live.size > 0) return owner?.leave();
      if (owner) rmSync(join(folder, owner.id + recordExtension), { force: true });
      owner?.release();
    },
  };
}

/** For a store in memory, which makes no temporaries on the disk. */
export const unrecorded: Temporaries = {
  begin: (_, names) => async (remove) => void (await removeNames(names, remove)),
  processId: () => null,
};

/** False if one of them could not be removed. */
async function removeNames(names: readonly string[], remove: (name: string) => Promise<unknown>): Promise<boolean> {
  let areGone = true;
  for (const name of names) {
    await remove(name).catch((error: unknown) => {
      if (codeOf(error) !== "ENOENT") areGone = false;
    });
    releaseTemporary(name);
  }
  return areGone;
}

/** Makes a folder for this user alone in the system's temporary folder; `path` is its real path. `remove` deletes it with everything in it. */
export async function makeTemporaryFolder(
  temporaries: Temporaries,
): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await realpath(tmpdir());
  const name = temporaryName();
  const path = join(folder, name);
  const end = temporaries.begin(folder, [name]);
  const remove = () => end(() => rm(path, { recursive: true, force: true, maxRetries: 3 }));
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, remove };
}

function areGone({ folder, names }: RecordedTemporaries): boolean {
  const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  try {
    return isThere(folder) && !names.some((name) => isThere(join(folder, name)));
  } catch {
    return false;
  }
}

function inodeOf(folder: string): string {
  try {
    return String(statSync(folder, { bigint: true }).ino);
  } catch {
    return "";
  }
}
