/** Appearance: light, dark, narrow and high contrast, compared with approved screenshots; and axe findings. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import { folder, type GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";
import { chinese, hebrewName, longName, novel, specification } from "./views/documents";
import { persistentFindings } from "./wait-until-stable";

const start = shareApp("all files");

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

/** The folder always has the same name, because the screenshots show it. */
async function startWithSheet(options: Parameters<typeof start>[0] = {}): Promise<GalleyApp> {
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

/** The page of the pictures, in pixels. */
const standard = { width: 1280, height: 793 };

/**
 * The window's content gets the size of the picture, because the menu bar above it is as high as the system's font. Recent folders are masked: they have
 * the name of the temporary folder.
 */
async function expectScreenshot(galley: GalleyApp, name: string, { width, height } = standard): Promise<void> {
  await galley.app.evaluate(
    ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height),
    { width, height },
  );
  await expect(galley.page).toHaveScreenshot(`${name}.png`, {
    animations: "disabled",
    maxDiffPixelRatio: 0.005,
    mask: [galley.page.getByRole("region", { name: "Recent" })],
  });
}

for (const theme of ["light", "dark"] as const) {
  const tag = theme === "light" ? [] : "@long";
  test(`a document in ${theme} looks like the approved screenshot`, { tag }, async () => {
    const galley = await startWithSheet({ theme });
    await expectScreenshot(galley, `document-${theme}`);
    await galley.close();
  });
}

test("a first start, without a folder, looks like the approved screenshot @long", async () => {
  // An app of its own, which has never been started.
  const galley = await start({ open: [], theme: "light", env: {} });
  await galley.page.evaluate(() => document.fonts.ready);
  await expect(galley.page.getByRole("button", { name: "Open folder…" })).toBeVisible();
  await expectScreenshot(galley, "first-start");
  await galley.close();
});

test("in a narrow window nothing is cut off, and the file tree covers the editor", { tag: "@long" }, async () => {
  const galley = await startWithSheet({ theme: "light", size: { width: 440, height: 760 } });
  const { page } = galley;
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectScreenshot(galley, "narrow", { width: 440, height: 733 });
  await galley.close();
});

