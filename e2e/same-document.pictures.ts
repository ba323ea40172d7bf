/**
 * One document with everything that Galley draws, in the editor, the preview, as HTML, PDF and Word, in light and, where there is one, in dark:
 * `out/same-document/light.png` and `dark.png` have them side by side, to be looked at for differences.
 */
import { execFile, spawnSync } from "node:child_process";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type Locator } from "@playwright/test";
import { type GalleyApp, project, start } from "./launch";
import { test } from "./test";
import { capturePage } from "./views/capture-page";
import { richFiles } from "./views/rich-document";
import { stopMotion } from "./views/stage";

const run = promisify(execFile);
const out = join(project, "out/same-document");

/** The preview's frame; the editor has frames of its own for embeds and HTML. */
const PREVIEW = ".reading-frame:visible:not(.cm-editor *)";

/** The width of the text in CSS pixels. */
const WIDTH = 760;
/** Taller than the whole document in any of the views, so that nothing has to be scrolled. */
const HEIGHT = 9000;

const forms = { light: ["canvas", "preview", "html", "pdf", "docx"], dark: ["canvas", "preview", "html"] };
const lacking = ["convert", "pdftoppm", "soffice"].filter((name) => spawnSync(name, ["--version"]).error !== undefined);

for (const theme of ["light", "dark"] as const) {
  test(`the same document in every form, ${theme}`, async () => {
    test.skip(lacking.length > 0, `Not installed: ${lacking.join(", ")} (ImageMagick, poppler-utils, LibreOffice).`);
    test.setTimeout(600_000);
    await mkdir(out, { recursive: true });
    const galley = await start({
      spelling: true,
      files: richFiles,
      open: [".", "Rich.md"],
      size: { width: WIDTH + 60, height: 1000 },
    });
    await writeFile(join(galley.data, "settings.json"), JSON.stringify({ theme, motion: "reduced", language: "en" }));
    await expect(galley.page.locator(":root")).toHaveAttribute("data-theme", theme);
    try {
      await takeEditor(galley, theme);
      await exportAs(galley, "html");
      await writeFile(
        join(out, `html-${theme}.png`),
        Buffer.from(await capturePage(galley.app, galley.pathOf("out.html"), theme, WIDTH, HEIGHT), "base64"),
      );
      // Paper is always light.
      for (const format of theme === "light" ? ["pdf", "docx"] : []) {
        await exportAs(galley, format);
        await takePages(galley, format);
      }
      const pictures = forms[theme].map((form) => join(out, `${form}-${theme}.png`));
      await run("convert", [...pictures, "-gravity", "north", "+append", join(out, `${theme}.png`)]);
    } finally {
      await galley.close();
    }
  });
}

/** The canvas and the preview, each in one picture. */
async function takeEditor(galley: GalleyApp, theme: string): Promise<void> {
  const { page } = galley;
  await page.evaluate(stopMotion);
  await galley.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.send("galley:event", "command", "toggle-sidebar"),
  );
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Home");
  const scroller = page.locator(".cm-scroller");
  const scrollText = (top: number) =>
    scroller.evaluate((element, to) => {
      element.scrollTop = to;
      return { shown: element.scrollTop, height: element.scrollHeight, view: element.clientHeight };
    }, top);
  // Once through all of it, so that the heights of what was not drawn are no longer estimates.
  for (let at = 0, end = false; !end; at += 400) {
    const { shown, height, view } = await scrollText(at);
    end = shown + view >= height - 1;
    await page.waitForTimeout(300);
  }
  await shootScrolled(galley, scroller, scrollText, `canvas-${theme}`);
  await page.keyboard.press("Control+e");
  await page.frameLocator(PREVIEW).locator("h1").first().waitFor();
  const preview = page.locator(PREVIEW);
  const frame = await (await preview.elementHandle())?.contentFrame();
  if (!frame) throw new Error("the preview has no frame");
  const scrollPreview = (top: number) =>
    frame.evaluate((to) => {
      scrollTo(0, to);
      return { shown: scrollY, height: document.documentElement.scrollHeight, view: innerHeight };
    }, top);
  await shootScrolled(galley, preview, scrollPreview, `preview-${theme}`);
  await page.keyboard.press("Control+e");
  await expect(page.locator(PREVIEW)).toHaveCount(0);
}

/** What is out of sight is not drawn, neither images nor frames: it is scrolled from picture to picture. */
async function shootScrolled(
  { page }: GalleyApp,
  element: Locator,
  scroll: (top: number) => Promise<{ shown: number; height: number; view: number }>,
  name: string,
): Promise<void> {
  const pictures: string[] = [];
  for (let at = 0; ; ) {
    await scroll(at);
    await page.waitForTimeout(1000);
    // What is drawn only now may have moved the text.
    const { shown, height, view } = await scroll(at);
    await page.waitForTimeout(300);
    const path = join(out, `${name}-${String(pictures.length).padStart(2, "0")}.png`);
    pictures.push(path);
    await element.screenshot({ path });
    // What was seen before is cut off the last picture.
    if (at > shown) await run("convert", [path, "-crop", `+0+${at - Math.round(shown)}`, "+repage", path]);
    at += view;
    if (at >= height) break;
  }
  await run("convert", [...pictures, "-append", "+repage", join(out, `${name}.png`)]);
  for (const path of pictures) await rm(path);
}

/** Exports the document to \`out.<format>\` in the folder, gaps and all. */
async function exportAs({ app, page, pathOf }: GalleyApp, format: string): Promise<void> {
  await app.evaluate(
    ({ dialog, BrowserWindow }, [path, id]) => {
      dialog.showSaveDialog = (async () => ({ canceled: false, filePath: path })) as typeof dialog.showSaveDialog;
      BrowserWindow.getAllWindows()[0]?.webContents.send("galley:event", "command", id);
    },
    [pathOf(`out.${format}`), `export-${format}`] as const,
  );
  await page.getByRole("dialog").getByRole("button", { name: "Export…" }).click();
  await page.getByRole("button", { name: "Export anyway" }).click({ timeout: 60_000 });
  await expect(page.getByText(`Exported to out.${format}.`)).toBeVisible({ timeout: 60_000 });
}

/** The pages of a PDF, or of a Word file as LibreOffice draws them, in one picture each. */
async function takePages({ pathOf }: GalleyApp, format: string): Promise<void> {
  let pdf = pathOf(`out.${format}`);
  await run("cp", [pdf, join(out, `out.${format}`)]);
  const home = join(tmpdir(), "galley-soffice");
  if (format === "docx") {
    await run("soffice", [
      `-env:UserInstallation=file://${home}`,
      "--headless",
      "--convert-to",
      "pdf",
      "--outdir",
      home,
      pdf,
    ]);
    pdf = join(home, "out.pdf");
  }
  await run("pdftoppm", ["-png", "-r", "96", pdf, join(out, `${format}-page`)]);
  const pages = (await readdir(out)).filter((name) => name.startsWith(`${format}-page`)).sort();
  await run("convert", [
    ...pages.map((name) => join(out, name)),
    "-append",
    "+repage",
    join(out, `${format}-light.png`),
  ]);
  for (const name of pages) await rm(join(out, name));
}
