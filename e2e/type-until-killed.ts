import type { Page } from "@playwright/test";
import type { GalleyApp } from "./launch";

/** The maximum delay of the journal, in milliseconds. */
const JOURNAL_LAG_MS = 1000;

/** Typed at least, however slow the machine is, unless `atLeast` is too short for them. */
const MIN_KEYS = process.env["GALLEY_LONG"] ? 100 : 90;

/** Milliseconds between two keys. */
const KEY_PAUSE_MS = 40;

/**
 * Types words at a steady pace without a pause into the focused element, and kills the app with SIGKILL at a random moment after `atLeast`
 * milliseconds, without waiting for the journal. Returns all typed text, and the part that must be restored after a restart: the keys that the
 * renderer had handled more than a second before the kill.
 */
export async function typeUntilKilled(
  { kill }: Pick<GalleyApp, "kill">,
  page: Page,
  atLeast = process.env["GALLEY_LONG"] ? 5000 : 3500,
): Promise<{ typed: string; expectedText: string }> {
  const keys: { key: string; at: number }[] = [];
  const end = Date.now() + atLeast + Math.random() * 1000;
  const minKeys = Math.min(MIN_KEYS, atLeast / KEY_PAUSE_MS);
  for (let word = 0; Date.now() < end || keys.length < minKeys; word++) {
    for (const key of `word${word} `) {
      await page.keyboard.press(key === " " ? "Space" : key);
      // Playwright resolves once the renderer has handled the key.
      keys.push({ key, at: Date.now() });
      await new Promise((done) => setTimeout(done, KEY_PAUSE_MS));
    }
  }
  const killed = Date.now();
  await kill();
  const textOf = (subset: typeof keys) => subset.map(({ key }) => key).join("");
  return { typed: textOf(keys), expectedText: textOf(keys.filter(({ at }) => at < killed - JOURNAL_LAG_MS)) };
}
