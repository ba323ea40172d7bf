/** Settings: the effect of each one, the file that users edit too, and the dialog for all of them. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { axeFindings } from "./axe";
import { folder, type GalleyApp, start } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const text = `# Harbour\n\n${"The ferry comes twice a day, weather permitting. ".repeat(12)}\n`;

// The last of the long tests ends it.
const startShared = shareApp(process.env["GALLEY_LONG"] ? "a file" : "all files");

async function startWith(settings: object | string, data?: string): Promise<GalleyApp> {
  if (settings === "" && data === undefined)
    return startShared({ files: { "harbour.md": text }, open: [".", "harbour.md"] });
  const dataFolder = data ?? (await folder("data"));
  const written = typeof settings === "string" ? settings : JSON.stringify(settings);
  if (written !== "") await writeFile(join(dataFolder, "settings.json"), written);
  return start({ data: dataFolder, files: { "harbour.md": text }, open: [".", "harbour.md"] });
}

const stored = ({ data }: GalleyApp) => readFile(join(data, "settings.json"), "utf8");

async function openSettings({ page }: GalleyApp, section?: string): Promise<Locator> {
  await page.keyboard.press("Control+,");
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await expect(dialog).toBeVisible();
  if (section) await dialog.getByRole("button", { name: section, exact: true }).click();
  return dialog;
}

/** A computed style of the root element or of the element that matches `selector`. */
const style = (page: Page, name: string, selector = ":root") =>
  page.evaluate(
    ([of, property]) => getComputedStyle(document.querySelector(of) ?? document.body).getPropertyValue(property),
    [selector, name] as const,
  );

/** Checks the effects of the settings below. */
async function expectEffects(galley: GalleyApp): Promise<void> {
  const { page, editor } = galley;
  const root = page.locator(":root");
  await expect(root).toHaveAttribute("data-theme", "dark");
  await expect(root).toHaveAttribute("data-contrast", "high");
  await expect(root).toHaveAttribute("data-motion", "reduced");
  await expect.poll(() => style(page, "background-color", "body")).toBe("rgb(0, 0, 0)");
  await expect.poll(() => style(page, "--own-accent")).toMatch(/^light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\)$/);
  await expect.poll(() => style(page, "font-family", ".cm-scroller")).toContain("Inter Variable");
  await expect.poll(() => style(page, "font-size", ".cm-editor")).toBe("20px");
  await expect.poll(() => style(page, "line-height", ".cm-scroller")).toBe("40px");
  // The interface: 13px, scaled slightly with the text size, times the interface size.
  expect(Number.parseFloat(await style(page, "font-size"))).toBeCloseTo(13 * 1.175 * 1.25, 2);
  // With fifty characters in a line the margins are wide.
  expect(Number.parseFloat(await style(page, "padding-left", ".cm-content"))).toBeGreaterThan(100);
  await expect(page.locator(".cm-lineNumbers .cm-gutterElement").nth(1)).toHaveText("1");
  await expect(editor).not.toHaveClass(/cm-lineWrapping/);
}

test("a setting can be reset to its default, which is marked, and the file is updated", { tag: "@long" }, async () => {
  const galley = await startWith('{\n  // at night\n  "theme": "dark"\n}\n');
  const dialog = await openSettings(galley);
  const theme = dialog.getByRole("radiogroup", { name: "Theme" });
  await expect(theme.getByRole("radio", { name: "Dark" })).toBeChecked();
  await expect(theme.getByRole("radio", { name: "System (default)" })).not.toBeChecked();
  const back = dialog.getByRole("button", { name: "Theme: Reset to default: System" });
  await back.click();
  await expect(back).toBeHidden();
  await expect(theme.getByRole("radio", { name: "System" })).toBeChecked();
  await expect(galley.page.locator(":root")).not.toHaveAttribute("data-theme");
  await expect.poll(() => stored(galley)).toBe('{\n  // at night\n  "theme": "system"\n}\n');
  await galley.close();
});

