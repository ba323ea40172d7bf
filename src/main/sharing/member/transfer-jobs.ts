import { TransferError } from "./blob-client";
import { MovedOnError, WaitError } from "./whole-transfers";

/** The files that wait for their transfer, a few at once; what fails is tried again later. */
export type TransferJobs = {
  /** The file has to be transferred. Call `start` after the last one. */
  add(path: string): void;
  start(): void;
  /** Runs a step of one file now, with the same rules for what fails. */
  attempt(path: string, task: () => Promise<void>): Promise<void>;
  /** What failed of the file before is over. */
  succeeded(path: string): void;
  /** Whether the file is under way, or is left alone for now because it failed. */
  isTaken(path: string): boolean;
  /** Whether somebody has a file open, or has to decide on edits of it. */
  hasBusy(): boolean;
  /** The server can be reached: what failed is tried again now. */
  retry(): void;
  forget(): void;
  /** How many files are not transferred yet. */
  waiting(): number;
  /** Whether nothing is under way, and nothing waits for the connection. */
  isIdle(): boolean;
  /** To be called after `signal` was aborted. */
  close(): Promise<void>;
};

type TransferJobsOptions = {
  /** Transfers one file. */
  run(path: string): Promise<void>;
  signal: AbortSignal;
  onProblem(path: string, why: string): void;
  /** The file is not what it was taken for: it must be read again. */
  onStale(path: string): void;
  /** The folder must be compared again, after this many milliseconds. */
  again(pause: number): void;
  onChange(): void;
};

const AT_ONCE = 3;
/** Milliseconds until a failed transfer is tried again: from the first to the longest pause. */
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** Milliseconds until a file is looked at again that somebody is writing, or has open. */
export const FRESH_MS = 300;
const BUSY_MS = 5000;
/** From this failure on, a transfer that finds no connection is a problem that is shown. */
const SHOWN_FAILURE = 3;

/** `isBusy`: somebody has the file open; whatever happens in the folder may be the end of that. */
type Failure = { tries: number; at: number; isOffline: boolean; isBusy: boolean };

export function createTransferJobs({
  run,
  signal,
  onProblem,
  onStale,
  again,
  onChange,
}: TransferJobsOptions): TransferJobs {
  const waiting = new Set<string>();
  const running = new Map<string, Promise<void>>();
  const failures = new Map<string, Failure>();
  let timer: NodeJS.Timeout | null = null;

  function start(): void {
    if (signal.aborted) return;
    for (const path of waiting) {
      if (running.size >= AT_ONCE) return;
      waiting.delete(path);
      if (running.has(path)) continue;
      const job = attempt(path, () => run(path)).finally(() => {
        running.delete(path);
        onChange();
        start();
      });
      running.set(path, job);
    }
  }

  async function attempt(path: string, task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof MovedOnError || (error instanceof TransferError && !error.isOffline)) onStale(path);
      if (error instanceof MovedOnError) return again(FRESH_MS);
      const isOffline = error instanceof TransferError && error.isOffline;
      const isBusy = error instanceof WaitError;
      const tries = (failures.get(path)?.tries ?? 0) + 1;
      const pause = isBusy ? BUSY_MS : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 20));
      failures.set(path, { tries, at: performance.now() + pause, isOffline, isBusy });
      if (!isOffline || tries >= SHOWN_FAILURE) onProblem(path, error instanceof Error ? error.message : String(error));
      planRetry();
    }
  }

  const isLater = (path: string): boolean => (failures.get(path)?.at ?? 0) > performance.now();

  /** Starts the files that failed when the first of them is due. */
  function planRetry(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const due = Math.min(...[...failures.keys()].filter(isLater).map((path) => failures.get(path)?.at ?? 0));
    if (signal.aborted || !Number.isFinite(due)) return;
    timer = setTimeout(tryDue, Math.max(0, due - performance.now()));
  }

  function tryDue(): void {
    for (const path of failures.keys()) if (!isLater(path)) waiting.add(path);
    start();
    // What is not a transfer, such as a deletion, is decided there.
    again(0);
    // What is due later has its turn, too.
    planRetry();
  }

  return {
    add: (path) => void waiting.add(path),
    start,
    attempt,
    succeeded: (path) => void failures.delete(path),
    isTaken: (path) => running.has(path) || (isLater(path) && !failures.get(path)?.isBusy),
    hasBusy: () => [...failures.values()].some(({ isBusy }) => isBusy),
    retry() {
      for (const [path, failure] of failures) failures.set(path, { ...failure, at: 0 });
      if (failures.size > 0) tryDue();
    },
    forget: () => failures.clear(),
    waiting() {
      let failed = 0;
      for (const path of failures.keys()) if (!waiting.has(path) && !running.has(path)) failed += 1;
      return waiting.size + running.size + failed;
    },
    isIdle: () =>
      waiting.size === 0 && running.size === 0 && ![...failures.values()].some(({ isOffline }) => isOffline),
    async close() {
      if (timer !== null) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
