/** The page coloured by who wrote each word. */
import { userInfo } from "node:os";
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import { folder, type GalleyApp, removeFolder, start as startOwn } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");
let galley: GalleyApp;
test.afterEach(() => galley.close());

test("one key colours the text by who wrote each word, says what is not reviewed, and takes the colours away", {
  tag: "@long",
}, async () => {
  galley = await start({ files: { "letter.md": "# Letter\n\nthe harbour was empty.\n\nWe left before noon.\n" } });
  const { page, editor } = galley;
  await galley.open("letter.md");
  await editor.getByText("We left before noon.").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" I wrote this.");
  const change = { action: "patch", path: "letter.md", old_text: "empty", new_text: "full of boats", note: "It was" };
  await galley.agent("text_editor", change);
  await page.keyboard.press("Control+Alt+y");
  const statement = page.getByRole("region", { name: "Who wrote what" });
  await expect(statement.getByRole("listitem")).toHaveText([/% unknown/, /% You/, /% command line/]);
  await expect(editor.locator(".cm-author-user")).toHaveText(" I wrote this.");
  await expect(editor.locator(".cm-author-open")).toHaveAttribute("title", /not reviewed\nWhy: It was/);
  expect(await axeFindings(page)).toEqual([]);
  await expect(editor).toBeFocused();
  await page.keyboard.press("Control+Alt+y");
  await expect(statement).toHaveCount(0);
  await expect(editor.locator(".cm-author")).toHaveCount(0);
  // An exported file says so in its properties, if the user wants that.
  await galley.answerSaveDialog("letter.html");
  await galley.runMenuCommand("Export as HTML…");
  const dialog = page.getByRole("dialog", { name: "Export as HTML" });
  await dialog.getByLabel("Record in the file’s properties who wrote what").check();
  await dialog.getByRole("button", { name: /^Export/ }).click();
  await expect
    .poll(() => galley.onDisk("letter.html").catch(() => ""))
    .toMatch(/<meta name="authorship" content="Words by .* \(not reviewed\)[^"]*\."/);
  const { username } = userInfo();
  expect(await galley.onDisk("letter.html")).toContain(`% ${username}`);
});

test("the statement is a page of its own, which follows the text, its name and the next start @long", async () => {
  const [root, data] = [await folder("work"), await folder("data")];
  galley = await startOwn({
    root,
    data,
    files: { "letter.md": "# Letter\n\nthe harbour was empty.\n\nWe left before noon.\n" },
  });
  const { page, editor } = galley;
  await galley.open("letter.md");
  await editor.getByText("We left before noon.").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" I wrote this.");
  await page.keyboard.press("Control+Alt+y");
  await page.getByRole("region", { name: "Who wrote what" }).getByRole("button", { name: "Statement" }).click();
  await expect(page.getByRole("tab", { name: "Authorship of letter.md", selected: true })).toBeVisible();
  const statement = page.locator(".statement-page");
  await expect(statement).toContainText(/Words by \d+ % unknown, \d+ % You\./);
  const change = { action: "patch", path: "letter.md", old_text: "empty", new_text: "full of boats", note: "It was" };
  await galley.agent("text_editor", change);
  // What others write meanwhile comes by itself.
  const row = statement.getByRole("row", { name: /command line/ });
  await expect(row).toContainText(/agent.*0 %$/);
  await expect(statement).toContainText("Note: It was");
  await expect(statement.getByRole("heading", { name: "What is not known" })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await galley.app.evaluate(({ clipboard }) => clipboard.clear());
  await statement.getByRole("button", { name: "Copy as Markdown" }).click();
  await expect
    .poll(() => galley.app.evaluate(({ clipboard }) => clipboard.readText()))
    .toMatch(/^# Who wrote letter\.md\n\nWords by .*\| command line \| agent \|/s);
  await galley.answerSaveDialog("letter.authorship.json");
  await statement.getByRole("button", { name: "Save as JSON" }).click();
  await expect
    .poll(async () => JSON.parse(await galley.onDisk("letter.authorship.json").catch(() => "{}")).writers?.length)
    .toBe(3);
  // The text has its own tab, and a rename renames both.
  await statement.getByRole("button", { name: "Show Text" }).click();
  await expect(page.getByRole("tab", { name: "letter.md", exact: true, selected: true })).toBeVisible();
  await expect(page.getByRole("tab")).toHaveCount(2);
  await page.getByRole("treeitem", { name: "letter.md", exact: true }).click();
  await page.keyboard.press("F2");
  await page.keyboard.type("note");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "note.md", exact: true }).click();
  await page.keyboard.press("Control+w");
  await expect(page.getByRole("tab", { name: "Authorship of note.md", selected: true })).toBeVisible();
  await expect(statement.getByRole("heading", { name: "Who wrote note.md" })).toBeVisible();
  await expect(row).toBeVisible();
  // Also while the text has no tab.
  await galley.agent("workspace", { action: "move", path: "note.md", to: "notes.md" });
  await expect(statement.getByRole("heading", { name: "Who wrote notes.md" })).toBeVisible();
  await page.getByRole("tab", { name: "Authorship of notes.md" }).click();
  await page.keyboard.press("Control+w");
  await expect(page.getByRole("tab")).toHaveCount(0);
  await page.keyboard.press("Control+Shift+T");
  await expect(statement.getByRole("heading", { name: "Who wrote notes.md" })).toBeVisible();
  await galley.close();
  galley = await startOwn({ root, data });
  await expect(galley.page.locator(".statement-page").getByRole("row", { name: /command line/ })).toBeVisible();
  await galley.close();
  await Promise.all([root, data].map(removeFolder));
});