test("an external edit of the file applies at once; its errors are reported and affect nothing else", {
  tag: "@long",
}, async () => {
  const galley = await startWith("");
  const { page } = galley;
  await galley.editor.click();
  await page.keyboard.type("mine ");
  const write = (settings: string) => writeFile(join(galley.data, "settings.json"), settings);
  await write('{"theme": "dark", "fontSize": 22}');
  await expect(page.locator(":root")).toHaveAttribute("data-theme", "dark");
  await expect.poll(() => style(page, "font-size", ".cm-editor")).toBe("22px");
  await expect(galley.editor).toBeFocused();

  await write('{\n  "theme": "mauve",\n  "fontSize": 24\n}');
  await expect(page.locator(".notice").filter({ hasText: 'theme ("mauve") on line 2' })).toBeVisible();
  await expect.poll(() => style(page, "font-size", ".cm-editor")).toBe("24px");

  await write('{\n  "fontSize": 18,\n  oops\n}');
  await expect(page.locator(".notice").filter({ hasText: "line 3, column 3" })).toBeVisible();
  await expect.poll(() => style(page, "font-size", ".cm-editor")).toBe("18px");
  await expect(galley.editor).toContainText("mine");
  await galley.close();
});

test("a damaged file is reported at the start, and backed up before the first change", { tag: "@long" }, async () => {
  const galley = await startWith('{"fontSize": 20, "theme"');
  const { page } = galley;
  await expect(page.locator(".notice").filter({ hasText: "line 1, column 18" })).toBeVisible();
  await expect.poll(() => style(page, "font-size", ".cm-editor")).toBe("20px");
  const dialog = await openSettings(galley);
  await dialog.getByRole("radiogroup", { name: "Theme" }).getByRole("radio", { name: "Dark" }).check();
  await expect(dialog.locator(".notice").filter({ hasText: "renamed to settings.json.damaged-" })).toBeVisible();
  await expect.poll(() => stored(galley)).toContain('"theme": "dark"');
  await expect.poll(() => stored(galley)).toContain('"fontSize": 20');
  await galley.close();
});

test("a setting is found, changed and left by keyboard alone, and the focus returns to the text", {
  tag: "@long",
}, async () => {
  const galley = await startWith("");
  const { page } = galley;
  await galley.editor.click();
  const dialog = await openSettings(galley);
  await expect(dialog.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("wrap");
  await expect(dialog.getByText("1 setting found")).toBeVisible();
  const wrap = dialog.getByRole("switch", { name: "Wrap lines" });
  for (let tabs = 0; tabs < 20 && !(await wrap.evaluate((own) => own === document.activeElement)); tabs++)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(wrap).not.toBeChecked();
  await dialog.getByRole("searchbox").focus();
  await page.keyboard.type(" xylophone");
  await expect(dialog.getByText("No settings match “wrap xylophone”")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("searchbox")).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(galley.editor).toBeFocused();
  await expect(galley.editor).not.toHaveClass(/cm-lineWrapping/);
  await galley.close();
});

test("an installed font is accepted by its name; one that is missing is reported", { tag: "@long" }, async () => {
  const galley = await startWith("");
  const dialog = await openSettings(galley);
  await dialog.getByRole("radiogroup", { name: "Text font" }).getByRole("radio", { name: "Other…" }).check();
  const name = dialog.getByRole("textbox", { name: "Installed font" });
  await name.fill("No Such Face");
  await expect(dialog.getByText("“No Such Face” is not installed")).toBeVisible();
  await name.fill('"; } * { color: red');
  await name.blur();
  expect(await stored(galley).catch(() => "")).not.toContain("color: red");
  await galley.close();
});

test("the settings file opens in the system's program for it, and is created if it is missing", {
  tag: "@long",
}, async () => {
  const galley = await startWith("", await folder("data"));
  await galley.app.evaluate(({ shell }) => {
    shell.openPath = async (path) => {
      (globalThis as { opened?: string }).opened = path;
      return "";
    };
  });
  const dialog = await openSettings(galley, "Files");
  await dialog.getByRole("button", { name: "Open Settings File" }).click();
  await expect
    .poll(() => galley.app.evaluate(() => (globalThis as { opened?: string }).opened))
    .toBe(join(galley.data, "settings.json"));
  await expect.poll(() => stored(galley)).toContain("{\n}\n");
  await galley.close();
});

test("axe finds no problem in any section of the settings and in the document, in any theme, wide or narrow", {
  tag: "@long",
}, async () => {
  const appearances = [
    { theme: "light" },
    { theme: "dark", accent: "amber" },
    { theme: "light", contrast: "high", language: "zh-CN" },
    { theme: "dark", contrast: "high", accent: "#7f7f10" },
  ];
  const galley = await startWith(appearances[0] ?? {});
  const { page } = galley;
  await openSettings(galley);
  const isLong = Boolean(process.env["GALLEY_LONG"]);
  const found: string[] = [];
  const check = async (where: string) => {
    found.push(...(await axeFindings(page)).map((each) => `${where}: ${each}`));
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  };
  for (const [at, appearance] of appearances.entries()) {
    await writeFile(join(galley.data, "settings.json"), JSON.stringify(appearance));
    await expect(page.locator(":root")).toHaveAttribute("data-theme", appearance.theme);
    await expect(page.locator(":root")).toHaveAttribute("lang", appearance.language ?? "en");
    if (at === 3) await galley.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(440, 760));
    const sections = page.locator(".settings-nav button");
    for (let section = 0; section < (await sections.count()); section++) {
      // In a short run each section is checked in one appearance.
      if (!isLong && section % appearances.length !== at) continue;
      await sections.nth(section).click();
      await expect(sections.nth(section)).toHaveAttribute("aria-current", "page");
      await check(`${JSON.stringify(appearance)}, section ${section}`);
    }
    await page.getByRole("dialog").locator("header .icon-button").click();
    await expect(page.getByRole("dialog")).toBeHidden();
    // A short run checks it in the first and the last one.
    if (isLong || at === 0 || at === 3) await check(`${JSON.stringify(appearance)}, document`);
    await page.keyboard.press("Control+,");
    await expect(page.getByRole("dialog")).toBeVisible();
  }
  expect(found).toEqual([]);
  await galley.close();
});

