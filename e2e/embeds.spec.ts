/** Notes that a document embeds: shown in the canvas, the preview and exports, from the files as they are now. */
import { readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import type { GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

let galley: GalleyApp;
test.afterEach(() => galley.close());

const files = {
  "a.md": "# Host\n\n![[note#Part]]\n\nin ![[note]] words\n\n![[gone]]\n\nEnd\n",
  "note.md":
    "# Note\n\n## Part\n\nfirst *words* with a note[^1]\n\n- [ ] task\n\n![[sub/inner]]\n\n[^1]: foot\n\n## Other\n",
  "sub/inner.md": "inner ![](own.png)\n\n![[note#Part]]\n",
  "sub/own.png": readFileSync("e2e/pictures/narrow.png"),
};

test("an embedded note is shown in place, follows its file, and a click opens it at the part @long", async () => {
  galley = await start({ files, open: [".", "a.md"] });
  await expect(galley.editor).toBeVisible();
  await galley.page.keyboard.press("Control+End");
  const embed = galley.editor.locator(".cm-live-embed").first().frameLocator("iframe");
  await expect(embed.locator("em")).toHaveText("words");
  await expect(embed.locator("h2")).toHaveText("Part");
  await expect(embed.locator("input")).toBeDisabled();
  await expect(embed.locator(".embed .embed img")).toHaveJSProperty("naturalWidth", 440);
  // The part is in the note that it embeds: there it is a link.
  await expect(embed.locator(".embed .embed .embed")).toHaveCount(0);
  await expect(embed.locator(".embed .embed a", { hasText: "note#Part" })).toBeVisible();
  await expect(galley.editor.locator(".cm-live-embed").nth(1).frameLocator("iframe").locator(".absent")).toHaveText(
    "Can't find “gone”. gone",
  );
  await expect(galley.editor.locator(".cm-line", { hasText: "words" })).toHaveText("in note words");
  writeFileSync(galley.pathOf("note.md"), files["note.md"].replace("first", "changed"));
  await expect(embed.locator("p", { hasText: "changed words" })).toBeVisible({ timeout: 10_000 });
  writeFileSync(galley.pathOf("gone.md"), "here now\n");
  await expect(galley.editor.locator(".cm-live-embed").nth(1).frameLocator("iframe").locator(".embed-body")).toHaveText(
    "here now",
    { timeout: 10_000 },
  );
  // A link shows its note while the pointer rests on it.
  await galley.editor.locator(".cm-line .cm-live-link", { hasText: "note" }).hover();
  const shown = galley.page.locator(".cm-link-preview");
  await expect(shown.frameLocator("iframe").locator("h2").first()).toHaveText("Part");
  await galley.editor.locator(".cm-line", { hasText: "End" }).hover();
  await expect(shown).toHaveCount(0);
  expect(await galley.onDisk("a.md")).toBe(files["a.md"]);
  await embed.locator("h2").click();
  await expect(galley.page.getByRole("tab", { selected: true })).toHaveText("note.md");
  await expect(galley.page.getByText("3:1", { exact: true })).toBeVisible();
});

test("the preview, HTML and Word show an embedded note as the canvas does", { tag: "@long" }, async () => {
  galley = await start({ files, open: [".", "a.md"] });
  await expect(galley.editor).toBeVisible();
  await galley.page.keyboard.press("Control+e");
  const preview = galley.page.frameLocator(".reading-frame");
  await expect(preview.locator(".embed .embed img")).toHaveJSProperty("naturalWidth", 440);
  await preview.locator(".embed .task-box").click({ force: true });
  await preview.locator(".embed-title a").first().click();
  await expect(galley.page.getByRole("tab", { selected: true })).toHaveText("note.md");
  await galley.page.keyboard.press("Control+w");
  const exported = async (label: string, name: string) => {
    await galley.app.evaluate(({ dialog }, path) => {
      dialog.showSaveDialog = (async () => ({ canceled: false, filePath: path })) as typeof dialog.showSaveDialog;
    }, galley.pathOf(name));
    await galley.runMenuCommand(label);
    await galley.page.getByRole("dialog").getByRole("button", { name: "Export…" }).click();
    await expect(galley.page.getByRole("dialog").getByText("Can't find “gone”.")).toBeVisible({ timeout: 60_000 });
    await galley.page.getByRole("button", { name: "Export anyway" }).click();
    await expect(galley.page.getByText(`Exported to ${name}.`)).toBeVisible({ timeout: 60_000 });
    return readFile(galley.pathOf(name));
  };
  const html = (await exported("Export as HTML…", "out.html")).toString("utf8");
  expect(html).toContain("<em>words</em>");
  expect(html.split('class="embed"').length - 1).toBe(3);
  expect(html).toMatch(/inner <img[^>]*src="data:image\/png/);
  expect(html).toContain('id="fn1001"');
  const word = unzipSync(await exported("Export as Word Document…", "out.docx"));
  const body = strFromU8(word["word/document.xml"] as Uint8Array);
  expect(body).toContain("first ");
  expect(body).toContain("<w:drawing>");
  expect(strFromU8(word["word/footnotes.xml"] as Uint8Array)).toContain("foot");
  expect(await galley.onDisk("note.md")).toBe(files["note.md"]);
});
