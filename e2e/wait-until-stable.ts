import type { Page } from "@playwright/test";

/** The maximum wait in milliseconds, for a busy machine. */
const TIMEOUT_MS = 10_000;
const POLL_MS = 100;
/** The number of equal measurements in consecutive frames that count as stable. */
const STABLE_FRAMES = 3;

/** Waits until the renderer has painted two frames and run the tasks after them. */
export const waitForFrames = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(null), 30)))),
  );

/**
 * Repeats `measure` until it returns the same value for a few frames and the fonts are loaded. Returns that value, or after ten seconds the last one.
 */
export async function waitUntilStable<T>(page: Page, measure: () => Promise<T>): Promise<T> {
  await page.evaluate(() => document.fonts.ready.then(() => null));
  const end = Date.now() + TIMEOUT_MS;
  let last = await measure();
  for (let same = 0; same < STABLE_FRAMES && Date.now() < end; ) {
    await waitForFrames(page);
    const now = await measure();
    same = JSON.stringify(now) === JSON.stringify(last) ? same + 1 : 0;
    last = now;
  }
  return last;
}

/**
 * Repeats `find` until it finds nothing or ten seconds have passed. Transitions and late layout changes disappear; real problems are still found at
 * the end.
 */
export async function persistentFindings(find: () => Promise<string[]>): Promise<string[]> {
  const end = Date.now() + TIMEOUT_MS;
  let found = await find();
  while (found.length > 0 && Date.now() < end) {
    await new Promise((done) => setTimeout(done, POLL_MS));
    found = await find();
  }
  return found;
}
