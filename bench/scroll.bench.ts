/** From Page Down to the frame that shows the next page, with every feature on, compared with bare CodeMirror. */
import { test } from "@playwright/test";
import { report, smooth } from "./figures";
import { alternate, pressKeys, startBoth } from "./side-by-side";

const rounds = 4;
const beatMs = 60;
const pages = Array.from({ length: 40 }, () => "PageDown");

for (const [label, bytes] of [
  ["10 KB", 10_000],
  ["1 MB", 1_000_000],
  ["5 MB", 5_000_000],
  ["100 MB", 100_000_000],
] as const) {
  test(`a page further in ${label}`, async () => {
    const both = await startBoth(bytes);
    const contestants = await alternate(both, rounds, async (page) => {
      await page.keyboard.press("Control+Home");
      return pressKeys(page, pages, beatMs);
    });
    await report(`Page Down to paint in ${label}`, contestants, smooth("Galley", "CodeMirror", 1.5));
    await both.close();
  });
}
