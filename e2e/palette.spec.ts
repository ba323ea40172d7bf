/** Commands, quick open, going to places, and keys: by keyboard alone. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { folder, start } from "./launch";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index + 1}`).join("\n");

test("a command is found by words, run by Enter, and comes first the next time", async () => {
  const galley = await start({ files: { "a.md": "hello\n" } });
  const { page, editor } = galley;
  await galley.open("a.md");
  await editor.click();
  await page.keyboard.press("Control+Shift+P");
  const field = page.getByRole("combobox");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(">");
  await page.keyboard.type("line wrap");
  await expect(page.getByRole("option").first()).toContainText("Toggle Line Wrap");
  await expect(page.getByRole("option").first()).toContainText("Alt+Z");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator(".cm-lineWrapping")).toHaveCount(0);
  await expect(editor).toBeFocused();
  await page.keyboard.press("F1");
  await expect(page.getByRole("option").first()).toContainText("Toggle Line Wrap");
  await page.keyboard.press("Escape");
  await expect(editor).toBeFocused();
  await galley.close();
});
