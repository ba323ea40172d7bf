/** From a key in the find panel to its frame, for frequent words and for one word at the very end, compared with bare CodeMirror. */
import { test } from "@playwright/test";
import { atMost, report } from "./figures";
import { alternate, pressKeys, startBoth } from "./side-by-side";

const rounds = 4;
const beatMs = 80;

for (const [label, bytes] of [
  ["10 KB", 10_000],
  ["1 MB", 1_000_000],
  ["5 MB", 5_000_000],
  ["100 MB", 100_000_000],
] as const) {
  test(`find in ${label}`, async () => {
    const both = await startBoth(bytes);
    for (const [what, query] of [
      ["often", "harbour"],
      ["nowhere", "zenith"],
    ] as const) {
      const contestants = await alternate(both, rounds, async (page) => {
        await page.keyboard.press("Control+Home");
        await page.keyboard.press("Control+f");
        await page.locator(".cm-search [name=search]").fill("");
        const figures = await pressKeys(page, [...query, "Enter", "Enter", "Enter"], beatMs);
        await page.keyboard.press("Escape");
        return figures;
      });
      await report(
        `Find text that occurs ${what} in ${label}`,
        contestants,
        atMost("Galley", 1.5, "CodeMirror", "at most 1.5 × CodeMirror alone"),
      );
    }
    await both.close();
  });
}