// Last, because it ends the shared app.
test("each setting takes effect at once, is stored, and applies from the start the next time", {
  tag: "@long",
}, async () => {
  const galley = await startWith("");
  const { page } = galley;
  const dialog = await openSettings(galley);
  const choose = async (setting: string, choice: string) =>
    dialog.getByRole("radiogroup", { name: setting }).getByRole("radio", { name: choice }).check();
  const type = (setting: string, value: string) => dialog.getByRole("spinbutton", { name: setting }).fill(value);
  await choose("Theme", "Dark");
  await choose("Contrast", "High");
  await choose("Accent colour", "Teal");
  await type("Interface scale", "125");
  await choose("Motion", "Reduced");
  await choose("Text font", "Inter");
  await type("Text size", "20");
  await type("Line height", "2");
  await type("Line length", "50");
  await dialog.getByRole("button", { name: "Writing", exact: true }).click();
  await dialog.getByRole("switch", { name: "Wrap lines" }).uncheck();
  await choose("Line numbers", "Always");
  await dialog.getByRole("button", { name: "Agents", exact: true }).click();
  await type("Default lines per read", "7");
  await dialog.getByRole("button", { name: "Close settings" }).click();
  await expectEffects(galley);
  await galley.writeExternally("long.txt", Array.from({ length: 30 }, (_, at) => `${at + 1}`).join("\n"));
  const read = await galley.agent("text_editor", { action: "read", path: "long.txt" });
  expect(read.message).toContain("7");
  expect(read.message).not.toContain("8|");
  await expect.poll(() => stored(galley)).toContain('"defaultLineCount": 7');
  await galley.app.close();

  const restarted = await startWith("", galley.data);
  // The HTML as main serves it, before any script has run.
  const html = await restarted.page.evaluate(async () => (await fetch(location.href)).text());
  expect(html).toContain('<html lang="en" data-theme="dark" data-contrast="high"');
  await expectEffects(restarted);
  await restarted.kill();
  expect(page.isClosed()).toBe(true);
});
