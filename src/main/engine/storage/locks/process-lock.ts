import { randomBytes } from "node:crypto";
import { existsSync, lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeFolders } from "../files/make-folders";
import { isAlive, machine } from "../files/temporary-files";
import { FileLock } from "./lock";

/**
 * Identifies one run of a process in the files that it leaves: machine, process number, and twelve hex digits that are unique to the run.
 * While the process runs it holds a lock on `<id>.lock`, which the kernel releases however the process ends; so a reused process number
 * does not matter.
 */
export type ProcessLock = {
  id: string;
  /** Releases the lock and removes its file. */
  release(): void;
  /** Releases the lock but keeps its file, which shows that the process has ended as long as other files of it exist. */
  leave(): void;
};

const MAX_ATTEMPTS = 5;

/** The ids of this process. */
const ownIds = new Set<string>();

/**
 * Files of another machine may only have lost their lock (network drive, synced folder): they count as abandoned if unchanged for this many
 * milliseconds.
 */
const REST_OF_OTHERS = 60 * 60 * 1000;

const idPattern = /^([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{12}$/;

/** The machine and process number in an id; null if it is not an id. */
export function parseProcessId(id: string): { machine: string; pid: number } | null {
  const [, owner, pid] = idPattern.exec(id) ?? [];
  return owner === undefined ? null : { machine: owner, pid: Number(pid) };
}

const lockFile = (folder: string, id: string): string => join(folder, `${id}.lock`);

/**
 * Makes and locks a new id for this process. If the disk does not support locks, others go by the process number. Throws if nothing can be
 * made in `folder`.
 */
export function lockProcess(folder: string): ProcessLock {
  makeFolders(folder, 0o700);
  for (let round = 1; ; round++) {
    const id = `${machine}-${process.pid}-${randomBytes(6).toString("hex")}`;
    const path = lockFile(folder, id);
    const remove = () => quietly(() => rmSync(path, { force: true }));
    const lock = new FileLock(path);
    const isTaken = tryLock(lock);
    // A cleanup in another process may have opened or removed the file between its creation and its locking.
    if ((isTaken === false || (isTaken && !existsSync(path))) && round < MAX_ATTEMPTS) {
      lock.close();
      remove();
      continue;
    }
    if (isTaken !== true) remove();
    ownIds.add(id);
    const leave = () => {
      lock.close();
      ownIds.delete(id);
    };
    const release = () => {
      remove();
      leave();
      // Windows cannot remove an open file.
      remove();
    };
    return { id, release, leave };
  }
}

/** Null if the disk does not support locks. */
function tryLock(lock: FileLock): boolean | null {
  try {
    return lock.tryTake();
  } catch {
    return null;
  }
}

/** Whether the process of `id`, which made `file` in `folder`, has ended, if that can be known. */
export function hasEnded(folder: string, id: string, file: string): boolean {
  const owner = parseProcessId(id);
  if (owner === null || ownIds.has(id)) return false;
  const lock = lockState(lockFile(folder, id));
  if (lock === "held") return false;
  if (owner.machine !== machine) return lock === "free" && hasRested(join(folder, file));
  // Made before locks existed, or on a disk without locks.
  return lock === "free" || !isAlive(owner.pid);
}

function hasRested(path: string): boolean {
  try {
    return Math.abs(Date.now() - lstatSync(path).mtimeMs) > REST_OF_OTHERS;
  } catch {
    return false;
  }
}

/** Removes the lock file of a process that has ended. A process that has just made one and not locked it yet makes another. */
export function removeLock(folder: string, id: string): void {
  const path = lockFile(folder, id);
  lockState(path, () => quietly(() => rmSync(path, { force: true })));
  if (process.platform === "win32") quietly(() => rmSync(path, { force: true }));
}

type LockState = "held" | "free" | "missing";

/** `whileFree` runs while nobody can take the lock. */
function lockState(path: string, whileFree: () => void = () => {}): LockState {
  // A link or pipe of that name is never opened.
  if (!isRegularFile(path)) return "missing";
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    // A shared lock: several processes can check at once, and are not mistaken for the owner.
    database.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
    whileFree();
    return "free";
  } catch (error) {
    const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
    return code === 5 || code === 6 ? "held" : "missing";
  } finally {
    database?.close();
  }
}

function isRegularFile(path: string): boolean {
  try {
    return lstatSync(path).isFile();
  } catch {
    return false;
  }
}

function quietly(task: () => void): void {
  try {
    task();
  } catch {
    // What cannot be removed now is removed by the next start.
  }
}
