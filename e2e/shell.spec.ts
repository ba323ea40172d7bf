/** Everyday tasks: new, save as, files and folders, tabs, history, search, quitting and restarting. */
import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { cleanEnv, electronProgram, folder, frequentPolling, project } from "./launch";
import { connectAgentProcess } from "./review-counts";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

test("a new document is written, saved under a name and under another one, and asks before it is closed without one", async () => {
  const galley = await start({ files: { "a.md": "a\n", "first.md": "one\n" } });
  await test.step("a new document is written, saved under a name, and listed in the tree", async () => {
    const { page, editor } = galley;
    await galley.runMenuCommand("New");
    await editor.click();
    await page.keyboard.type("# 新しい章\n\nFirst words.");
    await galley.answerSaveDialog("chapter one.md");
    await galley.runMenuCommand("Save");
    await expect(page.getByRole("tab", { name: "chapter one.md" })).toBeVisible();
    await expect.poll(() => galley.onDisk("chapter one.md")).toBe("# 新しい章\n\nFirst words.");
    await expect(page.getByRole("treeitem", { name: "chapter one.md" })).toBeVisible();
    const title = () => galley.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle());
    await expect.poll(title).toMatch(/^chapter one\.md – .+ – Galley$/);
    await editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" More.");
    await expect.poll(() => galley.onDisk("chapter one.md"), frequentPolling).toContain("More.");
  });

  await test.step("Save As moves the tab to another file and leaves the first one as it was saved", async () => {
    await galley.open("first.md");
    await galley.editor.click();
    await galley.page.keyboard.press("Control+End");
    await galley.answerSaveDialog("second.md");
    await galley.runMenuCommand("Save As…");
    await expect(galley.page.getByRole("tab", { name: "second.md" })).toBeVisible();
    await galley.editor.click();
    await galley.page.keyboard.press("Control+End");
    await galley.page.keyboard.type("two");
    await expect.poll(() => galley.onDisk("second.md"), frequentPolling).toBe("one\ntwo");
    await expect.poll(() => galley.onDisk("first.md")).toBe("one\n");
  });

  await test.step("an untitled document asks before it is closed; discarding and cancelling work", async () => {
    const { page, editor } = galley;
    await galley.runMenuCommand("New");
    await editor.click();
    await page.keyboard.type("keep me");
    await galley.runMenuCommand("Close Tab");
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await expect(editor).toContainText("keep me");
    await galley.runMenuCommand("Close Tab");
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    await expect(page.getByRole("tab", { name: /Untitled/ })).toHaveCount(0);
    await expect(page.getByRole("tab")).toHaveText(["chapter one.md", "second.md"]);
  });
  await galley.close();
});

