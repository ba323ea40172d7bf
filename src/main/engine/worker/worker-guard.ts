// A thread beside a worker's jobs, which may block their own thread for ever. It kills the process.
import { workerData } from "node:worker_threads";

/** `count[0]` changes each time a job begins or ends; it is negative while none is running. */
export type GuardData = { count: Int32Array; maxCpuMs: number; maxBytes: number };

const { count, maxCpuMs, maxBytes } = workerData as GuardData;
const CHECK_MS = 100;
const parent = process.ppid;
let seen = 0;
let before = process.cpuUsage();

setInterval(() => {
  const now = Atomics.load(count, 0);
  if (now !== seen) before = process.cpuUsage();
  seen = now;
  const { user, system } = process.cpuUsage(before);
  const isTooLong = now > 0 && (user + system) / 1000 > maxCpuMs;
  // The limit of JavaScript's heap does not include memory outside it.
  const isTooLarge = now > 0 && process.memoryUsage.rss() > maxBytes;
  if (isTooLong || isTooLarge || process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}, CHECK_MS);
