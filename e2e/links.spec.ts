/** Links are followed, completed, and updated when their target is renamed. */
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe";
import { frequentPolling } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

const tab = (page: Page, name: string) => page.getByRole("tab", { name, selected: true });
const filler = Array.from({ length: 120 }, (_, index) => `Line ${index + 1}`).join("\n\n");

test("links lead to a heading, a file at its heading, and a folder; back returns to the previous position @long", async () => {
  const galley = await start({
    files: {
      "a.md": `[[b c#三]]\n\n[down](#far-down) and [other](notes/b%20c.md#Zwei) and [folder](notes/)\n\n${filler}\n\n## Far down\n\nend\n`,
      "notes/b c.md": `# Eins\n\n${filler}\n\n## Zwei\n\n${filler}\n\n## 三 Drei\n\n## 三\n\nhere\n`,
    },
  });
  const { page, editor } = galley;
  await galley.open("a.md");
  const click = (text: string) => page.getByText(text, { exact: true }).click({ modifiers: ["ControlOrMeta"] });
  await editor.click();
  await page.keyboard.press("Control+Home");
  await click("down");
  await expect(page.getByText("Far down")).toBeInViewport();
  await page.keyboard.press("Alt+ArrowLeft");
  await click("other");
  await expect(tab(page, "b c.md")).toBeVisible();
  await expect(page.getByText("Zwei")).toBeInViewport();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(tab(page, "a.md")).toBeVisible();
  await expect(page.getByText("down", { exact: true })).toBeInViewport();

  // By shortcut, with the cursor in the wiki link; its file is already open.
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("F12");
  await expect(tab(page, "b c.md")).toBeVisible();
  await expect(page.getByText("here")).toBeInViewport();
  await page.keyboard.press("Alt+ArrowLeft");
  await click("folder");
  await expect(page.getByRole("treeitem", { name: "notes", exact: true })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("treeitem", { name: "b c.md" })).toBeVisible();
  await galley.close();
});

test("renaming a file updates the links to it, after showing them; undo restores every byte", async () => {
  const galley = await start({
    files: {
      "old.md": "# Old\n\n[self](old.md#old) [b](sub/b.md)\n",
      "a.md": "text\r\n[one](old.md) and [two](<old.md#old> 'T') `[no](old.md)`\r\n",
      "sub/b.md": "[[old]] [[old#Old|label]] [up](../old.md)\n",
    },
  });
  const { page, editor } = galley;
  const before = await Promise.all(["old.md", "a.md", "sub/b.md"].map(galley.onDisk));
  const rename = async (name: string, to: string) => {
    await page.getByRole("treeitem", { name, exact: true }).click();
    await page.keyboard.press("F2");
    await page.getByRole("textbox", { name: `New name for ${name}` }).fill(to);
    await page.keyboard.press("Enter");
  };
  await galley.open("a.md");
  const dialog = page.getByRole("dialog");

  await rename("old.md", "new name.md");
  await expect(dialog).toContainText("Rename old.md to new name.md");
  await expect(dialog).toContainText("break 6 links in 3 files");
  await expect(dialog.getByRole("listitem").filter({ hasText: "Line 2" })).toHaveCount(3);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("treeitem", { name: "old.md", exact: true })).toBeVisible();

  // Unsaved text can contain links, too.
  await galley.open("a.md");
  await page.getByText("text", { exact: true }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" [three](old.md)");
  await rename("old.md", "new name.md");
  await expect(dialog).toContainText("7 links in 3 files");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByText("7 links updated in 3 files.", { exact: false })).toBeVisible();
  await expect
    .poll(() => galley.onDisk("a.md"))
    .toBe("text [three](new%20name.md)\r\n[one](new%20name.md) and [two](<new name.md#old> 'T') `[no](old.md)`\r\n");
  await expect
    .poll(() => galley.onDisk("sub/b.md"))
    .toBe("[[new name]] [[new name#Old|label]] [up](../new%20name.md)\n");
  await expect.poll(() => galley.onDisk("new name.md")).toBe("# Old\n\n[self](new%20name.md#old) [b](sub/b.md)\n");
  await expect(tab(page, "a.md").or(tab(page, "new name.md"))).toBeVisible();

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Rename undone.")).toBeVisible();
  await expect.poll(() => galley.onDisk("old.md")).toBe(before[0]);
  await expect.poll(() => galley.onDisk("sub/b.md")).toBe(before[2]);
  await expect.poll(() => galley.onDisk("a.md")).toBe(before[1]?.replace("text", "text [three](old.md)"));

  await rename("old.md", "other.md");
  await dialog.getByRole("checkbox", { name: "Update links" }).uncheck();
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("treeitem", { name: "other.md", exact: true })).toBeVisible();
  await expect.poll(() => galley.onDisk("sub/b.md")).toBe(before[2]);
  await expect(editor).toBeVisible();
  await galley.close();
});

