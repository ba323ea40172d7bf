/** Commands, quick open, Go to Line and Heading, and shortcuts: by keyboard alone. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { shortcut } from "../src/renderer/ui/shortcuts";
import { commands } from "../src/shared/commands";
import { defaultKeys } from "../src/shared/keys";
import { english } from "../src/shared/messages/commands.en";
import { defaultSettings } from "../src/shared/settings";
import { axeFindings } from "./axe";
import { folder, frequentPolling, type GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";
import { createWorkMeter, measureSlowness } from "./work-meter";

// What long tests change of the commands survives a reset.
const start = shareApp(process.env["GALLEY_LONG"] ? "a file" : "all files");

const lines = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index + 1}`).join("\n");

test("a command is found by its words, run by Enter, and listed first the next time", { tag: "@long" }, async () => {
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

test("files are opened by name: most recent first, at a line, at a heading; a missing one can be created @long", async () => {
  const galley = await start({
    files: {
      "notes/会议 记录.md": "# 会议\n\n内容\n",
      "notes/plan.md": `# Plan\n\n${lines(300)}\n\n## Later steps\n\nend\n`,
      "chapter-one.md": "# One\n",
      "deep/er/chapter.txt": "text\n",
    },
  });
  const { page, editor } = galley;
  const tab = (name: string) => page.getByRole("tab", { name, selected: true });
  const search = async (text: string) => {
    await page.keyboard.press("Control+P");
    await expect(page.getByRole("combobox")).toBeFocused();
    await expect(page.getByRole("option").first()).toBeVisible();
    await page.keyboard.type(text);
  };
  await search("chone");
  await expect(page.getByRole("option")).toHaveText([/chapter-one\.md/]);
  await page.keyboard.press("Enter");
  await expect(tab("chapter-one.md")).toBeVisible();
  await expect(editor).toBeFocused();

  await search("会记");
  await expect(page.getByRole("option").first()).toContainText("会议 记录.md");
  await page.keyboard.press("Enter");
  await expect(tab("会议 记录.md")).toBeVisible();

  // The previous file is listed first: Enter switches back and forth.
  await search("");
  await page.keyboard.press("Enter");
  await expect(tab("chapter-one.md")).toBeVisible();

  await search("plan:250");
  await expect(page.getByRole("option").first()).toContainText("plan.md");
  await page.keyboard.press("Enter");
  await expect(tab("plan.md")).toBeVisible();
  await expect(page.getByText("Line 248", { exact: true })).toBeInViewport();

  await search("plan#later");
  await expect(page.getByRole("option").first()).toContainText("plan.md");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Later steps")).toBeInViewport();

  await search("notes/neu");
  await expect(page.getByRole("option")).toHaveText([/Create “notes\/neu\.md”/]);
  await page.keyboard.press("Enter");
  await expect(tab("neu.md")).toBeVisible();
  await expect.poll(() => galley.onDisk("notes/neu.md")).toBe("");
  await galley.close();
});

test("lines and headings can be gone to, and back and forward lead through the positions", {
  tag: "@long",
}, async () => {
  const galley = await start({
    files: { "a.md": `# Top\n\n${lines(400)}\n\n## 第二章 Bottom\n\nend\n`, "b.md": "b\n" },
  });
  const { page, editor } = galley;
  const expectLine = (number: number) =>
    expect(page.locator(".status")).toContainText(new RegExp(`(Line )?${number}[:,]`));
  await galley.open("b.md");
  await galley.open("a.md");
  await editor.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+g");
  await page.keyboard.type("200");
  await expect(page.getByRole("option")).toHaveText(["Go to line 200"]);
  await page.keyboard.press("Enter");
  await expectLine(200);
  await page.keyboard.press("Control+r");
  await page.keyboard.type("二章");
  await expect(page.getByRole("option").first()).toContainText("第二章 Bottom");
  await page.keyboard.press("Enter");
  await expectLine(404);
  await page.keyboard.press("Control+Tab");
  await expect(page.getByRole("tab", { name: "b.md", selected: true })).toBeVisible();
  await page.keyboard.press("Alt+ArrowLeft");
  await expectLine(404);
  await page.keyboard.press("Alt+ArrowLeft");
  await expectLine(200);
  await page.keyboard.press("Alt+ArrowLeft");
  await expectLine(1);
  await page.keyboard.press("Alt+ArrowRight");
  await expectLine(200);
  await galley.close();
});

type MenuLine = { label: string; accelerator: string; isShown: boolean };

/** The items of the application menu, without separators and submenus. */
const menuLines = (galley: GalleyApp): Promise<MenuLine[]> =>
  galley.app.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) =>
      (submenu?.items ?? []).map(({ label, accelerator, visible }) => ({
        label: label.replaceAll("&", ""),
        accelerator: String(accelerator ?? ""),
        isShown: visible,
      })),
    ),
  );

