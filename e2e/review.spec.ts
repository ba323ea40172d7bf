/** Edits of agents wait for review: marks in the page, Keep and Undo, by keyboard and by pointer. */
import { expect, test } from "@playwright/test";
import { type Started, start } from "./launch";

const letter =
  "# Letter\n\nDear Anna,\n\nthe harbour was empty when we came.\n\nWe left before noon.\n\nYours,\nBert\n";

let galley: Started;
test.beforeEach(async () => {
  galley = await start({ files: { "letter.md": letter } });
  await galley.open("letter.md");
});
test.afterEach(() => galley.close());

const patch = async (old_text: string, new_text: string, path = "letter.md") => {
  const answer = await galley.agent("text_editor", { action: "patch", path, old_text, new_text });
  expect(answer.ok, answer.message).toBe(true);
};

test("an agent's edit is marked word by word, with what it took out, and is kept by keyboard", async () => {
  const { page, editor } = galley;
  await editor.click();
  await patch("empty when we came", "full of boats when we came");
  await expect(editor.locator("ins")).toHaveText(["full of boats"]);
  await expect(editor.locator("del")).toHaveAttribute("data-text", "empty");
  const bar = page.getByRole("region", { name: "Edits to review in this document" });
  await expect(bar).toContainText("1 edit by command line");
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/first.png` });
  await page.keyboard.press("F7");
  await expect(page.getByRole("toolbar", { name: "Edit 1 of 1 by command line" })).toBeVisible();
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/toolbar.png` });
  await page.keyboard.press("Control+F7");
  await expect(editor.locator("ins")).toHaveCount(0);
  await expect(bar).toHaveCount(0);
  expect(await galley.onDisk("letter.md")).toContain("full of boats");
});

test("an edit is undone, Ctrl+Z brings it back to wait again", async () => {
  const { page, editor } = galley;
  await editor.click();
  await patch("empty when we came", "full of boats when we came");
  await patch("before noon", "after dark");
  await expect(editor.locator("ins")).toHaveCount(2);
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("F7");
  await page.keyboard.press("Control+Shift+F7");
  await expect(editor.locator("ins")).toHaveText(["after dark"]);
  await expect.poll(() => galley.onDisk("letter.md")).toContain("was empty when");
  await page.keyboard.press("Control+z");
  await expect(editor.locator("ins")).toHaveCount(2);
  await expect.poll(() => galley.onDisk("letter.md")).toContain("full of boats");
});
