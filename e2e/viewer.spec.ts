/** Images and other files that are not text: their tab, by mouse and by keyboard. */
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { createEpub } from "../src/main/engine/office/epub/create";
import { axeFindings } from "./axe";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

const HOSTILE = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60" onload="document.title='owned'">
<script>globalThis.owned = true; parent.owned = true; top.owned = true;</script><rect width="120" height="60" fill="teal"/></svg>`;

test("an image is found by name and shown with zoom, fit and the other images of its folder, by keyboard alone", {
  tag: "@long",
}, async () => {
  const galley = await start({ files: { "a.md": "hello\n" } });
  const { page } = galley;
  await mkdir(join(galley.root, "assets"));
  await copyFile("e2e/pictures/welcome.png", join(galley.root, "assets/harbour.png"));
  await writeFile(join(galley.root, "assets/quay.svg"), HOSTILE);
  await page.keyboard.press("Control+P");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.type("harbour.png");
  await expect(page.getByRole("option")).toHaveText([/harbour\.png.*assets/]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "harbour.png", selected: true })).toBeVisible();
  const box = page.getByRole("region", { name: "Image harbour.png" });
  const image = box.getByRole("img", { name: "harbour.png" });
  await expect(image).toBeVisible();
  await expect(box).toBeFocused();
  const fitted = await image.boundingBox();
  const around = await box.boundingBox();
  expect(fitted && around && fitted.width <= around.width && fitted.height <= around.height).toBe(true);
  const scale = page.getByRole("status").filter({ hasText: /^\d+%$/ });
  await page.keyboard.press("1");
  await expect(scale).toHaveText("100%");
  await page.keyboard.press("+");
  await expect(scale).toHaveText("125%");
  await page.keyboard.press("-");
  await expect(scale).toHaveText("100%");
  await page.keyboard.press("0");
  await expect(page.getByRole("button", { name: "Fit" })).toHaveAttribute("aria-pressed", "true");
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("PageDown");
  await expect(page.getByRole("tab", { name: "quay.svg", selected: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Image quay.svg" })).toBeFocused();
  await expect
    .poll(() => page.locator(".viewer img").evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBe(120);
  expect(await page.evaluate(() => [document.title.includes("owned"), "owned" in globalThis])).toEqual([false, false]);
  await page.getByRole("button", { name: "Open as Text" }).click();
  await expect(galley.editor).toContainText("globalThis.owned");
  await galley.close();
});

/** The width of the image that is shown in the text; 0 if there is none. */
const shownWidth = (page: Page) =>
  page
    .locator(".cm-live-image img")
    .evaluateAll((found) => (found[0] as HTMLImageElement | undefined)?.naturalWidth ?? 0);

const square = (width: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20"><rect width="20" height="20"/></svg>`;

test("an image in the text appears with its file, changes with it, and is found anywhere in the folder @long", async () => {
  const galley = await start({ files: { "a.md": "Words\n\n![[quay.svg]]\n\nEnd\n" } });
  const { page } = galley;
  await mkdir(join(galley.root, "deep/assets"), { recursive: true });
  await galley.open("a.md");
  await expect(page.locator(".cm-live-image-why")).toContainText("There is no image quay.svg");
  await writeFile(join(galley.root, "deep/assets/quay.svg"), square(40));
  await expect.poll(() => shownWidth(page), { timeout: 15_000 }).toBe(40);
  await writeFile(join(galley.root, "deep/assets/quay.svg"), square(90));
  await expect.poll(() => shownWidth(page), { timeout: 15_000 }).toBe(90);
  await galley.close();
});

test("a document without a file gets its images with its first name, and a pasted one asks for that name", async () => {
  const galley = await start({ files: { "a.md": "hello\n" } });
  const { page } = galley;
  await writeFile(join(galley.root, "quay.svg"), square(40));
  await galley.runMenuCommand("New");
  await galley.editor.click();
  await page.keyboard.insertText("![](quay.svg)\n\nWords");
  await expect(page.locator(".cm-live-image-why")).toContainText("has no file yet");
  await galley.answerSaveDialog("new.md");
  await page.keyboard.press("Control+S");
  await expect(page.getByRole("tab", { name: "new.md", selected: true })).toBeVisible();
  await expect.poll(() => shownWidth(page), { timeout: 15_000 }).toBe(40);

  await galley.runMenuCommand("New");
  await galley.editor.click();
  await page.keyboard.insertText("Before\n\n");
  await galley.answerSaveDialog("pasted.md");
  await galley.editor.evaluate((element, svg) => {
    const data = new DataTransfer();
    data.items.add(new File([svg], "harbour.svg", { type: "image/svg+xml" }));
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, square(60));
  await expect(page.getByRole("tab", { name: "pasted.md", selected: true })).toBeVisible();
  await expect.poll(() => shownWidth(page), { timeout: 15_000 }).toBe(60);
  await expect.poll(() => galley.onDisk("pasted.md")).toContain("harbour.svg");
  await galley.close();
});

test("a file that is not text has its size and leads to its program and folder, without an error", {
  tag: "@long",
}, async () => {
  const galley = await start({ files: { "a.md": "[song](song.mp3)\n" } });
  const { page } = galley;
  await writeFile(join(galley.root, "song.mp3"), Buffer.alloc(2048));
  await page.keyboard.press("Control+P");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.type("song");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "song.mp3" })).toBeVisible();
  const view = page.getByRole("tabpanel");
  await expect(view).toContainText("2 KB");
  await expect(view.getByRole("button")).toHaveText(["Open in the Default Program", "Show in Folder"]);
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);

  // An e-book opens as a book, in place of this view.
  const chapters = [{ title: "Tides", volume: "", text: "# Tides\n\nThe sea came twice." }];
  await galley.writeExternally(
    "sea.epub",
    createEpub({ title: "Sea", language: "en", identifier: "urn:sea", chapters }),
  );
  await galley.open("sea.epub");
  await view.getByRole("button", { name: "Open as Book" }).click();
  await expect(page.locator(".book")).toContainText("Which language are you translating into?");
  const tabs = page.getByRole("tablist", { name: "Open documents" }).getByRole("tab");
  await expect(tabs).toHaveText([/song.mp3/, /Sea/]);
  await galley.close();
});
