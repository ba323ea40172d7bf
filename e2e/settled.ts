import type { Page } from "@playwright/test";

/** The maximum wait in milliseconds, for a busy machine. */
const PATIENCE = 10_000;
const PAUSE = 100;
/** The number of equal measurements in consecutive frames that count as stable. */
const STILL = 3;

/** Waits until the renderer has painted two frames and run the tasks after them. */
export const framesPassed = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(null), 30)))),
  );

/**
 * Repeats `measure` until it returns the same value for a few frames and the fonts are loaded. Returns that value, or after ten seconds the last one.
 */
export async function settled<T>(page: Page, measure: () => Promise<T>): Promise<T> {
  await page.evaluate(() => document.fonts.ready.then(() => null));
  const end = Date.now() + PATIENCE;
  let last = await measure();
  for (let same = 0; same < STILL && Date.now() < end; ) {
    await framesPassed(page);
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
export async function stillFound(find: () => Promise<string[]>): Promise<string[]> {
  const end = Date.now() + PATIENCE;
  let found = await find();
  while (found.length > 0 && Date.now() < end) {
    await new Promise((done) => setTimeout(done, PAUSE));
    found = await find();
  }
  return found;
}
