import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { ToolError } from "../../ports/tool-error";
import { makeFolders } from "../files/make-folders";
import { isOfDeadProcess, LockQueue, monotonicNow, type QueueEntry, queueFolder } from "./lock-queue";

/** A lock between processes. The kernel releases the locks of a killed process. */
export type Lock = {
  /**
   * Runs `task` while no other process of this user holds any of `keys`. First come, first served among all processes, by `queuedAt` (see
   * `monotonicNow`; default now). Rejects with `timeout` if nobody ahead has finished within the limit, or after four times the limit.
   */
  withLocks<Result>(keys: readonly string[], task: () => Promise<Result>, queuedAt?: bigint): Promise<Result>;
  close(): void;
};

/** Milliseconds that other processes wait for one save. */
const WAIT_LIMIT = 10_000;
/** Many processes may wait for their turns: who advances in the line waits this many times as long, in all. */
const LONGEST_WAIT = 4;
/** Milliseconds for which tasks of this process share a lock file it holds; less if another process waits, so that it gets its turn. */
const sharedFor = 250;
const sharedBesideOthers = 25;
const shardCount = 64;
/**
 * If the lock was free at this many checks in a row, and the first in line had this many milliseconds to take it, others stop waiting for
 * that one.
 */
const FREE_CHECKS = 3;
const PATIENCE_WITH_FIRST = 50;
/** Milliseconds after which a waiting process looks at the line by itself, for each process ahead, and at most. */
const RECHECK_MS = 20;
const LONGEST_SLEEP = 250;

/**
 * A lock between processes, made of the file locks that SQLite takes for `BEGIN EXCLUSIVE`: they work on every platform, and end with the
 * process. Keys are spread over 64 lock files (shards) in `folder`, and processes wait for one in a `LockQueue`. Within one process a held
 * shard is shared: there the caller's own queue keeps the order, and two files that share a shard cannot deadlock.
 */
export function createLock(folder: string, options: { waitLimit?: number } = {}): Lock {
  makeFolders(folder, 0o700);
  makeFiles(folder);
  const queues = queueFolder(folder);
  const limit = options.waitLimit ?? WAIT_LIMIT;
  const shards = new Map<number, Shard>();
  /** The shards that callers of the current task already hold. */
  const above = new AsyncLocalStorage<ReadonlySet<Shard>>();
  let closed = false;

  const shardOf = (number: number): Shard => {
    const shard = shards.get(number) ?? new Shard(folder, queues, number);
    shards.set(number, shard);
    return shard;
  };

  return {
    async withLocks(keys, task, queuedAt = monotonicNow()) {
      if (closed) throw new ToolError("failed", "Galley is closing; nothing was saved");
      const outer = above.getStore() ?? new Set();
      // Always in the same order, so that two processes cannot deadlock.
      const numbers = [...new Set(keys.map(shardNumber))].sort((a, b) => a - b);
      const held: Shard[] = [];
      try {
        for (const number of numbers) {
          const shard = shardOf(number);
          await shard.take({ queuedAt, requestedAt: performance.now(), limit, isHeldByCaller: outer.has(shard) });
          held.push(shard);
        }
        return await above.run(new Set([...outer, ...held]), task);
      } finally {
        for (const shard of held) shard.release();
      }
    },
    close() {
      closed = true;
      for (const shard of shards.values()) shard.close();
      shards.clear();
    },
  };
}

const shardNumber = (key: string): number => createHash("sha256").update(key).digest().readUInt16BE(0) % shardCount;

const shardName = (number: number): string => number.toString(16).padStart(2, "0");
const shardFile = (folder: string, number: number): string => join(folder, `${shardName(number)}.lock`);

/** Makes all lock files at once while there is space: a disk that fills up later must not prevent saves on other disks. */
function makeFiles(folder: string): void {
  for (let number = shardCount - 1; number >= 0; number--) {
    const path = shardFile(folder, number);
    if (existsSync(path)) continue;
    try {
      closeSync(openSync(path, "a", 0o600));
    } catch {
      // Tried again when the file is needed, and then reported.
      return;
    }
  }
}

/** `requestedAt` and `limit` are in milliseconds, the first by the clock of `performance`. */
type LockRequest = { queuedAt: bigint; requestedAt: number; limit: number; isHeldByCaller: boolean };

class Shard {
  readonly #queue: LockQueue;
  readonly #file: FileLock;
  /** This process's entry in the queue while it holds the lock, if it had to wait. */
  #entry: QueueEntry | null = null;
  #holders = 0;
  #since = 0;
  /** When another process was last seen to finish its turn. */
  #movedAt = 0;
  #taking: Promise<void> | null = null;
  #closing = false;

  constructor(folder: string, queues: string, number: number) {
    this.#queue = new LockQueue(queues, shardName(number));
    this.#file = new FileLock(shardFile(folder, number));
  }

