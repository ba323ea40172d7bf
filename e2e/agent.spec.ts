/** An agent and the user edit one document: live refresh, merging, conflicts, undo. */
import { expect } from "@playwright/test";
import { frequentPolling, type GalleyApp } from "./launch";
import { recordVisible } from "./record-visible";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

const letter =
  "# Letter\n\nDear Anna,\n\nthe harbour was empty when we came.\n\nWe left before noon.\n\nYours,\nBert\n";

let galley: GalleyApp;
test.beforeEach(async () => {
  galley = await start({ files: { "letter.md": letter, "second.md": letter, "third.md": letter } });
  await galley.open("letter.md");
});
test.afterEach(() => galley.close());

const patch = (old_text: string, new_text: string, path = "letter.md") =>
  galley.agent("text_editor", { action: "patch", path, old_text, new_text });

test("an agent's write appears in the open document at once, is reverted by one undo, and waits until a composition has ended", async () => {
  await test.step("an agent's write appears in the open document at once, marked with its name, and moves neither cursor nor focus", async () => {
    const { page, editor } = galley;
    await editor.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const glowing = await recordVisible(page, ".cm-content .cm-changed-line");
    const answer = await patch("empty when we came", "full of boats");
    expect(answer.ok).toBe(true);
    await expect(editor).toContainText("the harbour was full of boats.");
    await expect.poll(glowing).toContainEqual(expect.stringMatching(/data-writer="[^"]*command line/i));
    await page.keyboard.type("Hello! ");
    await expect(editor).toContainText("Hello! Dear Anna,");
  });
  await test.step("one undo reverts exactly the agent's write, and the next one the user's", async () => {
    await galley.open("second.md");
    const { page, editor } = galley;
    await editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("Soon!");
    await expect.poll(() => galley.onDisk("second.md"), frequentPolling).toContain("Soon!");
    await patch("Dear Anna", "Dearest Anna", "second.md");
    await expect(editor).toContainText("Dearest Anna");
    await page.keyboard.press("Control+z");
    await expect(editor).toContainText("Dear Anna,");
    await expect(editor).toContainText("Soon!");
    await page.keyboard.press("Control+z");
    await expect(editor).not.toContainText("Soon!");
    await page.keyboard.press("Control+y");
    await page.keyboard.press("Control+y");
    await expect(editor).toContainText("Dearest Anna");
    await expect(editor).toContainText("Soon!");
    await expect.poll(() => galley.onDisk("second.md"), frequentPolling).toContain("Dearest Anna");
  });
  await test.step("an agent's write waits until a composition has ended", async () => {
    await galley.open("third.md");
    const { page, editor } = galley;
    await editor.click();
    await page.keyboard.press("Control+End");
    const input = await page.context().newCDPSession(page);
    await input.send("Input.imeSetComposition", { text: "ni", selectionStart: 2, selectionEnd: 2 });
    await patch("Dear Anna", "Dearest Anna", "third.md");
    await input.send("Input.imeSetComposition", { text: "nihao", selectionStart: 5, selectionEnd: 5 });
    await input.send("Input.insertText", { text: "你好" });
    await expect(editor).toContainText("Dearest Anna");
    await expect(editor).toContainText("你好");
    await expect(editor).not.toContainText("nihao");
    await expect
      .poll(() => galley.onDisk("third.md"), frequentPolling)
      .toBe(`${letter.replace("Dear Anna", "Dearest Anna")}你好`);
  });
});

test("an agent sees what the user sees now: text that is not saved yet, the document in front, the cursor and the selection", async () => {
  await test.step("an agent sees text that was typed but not yet saved", async () => {
    const { page, editor } = galley;
    await editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("P.S. Bring the map.");
    const answer = await galley.agent("text_editor", { action: "read", path: "letter.md" });
    expect(answer.message).toContain("P.S. Bring the map.");
  });

  await test.step("workspace open tells the document in front, the cursor, the selection with its section and paragraphs", async () => {
    const { page, editor } = galley;
    await editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n## Postscript\n\nThe boat is yours.");
    await page.keyboard.press("Shift+Home");
    const open = await galley.agent("workspace", { action: "open" });
    const [shown] = (open.data?.["documents"] ?? []) as {
      cursor: { line: number; section: string };
      selection: { text: string; line_from: number; paragraph_ids: string[] };
    }[];
    const line = letter.split("\n").length + 3;
    expect(shown).toMatchObject({
      path: "letter.md",
      front: true,
      cursor: { line, section: "letter/postscript" },
      selection: { text: "The boat is yours.", line_from: line, line_to: line },
    });
    const ids = shown?.selection.paragraph_ids ?? [];
    expect(ids).toHaveLength(1);
    expect(open.message).toContain(`The boat is yours.\n<<<\nparagraphs: ${ids[0]}`);
    const read = await galley.agent("read_file", { path: "letter.md", node_ids: ids });
    expect(read.data?.["paragraphs"]).toMatchObject([{ id: ids[0], text: "The boat is yours." }]);
    await page.keyboard.press("Control+Home");
    const moved = await galley.agent("workspace", { action: "open" });
    expect(moved.data?.["documents"]).toEqual([expect.objectContaining({ cursor: { line: 1, section: "letter" } })]);
    expect(moved.message).not.toContain("selected");
  });
});

