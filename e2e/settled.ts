import type { Page } from "@playwright/test";

/** How long something may be on its way on a machine that has much else to do, in milliseconds. */
const PATIENCE = 10_000;
const PAUSE = 100;
/** As many frames in which a measure stays the same are a page that stands still. */
const STILL = 3;

/** Once a page has painted twice more, and has done what it does after a paint. */
export const framesPassed = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(null), 30)))),
  );

/**
 * What `measure` tells once it tells the same a few frames in a row and the fonts are there, so that what is measured later
 * can be held beside it. Gives up after ten seconds with what it told last.
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
 * What stays wrong: `find` is asked again until it finds nothing, or for ten seconds. A colour that fades, a row that comes
 * after a window has got narrow, are not wrong; whatever is, is still found at the end.
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
