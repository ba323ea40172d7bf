/** External programs write, touch, move and delete the open file. */
import { copyFile, readFile, rename, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@playwright/test";
import { frequentPolling, type GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

const before = "# Tide table\n\nMonday 06:12\nTuesday 07:01\n";
const sameSize = before.replace("06:12", "05:59");
const longer = before.replace("06:12", "06:12 and a half");

let galley: GalleyApp;
test.beforeEach(async () => {
  galley = await start({ files: { "tides.md": before } });
  await galley.open("tides.md");
});
test.afterEach(() => galley.close());

/** Opens the document as it was, once more. */
async function openAgain(): Promise<void> {
  await galley.runMenuCommand("Close Tab");
  await expect(galley.page.getByRole("tab", { name: "tides.md" })).toHaveCount(0);
  await galley.writeExternally("tides.md", before);
  await galley.open("tides.md");
  await expect(galley.editor).toContainText("06:12");
}

const times = async () => {
  const { atime, mtime } = await stat(galley.pathOf("tides.md"));
  return [atime, mtime] as const;
};

/** Each kind of external change: the resulting text, and how it is written. */
const externalWrites: Record<string, { text: string; write(): Promise<void> }> = {
  "another size": { text: longer, write: () => galley.writeExternally("tides.md", longer) },
  "the same size, a newer time": { text: sameSize, write: () => galley.writeExternally("tides.md", sameSize) },
  "an older time": {
    text: sameSize,
    async write() {
      await galley.writeExternally("tides.md", sameSize);
      await utimes(galley.pathOf("tides.md"), 1e9, 1e9);
    },
  },
  "a kept time": {
    text: sameSize,
    async write() {
      const [atime, mtime] = await times();
      await galley.writeExternally("tides.md", sameSize);
      await utimes(galley.pathOf("tides.md"), atime, mtime);
    },
  },
  "a file that is emptied a moment before": {
    text: sameSize,
    async write() {
      await truncate(galley.pathOf("tides.md"));
      // Longer than the app waits for the end of a burst of changes.
      await sleep(150);
      await galley.writeExternally("tides.md", sameSize);
    },
  },
  "a replacement by rename with an older time": {
    text: sameSize,
    async write() {
      await writeFile(galley.pathOf("tides.new"), sameSize);
      await utimes(galley.pathOf("tides.new"), 1e9, 1e9);
      await rename(galley.pathOf("tides.new"), galley.pathOf("tides.md"));
    },
  },
};

for (const [kind, { text, write }] of Object.entries(externalWrites)) {
  // That a change is noticed is also a part of the next test.
  test(`an external change with ${kind} is shown in an editor without unsaved edits`, { tag: "@long" }, async () => {
    await write();
    await expect(galley.editor).toContainText(text.split("\n")[2] ?? "");
    await expect(galley.page.getByText(/saved/i).first()).toBeVisible();
  });
}

test("an external change of each kind is merged with typing, a deleted file keeps its text, and a renamed one its unsaved edits", async () => {
  await test.step("an external change of each kind is merged with typing in another line", async () => {
    const { editor, page } = galley;
    for (const [kind, { text, write }] of Object.entries(externalWrites)) {
      await test.step(kind, async () => {
        await openAgain();
        await expect(editor).not.toContainText("half");
        await editor.click();
        await page.keyboard.press("Control+End");
        // Typed at once, with the external write right after it: a write after a save would remove the typed words on purpose.
        await page.keyboard.insertText("Wednesday");
        await write();
        await expect(editor).toContainText(text.split("\n")[2] ?? "");
        await expect(editor).toContainText("Wednesday");
        await expect.poll(() => galley.onDisk("tides.md"), frequentPolling).toBe(`${text}Wednesday`);
      });
    }
  });
  await test.step("a deleted file keeps its text in the editor, is reported, and is not saved again automatically", async () => {
    await openAgain();
    const { page, editor } = galley;
    await rm(galley.pathOf("tides.md"));
    await expect(page.getByRole("contentinfo")).toContainText(/deleted|moved/i);
    await editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("Thursday");
    // What is typed later in another document is saved, so it was this one's turn.
    await galley.writeExternally("later.md", "");
    await galley.open("later.md");
    await editor.click();
    await page.keyboard.type("later");
    await expect.poll(() => galley.onDisk("later.md"), frequentPolling).toBe("later");
    await page.getByRole("tab", { name: "tides.md" }).click();
    await expect(editor).toContainText("Thursday");
    await expect(galley.onDisk("tides.md")).rejects.toThrow();
    await galley.runMenuCommand("Save");
    await expect.poll(() => galley.onDisk("tides.md").catch(() => "")).toBe(`${before}Thursday`);
  });
  await test.step("renaming a file in the tree updates its tab, with unsaved edits", async () => {
    await openAgain();
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
});

test("touching a file without changing it does not count as a change", { tag: "@long" }, async () => {
  const { page } = galley;
  await galley.writeExternally("later.md", "one\n");
  await galley.open("later.md");
  await utimes(galley.pathOf("tides.md"), new Date(), new Date());
  // The next change of another open file is shown, so this one has been looked at.
  await galley.writeExternally("later.md", "two\n");
  await expect(galley.editor).toContainText("two");
  await page.getByRole("tab", { name: "tides.md" }).click();
  await expect(galley.editor).toContainText("Tuesday");
  await expect(page.locator(".cm-content:visible .cm-changed-line")).toHaveCount(0);
  await expect.poll(() => galley.onDisk("tides.md")).toBe(before);
});

test("opening and closing a document writes nothing", { tag: "@long" }, async () => {
  const odd = new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from("a\r\nb\nc\r"), 0xff]);
  await galley.writeExternally("odd.md", odd);
  await galley.open("odd.md");
  await galley.runMenuCommand("Close Tab");
  await expect(galley.page.getByRole("tab", { name: "odd.md" })).toHaveCount(0);
  expect(new Uint8Array(await readFile(galley.pathOf("odd.md")))).toEqual(odd);
});

test("a file that is deleted and recreated at once is not reported as deleted", { tag: "@long" }, async () => {
  await rm(galley.pathOf("tides.md"));
  await galley.writeExternally("tides.md", longer);
  await expect(galley.editor).toContainText("and a half");
  await expect(galley.page.getByRole("contentinfo")).not.toContainText(/deleted/i);
});

test("a copy made in the same folder changes nothing", { tag: "@long" }, async () => {
  await copyFile(galley.pathOf("tides.md"), galley.pathOf("copy.md"));
  await expect(galley.page.getByRole("treeitem", { name: "copy.md" })).toBeVisible();
  await expect(galley.editor).toContainText("06:12");
});
