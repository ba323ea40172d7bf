/** The timeline in the real app: who wrote what and why, what changed, and how to restore it. */
import { rename, rm } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe";
import type { GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

const tides = `# Tides

The sea comes twice a day.

## Moon

The moon pulls at the water.

## Sun

The sun pulls less.
`;

const panelOf = (page: Page) => page.getByRole("complementary", { name: /^(History|历史)$/ });
const treeOf = (page: Page) => panelOf(page).getByRole("tree");

/** Opens the timeline by its shortcut and waits until its list has the focus. */
async function openTimeline({ page }: GalleyApp): Promise<void> {
  await page.keyboard.press("Control+Alt+h");
  await expect(treeOf(page)).toBeFocused();
}

/** Starts with an existing document that an agent has changed in two sections. */
async function startChangedTwice(): Promise<GalleyApp> {
  const galley = await start({ files: { "tides.md": tides } });
  await galley.open("tides.md");
  await galley.editor.click();
  for (const [old_text, new_text] of [
    ["twice a day", "two times daily"],
    ["The sun pulls less.", "The sun pulls less, but it does."],
  ])
    await galley.agent("text_editor", { action: "patch", path: "tides.md", old_text, new_text });
  await expect(galley.editor).toContainText("but it does");
  await galley.editor.click();
  return galley;
}

test("the timeline shows the note of an agent's write", { tag: "@long" }, async () => {
  const galley = await start({ files: { "tides.md": tides } });
  await galley.open("tides.md");
  const note = "the almanac says so";
  const edit = { action: "patch", path: "tides.md", old_text: "twice a day", new_text: "two times daily", note };
  expect((await galley.agent("text_editor", edit)).ok).toBe(true);
  await expect(galley.editor).toContainText("two times daily");
  await galley.editor.click();
  await openTimeline(galley);
  await expect(treeOf(galley.page).getByRole("treeitem").filter({ hasText: note })).toHaveCount(1);
  await galley.close();
});

test("one change of an earlier version is restored by keyboard, as one step, and nothing else changes", async () => {
  const galley = await startChangedTwice();
  const { page } = galley;
  await openTimeline(galley);
  await page.keyboard.press("End");
  const view = panelOf(page).getByRole("region").first();
  await expect(view).toContainText("2 changes since then");
  await page.keyboard.press("Enter");
  await expect(panelOf(page).getByRole("group", { name: /^Change 1 of 2/ })).toBeFocused();
  await page.keyboard.press("F7");
  await expect(panelOf(page).getByRole("group", { name: /^Change 2 of 2/ })).toBeFocused();
  await page.keyboard.press("Shift+F7");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Revert this change" }).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => galley.onDisk("tides.md")).toBe(tides.replace("less.", "less, but it does."));
  await expect(view).toContainText("1 change since then");
  await expect(treeOf(page)).toContainText("restored a passage");
  await galley.editor.click();
  await page.keyboard.press("Control+z");
  await expect(galley.editor).toContainText("two times daily");
  await galley.close();
});

test("one section is restored to its earlier text, and the text around it stays as it is", {
  tag: "@long",
}, async () => {
  const galley = await startChangedTwice();
  const { page } = galley;
  await openTimeline(galley);
  await page.keyboard.press("End");
  await panelOf(page).getByRole("button", { name: "Restore section “Sun”" }).click();
  await expect.poll(() => galley.onDisk("tides.md")).toBe(tides.replace("twice a day", "two times daily"));
  await expect(treeOf(page)).toContainText("restored section tides/sun");
  await galley.close();
});

test("an agent's change is undone in the current text, unless it was written over", { tag: "@long" }, async () => {
  const galley = await startChangedTwice();
  const { page } = galley;
  await page.keyboard.press("Control+End");
  await page.keyboard.type("More by me.");
  await expect.poll(() => galley.onDisk("tides.md")).toContain("More by me.");
  await openTimeline(galley);
  // Both writes of one session are one row, which expands.
  await treeOf(page).getByRole("treeitem", { level: 2 }).filter({ hasText: "in one session" }).click();
  await treeOf(page).getByRole("treeitem", { level: 3 }).last().click();
  await panelOf(page).getByRole("button", { name: "Previous version" }).click();
  await expect(panelOf(page)).toContainText("1 change");
  await panelOf(page).getByRole("button", { name: "Undo this change" }).click();
  await expect.poll(() => galley.onDisk("tides.md")).toContain("twice a day");
  await expect.poll(() => galley.onDisk("tides.md")).toContain("but it does");
  await expect.poll(() => galley.onDisk("tides.md")).toContain("More by me.");
  // The second time nothing is left to undo.
  const before = await galley.onDisk("tides.md");
  await panelOf(page).getByRole("button", { name: "Undo this change" }).click();
  await expect(page.getByText("Change reverted")).toBeVisible();
  await expect.poll(() => galley.onDisk("tides.md")).toBe(before);
  await galley.close();
});

test("Ctrl+S marks a version, even if it was saved automatically before, and it can be named", {
  tag: "@long",
}, async () => {
  const galley = await start({ files: { "a.md": "one\n" } });
  const { page } = galley;
  await galley.open("a.md");
  await galley.editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("two");
  await expect.poll(() => galley.onDisk("a.md")).toContain("two");
  await page.keyboard.press("Control+s");
  await openTimeline(galley);
  await expect(treeOf(page).locator("[data-marked=true]")).toHaveCount(1);
  await panelOf(page).getByRole("button", { name: "Name this version…" }).click();
  await page.keyboard.type("First draft");
  await page.keyboard.press("Enter");
  await expect(treeOf(page)).toContainText("Named: First draft");
  await galley.close();
});

test("the history survives a rename in Galley, of its folder, and by an external program @long", async () => {
  const galley = await start({ files: { "part/a.md": "one\n" } });
  const { page } = galley;
  await page.getByRole("treeitem", { name: "part" }).click();
  await galley.open("a.md");
  await galley.agent("text_editor", { action: "patch", path: "part/a.md", old_text: "one", new_text: "two" });
  await expect(galley.editor).toContainText("two");
  await galley.editor.click();
  await openTimeline(galley);
  const patched = treeOf(page).getByRole("treeitem").filter({ hasText: /edit/ });
  await expect(patched).toBeVisible();
  const renamed = await page.evaluate(
    ([from, to]) =>
      (
        window as unknown as { galley: { request(name: string, move: object): Promise<{ ok: boolean }> } }
      ).galley.request("workspace:rename", { from, to }),
    [galley.pathOf("part"), galley.pathOf("chapter")],
  );
  expect(renamed).toMatchObject({ ok: true });
  await expect(patched).toBeVisible();
  await rename(galley.pathOf("chapter/a.md"), galley.pathOf("chapter/b.md"));
  await expect(page.getByRole("tab", { name: "b.md" })).toBeVisible();
  await expect(patched).toBeVisible();
  await galley.close();
});

test("a deleted file of the folder is found, viewed, and restored", { tag: "@long" }, async () => {
  const galley = await start({ files: { "a.md": "stays\n", "deep/gone.md": "first\n" } });
  const { page } = galley;
  await galley.agent("text_editor", { action: "write", path: "deep/gone.md", content: "what it held\n" });
  await rm(galley.pathOf("deep"), { recursive: true });
  await galley.open("a.md");
  await galley.editor.click();
  await page.keyboard.press("Control+Alt+h");
  await panelOf(page).getByRole("button", { name: "Deleted files" }).click();
  await panelOf(page)
    .getByRole("button", { name: /deep\/gone\.md/ })
    .click();
  await expect(panelOf(page)).toContainText("what it held");
  await panelOf(page).getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("tab", { name: "gone.md" })).toBeVisible();
  await expect.poll(() => galley.onDisk("deep/gone.md")).toBe("what it held\n");
  await galley.close();
});

