import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { createEngine } from "../host/create-engine";
import type { PackageJob, Packages } from "../office/jobs/packages";
import { forkTestWorkers } from "./fork-workers";

// Usage: dataDir root here|elsewhere calls, a file of tool calls as JSON. For each, prints as JSON the longest time that this thread was blocked, its
// computing time, the elapsed time (all in milliseconds), whether the call succeeded, and the jobs that worker processes finished for it.
const [dataDir = "", root = "", where = "", calls = ""] = process.argv.slice(2);
/** What follows a call, such as the ids of an edited text, is done this long after it. */
const AFTER_MS = 100;
const engine = await createEngine({ dataDir, ...(where === "elsewhere" && { startWorker: forkTestWorkers }) });
let finished: PackageJob[] = [];
const { run } = engine.packages;
const recorded: Packages["run"] = (job, given, jobOptions) => {
  const running = run(job, given, jobOptions);
  const note = () => void finished.push(job);
  if (where === "elsewhere") running.then(note, () => {});
  return running;
};
engine.packages.run = recorded;

const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
let last = { worked: worked(), at: performance.now() };
let held = 0;
/** The lesser of computing time and elapsed time: on a busy machine, waiting for a processor does not count. */
const check = (): void => {
  const now = { worked: worked(), at: performance.now() };
  held = Math.max(held, Math.min(now.worked - last.worked, now.at - last.at));
  last = now;
};
setInterval(check, 1).unref();
for (const { name, ...args } of JSON.parse(readFileSync(calls, "utf8")) as { name: string }[]) {
  await wait(5);
  check();
  const from = last;
  [held, finished] = [0, []];
  const { ok } = await engine.run({ name, arguments: args, caller: { id: "one", name: "tester", roots: [root] } });
  check();
  const [computed, elapsed] = [last.worked - from.worked, last.at - from.at];
  await wait(AFTER_MS);
  check();
  console.log(JSON.stringify({ held, computed, elapsed, ok, jobs: finished }));
}
await engine.close();