test("files and folders are created, renamed and moved to the trash in the tree by keyboard; a failed save is reported in a sentence, and the text stays", async () => {
  const galley = await start({
    files: {
      "notes/old.md": "old\n",
      "z.md": "z\n",
      "picture.md": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]),
      "ok.md": "fine\n",
    },
  });
  await test.step("files and folders are created, renamed and moved to the trash in the tree by keyboard", async () => {
    const { page } = galley;
    await page.getByRole("button", { name: "New file" }).click();
    await page.keyboard.type("a & b 笔记.md");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("tab", { name: "a & b 笔记.md", selected: true })).toBeVisible();
    await expect.poll(() => galley.onDisk("a & b 笔记.md")).toBe("");

    await page.getByRole("treeitem", { name: "notes" }).click();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("treeitem", { name: "old.md" }).click();
    await page.keyboard.press("F2");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("new.md");
    await page.keyboard.press("Enter");
    await expect.poll(() => galley.onDisk("notes/new.md").catch(() => "")).toBe("old\n");

    await galley.app.evaluate(({ shell }) => {
      shell.trashItem = async (path: string) => {
        const { unlink } = process.getBuiltinModule("node:fs/promises");
        await unlink(path);
      };
    });
    await page.getByRole("treeitem", { name: "z.md" }).click();
    await page.keyboard.press("Delete");
    await page.getByRole("alertdialog").getByRole("button", { name: "Move to trash" }).click();
    await expect(page.getByRole("treeitem", { name: "z.md" })).toHaveCount(0);
  });
  await test.step("a file that is not text is described, a failed save is reported in a sentence, and the text stays", async () => {
    const { page } = galley;
    await page.getByRole("treeitem", { name: "picture.md" }).dblclick();
    await expect(page.getByRole("heading", { name: "picture.md" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Show in Folder" })).toBeVisible();
    await expect(page.locator(".notice")).toHaveCount(0);
    await galley.open("ok.md");
    // A folder at the file's path: nothing can be saved there.
    await rm(galley.pathOf("ok.md"));
    await mkdir(galley.pathOf("ok.md"));
    await galley.editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("still here");
    await expect(page.getByRole("contentinfo")).toContainText("Your edits are kept safe");
    await expect(galley.editor).toContainText("still here");
    await galley.close();
  });
});

test("a reopened document can still be undone and redone, unless it was changed meanwhile", {
  tag: "@long",
}, async () => {
  const galley = await start({ files: { "a.md": "Before.\n\nHere: .\n\nAfter.\n", "b.md": "b\n" } });
  const { page, editor } = galley;
  await galley.open("b.md");
  await galley.open("a.md");
  await editor.click();
  await page.keyboard.press("Control+Home");
  for (const key of ["ArrowDown", "ArrowDown", "End", "ArrowLeft"]) await page.keyboard.press(key);
  await page.keyboard.type("one two");
  const reopen = async (meanwhile: () => Promise<unknown>) => {
    await page.keyboard.press("Control+w");
    await expect(page.getByRole("tab", { name: "a.md" })).toHaveCount(0);
    await meanwhile();
    await galley.runMenuCommand("Reopen Closed Tab");
    await expect(editor).toContainText("Here: ");
    await editor.focus();
  };
  await reopen(async () => {});
  await page.keyboard.press("Control+z");
  await expect(editor).toContainText("Here: one.");
  await reopen(async () => {});
  await page.keyboard.press("Control+y");
  await expect.poll(() => galley.onDisk("a.md")).toBe("Before.\n\nHere: one two.\n\nAfter.\n");
  // A step at a guessed place could garble the text.
  await reopen(() => galley.writeExternally("a.md", "Before it all.\n\nHere: one two.\n\nAfter.\n"));
  await page.keyboard.press("Control+z");
  await expect(editor).toContainText("Before it all.");
  await expect(editor).toContainText("Here: one two.");
  await galley.close();
});

test("the history lists who wrote what, shows a version, and restores it as one undoable step", {
  tag: "@long",
}, async () => {
  const galley = await start({ files: { "h.md": "one\n" } });
  const { page, editor } = galley;
  await galley.open("h.md");
  await galley.agent("text_editor", { action: "write", path: "h.md", content: "two\n" });
  await expect(editor).toContainText("two");
  await page.getByRole("button", { name: "History", exact: true }).click();
  const panel = page.getByRole("complementary");
  await expect(panel).toContainText(/command line/i);
  await panel.getByText("found on disk").first().click();
  await panel.getByRole("button", { name: "Restore this version" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
  await expect(editor).toContainText("one");
  await expect.poll(() => galley.onDisk("h.md"), frequentPolling).toBe("one\n");
  await editor.click();
  await page.keyboard.press("Control+z");
  await expect(editor).toContainText("two");
  await galley.close();
});

test("find and replace work by keyboard, and Escape returns to the text", { tag: "@long" }, async () => {
  const galley = await start({ files: { "f.md": "red apple, red car, red sky\n" } });
  await galley.open("f.md");
  await galley.editor.click();
  await galley.runMenuCommand("Replace…");
  await expect(galley.page.getByRole("textbox", { name: /^find/i })).toBeFocused();
  await galley.page.keyboard.type("red");
  await galley.page.getByRole("textbox", { name: /replace/i }).fill("blue");
  await galley.page.getByRole("button", { name: /replace all|^all$/i }).click();
  await galley.page.getByRole("button", { name: "Regular expression" }).click();
  await galley.page.getByRole("textbox", { name: /^find/i }).fill("(car");
  await expect(galley.page.getByRole("search").getByRole("status")).toHaveText("Invalid expression");
  await expect(galley.page.getByRole("textbox", { name: /^find/i })).toHaveAttribute("aria-invalid", "true");
  await galley.page.keyboard.press("Escape");
  await expect.poll(() => galley.onDisk("f.md"), frequentPolling).toBe("blue apple, blue car, blue sky\n");
  await galley.close();
});

test("a second start passes its file to the running app", { tag: "@long" }, async () => {
  const [root, data] = [await folder("root"), await folder("data")];
  const other = join(await folder("other"), "elsewhere.md");
  await writeFile(other, "# From elsewhere\n");
  const galley = await start({ root, data, files: { "a.md": "a\n" } });
  const sandbox = process.env["GALLEY_NO_SANDBOX"] ? ["--no-sandbox"] : [];
  await new Promise<void>((done) => {
    execFile(electronProgram, [...sandbox, project, "--data", data, other], { env: cleanEnv() }, () => done());
  });
  await expect(galley.page.getByRole("tab", { name: "elsewhere.md", selected: true })).toBeVisible();
  await galley.editor.click();
  await galley.page.keyboard.press("Control+End");
  await galley.page.keyboard.type("more");
  await expect.poll(() => readFile(other, "utf8")).toBe("# From elsewhere\nmore");
  await galley.close();
});

test("the connect screen gives settings with the folder filled in, and shows the first agent and its first call", {
  tag: "@long",
}, async () => {
  const galley = await start({ files: { "a.md": "a\n" } });
  await galley.runMenuCommand("Connect an Agent…");
  const dialog = galley.page.getByRole("dialog");
  await expect(dialog).toContainText(galley.root);
  await expect(dialog).toContainText("mcpServers");
  await dialog.getByRole("button", { name: "Copy the settings for Claude Code" }).click();
  await expect.poll(() => galley.app.evaluate(({ clipboard }) => clipboard.readText())).toContain(galley.root);

  const connection = dialog.getByRole("region", { name: "Connection" });
  await expect(connection).toContainText("Waiting for an agent to connect.");
  const agent = await connectAgentProcess("Claude Code", galley);
  await expect(connection).toContainText("Claude Code is connected.");
  await expect(connection).toContainText("It has not called a tool yet.");
  await agent.call({ action: "read", path: "a.md" });
  await expect(connection).toContainText("First call: text_editor read a.md");
  await agent.close();
  await expect(connection).toContainText("Claude Code connected and disconnected");
  await galley.close();
});

test("the caret blinks, and an idle window paints nothing else", { tag: "@long" }, async () => {
  const galley = await start({ files: { "still.md": "still\n" } });
  await galley.open("still.md");
  await galley.editor.click();
  const layer = galley.page.locator(".cm-cursorLayer");
  await expect(layer).toHaveCSS("opacity", "0");
  await expect(layer).toHaveCSS("opacity", "1");
  const running = () =>
    galley.page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(({ playState, timeline }) => playState === "running" && timeline instanceof DocumentTimeline).length,
    );
  await expect.poll(running).toBe(0);
  await galley.close();
});
