import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLock } from "./lock";
import { LockQueue, monotonicNow, queueFolder } from "./lock-queue";

const hour = 3_600_000;
let folder: string;
let queue: LockQueue;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-queue-"));
  queue = new LockQueue(queueFolder(folder), "00");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("the removal of an entry wakes whoever waits for it", { timeout: 30_000 }, async () => {
  const entry = queue.enter(monotonicNow());
  const woken = queue.removed(entry.name, hour);
  entry.leave();
  await woken;
});

test("waiting for an entry that was removed before ends at once", { timeout: 30_000 }, async () => {
  const entry = queue.enter(monotonicNow());
  entry.leave();
  await queue.removed(entry.name, hour);
});

test("waiting for an entry that stays ends after the limit", { timeout: 30_000 }, async () => {
  const entry = queue.enter(monotonicNow());
  await queue.removed(entry.name, 5);
  expect(queue.isEmpty()).toBe(false);
  expect(queue.isEmpty(entry)).toBe(true);
});

test("whoever waited for the lock keeps its entry until it releases the lock", { timeout: 30_000 }, async () => {
  const [one, two] = [createLock(folder), createLock(folder)];
  const entries = () => readdirSync(queueFolder(folder)).length;
  let waiting = Promise.resolve(0);
  await one.withLocks(["a"], async () => {
    waiting = two.withLocks(["a"], async () => entries());
    await expect.poll(() => entries()).toBe(1);
  });
  expect(await waiting).toBe(1);
  expect(entries()).toBe(0);
  for (const lock of [one, two]) lock.close();
});
