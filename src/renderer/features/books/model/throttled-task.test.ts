import { expect, test, vi } from "vitest";
import { throttledTask } from "./throttled-task";

test("requests during a run lead to exactly one more run", async () => {
  let runs = 0;
  let now = 0;
  let most = 0;
  const { run } = throttledTask(async () => {
    runs += 1;
    now += 1;
    most = Math.max(most, now);
    await new Promise((done) => setTimeout(done, 5));
    now -= 1;
  });
  await Promise.all([run(), run(), run(), run()]);
  expect(runs).toBe(2);
  await run();
  expect(runs).toBe(3);
  expect(most).toBe(1);
});

test("a failed task runs again when it is requested again", async () => {
  let runs = 0;
  const { run } = throttledTask(async () => {
    runs += 1;
    if (runs === 1) throw new Error("no");
  });
  await expect(run()).rejects.toThrow("no");
  await run();
  expect(runs).toBe(2);
});

test("a run is followed by a pause of several times its length", async () => {
  vi.useFakeTimers();
  try {
    let runs = 0;
    const { run } = throttledTask(
      async () => {
        runs += 1;
        await new Promise((done) => setTimeout(done, 10));
      },
      { times: 20, maxMs: 1000 },
    );
    const first = run();
    await vi.advanceTimersByTimeAsync(10);
    await first;
    void run();
    await vi.advanceTimersByTimeAsync(190);
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(20);
    expect(runs).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});
