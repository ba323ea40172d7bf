/** The page coloured by who wrote each word. */
import { userInfo } from "node:os";
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import type { GalleyApp } from "./launch";
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
  await expect(statement).toContainText(/Words by .*% You.* \(not reviewed\)/);
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