test("renaming a heading updates the links to it, in its document and in others", { tag: "@long" }, async () => {
  const galley = await start({
    files: {
      "a.md": "# Top\n\n[x](#set-up)\n\n## Set up\n\ntext\n",
      "b.md": "[y](a.md#set-up) [[a#Set up]] [z](a.md#top)\n",
    },
  });
  const { page } = galley;
  await galley.open("a.md");
  await page.getByText("Set up", { exact: true }).click();
  await page.keyboard.press("F2");
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("textbox", { name: "Title" });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("Set up");
  await field.fill("准备 Ready");
  await expect(dialog).toContainText("3 links in 2 files");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("3 links updated in 2 files.", { exact: false })).toBeVisible();
  await expect.poll(() => galley.onDisk("a.md")).toBe("# Top\n\n[x](#准备-ready)\n\n## 准备 Ready\n\ntext\n");
  await expect.poll(() => galley.onDisk("b.md")).toBe("[y](a.md#准备-ready) [[a#准备 Ready]] [z](a.md#top)\n");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => galley.onDisk("b.md"), frequentPolling).toBe("[y](a.md#set-up) [[a#Set up]] [z](a.md#top)\n");
  await expect(page.getByText("Set up", { exact: true })).toBeVisible();
  await galley.close();
});