const plain = (title: string) => title.replaceAll("&", "");

test("menu and palette have every command of the table, with its shortcuts", { tag: "@long" }, async () => {
  const galley = await start({ files: { "a.md": "a\n" } });
  const { page } = galley;
  await galley.open("a.md");
  const lines = await menuLines(galley);
  const isShown = ({ shownBy }: (typeof commands)[number]) =>
    shownBy === undefined || defaultSettings[shownBy] === true;
  for (const { id, section } of commands.filter((row) => row.section !== null && isShown(row))) {
    const [first = "", ...more] = defaultKeys(id, "linux").map((key) => key.replace("Mod", "CmdOrCtrl"));
    const matchingLines = lines.filter(({ label }) => label === plain(english.titles[id]));
    expect(
      matchingLines.filter(({ isShown }) => isShown).map(({ accelerator }) => accelerator),
      id,
    ).toEqual([first]);
    for (const { accelerator } of matchingLines.filter(({ isShown }) => !isShown)) expect(more).toContain(accelerator);
    expect(section).toBeGreaterThan(0);
  }
  await page.keyboard.press("F1");
  // What a plain text in a window of one group has no use for is not offered.
  const absent = [
    "office",
    "book",
    "cells or slides",
    "closed tab",
    "table",
    "groups",
    "several tabs",
    "pending edits",
    "approvals",
    "paused agents",
    "earlier location",
    "later location",
  ];
  const offered = commands.filter((row) => row.id !== "show-commands" && !absent.includes(row.needs ?? ""));
  await expect(page.getByRole("option")).toHaveCount(offered.length);
  for (const { id } of offered) {
    const option = page.getByRole("option").filter({ has: page.getByText(plain(english.titles[id]), { exact: true }) });
    const [key] = defaultKeys(id, "linux");
    await expect(option, id).toHaveCount(1);
    if (key) await expect(option, id).toContainText(shortcut(key, "linux"));
  }
  await galley.close();
});

test("every command can be run without an error", { tag: "@long" }, async () => {
  const galley = await start({ files: { "a.md": "# A\n\nwords\n" } });
  const { page, app } = galley;
  await app.evaluate(({ dialog }) => {
    dialog.showOpenDialog = async () => ({ canceled: true, filePaths: [] });
    dialog.showSaveDialog = async () => ({ canceled: true, filePath: "" });
  });
  for (const { id } of commands) {
    await test.step(id, async () => {
      if ((await page.getByRole("tab", { name: "a.md" }).count()) === 0) {
        await app.evaluate(({ BrowserWindow }, path) => {
          BrowserWindow.getAllWindows()[0]?.webContents.send("galley:event", "workspace:opened", null);
          return path;
        }, galley.root);
        await page.keyboard.press("Control+Shift+T");
      }
      await app.evaluate(
        ({ BrowserWindow }, command) =>
          BrowserWindow.getAllWindows()[0]?.webContents.send("galley:event", "command", command),
        id,
      );
      await expect(page.getByText(/Something unexpected happened/), id).toHaveCount(0);
      for (let times = 0; times < 3 && (await page.locator("dialog[open]").count()) > 0; times++)
        await page.keyboard.press("Escape");
    });
  }
  await expect(page.getByText(/Something unexpected happened|could not be shown/)).toHaveCount(0);
  await galley.close();
});