  async take(request: LockRequest): Promise<void> {
    for (;;) {
      if (this.#holders > 0 && (request.isHeldByCaller || this.#isShared())) {
        this.#holders++;
        return;
      }
      if (this.#taking) {
        await this.#taking.catch(() => {});
        this.#checkTime(request);
        continue;
      }
      this.#taking = this.#takeTurn(request).finally(() => {
        this.#taking = null;
      });
      return this.#taking;
    }
  }

  release(): void {
    this.#holders--;
    if (this.#holders > 0) return;
    try {
      this.#file.release();
    } finally {
      // Afterwards: this wakes the next in line, which tries the lock at once.
      this.#entry?.leave();
      this.#entry = null;
    }
    if (this.#closing) this.close();
  }

  close(): void {
    this.#closing = true;
    if (this.#holders > 0) return;
    this.#file.close();
  }

  #isShared(): boolean {
    const held = performance.now() - this.#since;
    return held < sharedBesideOthers || (held < sharedFor && this.#queue.isEmpty(this.#entry ?? undefined));
  }

  /** Sets the holder count at once, so that the next request in this process sees the lock as held. */
  #tryTake(): boolean {
    if (this.#holders > 0 || !this.#file.tryTake()) return false;
    this.#holders = 1;
    this.#since = performance.now();
    return true;
  }

  async #takeTurn(request: LockRequest): Promise<void> {
    if (this.#queue.isEmpty() && this.#tryTake()) return;
    const entry = this.#queue.enter(request.queuedAt);
    const first = new FirstInLine();
    /** An entry that could not be removed is ignored. */
    const passed = new Set<string>();
    let inFront: string | null = null;
    try {
      for (let pause = 1; ; pause = Math.min(pause * 1.1, 5)) {
        const ahead = entry.ahead().filter((other) => !passed.has(other));
        const [foremost] = ahead;
        const previous = ahead.at(-1);
        if (foremost === undefined || previous === undefined) {
          if (this.#tryTake()) {
            this.#entry = entry;
            return;
          }
        } else if (isOfDeadProcess(foremost) || first.isAbsent(ahead, () => this.#isFree())) {
          passed.add(foremost);
          this.#queue.pass(foremost);
          continue;
        }
        const next = foremost ?? entry.name;
        if (inFront !== null && inFront !== next) this.#movedAt = performance.now();
        inFront = next;
        this.#checkTime(request);
        // Who holds the lock without having waited has no entry, and its release wakes nobody.
        if (previous === undefined) await sleep(pause);
        // A process that was killed removes no entry. The next in line notices that; those further back do when it is their turn to.
        else await this.#queue.removed(previous, Math.min(RECHECK_MS * ahead.length, LONGEST_SLEEP));
      }
    } finally {
      if (this.#entry !== entry) entry.leave();
    }
  }

  /** Throws if the wait was too long. */
  #checkTime({ requestedAt, limit }: LockRequest): void {
    const now = performance.now();
    if (now - Math.max(requestedAt, this.#movedAt) > limit) throw stalled();
    if (now - requestedAt > LONGEST_WAIT * limit) throw tooMany(LONGEST_WAIT * limit);
  }

  #isFree(): boolean {
    if (this.#holders > 0 || !this.#file.tryTake()) return false;
    this.#file.release();
    return true;
  }
}

/**
 * Detects that the first in line does not take its turn. A process that is suspended or hangs, or whose number was reused, leaves the lock
 * free and keeps everyone waiting.
 */
class FirstInLine {
  #entry = "";
  #since = 0;
  #lookedAt = 0;
  #free = 0;

  /** `isFree` tries the lock; it is called rarely. */
  isAbsent(ahead: readonly string[], isFree: () => boolean): boolean {
    const now = performance.now();
    if (ahead[0] !== this.#entry) {
      this.#entry = ahead[0] ?? "";
      this.#since = now;
      this.#free = 0;
    }
    // Leaves the check to processes further ahead.
    if (now - this.#since < PATIENCE_WITH_FIRST * ahead.length || now - this.#lookedAt < PATIENCE_WITH_FIRST / 5)
      return false;
    this.#lookedAt = now;
    this.#free = isFree() ? this.#free + 1 : 0;
    return this.#free >= FREE_CHECKS;
  }
}

/** A lock on one file. The file is opened on first use, then kept open. */
export class FileLock {
  readonly #path: string;
  #database: DatabaseSync | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** False while another process holds it. */
  tryTake(): boolean {
    try {
      if (!this.#database) {
        this.#database = new DatabaseSync(this.#path, { timeout: 0 });
        // Nothing is ever written; in this mode SQLite makes and looks for no journal file.
        this.#database.exec("PRAGMA journal_mode = MEMORY");
      }
      this.#database.exec("BEGIN EXCLUSIVE");
      return true;
    } catch (error) {
      const code = (error as { errcode?: number }).errcode ?? 0;
      const busy = (code & 0xff) === 5 || (code & 0xff) === 6;
      if (busy) return false;
      this.close();
      throw new ToolError(
        "failed",
        `Galley could not use its lock file ${this.#path}: ${(error as Error).message}; nothing was saved`,
        {
          cause: error,
        },
      );
    }
  }

  release(): void {
    this.#database?.exec("ROLLBACK");
  }

  close(): void {
    this.#database?.close();
    this.#database = null;
  }
}

const stalled = () =>
  new ToolError("timeout", "another Galley process has been saving to this file for 10 seconds; nothing was written", {
    hint: "Try again. If it happens again, close the other Galley or end the process that hangs",
  });

const tooMany = (ms: number) =>
  new ToolError(
    "timeout",
    `so many processes save to this file that its turn did not come within ${ms / 1000} seconds; nothing was written`,
    { hint: "Try again when fewer agents edit this file" },
  );
