/**
 * One document with everything that Galley draws, in the editor, the preview, as HTML, PDF and Word, in light and, where there is one, in dark:
 * `out/same-document/light.png` and `dark.png` have them side by side, to be looked at for differences.
 */
import { execFile, spawnSync } from "node:child_process";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
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
    const galley = await start({ spelling: true, files: richFiles, open: [".", "Rich.md"] });
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
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setDeviceMetricsOverride", {
    width: WIDTH + 60,
    height: HEIGHT,
    deviceScaleFactor: 1,
    mobile: false,
  });
  const shoot = async (name: string) => {
    for (let last = "", times = 0; ; times++) {
      await page.waitForTimeout(1500);
      const { data } = await session.send("Page.captureScreenshot", { format: "png", captureBeyondViewport: true });
      if (data === last || times === 8)
        return writeFile(join(out, `${name}-${theme}.png`), Buffer.from(data, "base64"));
      last = data;
    }
  };
  await page.evaluate(stopMotion);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Home");
  await shoot("canvas");
  await page.keyboard.press("Control+e");
  await page.frameLocator(PREVIEW).locator("h1").first().waitFor();
  await session.send("Emulation.clearDeviceMetricsOverride");
  await shootPreview(galley, theme);
  await page.keyboard.press("Control+e");
  await expect(page.locator(PREVIEW)).toHaveCount(0);
  await session.detach();
}

/** A frame is drawn only within the screen: it is scrolled from picture to picture. */
async function shootPreview({ page }: GalleyApp, theme: string): Promise<void> {
  const element = page.locator(PREVIEW);
  const frame = await (await element.elementHandle())?.contentFrame();
  if (!frame) throw new Error("the preview has no frame");
  const pictures: string[] = [];
  for (let at = 0; ; ) {
    await frame.evaluate((top) => scrollTo(0, top), at);
    await page.waitForTimeout(700);
    const { shown, height, view } = await frame.evaluate(() => ({
      shown: scrollY,
      height: document.documentElement.scrollHeight,
      view: innerHeight,
    }));
    const path = join(out, `preview-${String(pictures.length).padStart(2, "0")}.png`);
    pictures.push(path);
    await element.screenshot({ path });
    // What was seen before is cut off the last picture.
    if (at > shown) await run("convert", [path, "-crop", `+0+${at - Math.round(shown)}`, "+repage", path]);
    at += view;
    if (at >= height) break;
  }
  await run("convert", [...pictures, "-append", "+repage", join(out, `preview-${theme}.png`)]);
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
