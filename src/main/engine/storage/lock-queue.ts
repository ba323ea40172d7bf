import { randomBytes } from "node:crypto";
import { readdirSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolders } from "./make-folders";
import { isAlive, machine } from "./temporary-files";

/**
 * The order in which processes wait for lock files: one empty file in `folder` for each that waits, named by the lock, the time of its
 * arrival, and the process. It only says who should try next. Who holds a lock is decided by the lock file alone, so that entries may be
 * stale, lost or late without two ever holding it.
 */
export class LockQueue {
  readonly #folder: string;
  readonly #name: string;

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  /** Whether nobody waits, for all that can be seen. */
  isEmpty(): boolean {
    return this.#entries().length === 0;
  }

  /** Stands in line since `arrivedAt`: ahead of whoever arrived later, though that one may have been here before. */
  enter(arrivedAt: bigint): QueueEntry {
    const name = `${this.#name}-${String(arrivedAt).padStart(20, "0")}-${machine}-${process.pid}-${randomBytes(4).toString("hex")}`;
    const path = join(this.#folder, name);
    put(path);
    return {
      ahead: () => {
        const entries = this.#entries();
        // Somebody took us for dead, as when this process was stopped for a while.
        if (!entries.includes(name)) put(path);
        return entries.filter((other) => other < name);
      },
      leave: () => remove(path),
    };
  }

  /** Removes an entry whose process is gone, or does not come. One that comes after all enters again, with its old time. */
  pass(entry: string): void {
    remove(join(this.#folder, entry));
  }

  /** First come first. */
  #entries(): string[] {
    const latest = arrival() + clockTolerance;
    return namesIn(this.#folder)
      .filter((name) => {
        const [, lock, at = "0"] = pattern.exec(name) ?? [];
        if (lock !== this.#name) return false;
        // Of before the last start of the machine.
        const isLeft = BigInt(at) > latest;
        if (isLeft) this.pass(name);
        return !isLeft;
      })
      .sort();
  }
}

export type QueueEntry = {
  /** Those whose turn comes before, first come first. */
  ahead(): string[];
  leave(): void;
};

/** Nanoseconds of a clock that all processes of this machine share, and that nobody sets. */
export const arrival = (): bigint => process.hrtime.bigint();

const clockTolerance = 1_000_000_000n;

const pattern = /^([0-9a-f]{2})-(\d{20})-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{8}$/;

/** Whether the process of an entry has ended, for certain; one of another machine or container is never taken for dead. */
export function isOfDeadProcess(entry: string): boolean {
  const [, , , owner, pid] = pattern.exec(entry) ?? [];
  return owner === machine && !isAlive(Number(pid));
}

/** The folder of the entries below that of the locks. */
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
    // A full disk, for instance: whoever has no entry still tries when nobody is ahead, only others do not see it.
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone already.
  }
}
