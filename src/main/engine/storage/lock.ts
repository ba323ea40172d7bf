import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { ToolError } from "../ports/tool-error";
import { arrival, isOfDeadProcess, LockQueue, queueFolder } from "./lock-queue";
import { makeFolders } from "./make-folders";

/** Keeps processes out of each other's way. The kernel frees what a killed process held. */
export type Lock = {
  /**
   * Runs `task` while no other process of this user holds any of `keys`. First come first served among all processes, by `arrivedAt` (see
   * `arrival`; now unless given). Waits at most the limit, then refuses with `timeout`.
   */
  holding<Result>(keys: readonly string[], task: () => Promise<Result>, arrivedAt?: bigint): Promise<Result>;
  close(): void;
};

/** Other processes wait no longer than this for one save. */
const waitLimit = 10_000;
/** A shard that this process holds is shared by its own tasks for at most this long, where another process waits for less, so that it gets its turn. */
const sharedFor = 250;
const sharedBesideOthers = 25;
const shardCount = 64;
/** A lock that was free this often, one look after the other, though the first in line had this long to take it, is not waited for by that one. */
const freeLooks = 3;
const patienceWithFirst = 50;

/**
 * A lock between processes made of the file locks that SQLite takes for `BEGIN EXCLUSIVE`: they work on every platform, and go with the
 * process that held them. Keys are spread over 64 files in `folder`, and who waits for one stands in a `LockQueue`. Within one process a
 * held shard is shared: there the caller's own queue keeps order, and two files that happen to share a shard cannot wait for each other for ever.
 */
export function createLock(folder: string, options: { waitLimit?: number } = {}): Lock {
  makeFolders(folder, 0o700);
  makeFiles(folder);
  const queues = queueFolder(folder);
  const limit = options.waitLimit ?? waitLimit;
  const shards = new Map<number, Shard>();
  /** What the task that asks holds already, somewhere above. */
  const above = new AsyncLocalStorage<ReadonlySet<Shard>>();
  let closed = false;

  const shardOf = (number: number): Shard => {
    const shard = shards.get(number) ?? new Shard(folder, queues, number);
    shards.set(number, shard);
    return shard;
  };

  return {
    async holding(keys, task, arrivedAt = arrival()) {
      if (closed) throw new ToolError("failed", "Galley is closing; nothing was saved");
      const outer = above.getStore() ?? new Set();
      // Always in the same order, so that two processes never wait for each other.
      const numbers = [...new Set(keys.map(shardNumber))].sort((a, b) => a - b);
      const held: Shard[] = [];
      try {
        for (const number of numbers) {
          const shard = shardOf(number);
          await shard.take({ arrivedAt, deadline: performance.now() + limit, isHeldAbove: outer.has(shard) });
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

/** All files at once, while there is room for them: a disk that fills up later is not to keep anybody from saving elsewhere. */
function makeFiles(folder: string): void {
  for (let number = shardCount - 1; number >= 0; number--) {
    const path = shardFile(folder, number);
    if (existsSync(path)) continue;
    try {
      closeSync(openSync(path, "a", 0o600));
    } catch {
      // It is tried again when it is needed, and then told.
      return;
    }
  }
}

type Asked = { arrivedAt: bigint; deadline: number; isHeldAbove: boolean };

class Shard {
  readonly #queue: LockQueue;
  readonly #file: FileLock;
  #holders = 0;
  #since = 0;
  #taking: Promise<void> | null = null;
  #closing = false;

  constructor(folder: string, queues: string, number: number) {
    this.#queue = new LockQueue(queues, shardName(number));
    this.#file = new FileLock(shardFile(folder, number));
  }

  async take(asked: Asked): Promise<void> {
    for (;;) {
      if (this.#holders > 0 && (asked.isHeldAbove || this.#isShared())) {
        this.#holders++;
        return;
      }
      if (this.#taking) {
        await this.#taking.catch(() => {});
        if (performance.now() > asked.deadline) throw tooLong();
        continue;
      }
      this.#taking = this.#takeTurn(asked).finally(() => {
        this.#taking = null;
      });
      return this.#taking;
    }
  }

  release(): void {
    this.#holders--;
    if (this.#holders > 0) return;
    this.#file.release();
    if (this.#closing) this.close();
  }

  close(): void {
    this.#closing = true;
    if (this.#holders > 0) return;
    this.#file.close();
  }

  #isShared(): boolean {
    const held = performance.now() - this.#since;
    return held < sharedBesideOthers || (held < sharedFor && this.#queue.isEmpty());
  }

  /** Counts its caller at once: who asks right after must not find the file taken by nobody. */
  #tryTake(): boolean {
    if (this.#holders > 0 || !this.#file.tryTake()) return false;
    this.#holders = 1;
    this.#since = performance.now();
    return true;
  }

  async #takeTurn({ arrivedAt, deadline }: Asked): Promise<void> {
    if (this.#queue.isEmpty() && this.#tryTake()) return;
    const entry = this.#queue.enter(arrivedAt);
    const first = new FirstInLine();
    /** What could not be removed is not waited for either. */
    const passed = new Set<string>();
    try {
      for (let pause = 1; ; pause = Math.min(pause * 1.1, 5)) {
        const ahead = entry.ahead().filter((other) => !passed.has(other));
        if (ahead[0] === undefined) {
          if (this.#tryTake()) return;
        } else if (isOfDeadProcess(ahead[0]) || first.isAbsent(ahead, () => this.#isFree())) {
          passed.add(ahead[0]);
          this.#queue.pass(ahead[0]);
          continue;
        }
        if (performance.now() > deadline) throw tooLong();
        // Whoever is next looks often; the further back, the less.
        await sleep(ahead.length === 0 ? pause : Math.min(1 + 2 * ahead.length, 20));
      }
    } finally {
      entry.leave();
    }
  }

  #isFree(): boolean {
    if (this.#holders > 0 || !this.#file.tryTake()) return false;
    this.#file.release();
    return true;
  }
}

/**
 * Watches whether the first in line takes its turn. One whose process has been stopped, or hangs, or has a number that was given again,
 * leaves the lock free and keeps everybody waiting.
 */
class FirstInLine {
  #entry = "";
  #since = 0;
  #lookedAt = 0;
  #free = 0;

  /** `isFree` looks at the lock, and is asked seldom. */
  isAbsent(ahead: readonly string[], isFree: () => boolean): boolean {
    const now = performance.now();
    if (ahead[0] !== this.#entry) {
      this.#entry = ahead[0] ?? "";
      this.#since = now;
      this.#free = 0;
    }
    // Those further back leave it to those before them.
    if (now - this.#since < patienceWithFirst * ahead.length || now - this.#lookedAt < patienceWithFirst / 5)
      return false;
    this.#lookedAt = now;
    this.#free = isFree() ? this.#free + 1 : 0;
    return this.#free >= freeLooks;
  }
}

/** One file, locked as a whole. Opened on first use, then kept open. */
export class FileLock {
  readonly #path: string;
  #database: DatabaseSync | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** False while another holds it. */
  tryTake(): boolean {
    try {
      if (!this.#database) {
        this.#database = new DatabaseSync(this.#path, { timeout: 0 });
        // Nothing is ever written, and this way no journal file is looked for or made.
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

const tooLong = () =>
  new ToolError("timeout", "another Galley process has been saving to this file for 10 seconds; nothing was written", {
    hint: "Try again; if it lasts, close the other Galley or end the process that hangs",
  });
