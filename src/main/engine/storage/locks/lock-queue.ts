import { randomBytes } from "node:crypto";
import { type FSWatcher, readdirSync, unlinkSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../files/disk-errors";
import { makeFolders } from "../files/make-folders";
import { isAlive, machine } from "../files/temporary-files";

/**
 * The order in which processes wait for a lock file: one empty file in `folder` for each waiting process, named by the lock, the time it
 * was queued, and the process. Whoever waited keeps its entry while it holds the lock, so that removing it wakes the next in line. The queue only
 * says who should try next. The lock file alone decides who holds the lock, so entries may be stale, lost or late without two processes ever
 * holding it.
 */
export class LockQueue {
  readonly #folder: string;
  readonly #name: string;

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  /** Whether no entry is visible, apart from `own`. */
  isEmpty(own?: QueueEntry): boolean {
    return this.#entries().every((name) => name === own?.name);
  }

  /** Joins the queue as of `queuedAt`, ahead of entries with a later time, even if those joined first. */
  enter(queuedAt: bigint): QueueEntry {
    const name = `${this.#name}-${String(queuedAt).padStart(20, "0")}-${machine}-${process.pid}-${randomBytes(4).toString("hex")}`;
    const path = join(this.#folder, name);
    put(path);
    return {
      name,
      ahead: () => {
        const entries = this.#entries();
        // Another process removed the entry because it took this process for dead, for example after it was suspended.
        if (!entries.includes(name)) put(path);
        return entries.filter((other) => other < name);
      },
      leave: () => remove(path),
    };
  }

  /** Resolves when an entry is removed, or after this many milliseconds. */
  removed(entry: string, limit: number): Promise<void> {
    return new Promise((done) => {
      let watcher: FSWatcher | null = null;
      const end = () => {
        clearTimeout(timer);
        watcher?.close();
        done();
      };
      const timer = setTimeout(end, limit);
      try {
        watcher = watch(join(this.#folder, entry), end).on("error", end);
      } catch (error) {
        // Already gone, but some network drives still list it. If it cannot be watched, only time passes.
        if (codeOf(error) === "ENOENT") setTimeout(end, 1);
      }
    });
  }

  /** Removes the entry of a process that is dead or does not take its turn. If it runs after all, it joins again with its old time. */
  pass(entry: string): void {
    remove(join(this.#folder, entry));
  }

  /** In the order of the queue. */
  #entries(): string[] {
    const latest = monotonicNow() + clockTolerance;
    return namesIn(this.#folder)
      .filter((name) => {
        const [, lock, at = "0"] = pattern.exec(name) ?? [];
        if (lock !== this.#name) return false;
        // The entry is from before the last boot.
        const isLeft = BigInt(at) > latest;
        if (isLeft) this.pass(name);
        return !isLeft;
      })
      .sort();
  }
}

export type QueueEntry = {
  name: string;
  /** The entries ahead of this one, first in line first. */
  ahead(): string[];
  leave(): void;
};

/** Nanoseconds of the system's monotonic clock, which all processes of this machine share. */
export const monotonicNow = (): bigint => process.hrtime.bigint();

const clockTolerance = 1_000_000_000n;

const pattern = /^([0-9a-f]{2})-(\d{20})-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{8}$/;

/** Whether the process of an entry has certainly ended. False for another machine or container. */
export function isOfDeadProcess(entry: string): boolean {
  const [, , , owner, pid] = pattern.exec(entry) ?? [];
  return owner === machine && !isAlive(Number(pid));
}

/** The folder of the queue entries, inside the locks folder. */
export function queueFolder(locksFolder: string): string {
  const folder = join(locksFolder, "queue");
  makeFolders(folder, 0o700);
  return folder;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function put(path: string): void {
  try {
    writeFileSync(path, "", { mode: 0o600 });
  } catch {
    // The disk is full, for instance. A process without an entry still tries when nobody is ahead; the others just do not see it.
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Already gone.
  }
}
