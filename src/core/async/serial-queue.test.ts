import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { keyedQueue, serialQueue } from "./serial-queue";

it("tasks run one after the other, in the order of the calls, whatever time they take", async () => {
  const enqueue = serialQueue();
  const log: string[] = [];
  const task = (name: string, ms: number) => async () => {
    log.push(`${name} begins`);
    await sleep(ms);
    log.push(`${name} ends`);
    return name;
  };
  const results = [enqueue(task("a", 5)), enqueue(task("b", 0)), enqueue(() => "c")];
  expect(log).toEqual([]);
  expect(await Promise.all(results)).toEqual(["a", "b", "c"]);
  expect(log).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});

it("a task that fails rejects its own call only", async () => {
  const enqueue = serialQueue();
  const failed = enqueue(() => {
    throw new Error("broken");
  });
  const next = enqueue(async () => "next");
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("next");
});

it("idle waits for what is queued, and does not fail", async () => {
  const enqueue = serialQueue();
  await enqueue.idle();
  const gate = Promise.withResolvers<void>();
  let isIdle = false;
  const failed = enqueue(async () => {
    await gate.promise;
    throw new Error("broken");
  });
  const idle = enqueue.idle().then(() => {
    isIdle = true;
  });
  await Promise.resolve();
  expect(isIdle).toBe(false);
  gate.resolve();
  await expect(failed).rejects.toThrow("broken");
  await idle;
  expect(isIdle).toBe(true);
});

it("counts what runs and waits, and no longer counts what has ended or failed", async () => {
  const enqueue = serialQueue();
  const gate = Promise.withResolvers<void>();
  const first = enqueue(() => gate.promise);
  const failed = enqueue(() => {
    throw new Error("broken");
  });
  expect(enqueue.size()).toBe(2);
  gate.resolve();
  await first;
  expect(enqueue.size()).toBe(1);
  await expect(failed).rejects.toThrow("broken");
  expect(enqueue.size()).toBe(0);
});

it("tasks of one key wait for each other, those of another key do not", async () => {
  const enqueue = keyedQueue();
  const gate = Promise.withResolvers<void>();
  const log: string[] = [];
  const first = enqueue("a", async () => {
    await gate.promise;
    log.push("a1");
  });
  const second = enqueue("a", () => void log.push("a2"));
  await enqueue("b", () => void log.push("b"));
  expect(log).toEqual(["b"]);
  gate.resolve();
  await Promise.all([first, second]);
  expect(log).toEqual(["b", "a1", "a2"]);
});
