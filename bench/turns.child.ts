// Processes that take one lock again and again, and hold it for a while each time. Prints as JSON the milliseconds that each waited for its turns.
// Usage: processes turns held, or as one of them: turns held locksFolder
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createLock } from "../src/main/engine/storage/locks/lock";
import { startChild } from "../src/main/engine/testing/child-process";

const [first = 0, second = 0, third = ""] = process.argv.slice(2);
await (third.startsWith("/") ? takeTurns(third) : runAll(Number(first)));

async function takeTurns(folder: string): Promise<void> {
  const lock = createLock(folder);
  console.log("ready");
  await new Promise((go) => process.stdin.once("data", go));
  const waits: number[] = [];
  for (let turn = 0; turn < Number(first); turn++) {
    const requestedAt = performance.now();
    await lock.withLocks(["one file"], async () => {
      waits.push(performance.now() - requestedAt);
      await sleep(Number(second));
    });
  }
  console.log(JSON.stringify(waits));
  process.exit();
}

async function runAll(count: number): Promise<void> {
  const folder = await mkdtemp(join(process.env["GALLEY_BENCH"] ?? tmpdir(), "galley-bench-"));
  const args = [String(second), third, join(folder, "locks")];
  const children = Array.from({ length: count }, () => startChild(new URL(import.meta.url), args));
  for (const child of children) await child.printed("ready");
  const started = performance.now();
  for (const child of children) child.send("go");
  const waits = await Promise.all(children.map((child) => child.printed("[")));
  const ms = performance.now() - started;
  console.log(JSON.stringify({ waits: waits.flatMap((line) => JSON.parse(line) as number[]), ms }));
  await rm(folder, { recursive: true, force: true });
}
