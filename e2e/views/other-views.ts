/** States of a document and of the app: empty, deleted, read-only, nothing open, after a crash; and what exports look like. */

import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { capturePage } from "./capture-page";
import type { Views } from "./stage";

export async function takeStates(views: Views): Promise<void> {
  const { galley, take, press, waitForPixels, open } = views;
  const { page } = galley;
  await take("empty document", { show: () => open("empty.md") });
  await take("deleted outside", {
    show: async () => {
      await open("empty.md");
      await rm(galley.pathOf("empty.md"));
      await page.locator(".status-state[data-state=gone]").first().waitFor();
    },
    leave: () => press("Control+w"),
  });
  await take("read-only", {
    show: async () => {
      await chmod(galley.pathOf("log.txt"), 0o400);
      await open("log.txt");
    },
    leave: () => press("Control+w"),
  });
  await take("welcome", {
    show: async () => {
      for (let times = 0; times < 12 && (await page.getByRole("tab").count()) > 0; times++) {
        await press("Control+w");
        await waitForPixels();
        if ((await page.getByRole("alertdialog").count()) > 0)
          await page.getByRole("alertdialog").getByRole("button").nth(1).click();
      }
    },
  });
}

/** The exported HTML in a browser, and the pages of the PDF if `pdftoppm` is installed. */
export async function takeExports(views: Views): Promise<void> {
  if (!views.isWanted("exported")) return;
  const { galley, run, open, waitForPixels, either } = views;
  const { app, page } = galley;
  await open("novel.md");
  const folder = await mkdtemp(join(tmpdir(), "galley-exported-"));
  for (const format of ["html", "pdf"]) {
    await app.evaluate(
      ({ dialog }, path) => {
        dialog.showSaveDialog = (async () => ({ canceled: false, filePath: path })) as typeof dialog.showSaveDialog;
      },
      join(folder, `out.${format}`),
    );
    await run(`export-${format}`);
    await page.locator(".export [data-kind=main]").click();
    await expect(page.locator(".export")).toHaveCount(0, { timeout: 20_000 });
    await waitForPixels();
  }
  for (const theme of either(["light", "dark"] as const, ["light"] as const)) {
    const picture = Buffer.from(await capturePage(app, join(folder, "out.html"), theme), "base64");
    await views.add(either(theme, "chinese"), "exported HTML", picture);
  }
  const pages = ["-png", "-r", "80", join(folder, "out.pdf"), join(folder, "page")];
  await promisify(execFile)("pdftoppm", pages).catch(() => undefined);
  for (const name of (await readdir(folder)).filter((each) => each.endsWith(".png")).sort())
    await views.add(
      either("light", "chinese"),
      `exported PDF, ${name.replace(".png", "")}`,
      await readFile(join(folder, name)),
    );
  await rm(folder, { recursive: true });
}

/** The app without a folder and session, and after a crash. */
export async function takeFirstStarts(views: Views): Promise<void> {
  if (!views.isWanted("start") && !views.isWanted("after a crash")) return;
  await views.restart("first-start", { open: [] });
  await views.take("first start", { show: async () => undefined });
  await views.press("Control+n");
  await views.galley.editor.click();
  await views.type(views.either("A thought that has no name yet.", "一个还没有名字的想法。"));
  // Kept in the journal.
  await views.galley.page.waitForTimeout(1500);
  await views.restart("first-start", { open: [] });
  await views.take("after a crash", { show: async () => undefined });
}
