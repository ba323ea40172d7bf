/** Other programs write, touch, move and delete the file that is open. */
import { copyFile, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { often, type Started } from "./launch";
import { shareApp } from "./shared-app";

const start = shareApp("all files");

const before = "# Tide table\n\nMonday 06:12\nTuesday 07:01\n";
const sameSize = before.replace("06:12", "05:59");
const longer = before.replace("06:12", "06:12 and a half");

let galley: Started;
test.beforeEach(async () => {
  galley = await start({ files: { "tides.md": before } });
  await galley.open("tides.md");
});
test.afterEach(() => galley.close());

const times = async () => {
  const { atime, mtime } = await stat(galley.at("tides.md"));
  return [atime, mtime] as const;
};

/** Each kind of outside change: how it is made. */
const kinds: Record<string, { text: string; make(): Promise<void> }> = {
  "another size": { text: longer, make: () => galley.outside("tides.md", longer) },
  "the same size, a newer time": { text: sameSize, make: () => galley.outside("tides.md", sameSize) },
  "an older time": {
    text: sameSize,
    async make() {
      await galley.outside("tides.md", sameSize);
      await utimes(galley.at("tides.md"), 1e9, 1e9);
    },
  },
  "a kept time": {
    text: sameSize,
    async make() {
      const [atime, mtime] = await times();
      await galley.outside("tides.md", sameSize);
      await utimes(galley.at("tides.md"), atime, mtime);
    },
  },
  "a replacement by rename with an older time": {
    text: sameSize,
    async make() {
      await writeFile(galley.at("tides.new"), sameSize);
      await utimes(galley.at("tides.new"), 1e9, 1e9);
      await rename(galley.at("tides.new"), galley.at("tides.md"));
    },
  },
};

for (const [kind, { text, make }] of Object.entries(kinds)) {
  const line = text.split("\n")[2] ?? "";
  test(`an outside change with ${kind} is shown in a clean page`, async () => {
    await make();
    await expect(galley.editor).toContainText(line);
    await expect(galley.page.getByText(/saved/i).first()).toBeVisible();
  });

  test(`an outside change with ${kind} is merged into a page with typing elsewhere`, async () => {
    const { page, editor } = galley;
    await editor.click();
    await page.keyboard.press("Control+End");
    // At once, and another program right after it: what it writes once this is saved would take the words out on purpose.
    await page.keyboard.insertText("Wednesday");
    await make();
    await expect(editor).toContainText(line);
    await expect(editor).toContainText("Wednesday");
    await expect.poll(() => galley.onDisk("tides.md"), often).toBe(`${text}Wednesday`);
  });
}

test("a bare touch is no change", async () => {
  await utimes(galley.at("tides.md"), new Date(), new Date());
  await galley.page.waitForTimeout(600);
  await expect(galley.page.locator(".cm-changed-line")).toHaveCount(0);
  await expect.poll(() => galley.onDisk("tides.md")).toBe(before);
});

test("opening and closing a document writes nothing", async () => {
  const odd = new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from("a\r\nb\nc\r"), 0xff]);
  await galley.outside("odd.md", odd);
  await galley.open("odd.md");
  await galley.command("Close Tab");
  await expect(galley.page.getByRole("tab", { name: "odd.md" })).toHaveCount(0);
  expect(new Uint8Array(await readFile(galley.at("odd.md")))).toEqual(odd);
});

test("a deleted file keeps its text in the page, says so, and is not brought back by autosave", async () => {
  const { page, editor } = galley;
  await rm(galley.at("tides.md"));
  await expect(page.getByRole("contentinfo")).toContainText(/deleted|moved/i);
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("Thursday");
  await page.waitForTimeout(1500);
  await expect(editor).toContainText("Thursday");
  await expect(galley.onDisk("tides.md")).rejects.toThrow();
  await galley.command("Save");
  await expect.poll(() => galley.onDisk("tides.md").catch(() => "")).toBe(`${before}Thursday`);
});

test("a file that is deleted and made again at once is not called deleted", async () => {
  await rm(galley.at("tides.md"));
  await galley.outside("tides.md", longer);
  await expect(galley.editor).toContainText("and a half");
  await expect(galley.page.getByRole("contentinfo")).not.toContainText(/deleted/i);
});

test("renaming in the tree takes the tab along, with what is typed", async () => {
  const { page, editor } = galley;
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("Friday");
  await page.getByRole("treeitem", { name: "tides.md" }).click();
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("tables.md");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "tables.md" })).toBeVisible();
  await expect.poll(() => galley.onDisk("tables.md").catch(() => "")).toBe(`${before}Friday`);
  await expect(galley.onDisk("tides.md")).rejects.toThrow();
});

test("a copy made beside the file disturbs nothing", async () => {
  await copyFile(galley.at("tides.md"), galley.at("copy.md"));
  await expect(galley.page.getByRole("treeitem", { name: "copy.md" })).toBeVisible();
  await expect(galley.editor).toContainText("06:12");
});