test("a shortcut changed in the settings works in the window, the editor and the menu, also after a restart", {
  tag: "@long",
}, async () => {
  const [root, data] = [await folder("root"), await folder("data")];
  const first = await start({ root, data, files: { "a.md": "word\n" } });
  const { page } = first;
  await first.open("a.md");
  await page.keyboard.press("Control+Comma");
  await page.getByRole("button", { name: "Keyboard shortcuts", exact: true }).click();
  const assignKeys = async (title: string, ...keys: string[]) => {
    await page.getByRole("button", { name: `Add shortcut to ${title}`, exact: true }).click();
    for (const key of keys) await page.keyboard.press(key);
  };
  await assignKeys("Bold", "Control+Alt+u");
  await page.getByRole("button", { name: "Remove Ctrl+B from Bold" }).click();
  // A letter alone is not a valid shortcut, and one that is in use is reassigned only on request.
  await assignKeys("Toggle Sidebar", "x", "Control+c", "Control+h");
  await expect(page.getByText("Ctrl+H is already used by Replace.")).toBeVisible();
  await page.getByRole("button", { name: "Reassign to Toggle Sidebar" }).click();
  await page.getByRole("button", { name: "Conflicts (0)" }).click();
  await expect(page.getByText("No conflicts.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const expectShortcuts = async (galley: GalleyApp, after: string) => {
    const { page, editor } = galley;
    await editor.click();
    await page.keyboard.press("Control+Home");
    for (let times = 0; times < 3; times++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Control+b");
    await page.keyboard.press("Control+Alt+u");
    await expect.poll(() => galley.onDisk("a.md"), frequentPolling).toBe(after);
    await expect(page.getByRole("navigation")).toBeVisible();
    await page.keyboard.press("Control+h");
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expect(page.locator(".cm-search")).toHaveCount(0);
    await page.keyboard.press("Control+h");
  };
  await expectShortcuts(first, "**word**\n");
  const keysOf = async (galley: GalleyApp, label: string) =>
    (await menuLines(galley)).find((expectLine) => expectLine.label === label)?.accelerator;
  await expect.poll(() => keysOf(first, "Bold")).toBe("CmdOrCtrl+Alt+U");
  await expect.poll(() => keysOf(first, "Replace…")).toBe("");
  await first.close();

  const second = await start({ root, data, open: [] });
  await expectShortcuts(second, "word\n");
  await expect.poll(() => keysOf(second, "Toggle Sidebar")).toBe("CmdOrCtrl+\\");
  await second.close();
});

const folderCount = process.env["GALLEY_LONG"] ? 200 : 40;

test(`one of ${folderCount * 100} files is found while its name is typed, and a new file the next time`, {
  tag: "@long",
}, async () => {
  test.setTimeout(180_000);
  const root = await folder("root");
  for (let at = 0; at < folderCount; at++) {
    await mkdir(join(root, `part ${at}`));
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        writeFile(join(root, `part ${at}`, `chapter ${at}-${index}.md`), "x\n"),
      ),
    );
  }
  const galley = await start({ root });
  const { page } = galley;
  await page.keyboard.press("Control+p");
  await expect(page.getByText("Listing files…")).toHaveCount(0);
  await expect(page.getByRole("option").first()).toBeVisible();
  const measureWork = await createWorkMeter(page);
  const costs: number[] = [];
  const last = folderCount - 1;
  for (const text of ["c", "ch", `ch${`${last}`[0]}`, `ch${last}`, `ch${last}-`, `ch${last}-9`, `ch${last}-99`])
    costs.push(
      await measureWork(() =>
        page.evaluate((text) => {
          const field = document.querySelector<HTMLInputElement>(".palette-field");
          const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
          set?.call(field, text);
          field?.dispatchEvent(new InputEvent("input", { bubbles: true }));
        }, text),
      ),
    );
  // A key must never block the renderer for longer than this.
  const limit = 200 * (await measureSlowness(page, measureWork));
  expect(Math.max(...costs), costs.map(Math.round).join(", ")).toBeLessThan(limit);
  await expect(page.getByRole("option").first()).toContainText(`chapter ${last}-99.md`);
  await page.keyboard.press("Escape");
  await galley.writeExternally("part 7/a brand new one.md", "new\n");
  await page.keyboard.press("Control+p");
  await page.keyboard.type("brand new");
  await expect(page.getByRole("option").first()).toContainText("a brand new one.md");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "a brand new one.md", selected: true })).toBeVisible();
  await galley.close();
});

