import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startChild } from "../../testing/child-process";
import { machine } from "../files/temporary-files";
import { createLock, type Lock } from "./lock";
import { monotonicNow } from "./lock-queue";

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

test("four processes that count in one file lose no step while two more die holding the lock", async () => {
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

test("a process that waits too long gets an error, and gets the lock once it is free", async () => {
  const [one, two] = [opened(), opened({ waitLimit: 60 })];
  let free = () => {};
  const held = one.withLocks(["a"], () => new Promise<void>((resolve) => (free = resolve)));
  await pause(20);
  await expect(two.withLocks(["a"], async () => {})).rejects.toMatchObject({ code: "timeout" });
  free();
  await held;
  expect(await two.withLocks(["a"], async () => "mine")).toBe("mine");
});

test("a process that takes the lock again and again does not starve another one", async () => {
  const [greedy, modest] = [opened(), opened()];
  let stop = false;
  let rounds = 0;
  const loop = async () => {
    while (!stop) {
      await greedy.withLocks(["a"], () => pause(3));
      rounds++;
    }
  };
  const loops = [loop(), loop()];
  await pause(20);
  const before = rounds;
  for (let i = 0; i < 5; i++) await modest.withLocks(["a"], async () => {});
  const waited = rounds - before;
  stop = true;
  await Promise.all(loops);
  // Tasks of one process share a held lock for at most 250 ms; five turns are at most five such periods.
  expect(waited).toBeLessThan(5 * 2 * 90);
});

test("a task may wait for another task of its process that needs the same lock file", async () => {
  const lock = opened();
  const names = Array.from({ length: 200 }, (_, i) => `file ${i}`);
  // With 64 lock files, some of 200 names certainly share one.
  const nested = lock.withLocks(names.slice(0, 100), () => lock.withLocks(names.slice(100), async () => "both"));
  expect(await nested).toBe("both");
});

test("two processes that lock the same files in different orders do not deadlock", async () => {
  const [one, two] = [opened(), opened()];
  const rounds = Array.from({ length: 30 }, () => [
    one.withLocks(["a", "b", "c"], () => pause(1)),
    two.withLocks(["c", "b", "a"], () => pause(1)),
  ]);
  await Promise.all(rounds.flat());
});

test("the lock is released if the task fails", async () => {
  const [one, two] = [opened(), opened({ waitLimit: 60 })];
  await expect(one.withLocks(["a"], () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await two.withLocks(["a"], async () => "free")).toBe("free");
});

const queue = () => join(folder, "locks", "queue");
const waiting = async (count: number) => expect.poll(() => readdirSync(queue()).length).toBe(count);

/** Holds the lock until the returned function is called. */
const hold = async (): Promise<() => Promise<void>> => {
  let free = () => {};
  let isHeld = () => {};
  const begun = new Promise<void>((resolve) => (isHeld = resolve));
  const held = opened().withLocks(["counter"], () => {
    isHeld();
    return new Promise<void>((resolve) => (free = resolve));
  });
  await begun;
  return async () => {
    free();
    await held;
  };
};

/** Starts waiting tasks one after the other; resolves with the order in which they got the lock. */
const lineUp = async (count: number, before = 0): Promise<{ order: number[]; done: Promise<unknown> }> => {
  const order: number[] = [];
  const turns: Promise<unknown>[] = [];
  for (let number = 0; number < count; number++) {
    turns.push(opened().withLocks(["counter"], async () => void order.push(number)));
    await waiting(before + number + 1);
  }
  return { order, done: Promise.all(turns) };
};

test("the first process in line gets the lock first, however many wait", async () => {
  const free = await hold();
  const { order, done } = await lineUp(12);
  await pause(100);
  await free();
  await done;
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order).toHaveLength(12);
  expect(readdirSync(queue())).toEqual([]);
});

test("a task that has waited in its own process is ahead of those that were queued later", async () => {
  const free = await hold();
  const queuedAt = monotonicNow();
  const { order, done } = await lineUp(3);
  const early = opened().withLocks(["counter"], async () => void order.push(99), queuedAt);
  await waiting(4);
  await free();
  await Promise.all([done, early]);
  expect(order).toEqual([99, 0, 1, 2]);
});

test("a process that is killed while it waits blocks nobody, and those behind it keep their order", async () => {
  const free = await hold();
  const doomed = startChild(child, [join(folder, "locks"), join(folder, "counter"), "0", "hold"]);
  await waiting(1);
  const { order, done } = await lineUp(3, 1);
  doomed.process.kill("SIGKILL");
  await doomed.ended;
  await free();
  await done;
  expect(order).toEqual([0, 1, 2]);
  expect(readdirSync(queue())).toEqual([]);
});

test.skipIf(process.platform === "win32")(
  "a process that is suspended while it waits blocks nobody for long, and gets its turn once it resumes",
  async () => {
    const free = await hold();
    const stopped = startChild(child, [join(folder, "locks"), join(folder, "counter"), "0", "hold"]);
    await waiting(1);
    const { order, done } = await lineUp(3, 1);
    stopped.process.kill("SIGSTOP");
    await free();
    await done;
    expect([...order].sort()).toEqual([0, 1, 2]);
    stopped.process.kill("SIGCONT");
    await stopped.printed("held");
    stopped.process.kill("SIGKILL");
    await stopped.ended;
  },
);

test.each([
  [
    "of a process whose number belongs to another by now",
    () => `${String(monotonicNow()).padStart(20, "0")}-${machine}-${process.pid}-00000000`,
  ],
  ["of another machine", () => `${String(monotonicNow()).padStart(20, "0")}-00000000-1-00000000`],
  ["of before the last start of the machine", () => `${"9".repeat(19)}0-${machine}-${process.pid}-00000000`],
])("an entry %s is passed over and removed", async (_what, rest) => {
  mkdirSync(queue(), { recursive: true });
  for (let number = 0; number < 64; number++)
    writeFileSync(join(queue(), `${number.toString(16).padStart(2, "0")}-${rest()}`), "");
  expect(await opened({ waitLimit: 5000 }).withLocks(["counter"], async () => "mine")).toBe("mine");
  expect(readdirSync(queue())).toHaveLength(63);
});

test("every process still gets its turn if no queue entry can be made", async () => {
  const [one, two] = [opened(), opened()];
  const free = await hold();
  rmSync(queue(), { recursive: true });
  writeFileSync(queue(), "a file in the way");
  const turns = Promise.all([one.withLocks(["counter"], async () => "a"), two.withLocks(["counter"], async () => "b")]);
  await pause(50);
  await free();
  expect(await turns).toEqual(["a", "b"]);
});

test("a task that has held its lock for long may still wait for another that needs the same lock file while others wait", async () => {
  const lock = opened();
  const names = Array.from({ length: 200 }, (_, i) => `file ${i}`);
  const nested = lock.withLocks([...names, "counter"], async () => {
    const other = lineUp(1);
    await pause(400);
    const inner = await lock.withLocks(names, async () => "inner");
    return { inner, other };
  });
  const { inner, other } = await nested;
  expect(inner).toBe("inner");
  await (await other).done;
});

test("two processes never hold the lock at once, however many are killed while they wait or hold it", async () => {
  const counter = join(folder, "counter");
  writeFileSync(counter, "0");
  const args = [join(folder, "locks"), counter];
  const counting = Array.from({ length: 3 }, () => startChild(child, [...args, "80"]));
  for (let round = 0; round < 8; round++) {
    const doomed = startChild(child, [...args, "0", "hold"]);
    await (round % 2 === 0 ? doomed.printed("held") : pause(150));
    doomed.process.kill("SIGKILL");
    await doomed.ended;
  }
  for (const one of counting) expect(await one.ended).toMatchObject({ code: 0, complaint: "" });
  expect(readFileSync(counter, "utf8")).toBe("240");
});

test("a process that is killed while it holds the lock, after it had to wait, blocks nobody", async () => {
  const free = await hold();
  const doomed = startChild(child, [join(folder, "locks"), join(folder, "counter"), "0", "hold"]);
  await waiting(1);
  const { order, done } = await lineUp(3, 1);
  await free();
  await doomed.printed("held");
  doomed.process.kill("SIGKILL");
  await doomed.ended;
  await done;
  expect(order).toEqual([0, 1, 2]);
  expect(readdirSync(queue())).toEqual([]);
});

test("a process waits longer than the limit while the line moves", { timeout: 30_000 }, async () => {
  const limit = 4500;
  const patient = opened({ waitLimit: limit });
  const steps: (() => void)[] = [];
  const free = await hold();
  // Two that hold the lock until they are asked to finish, one after the other.
  const ahead: Promise<unknown>[] = [];
  for (let number = 0; number < 2; number++) {
    ahead.push(opened().withLocks(["counter"], () => new Promise<void>((resolve) => steps.push(resolve))));
    await waiting(number + 1);
  }
  const begun = performance.now();
  const turn = patient.withLocks(["counter"], async () => performance.now() - begun);
  await waiting(3);
  await pause(limit / 3);
  await free();
  await expect.poll(() => steps.length).toBe(1);
  await pause(limit / 3);
  steps[0]?.();
  await expect.poll(() => steps.length).toBe(2);
  await pause((2 * limit) / 3);
  steps[1]?.();
  expect(await turn).toBeGreaterThan(limit);
  await Promise.all(ahead);
});
