import type { Page } from "@playwright/test";

/**
 * Returns a function that runs an action and returns the milliseconds of CPU work of the renderer until the result was painted. Unlike elapsed time
 * this does not depend on the load of the machine.
 */
export async function createWorkMeter(page: Page): Promise<(act: () => Promise<unknown>) => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const totalWork = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
  return async (act) => {
    const before = await totalWork();
    await act();
    // Two frames, and the task after them.
    await page.evaluate(
      () =>
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(null))))),
    );
    return (await totalWork()) - before;
  };
}

/** Milliseconds of work that `runYardstick` takes on the machine for which the limits of the tests were chosen. */
const YARDSTICK_MS = 30;

/** How much slower than that machine this one is right now: 1 or more. Other work on the same core and its caches slows every instruction down. */
export async function measureSlowness(
  page: Page,
  measureWork: (act: () => Promise<unknown>) => Promise<number>,
): Promise<number> {
  // Compiled by the first run.
  await page.evaluate(runYardstick);
  const work = await measureWork(() => page.evaluate(runYardstick));
  return Math.max(1, work / YARDSTICK_MS);
}

/** A fixed amount of work on strings, as copying and drawing text do. Runs in the page. */
function runYardstick(): number {
  const words: string[] = [];
  for (let at = 0; at < 60_000; at++) words.push(`${(at * 7919) % 60_000} word`);
  return words.sort().join("\n").split("\n").length;
}