test("a name can be composed with an input method, and what is typed right after the palette was closed goes into the text", async () => {
  const galley = await start({ files: { "a.md": "text\n", "plan.md": "plan\n", "笔记/会议.md": "x\n" } });
  const { page, editor } = galley;
  await galley.open("a.md");
  await test.step("a name can be composed with an input method: its Enter selects nothing, the next one does", async () => {
    const input = await page.context().newCDPSession(page);
    await page.keyboard.press("Control+p");
    await expect(page.getByRole("option").first()).toBeVisible();
    const field = page.getByRole("combobox");
    // The window of a parallel test may take the focus, which ends a composition: then try again.
    await expect(async () => {
      await field.fill("");
      for (const text of ["h", "hu", "hui"])
        await input.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
      await field.evaluate((element) => {
        element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true }));
      });
      await expect(field).toBeFocused();
      await input.send("Input.insertText", { text: "会" });
      await expect(field).toHaveValue("会", { timeout: 1000 });
    }).toPass();
    await expect(page.getByRole("option")).toHaveText([/会议\.md/]);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("tab", { name: "会议.md", selected: true })).toBeVisible();
  });
  await test.step("what is typed right after the palette was closed goes into the text", async () => {
    await galley.open("a.md");
    await editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("F1");
    await expect(page.getByRole("combobox")).toBeFocused();
    // In one go, as fast as keys can follow one another.
    await page.evaluate(() => {
      document.querySelector("dialog.palette")?.dispatchEvent(new Event("cancel", { cancelable: true }));
      document.execCommand("insertText", false, "next");
    });
    await expect(editor).toHaveText("textnext");
    await galley.close();
  });
});

test("axe finds no problem in the palette and the list of shortcuts", { tag: "@long" }, async () => {
  // A short run checks some of the queries, in one theme.
  const isLong = Boolean(process.env["GALLEY_LONG"]);
  for (const theme of isLong ? (["light", "dark"] as const) : (["dark"] as const)) {
    const galley = await start({ theme, files: { "a.md": "# One\n\n## Two\n", "notes/b.md": "b\n" } });
    const { page } = galley;
    const check = async (where: string) => expect(await axeFindings(page), `${where}, ${theme}`).toEqual([]);
    await galley.open("a.md");
    const queries = [
      ["F1", "o"],
      ["Control+p", "b"],
      ["Control+p", "nothing like it"],
      ["Control+r", "t"],
      ["Control+g", "2"],
    ] as const;
    for (const [key, typed] of queries.filter((_, at) => isLong || at % 2 === 0)) {
      await page.keyboard.press(key);
      await page.keyboard.type(typed);
      await expect(page.getByRole("option").first()).toBeVisible();
      await check(`${key} ${typed}`);
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press("Control+Comma");
    await page.getByRole("button", { name: "Keyboard shortcuts", exact: true }).click();
    await page.getByRole("button", { name: "Add shortcut to Bold" }).click();
    await page.keyboard.press("Control+f");
    await check("keys");
    await galley.close();
  }
});

test("another command's shortcut closes the palette and runs the command", { tag: "@long" }, async () => {
  const galley = await start({ files: { "a.md": "a\n", "b.md": "b\n" } });
  const { page } = galley;
  await galley.open("a.md");
  await galley.open("b.md");
  await page.keyboard.press("Control+p");
  await page.keyboard.type("xy");
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Control+Tab");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("tab", { name: "a.md", selected: true })).toBeVisible();
  // Open in background: the palette stays open for a second file.
  await page.keyboard.press("Control+p");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("tab", { name: "b.md", selected: true })).toBeVisible();
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await galley.close();
});