test("links are completed while they are typed: files, their headings, references; never in code @long", async () => {
  const galley = await start({
    files: {
      "a.md": "\n\n[ref]: https://x.y\n\n## Own Heading\n\n```\n\n```\n",
      "notes/meeting (June).md": "# First Point\n\n## 第二点\n",
      "笔记/会议.md": "# 一\n",
      "pictures/cat.png": "",
    },
  });
  const { page, editor } = galley;
  await galley.open("a.md");
  await editor.click();
  await page.keyboard.press("Control+Home");
  const options = page.getByRole("option");
  const text = () => page.evaluate(() => document.querySelector(".cm-content")?.textContent ?? "");
  const write = async (typed: string, first: RegExp | string) => {
    await page.keyboard.type(typed);
    await expect(options.first()).toContainText(first);
  };
  await write("[[me", "meeting (June).md");
  // Enter right behind a letter picks as well: the list is never out of date.
  await page.keyboard.type("et");
  await page.keyboard.press("Enter");
  await page.keyboard.type(" ");
  await write("[[会", "会议.md");
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await page.keyboard.press("Control+Space");
  await expect(options.first()).toContainText("会议.md");
  await page.keyboard.press("Tab");
  await page.keyboard.type(" ");
  await write("[[会议#", "一");
  await page.keyboard.press("Enter");
  await page.keyboard.type(" ");
  await write("[x](mee", "meeting (June).md");
  await page.keyboard.press("Enter");
  await page.keyboard.type(" ");
  await write("[y](#ow", "Own Heading");
  await page.keyboard.press("Enter");
  await page.keyboard.type(" ");
  await write("![z](", "cat.png");
  await page.keyboard.press("Enter");
  await page.keyboard.type(" ");
  await write("[text][", "ref");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+s");
  await expect
    .poll(() => galley.onDisk("a.md"), frequentPolling)
    .toContain(
      "[[meeting (June)]] [[会议]] [[会议#一]] [x](<notes/meeting (June).md>) [y](#own-heading) ![z](pictures/cat.png) [text][ref]\n",
    );
  await page.keyboard.press("Control+End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.type("[[meet");
  await page.keyboard.press("Control+Space");
  await page.keyboard.press("Control+s");
  await expect.poll(() => galley.onDisk("a.md"), frequentPolling).toContain("```\n[[meet");
  await expect(options).toHaveCount(0);
  await expect.poll(() => text()).toContain("[[meet");
  await galley.close();
});

test("a file dropped from the tree on the text becomes a link; dropped on a folder it moves and its links are updated", {
  tag: "@long",
}, async () => {
  const galley = await start({
    files: { "a.md": "# Top\n\nHere: \n", "p (1).png": "", "b.md": "[a](a.md)\n", "notes/c.md": "" },
  });
  const { page } = galley;
  await galley.open("a.md");
  const line = (name: string) => page.getByRole("treeitem", { name, exact: true });
  await line("p (1).png").dragTo(page.getByText("Here:"), { targetPosition: { x: 2, y: 8 } });
  await expect.poll(() => galley.onDisk("a.md"), frequentPolling).toBe("# Top\n\n![p (1).png](<p (1).png>)Here: \n");
  await line("b.md").dragTo(line("notes"));
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Move b.md");
  await expect(dialog.getByRole("button", { name: "Rename" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(line("b.md").and(page.locator('[aria-level="2"]'))).toBeVisible();
  await expect(line("b.md")).toHaveCount(1);
  await expect.poll(() => galley.onDisk("notes/b.md")).toBe("[a](../a.md)\n");
  await galley.close();
});

test("links to a document are listed below its outline, and axe finds no problem", { tag: "@long" }, async () => {
  const galley = await start({
    files: {
      "a.md": "# Top\n\n## Part\n\ntext\n",
      "notes/b.md": "# B\n\nSee [the top](../a.md#top) for more.\n\nAnd [[a#Part]].\n",
      "c.md": "nothing\n",
    },
  });
  const { page } = galley;
  await galley.open("a.md");
  await page.keyboard.press("Control+Shift+L");
  await page.getByRole("button", { name: "Links to this document" }).click();
  await expect(page.getByRole("button", { name: "2 links to this document" })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "And [[a#Part]]." }).click();
  await expect(tab(page, "b.md")).toBeVisible();
  await expect(page.locator(".status")).toContainText(/5[:,]/);
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(tab(page, "a.md")).toBeVisible();

  await page.locator(".cm-content:visible").getByText("Part", { exact: true }).click();
  await page.keyboard.press("F2");
  await page.getByRole("dialog").getByRole("textbox").fill("Section");
  await expect(page.getByRole("dialog")).toContainText("1 link in 1 file");
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByText("text", { exact: true }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" [[");
  await expect(page.getByRole("option").first()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await galley.close();
});

test("a link to a file that does not exist looks so until the file is there; it is created only after a question, and a link that cannot be followed is explained @long", async () => {
  const odd = "[new](deep/er/new.md) x [odd](javascript:alert%281%29) y [out](../../../etc/passwd) z [none](#none)\n";
  const text =
    "[[here]] [[gone]] [there](sub/b.md) [absent](sub/c.md) [ignored](left/out.md) [web](https://x.y) ![[gone]]\n\nEnd\n";
  const files = {
    "a.md": text,
    "here.md": "",
    "sub/b.md": "",
    "left/out.md": "",
    ".gitignore": "left\n",
    "links.md": odd,
  };
  const galley = await start({ files, open: [".", "a.md"] });
  await test.step("a link to a file that does not exist looks so in the canvas and the preview, until the file is there", async () => {
    const { page, editor } = galley;
    await page.keyboard.press("Control+End");
    const missing = editor.locator(".cm-link-missing");
    await expect(missing).toHaveText(["gone", "absent", "gone"]);
    await page.keyboard.press("Control+e");
    const preview = page.frameLocator(".reading-frame");
    await expect(preview.locator("a.missing")).toHaveText(["gone", "absent", "gone"]);
    await page.keyboard.press("Control+e");
    await expect(missing).toHaveText(["gone", "absent", "gone"]);
    await galley.writeExternally("gone.md", "");
    await page.keyboard.type("x");
    await expect(missing).toHaveText(["absent"]);
  });
  await test.step("a missing file is created only after a question; a link that cannot be followed is explained", async () => {
    const { page } = galley;
    await galley.open("links.md");
    const click = (text: string) => page.getByText(text, { exact: true }).click({ modifiers: ["ControlOrMeta"] });
    await click("odd");
    await expect(page.getByText("Galley doesn't open “javascript:” links.")).toBeVisible();
    await click("out");
    await expect(page.getByText("is outside the open folder", { exact: false })).toBeVisible();
    await click("none");
    await expect(page.getByText("Can't find “none” in links.md.")).toBeVisible();
    await click("new");
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("deep/er/new.md doesn't exist.");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("treeitem", { name: "deep" })).toHaveCount(0);
    await click("new");
    await question.getByRole("button", { name: "Create" }).click();
    await expect(tab(page, "new.md")).toBeVisible();
    await expect.poll(() => galley.onDisk("deep/er/new.md")).toBe("");
    await galley.close();
  });
});
