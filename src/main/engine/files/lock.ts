import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { ToolError } from "../tool-error";
import { makeFolders } from "./make-folders";

/** Keeps processes out of each other's way. The kernel frees what a killed process held. */
export type Lock = {
  /** Runs `task` while no other process of this user holds any of `keys`. Waits its turn, at most the limit, then refuses with `timeout`. */
  holding<Result>(keys: readonly string[], task: () => Promise<Result>): Promise<Result>;
  close(): void;
};

/** Other processes wait no longer than this for one save. */
const waitLimit = 10_000;
/** A shard that this process holds is shared by its own tasks for at most this long, so that other processes get their turn. */
const sharedFor = 250;
const shardCount = 64;

/**
 * A lock between processes made of the file locks that SQLite takes for `BEGIN EXCLUSIVE`: they work on every platform, and go with the
 * process that held them. Keys are spread over 64 files in `folder`. Within one process a held shard is shared: there the caller's
 * own queue keeps order, and two files that happen to share a shard cannot wait for each other for ever.
 */
export function createLock(folder: string, options: { waitLimit?: number } = {}): Lock {
  makeFolders(folder, 0o700);
  const limit = options.waitLimit ?? waitLimit;
  const shards = new Map<number, Shard>();
  let closed = false;

  const shardOf = (number: number): Shard => {
    const shard = shards.get(number) ?? new Shard(folder, number);
    shards.set(number, shard);
    return shard;
  };

  return {
    async holding(keys, task) {
      if (closed) throw new ToolError("failed", "Galley is closing; nothing was saved");
      // Always in the same order, so that two processes never wait for each other.
      const numbers = [...new Set(keys.map(shardNumber))].sort((a, b) => a - b);
      const held: Shard[] = [];
      try {
        for (const number of numbers) {
          const shard = shardOf(number);
          await shard.take(Date.now() + limit);
          held.push(shard);
        }
        return await task();
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

class Shard {
  /** Whoever waits for the file stands in the gate; so a process that saves in a loop cannot overtake it for ever. */
  readonly #gate: FileLock;
  readonly #file: FileLock;
  #holders = 0;
  #since = 0;
  #taking: Promise<void> | null = null;
  #freed: (() => void)[] = [];
  #closing = false;

  constructor(folder: string, number: number) {
    const name = number.toString(16).padStart(2, "0");
    this.#gate = new FileLock(join(folder, `${name}.gate`));
    this.#file = new FileLock(join(folder, `${name}.lock`));
  }

  async take(deadline: number): Promise<void> {
    for (;;) {
      if (this.#holders > 0 && performance.now() - this.#since < sharedFor) break;
      if (this.#holders > 0) {
        await this.#untilFreed(deadline);
        continue;
      }
      if (this.#taking) {
        await this.#taking.catch(() => {});
        continue;
      }
      this.#taking = this.#takeFromOthers(deadline).finally(() => {
        this.#taking = null;
      });
      await this.#taking;
      this.#since = performance.now();
      break;
    }
    this.#holders++;
  }

  release(): void {
    this.#holders--;
    if (this.#holders > 0) return;
    this.#file.release();
    for (const freed of this.#freed.splice(0)) freed();
    if (this.#closing) this.close();
  }

  close(): void {
    this.#closing = true;
    if (this.#holders > 0) return;
    this.#gate.close();
    this.#file.close();
  }

  async #takeFromOthers(deadline: number): Promise<void> {
    await this.#gate.take(deadline);
    try {
      await this.#file.take(deadline);
    } finally {
      this.#gate.release();
    }
  }

  async #untilFreed(deadline: number): Promise<void> {
    if (Date.now() > deadline) throw tooLong();
    const freed = new Promise<void>((resolve) => this.#freed.push(resolve));
    await Promise.race([freed, sleep(Math.max(1, deadline - Date.now()))]);
  }
}

/** One file, locked as a whole. Opened on first use, then kept open. */
export class FileLock {
  readonly #path: string;
  #database: DatabaseSync | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  async take(deadline: number): Promise<void> {
    for (let pause = 1; ; pause = Math.min(pause * 1.5, 10)) {
      if (this.tryTake()) return;
      if (Date.now() > deadline) throw tooLong();
      await sleep(pause * (0.5 + Math.random()));
    }
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
