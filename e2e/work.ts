import type { Page } from "@playwright/test";

/**
 * Does something and answers with the milliseconds of work that the page had until it was drawn: what it takes of a core,
 * and not how long it lasts, which is another thing on a busy machine.
 */
export async function workOf(page: Page): Promise<(act: () => Promise<unknown>) => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
  return async (act) => {
    const before = await worked();
    await act();
    // Two frames, and a turn after them.
    await page.evaluate(
      () =>
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(null))))),
    );
    return (await worked()) - before;
  };
}
