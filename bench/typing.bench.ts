/** From a key to the frame that shows it, with every feature on while an agent writes, compared with bare CodeMirror. */
import { test } from "@playwright/test";
import { report, smooth } from "./figures";
import { alternate, pressKeys, startBoth } from "./side-by-side";

const rounds = 6;
const beatMs = 70;
const letters = [..."the harbour was empty before noon "].map((letter) => (letter === " " ? "Space" : letter));

for (const [label, bytes] of [
  ["10 KB", 10_000],
  ["1 MB", 1_000_000],
  ["5 MB", 5_000_000],
  ["100 MB", 100_000_000],
] as const) {
  test(`key to paint in ${label}`, async () => {
    const both = await startBoth(bytes);
    const contestants = await alternate(both, rounds, async (page) => {
      await page.keyboard.press("Control+End");
      return pressKeys(page, letters, beatMs);
    });
    await report(`Key to paint in ${label}`, contestants, smooth("Galley", "CodeMirror", 1.3));
    await both.close();
  });
}