test("typing in one paragraph and an agent's write in another are both kept; a conflict shows both texts and blocks saving until the user chooses theirs or mine", async () => {
  await test.step("typing in one paragraph and an agent's write in another are both kept, in the editor and on disk", async () => {
    await galley.open("second.md");
    const { page, editor } = galley;
    await editor.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("End");
    const typing = page.keyboard.type(" from the north, written over a long evening", { delay: 15 });
    await patch("before noon", "after dark", "second.md");
    await typing;
    await expect(editor).toContainText("# Letter from the north, written over a long evening");
    await expect(editor).toContainText("We left after dark.");
    await expect
      .poll(() => galley.onDisk("second.md"), frequentPolling)
      .toBe(
        letter
          .replace("# Letter", "# Letter from the north, written over a long evening")
          .replace("before noon", "after dark"),
      );
  });
  await test.step("a conflict shows both texts and blocks saving until the user chooses theirs or mine", async () => {
    await galley.open("letter.md");
    const { page, editor } = galley;
    await editor.click();
    const hunk = page.getByRole("group", { name: /conflict/i });
    for (const [choice, words, mine, theirs, expected] of [
      ["Theirs", "before noon", "at sunrise", "midnight", "We left at midnight."],
      ["Mine", "at midnight", "at dawn", "dusk", "We left at dawn."],
    ] as const) {
      const before = await galley.onDisk("letter.md");
      await page.keyboard.press("Control+f");
      await page.keyboard.type(words);
      await page.keyboard.press("Enter");
      await page.keyboard.press("Escape");
      // An external program writes at the same moment, without going through the app.
      await page.keyboard.type(mine);
      await galley.writeExternally("letter.md", before.replace(words, `at ${theirs}`));
      await expect(hunk).toContainText(theirs);
      await expect(editor).toContainText(mine);
      await expect.poll(() => galley.onDisk("letter.md")).toContain(theirs);
      const refused = await patch("Dear Anna", "Dear All");
      expect(refused).toMatchObject({ ok: false, error: { code: "conflict" } });
      await hunk.getByRole("button", { name: new RegExp(`^${choice}`) }).click();
      await expect(hunk).toHaveCount(0);
      await expect(editor).toContainText(expected);
      await expect.poll(() => galley.onDisk("letter.md"), frequentPolling).toContain(expected);
    }
    expect((await patch("Dear Anna", "Dear All")).ok).toBe(true);
  });
});

test("a closed document stays closed unless open_in_canvas asks for it; then it opens in the background with a notice", {
  tag: "@long",
}, async () => {
  const { page } = galley;
  await galley.agent("text_editor", { action: "write", path: "new.md", content: "# New\n" });
  await expect(page.getByRole("treeitem", { name: "new.md" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "new.md" })).toHaveCount(0);
  const answer = await galley.agent("text_editor", {
    action: "write",
    path: "shown.md",
    content: "# Shown\n",
    open_in_canvas: true,
  });
  expect(answer.data).toMatchObject({ open_in_canvas: true });
  await expect(page.getByRole("tab", { name: "shown.md, opened by command line", selected: false })).toBeVisible();
  await expect(page.getByRole("tab", { name: "letter.md", selected: true })).toBeVisible();
  await expect(galley.editor).toBeFocused();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByRole("tab", { name: "shown.md", selected: true })).toBeVisible();
  await expect(galley.editor).toContainText("Shown");
  await expect(galley.editor).toBeFocused();
});

test("a write to a document in another tab refreshes it there without bringing it to the front", {
  tag: "@long",
}, async () => {
  const { page, editor } = galley;
  await galley.writeExternally("other.md", "other text\n");
  await galley.open("other.md");
  await patch("Dear Anna", "Dearest Anna");
  await expect(page.getByRole("tab", { name: "other.md", selected: true })).toBeVisible();
  await page.getByRole("tab", { name: "letter.md" }).click();
  await expect(editor).toContainText("Dearest Anna");
});