test("without a document the window shows what can be done", { tag: "@long" }, async () => {
  const galley = await startWithSheet({ theme: "light" });
  await galley.runMenuCommand("Close Tab");
  await expect(galley.page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectScreenshot(galley, "welcome");
  await galley.close();
});

const isLong = Boolean(process.env["GALLEY_LONG"]);

test("axe finds no problem in the document, the conflict, the history and the connect screen", async () => {
  for (const theme of isLong ? (["light", "dark"] as const) : (["light"] as const)) {
    const galley = await startWithSheet({ theme });
    const { page } = galley;
    const check = async (where: string) =>
      expect(await axeFindings(page, "in the sample"), `${where}, ${theme}`).toEqual([]);
    await check("document");
    await galley.runMenuCommand("Version History");
    await expect(page.getByRole("complementary")).toBeVisible();
    await check("history");
    await galley.runMenuCommand("Connect an Agent…");
    await expect(page.getByRole("dialog")).toContainText("mcpServers");
    await check("connect");
    await page.keyboard.press("Escape");
    await galley.open("tides.md");
    await galley.editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("mine");
    await galley.writeExternally("tides.md", "# Tides\ntheirs");
    await expect(page.getByRole("group", { name: /conflict/i })).toBeVisible();
    await check("conflict");
    await galley.close();
  }
});

/**
 * The appearances in which axe checks each view. A short run checks every other view, in one of them, and whether the others fit into a narrow window.
 */
const appearances = [
  { theme: "light", contrast: "standard", language: "en" },
  { theme: "dark", contrast: "standard", language: "zh-CN" },
  { theme: "dark", contrast: "high", language: "en" },
];

test("axe finds no problem in any view, and in a narrow window nothing overflows or is too small to click", {
  tag: "@long",
}, async () => {
  test.setTimeout(300_000);
  const data = await folder("data");
  const applyAppearance = (appearance: object) =>
    writeFile(join(data, "settings.json"), JSON.stringify({ ...appearance, motion: "reduced" }));
  await applyAppearance(appearances[0] ?? {});
  const files = { "novel.md": novel, "小说.md": chinese, "spec.md": specification, [hebrewName]: "# שלום\n" };
  const galley = await start({
    data,
    files: { ...files, [longName]: "# Long\n", "log.txt": "" },
    open: [".", "novel.md"],
  });
  const { page, app } = galley;
  const send = (command: string) =>
    app.evaluate(
      ({ BrowserWindow }, id) => BrowserWindow.getAllWindows()[0]?.webContents.send("galley:event", "command", id),
      command,
    );
  const found: string[] = [];
  let views = 0;
  const checkView = async (view: string) => {
    const nth = views++;
    for (const [at, appearance] of appearances.entries()) {
      if (!isLong && (nth % 2 === 1 || at !== (nth / 2) % appearances.length)) continue;
      await applyAppearance(appearance);
      await expect(page.locator(":root")).toHaveAttribute("data-theme", appearance.theme);
      await expect(page.locator(":root")).toHaveAttribute("lang", appearance.language);
      if (appearance.contrast === "high") await expect(page.locator(":root")).toHaveAttribute("data-contrast", "high");
      else await expect(page.locator(":root")).not.toHaveAttribute("data-contrast", "high");
      // Transitions take a millisecond; wait until the next frame has ended.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30))));
      found.push(...(await axeFindings(page)).map((each) => `${view}, look ${at}: ${each}`));
    }
    await applyAppearance(appearances[0] ?? {});
    await expect(page.locator(":root")).toHaveAttribute("data-theme", "light");
    if (!isLong && nth % 2 === 0) return;
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(440, 720));
    await page.waitForFunction(() => innerWidth === 440);
    const misplaced = await persistentFindings(() =>
      page.evaluate(() => {
        // Every control must be reachable with the pointer.
        const controls = document.querySelectorAll("button, input, select, [role=tab], [role=option]");
        return [...controls].flatMap((control) => {
          const { left, right, width, height } = control.getBoundingClientRect();
          const isSeen = width > 1 && control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
          const isInScroller = control.closest(".tabs, [role=listbox], [role=tree]") !== null;
          const runsOff = !isInScroller && (left < -1 || right > innerWidth + 1);
          // A control with space around it may be smaller: boxes, sliders, and controls in the text.
          const isSmall =
            !control.closest(".cm-content") && !control.matches("input") && Math.min(width, height) < 23.5;
          return isSeen && (runsOff || isSmall)
            ? [`${runsOff ? "off" : "small"}: ${control.outerHTML.slice(0, 160)}`]
            : [];
        });
      }),
    );
    found.push(...misplaced.map((each) => `${view}, narrow: ${each}`));
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1180, 760));
    await page.waitForFunction(() => innerWidth === 1180);
  };

  await page.keyboard.press("Control+Home");
  await checkView("live preview");
  await page.keyboard.press("Control+/");
  await checkView("source");
  await page.keyboard.press("Control+/");
  await galley.open("小说.md");
  await galley.open(hebrewName);
  await galley.open(longName);
  await checkView("odd names");
  await page.getByRole("tab", { name: "novel.md" }).click();
  await page.keyboard.press("Control+h");
  await page.keyboard.type("harbour");
  await checkView("find and replace");
  await page.keyboard.press("Escape");
  await page.locator(".status-words").click();
  await expect(page.locator(".statistics dl")).toBeVisible();
  await checkView("statistics");
  await page.keyboard.press("Escape");
  await page.locator(".agents-sign").click();
  await checkView("agents");
  await page.keyboard.press("Escape");
  await galley.editor.focus();
  await page.keyboard.press("Control+e");
  await expect(page.frameLocator(".reading-frame").locator("h1")).toBeVisible();
  await page.keyboard.press("Control+f");
  await page.keyboard.type("ferry");
  await checkView("reading view with its search");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+e");
  await send("export-pdf");
  await expect(page.locator(".export")).toBeVisible();
  await checkView("export");
  await page.keyboard.press("Escape");
  await send("new");
  await galley.editor.focus();
  await page.keyboard.type("A thought.");
  await page.keyboard.press("Control+w");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await checkView("question");
  await page.keyboard.press("Escape");
  await send("split-right");
  await expect(page.locator(".group")).toHaveCount(2);
  await checkView("split view");
  expect(found).toEqual([]);
  await galley.close();
});
