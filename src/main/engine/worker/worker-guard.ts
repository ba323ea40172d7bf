// A thread beside a worker's jobs, which may hold their own thread for good. It ends the process.
import { workerData } from "node:worker_threads";

/** `busy[0]`: since when a job runs, in seconds; 0 while none does. */
export type GuardData = { busy: Int32Array; maxSeconds: number; maxBytes: number };

const { busy, maxSeconds, maxBytes } = workerData as GuardData;
const lookMs = 100;
const parent = process.ppid;

setInterval(() => {
  const since = Atomics.load(busy, 0);
  // The limit of JavaScript's heap does not count what lies outside of it.
  const isTooLarge = since > 0 && process.memoryUsage.rss() > maxBytes;
  // Whoever asked ends us at the limit; one that is gone, or hangs, cannot.
  const isTooLate = since > 0 && Date.now() / 1000 - since > maxSeconds;
  if (isTooLarge || isTooLate || process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}, lookMs);