test("today's note is opened by its key, and a template is inserted by name and undone in one step", {
  tag: "@long",
}, async () => {
  const galley = await start({
    files: {
      "Templates/Daily note.md": "# {{title}}\n\n",
      "Templates/Meeting.md": "---\ntags: [meeting]\n---\n## Meeting of {{title}}\n",
      "a.md": "one\n",
    },
    open: ["."],
  });
  const { page, editor } = galley;
  await page.keyboard.press("Control+Alt+D");
  const now = new Date();
  const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
  await expect(page.getByRole("tab", { name: `${date}.md`, selected: true })).toBeVisible();
  await expect(editor).toContainText(date);
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("Typed. ");
  await page.keyboard.press("Control+Shift+P");
  await page.keyboard.type("insert template");
  await expect(page.getByRole("option", { name: "Insert Template…" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option", { name: "Meeting" })).toBeVisible();
  await page.keyboard.type("meet");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => galley.onDisk(`Daily notes/${date}.md`))
    .toBe(`---\ntags: [meeting]\n---\n# ${date}\n\nTyped. ## Meeting of ${date}\n`);
  await page.keyboard.press("Control+Z");
  await page.keyboard.type("More.");
  await expect.poll(() => galley.onDisk(`Daily notes/${date}.md`)).toBe(`# ${date}\n\nTyped. More.`);
  await galley.close();
});

test("everything can be reached without a pointer, and the focus is never lost", { tag: "@long" }, async () => {
  const galley = await start({
    files: { "book/one.md": "# One\n\nFirst words.\n\n## Later\n\nmore\n", "notes.md": "# Notes\n" },
    theme: "light",
  });
  const { page, editor } = galley;
  const tab = (name: string) => page.getByRole("tab", { name, selected: true });
  const run = async (title: string) => {
    await page.keyboard.press("F1");
    await page.keyboard.type(title);
    await expect(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("listbox")).toHaveCount(0);
  };
  // To the file tree, from anywhere: the side bar opens for it.
  await page.keyboard.press("Control+\\");
  await expect(page.getByRole("tree")).toHaveCount(0);
  await page.keyboard.press("Control+Shift+E");
  await expect(page.getByRole("tree")).toBeFocused();
  for (const key of ["Home", "ArrowRight"]) await page.keyboard.press(key);
  await expect(page.getByRole("treeitem", { name: "one.md" })).toBeVisible();
  for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
  await expect(tab("one.md")).toBeVisible();
  await expect(editor).toBeFocused();
  await page.keyboard.press("Shift+F6");
  await expect(page.getByRole("tab", { name: "one.md" })).toBeFocused();
  await page.keyboard.press("F6");
  await expect(editor).toBeFocused();
  // Type text, then go to a heading and back.
  await page.keyboard.press("Control+End");
  await page.keyboard.type("The end.");
  await page.keyboard.press("Control+r");
  await page.keyboard.type("later");
  await expect(page.getByRole("option").first()).toContainText("Later");
  await page.keyboard.press("Enter");
  await expect(editor).toBeFocused();
  await page.keyboard.press("Control+Shift+L");
  await expect(page.getByRole("treeitem", { name: /Later/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(editor).toBeFocused();
  await page.keyboard.press("Control+n");
  await expect(tab("Untitled")).toBeVisible();
  await page.keyboard.type("A thought.");
  await page.keyboard.press("Control+Shift+Tab");
  await run("theme dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(editor).toBeFocused();
  await run("versions");
  await expect(page.getByRole("complementary")).toBeVisible();
  await run("versions");
  await expect(page.getByRole("complementary")).toHaveCount(0);
  await run("copy path");
  await expect.poll(() => galley.app.evaluate(({ clipboard }) => clipboard.readText())).toMatch(/book\/one\.md$/);
  await run("full screen");
  const isFull = () => galley.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFullScreen());
  await expect.poll(isFull).toBe(true);
  await page.keyboard.press("F11");
  await expect.poll(isFull).toBe(false);
  await expect.poll(() => galley.onDisk("book/one.md"), frequentPolling).toContain("The end.");
  await galley.close();
});

test("a heading selected while an agent writes above it is found at its new position", { tag: "@long" }, async () => {
  const galley = await start({ files: { "a.md": `# Top\n\n${lines(60)}\n\n## Later\n\nend\n` } });
  const { page, editor } = galley;
  await galley.open("a.md");
  await editor.click();
  await page.keyboard.press("Control+r");
  await page.keyboard.type("later");
  await expect(page.getByRole("option")).toHaveText(["Later"]);
  const insert = `Line 1\n${"x\n".repeat(40)}`;
  const answer = await galley.agent("text_editor", {
    action: "patch",
    path: "a.md",
    old_text: "Line 1\n",
    new_text: insert,
  });
  expect(answer.ok, answer.message).toBe(true);
  await expect.poll(() => page.locator(".status").textContent()).toContain("words");
  await page.keyboard.press("Enter");
  await expect(page.locator(".status")).toContainText(/(Line )?104[:,]/);
  await galley.close();
});
