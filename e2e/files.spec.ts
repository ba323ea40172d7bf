/** Files in the tree: cut, copied, pasted, undone, and dropped from outside. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { frequentPolling, type GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

let galley: GalleyApp;
test.afterEach(() => galley.close());

const line = (name: string) => galley.page.getByRole("treeitem", { name, exact: true });
const isThere = async (name: string) =>
  galley.onDisk(name).then(
    () => true,
    () => false,
  );

async function takePicture(name: string) {
  const folder = process.env["GALLEY_PICTURES"];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await galley.page.screenshot({ path: join(folder, `files-${name}.png`) });
}

test("moving a file by keyboard updates the links to it, and Ctrl+Z in the tree reverts both @long", async () => {
  galley = await start({
    files: { "a.md": "To [b](b.md).\n", "b.md": "# B\n", "notes/c.md": "C\n" },
    open: [".", "a.md"],
  });
  const { page, editor } = galley;
  await expect(editor).toBeVisible();
  await line("b.md").click();
  await page.keyboard.press("Control+x");
  await expect(line("b.md")).toHaveAttribute("data-cut", "true");
  await takePicture("cut");
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+v");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Rename" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => isThere("notes/b.md")).toBe(true);
  await expect.poll(() => galley.onDisk("a.md"), frequentPolling).toBe("To [b](notes/b.md).\n");
  await page.getByRole("tree").focus();
  await page.keyboard.press("Control+z");
  await expect.poll(() => galley.onDisk("a.md"), frequentPolling).toBe("To [b](b.md).\n");
  await expect.poll(() => isThere("b.md")).toBe(true);
  // Not the row in the folder, which may still be shown for a moment.
  await expect(line("b.md")).toHaveAttribute("aria-level", "1");
  await line("b.md").click();
  await page.keyboard.press("Control+c");
  await page.keyboard.press("Control+v");
  await expect.poll(() => isThere("b 2.md")).toBe(true);
  await expect(line("b 2.md")).toHaveAttribute("aria-selected", "true");
});
