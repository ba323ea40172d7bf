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
