/** A folder as Obsidian makes it opens right: tags, properties, links that lead nowhere, mentions, its own settings; and nothing changes that was not edited. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe";
import { frequentPolling, type GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";
import { obsidianVault } from "./vault/obsidian-vault";

const start = shareApp("all files");

const row = (page: Page, name: string | RegExp) => page.getByRole("treeitem", { name });

/** Every file of the folder with its bytes. */
function bytesOf({ root }: GalleyApp): Map<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(root.length + 1), readFileSync(path).toString("base64")];
    }),
  );
}

/** The files that differ. */
const changed = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path)).sort();

test("a vault's tags, links that lead nowhere and mentions are listed, and follow what is written", {
  tag: "@long",
}, async () => {
  const galley = await start({ files: obsidianVault });
  const { page } = galley;
  await galley.open("Harbour.md");
  await page.keyboard.press("Control+Alt+g");
  const tree = page.getByRole("tree", { name: "Tags" });
  await expect(row(page, /^#places ?, 2$/)).toBeVisible();
  await expect(row(page, /trashed/)).toHaveCount(0);
  await page.getByRole("searchbox", { name: "Filter" }).press("ArrowDown");
  await expect(tree).toBeFocused();
  await page.getByRole("searchbox", { name: "Filter" }).fill("旅");
  await expect(tree.getByRole("treeitem")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(row(page, /港口笔记\.md/)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "港口笔记.md", selected: true })).toBeVisible();
  // Another program writes.
  await page.getByRole("searchbox", { name: "Filter" }).fill("brand");
  await galley.writeExternally("People/New.md", "#brand-new\n");
  await expect(row(page, /^#brand-new ?, 1$/)).toBeVisible({ timeout: 15_000 });

  await page.getByRole("button", { name: "Unresolved links" }).click();
  await page.getByRole("searchbox", { name: "Filter" }).fill("lost");
  await row(page, /^Lost note ?, 1$/).click();
  await expect(row(page, /Harbour\.md See/)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await row(page, "Create Inbox/Lost note.md").click();
  await expect(page.getByRole("tab", { name: "Lost note.md", selected: true })).toBeVisible();
  await expect(page.getByText("Every link leads somewhere.")).toBeVisible();

  await page.keyboard.press("Control+Shift+e");
  await galley.open("Harbour.md");
  await page.keyboard.press("Control+Shift+l");
  await page.getByRole("button", { name: "Mentions without a link" }).click();
  await page.getByRole("button", { name: /^Link “Harbour” in People\/Ines Moreau\.md/ }).click();
  await expect
    .poll(() => galley.onDisk("People/Ines Moreau.md"), frequentPolling)
    .toContain("Works at the [[Harbour]], near the port.\r\n");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect
    .poll(() => galley.onDisk("People/Ines Moreau.md"), frequentPolling)
    .toBe(obsidianVault["People/Ines Moreau.md"]);
  await galley.close();
});

test("properties are edited in a form that changes their lines only, and undo is the text's own", {
  tag: "@long",
}, async () => {
  const galley = await start({ files: obsidianVault });
  const { page, editor } = galley;
  const text = String(obsidianVault["Harbour.md"]);
  await galley.open("Harbour.md");
  const form = page.getByRole("group", { name: "Properties" });
  await editor.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+;");
  await page.getByRole("textbox", { name: "Value of status" }).fill("done: third");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Value of rating" })).toBeFocused();
  await form.getByRole("checkbox", { name: "published" }).press("Space");
  await form.getByRole("textbox", { name: "Add to tags" }).fill("port, old");
  await page.keyboard.press("Enter");
  await form.getByRole("button", { name: /^draft, in tags/ }).press("Delete");
  const edited = text
    .replace('"draft: second"', '"done: third"')
    .replace("published: false", "published: true")
    .replace("draft]", '"port, old"]');
  await expect.poll(() => galley.onDisk("Harbour.md"), frequentPolling).toBe(edited);
  await page.getByRole("textbox", { name: "Value of rating" }).press("Alt+ArrowUp");
  await expect
    .poll(() => galley.onDisk("Harbour.md"), frequentPolling)
    .toContain("rating: 4\n# Not for export\nstatus:");
  await expect(page.getByRole("textbox", { name: "Value of rating" })).toBeFocused();
  for (let step = 0; step < 5; step++) await page.keyboard.press("Control+z");
  await expect.poll(() => galley.onDisk("Harbour.md"), frequentPolling).toBe(text);
  await form.getByRole("button", { name: "Add property" }).click();
  await page.keyboard.type("place");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Bay");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => galley.onDisk("Harbour.md"), frequentPolling)
    .toContain("cssclasses: wide\nplace: Bay\n---\n");
  expect(await axeFindings(page)).toEqual([]);

  await galley.open("Broken.md");
  await expect(page.getByRole("button", { name: /^The properties can't be read\. Line 4/ })).toBeVisible();
  await galley.close();
});

test("opening, editing in a few places and exporting a vault changes no other byte", async () => {
  const galley = await start({ files: obsidianVault });
  const { page, editor } = galley;
  const before = bytesOf(galley);
  for (const name of ["Harbour.md", "Broken.md", "ملاحظات.md", "Board.canvas"]) await galley.open(name);
  await page.keyboard.press("Control+Alt+g");
  await expect(row(page, /^#places/)).toBeVisible();
  await page.keyboard.press("Control+Shift+e");
  await galley.open("Harbour.md");
  await page.keyboard.press("Control+e");
  await expect(page.frameLocator("iframe").getByText("Opening hours")).toBeVisible();
  await page.keyboard.press("Control+e");
  expect(changed(before, bytesOf(galley))).toEqual([]);
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("The end.");
  await expect.poll(() => galley.onDisk("Harbour.md"), frequentPolling).toBe(`${obsidianVault["Harbour.md"]}The end.`);
  await row(page, "People").dblclick();
  await galley.open("Ines Moreau.md");
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("Yours");
  await expect
    .poll(() => galley.onDisk("People/Ines Moreau.md"), frequentPolling)
    .toBe(`${obsidianVault["People/Ines Moreau.md"]}Yours`);
  await galley.answerSaveDialog("Export.html");
  await galley.runMenuCommand("Export as HTML…");
  await page
    .getByRole("button", { name: /^Export/ })
    .first()
    .click();
  await expect
    .poll(() => changed(before, bytesOf(galley)), frequentPolling)
    .toEqual(["Export.html", "Harbour.md", "People/Ines Moreau.md"]);
  await galley.close();
  expect(changed(before, bytesOf(galley))).toEqual(["Export.html", "Harbour.md", "People/Ines Moreau.md"]);
});

test("every feature of a vault is opened, edited in its middle and exported, and nothing else changes", {
  tag: "@long",
}, async () => {
  const galley = await start({ files: obsidianVault });
  const { page, editor } = galley;
  const before = bytesOf(galley);
  await galley.open("Everything.md");
  await page.keyboard.press("Control+e");
  const preview = page.frameLocator(".reading-frame:visible");
  await expect(preview.getByText("Title of cite")).toBeVisible();
  await expect(preview.locator(".alert")).toHaveCount(27);
  for (const drawn of ["mark", "sup", "s", "table"]) await expect(preview.locator(drawn).first()).toBeVisible();
  await page.keyboard.press("Control+e");
  await editor.click();
  // Through the whole text, so that each part has been drawn.
  for (let step = 0; step < 12; step++) await page.keyboard.press("PageDown");
  for (let step = 0; step < 12; step++) await page.keyboard.press("PageUp");
  expect(changed(before, bytesOf(galley))).toEqual([]);
  await editor.getByText("also one").click();
  await page.keyboard.press("End");
  await page.keyboard.type(", edited");
  const edited = String(obsidianVault["Everything.md"]).replace("also one", "also one, edited");
  await expect.poll(() => galley.onDisk("Everything.md"), frequentPolling).toBe(edited);
  for (const [format, command] of Object.entries({ pdf: "PDF", html: "HTML", docx: "Word Document", epub: "EPUB" })) {
    await galley.answerSaveDialog(`Export.${format}`);
    await galley.runMenuCommand(`Export as ${command}…`);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Export…" }).click();
    await dialog.getByRole("button", { name: "Export anyway" }).click();
    await expect(page.getByText(`Exported to Export.${format}.`)).toBeVisible({ timeout: 60_000 });
  }
  const all = ["Everything.md", "Export.docx", "Export.epub", "Export.html", "Export.pdf"];
  expect(changed(before, bytesOf(galley))).toEqual(all);
  await galley.close();
  expect(changed(before, bytesOf(galley))).toEqual(all);
});