test("versions are filtered by author, and searched by their text", { tag: "@long" }, async () => {
  const galley = await startChangedTwice();
  const { page } = galley;
  await openTimeline(galley);
  const lines = treeOf(page).getByRole("treeitem", { level: 2 });
  await panelOf(page).getByRole("combobox", { name: "Written by" }).selectOption({ label: "External change" });
  await expect(lines).toHaveCount(1);
  await panelOf(page).getByRole("combobox", { name: "Written by" }).selectOption({ label: "Everyone" });
  await panelOf(page).getByRole("searchbox").fill("TWICE");
  await expect(panelOf(page).getByRole("status")).toContainText("Found in 1 version.");
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText("The sea comes twice a day.");
  await panelOf(page).getByRole("searchbox").fill("never written");
  await expect(panelOf(page).getByRole("status")).toContainText("No version contains this text.");
  await galley.close();
});

// A short run uses one theme; the colours of the other are those of views that it does check.
for (const theme of process.env["GALLEY_LONG"] ? (["light", "dark"] as const) : (["dark"] as const))
  test(`axe finds no problem in the timeline, ${theme}`, { tag: "@long" }, async () => {
    const galley = await startChangedTwice();
    const { page } = galley;
    await page.emulateMedia({ colorScheme: theme });
    await openTimeline(galley);
    await page.keyboard.press("End");
    await expect(panelOf(page)).toContainText("2 changes since then");
    expect(await axeFindings(page)).toEqual([]);
    await panelOf(page).getByRole("button", { name: "Expand to full window" }).click();
    await panelOf(page).getByRole("button", { name: "Side by side" }).click();
    expect(await axeFindings(page)).toEqual([]);
    await panelOf(page).getByRole("button", { name: "Deleted files" }).click();
    expect(await axeFindings(page)).toEqual([]);
    await galley.close();
  });
