import type { Page } from "@playwright/test";
import type { Started } from "./launch";

/** Milliseconds that typing may be behind in the journal. */
const JOURNAL_LAG = 1000;

/** Milliseconds between two keys. */
const KEY_PAUSE = 40;

/**
 * Types words at a steady pace, never resting, into what has the focus, and kills the app with SIGKILL at a random moment after
 * `atLeast` milliseconds, without waiting for the journal. Returns all that was typed and what of it is due after the restart:
 * the keys that the page had taken more than a second before the kill.
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
      // Playwright answers once the page has handled the key.
      keys.push({ key, at: Date.now() });
      await new Promise((done) => setTimeout(done, KEY_PAUSE));
    }
  }
  const killed = Date.now();
  await kill();
  const textOf = (some: typeof keys) => some.map(({ key }) => key).join("");
  return { typed: textOf(keys), due: textOf(keys.filter(({ at }) => at < killed - JOURNAL_LAG)) };
}
