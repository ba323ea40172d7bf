/** How it looks: light, dark, narrow, high contrast, beside pictures that somebody has looked at; and what axe says. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { axeFindings } from "./axe";
import { folder, type Started, start } from "./launch";

const sheet = `---
title: Harbour notes
draft: true
---

# The harbour in winter

The ferry comes **twice a day**, *weather permitting*, and ~~never~~ rarely on Sundays. See [the tables](tides.md).

## What to bring

- a lamp, and oil for three evenings; the warehouse has none since the storm of the ninth, and the lighthouse keeper will not lend his
  - matches in a tin
- [ ] the blue ledger
- [x] gloves

1. Ask for the harbour master.
2. Wait.

> The tide waits for no letter,
> and no letter for the tide.

| Day | High | Low |
|-----|------|-----|
| Mon | 06:12 | 12:40 |

\`\`\`js
const tide = "high"; // as they say
\`\`\`

---

Setext heading
--------------

The end, with \`code\` and an <em>inline tag</em>.
`;

/** The folder has the same name every time: it can be read in the picture. */
async function startLooking(options: Parameters<typeof start>[0] = {}): Promise<Started> {
  const root = join(await folder("look"), "Harbour notes");
  await mkdir(root);
  const galley = await start({
    root,
    files: { "winter.md": sheet, "tides.md": "# Tides\n", "letters/anna.md": "Dear Anna\n" },
    open: [".", "winter.md"],
    ...options,
  });
  await galley.page.evaluate(() => document.fonts.ready);
  await expect(galley.page.getByRole("contentinfo")).toContainText("Saved");
  return galley;
}

/** Recent places name the temporary folder: they are left out. */
const looksAs = (page: Page, name: string) =>
  expect(page).toHaveScreenshot(`${name}.png`, {
    animations: "disabled",
    maxDiffPixelRatio: 0.005,
    mask: [page.getByRole("region", { name: "Recent" })],
  });

for (const theme of ["light", "dark"] as const) {
  test(`a document in ${theme} looks as it did when somebody looked at it`, async () => {
    const galley = await startLooking({ theme });
    await looksAs(galley.page, `document-${theme}`);
    await galley.close();
  });
}

test("in a narrow window nothing is cut off, and the files come over the page", async () => {
  const galley = await startLooking({ theme: "light", size: { width: 440, height: 760 } });
  const { page } = galley;
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await looksAs(page, "narrow");
  await galley.close();
});

test("without a document the page says what can be done", async () => {
  const galley = await startLooking({ theme: "light" });
  await galley.command("Close Tab");
  await expect(galley.page.getByRole("heading", { level: 1 })).toBeVisible();
  await looksAs(galley.page, "welcome");
  await galley.close();
});

test("axe finds nothing wrong with the document, the conflict, the history and the connect screen", async () => {
  for (const theme of ["light", "dark"] as const) {
    const galley = await startLooking({ theme });
    const { page } = galley;
    const check = async (where: string) => expect(await axeFindings(page), `${where}, ${theme}`).toEqual([]);
    await check("document");
    await galley.command("Versions of This Document");
    await expect(page.getByRole("complementary")).toBeVisible();
    await check("history");
    await galley.command("Connect an Agent…");
    await expect(page.getByRole("dialog")).toContainText("mcpServers");
    await check("connect");
    await page.keyboard.press("Escape");
    await galley.open("tides.md");
    await galley.editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("mine");
    await galley.outside("tides.md", "# Tides\ntheirs");
    await expect(page.getByRole("group", { name: /conflict/i })).toBeVisible();
    await check("conflict");
    await galley.kill();
  }
});
