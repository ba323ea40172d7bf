import { randomBytes } from "node:crypto";
import { existsSync, lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { FileLock } from "./lock";
import { makeFolders } from "./make-folders";
import { isAlive, machine } from "./temporary-files";

/**
 * Names one run of a process in the files that it leaves to others: machine, process number and twelve hex digits that no other run
 * has. As long as the process lives it holds a lock on `<id>.lock`, which the kernel frees however it ends; a process number that was given
 * again says nothing.
 */
export type ProcessLock = {
  id: string;
  /** Frees the lock and removes its file. */
  release(): void;
  /** Frees the lock; its file stays, and says that the process has ended, as long as something else of it is there. */
  leave(): void;
};

const tries = 5;

/** The ids that this process holds. */
const held = new Set<string>();

/** What another machine left may have lost only its lock (a network drive, a synced folder): it must have rested this long. */
const restOfOthers = 60 * 60 * 1000;

const idPattern = /^([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{12}$/;

/** The process number in an id and its machine; null for what is no id. */
export function parseProcessId(id: string): { machine: string; pid: number } | null {
  const [, owner, pid] = idPattern.exec(id) ?? [];
  return owner === undefined ? null : { machine: owner, pid: Number(pid) };
}

const lockFile = (folder: string, id: string): string => join(folder, `${id}.lock`);

/** A new id of this process, locked. Where the disk knows no locks, others go by the process number. Throws where nothing can be made in `folder`. */
export function lockProcess(folder: string): ProcessLock {
  makeFolders(folder, 0o700);
  for (let round = 1; ; round++) {
    const id = `${machine}-${process.pid}-${randomBytes(6).toString("hex")}`;
    const path = lockFile(folder, id);
    const remove = () => quietly(() => rmSync(path, { force: true }));
    const lock = new FileLock(path);
    const isTaken = takes(lock);
    // Whoever cleans up may have looked, or removed the file, just between its making and its locking.
    if ((isTaken === false || (isTaken && !existsSync(path))) && round < tries) {
      lock.close();
      remove();
      continue;
    }
    if (isTaken !== true) remove();
    held.add(id);
    const leave = () => {
      lock.close();
      held.delete(id);
    };
    const release = () => {
      remove();
      leave();
      // Windows removes no file that is open.
      remove();
    };
    return { id, release, leave };
  }
}

/** Null where the disk knows no locks. */
function takes(lock: FileLock): boolean | null {
  try {
    return lock.tryTake();
  } catch {
    return null;
  }
}

/** Whether the process that `id` names, to which `file` in `folder` belongs, no longer runs, for all that can be known. */
export function hasEnded(folder: string, id: string, file: string): boolean {
  const owner = parseProcessId(id);
  if (owner === null || held.has(id)) return false;
  const lock = lockState(lockFile(folder, id));
  if (lock === "held") return false;
  if (owner.machine !== machine) return lock === "free" && hasRested(join(folder, file));
  // Made before there were locks, or where there are none.
  return lock === "free" || !isAlive(owner.pid);
}

function hasRested(path: string): boolean {
  try {
    return Math.abs(Date.now() - lstatSync(path).mtimeMs) > restOfOthers;
  } catch {
    return false;
  }
}

/** Removes the lock file of a process that has ended; one that was just made and is not locked yet makes itself another. */
export function removeLock(folder: string, id: string): void {
  const path = lockFile(folder, id);
  lockState(path, () => quietly(() => rmSync(path, { force: true })));
  if (process.platform === "win32") quietly(() => rmSync(path, { force: true }));
}

type LockState = "held" | "free" | "missing";

/** `whileFree` runs while nobody can take the lock. */
function lockState(path: string, whileFree: () => void = () => {}): LockState {
  // A link or a pipe of that name is never opened.
  if (!isRegularFile(path)) return "missing";
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    // A shared lock: others who look are not in each other's way, and never seem to be the owner.
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
