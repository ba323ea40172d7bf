import type { Page } from "@playwright/test";
import type { Started } from "./launch";

/** The maximum delay of the journal, in milliseconds. */
const JOURNAL_LAG = 1000;

/** Milliseconds between two keys. */
const KEY_PAUSE = 40;

/**
 * Types words at a steady pace without a pause into the focused element, and kills the app with SIGKILL at a random moment after `atLeast`
 * milliseconds, without waiting for the journal. Returns all typed text, and the part that must be restored after a restart: the keys that the
 * renderer had handled more than a second before the kill.
 */
export async function typeUntilKilled(
  { kill }: Pick<Started, "kill">,
  page: Page,
  atLeast = 5000,
): Promise<{ typed: string; due: string }> {
  const keys: { key: string; at: number }[] = [];
  const end = Date.now() + atLeast + Math.random() * 1000;
  for (let word = 0; Date.now() < end; word++) {
    for (const key of `word${word} `) {
      await page.keyboard.press(key === " " ? "Space" : key);
      // Playwright resolves once the renderer has handled the key.
      keys.push({ key, at: Date.now() });
      await new Promise((done) => setTimeout(done, KEY_PAUSE));
    }
  }
  const killed = Date.now();
  await kill();
  const textOf = (some: typeof keys) => some.map(({ key }) => key).join("");
  return { typed: textOf(keys), due: textOf(keys.filter(({ at }) => at < killed - JOURNAL_LAG)) };
}
