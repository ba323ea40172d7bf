import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startChild } from "../testing/child-process";
import { createLock, type Lock } from "./lock";

const child = new URL("./lock.child.ts", import.meta.url);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let folder: string;
const open: Lock[] = [];

const opened = (options?: { waitLimit: number }): Lock => {
  const lock = createLock(join(folder, "locks"), options);
  open.push(lock);
  return lock;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-lock-"));
});
afterEach(() => {
  for (const lock of open.splice(0)) lock.close();
  rmSync(folder, { recursive: true, force: true });
});

test("four processes that count in one file lose no step, though two more die while they hold the lock", async () => {
  const counter = join(folder, "counter");
  writeFileSync(counter, "0");
  const args = [join(folder, "locks"), counter];
  const holder = startChild(child, [...args, "0", "hold"]);
  await holder.printed("held");
  const counting = Array.from({ length: 4 }, () => startChild(child, [...args, "60"]));
  holder.process.kill("SIGKILL");
  const second = startChild(child, [...args, "0", "hold"]);
  await second.printed("held");
  second.process.kill("SIGKILL");
  for (const one of counting) expect(await one.ended).toMatchObject({ code: 0, complaint: "" });
  expect(readFileSync(counter, "utf8")).toBe("240");
});

test("whoever waits too long is told so, and gets the lock once it is free", async () => {
  const [one, two] = [opened(), opened({ waitLimit: 60 })];
  let free = () => {};
  const held = one.holding(["a"], () => new Promise<void>((resolve) => (free = resolve)));
  await pause(20);
  await expect(two.holding(["a"], async () => {})).rejects.toMatchObject({ code: "timeout" });
  free();
  await held;
  expect(await two.holding(["a"], async () => "mine")).toBe("mine");
});

test("a process that takes the lock again and again does not keep another one out", async () => {
  const [greedy, modest] = [opened(), opened()];
  let stop = false;
  let rounds = 0;
  const loop = async () => {
    while (!stop) {
      await greedy.holding(["a"], () => pause(3));
      rounds++;
    }
  };
  const loops = [loop(), loop()];
  await pause(20);
  const before = rounds;
  for (let i = 0; i < 5; i++) await modest.holding(["a"], async () => {});
  const waited = rounds - before;
  stop = true;
  await Promise.all(loops);
  // Tasks of one process share a hold for at most 250 ms; five turns are five such holds at the very worst.
  expect(waited).toBeLessThan(5 * 2 * 90);
});

test("in one process a task may wait for another that needs the same lock file", async () => {
  const lock = opened();
  const names = Array.from({ length: 200 }, (_, i) => `file ${i}`);
  // With 64 lock files, 200 names are sure to share some.
  const nested = lock.holding(names.slice(0, 100), () => lock.holding(names.slice(100), async () => "both"));
  expect(await nested).toBe("both");
});

test("two processes that need the same files in different orders do not wait for each other for ever", async () => {
  const [one, two] = [opened(), opened()];
  const rounds = Array.from({ length: 30 }, () => [
    one.holding(["a", "b", "c"], () => pause(1)),
    two.holding(["c", "b", "a"], () => pause(1)),
  ]);
  await Promise.all(rounds.flat());
});

test("the lock goes with a task that fails", async () => {
  const [one, two] = [opened(), opened({ waitLimit: 60 })];
  await expect(one.holding(["a"], () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await two.holding(["a"], async () => "free")).toBe("free");
});
