/** Two people on two machines in one shared folder: two apps with folders and data of their own, and a real server between them. */
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import { type FolderServer, joinByDialog, sharingSign, startBeside, startFolderServer } from "./folder-server";
import { folder, frequentPolling, type GalleyApp, removeFolder, start } from "./launch";
import { test } from "./test";
import { typeUntilKilled } from "./type-until-killed";

let server: FolderServer;

test.beforeEach(async () => {
  server = await startFolderServer();
});
test.afterEach(() => server.close());

const letter = "# Letter\n\nDear Ben,\n\nthe harbour was empty.\n";

test("two people write on two machines: they see who and which agents are there, one follows the other, what one types appears while it is typed, never within a word that the other composes, it survives a kill on both machines, and one leaves", async () => {
  // Three starts on two machines and a server, beside other tests.
  test.setTimeout(180_000);
  const [root, data] = [await folder("root"), await folder("data")];
  const ann = await start({ root, data, files: { "letter.md": letter, "tale.md": letter } });
  await test.step("a link that leads to no shared folder is rejected", async () => {
    await ann.runMenuCommand("Shared Folder…");
    const dialog = ann.page.getByRole("dialog", { name: "Shared Folder" });
    await dialog.getByRole("textbox", { name: "Link to the shared folder" }).fill("https://example.com");
    await ann.page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toContainText("not a link to a shared folder");
    await ann.page.keyboard.press("Escape");
  });
  await joinByDialog(ann, server.link, async () => expect(await axeFindings(ann.page)).toEqual([]));
  const ben = await startBeside(ann, server.link, "letter.md");
  await test.step("both write, see each other's cursor, and undo their own words only", () => writeTogether(ann, ben));
  await test.step("one sees where the other and which agents are, and follows", () => follow(ann, ben));
  await test.step("what one types appears while it is typed, never within a word that the other composes", () =>
    typeAndCompose(ann, ben));

  const before = await ann.onDisk("tale.md");
  const { typed, expectedText } = await typeUntilKilled(ann, ann.page, 2000);
  const again = await start({ root, data });
  await test.step("it survives a kill on both machines", async () => {
    await expect(again.editor).toContainText(expectedText.trim());
    await joinByDialog(again, server.link);
    await expect.poll(async () => (await again.onDisk("tale.md")).startsWith(before + expectedText)).toBe(true);
    await expect.poll(() => ben.onDisk("tale.md"), frequentPolling).toBe(await again.onDisk("tale.md"));
    expect((before + typed).startsWith(await ben.onDisk("tale.md"))).toBe(true);
  });
  await test.step("one leaves", async () => {
    await sharingSign(ben.page).click();
    const shared = ben.page.getByRole("dialog", { name: "Shared Folder" });
    await shared.getByRole("button", { name: "Leave" }).click();
    await expect(shared.getByRole("textbox", { name: "Link to the shared folder" })).toBeVisible();
    await expect(sharingSign(again.page)).toHaveText("Shared");
  });
  await again.kill();
  await ben.close();
  for (const each of [root, data]) await removeFolder(each);
});

async function writeTogether(ann: GalleyApp, ben: GalleyApp): Promise<void> {
  await ann.editor.getByText("the harbour was empty.").click();
  await ann.page.keyboard.press("End");
  await ann.page.keyboard.type(" It was noon.");
  await ben.editor.getByText("Dear Ben,").click();
  await ben.page.keyboard.press("End");
  await ben.page.keyboard.type(" dear Cleo,");
  for (const { editor, onDisk } of [ann, ben]) {
    await expect(editor).toContainText("Dear Ben, dear Cleo,");
    await expect(editor).toContainText("the harbour was empty. It was noon.");
    await expect
      .poll(() => onDisk("letter.md"), frequentPolling)
      .toBe("# Letter\n\nDear Ben, dear Cleo,\n\nthe harbour was empty. It was noon.\n");
  }
  // Each sees the other's cursor, at the same words.
  await ann.editor.getByText("was empty").click();
  await ann.page.keyboard.press("Home");
  await ann.page.keyboard.press("Shift+ArrowRight");
  await ann.page.keyboard.press("Shift+ArrowRight");
  await expect(ben.editor.locator(".cm-other-selection")).toHaveText("th");
  const annsCursor = ben.editor.locator(".cm-other-caret");
  await expect(annsCursor).toHaveAttribute("data-name", /./);
  await expect(annsCursor).toHaveClass(/is-named/);
  await ann.page.keyboard.press("End");
  await expect(ben.editor.locator(".cm-other-selection")).toHaveCount(0);
  // Each keeps the focus, and one undo takes back one's own words only.
  await expect(ann.editor).toBeFocused();
  await ann.page.keyboard.press("Control+z");
  await expect(ann.editor).not.toContainText("It was noon");
  await expect(ann.editor).toContainText("dear Cleo");
  await expect(ben.editor).not.toContainText("It was noon");
  // Its name does not stay above it, over other words, unless the mouse is there.
  await expect(annsCursor).not.toHaveClass(/is-named/);
  await annsCursor.hover({ position: { x: 0, y: 0 } });
  expect(await annsCursor.evaluate((caret) => getComputedStyle(caret, "::after").content)).not.toBe("none");
}

async function follow(ann: GalleyApp, ben: GalleyApp): Promise<void> {
  await ann.agent("doc_read", { file: "letter.md", section: "letter" });
  await sharingSign(ben.page).click();
  const shared = ben.page.getByRole("dialog", { name: "Shared Folder" });
  const others = shared.getByRole("region", { name: "Also here" });
  await expect(others).toContainText("in letter.md, § Letter");
  await expect(others.getByRole("list", { name: /^Agents of / })).toHaveText("command line reads letter.md, § Letter");
  // Ben follows Ann into another document and to its end, until he moves himself.
  await others.getByRole("button", { name: /^Follow / }).click();
  const following = ben.page.getByRole("button", { name: /^Following / });
  await expect(following).toBeVisible();
  await ann.writeExternally("plan.md", `# Plan\n\n${"A line.\n\n".repeat(200)}The end.\n`);
  await ann.open("plan.md");
  await expect(ben.page.getByRole("tab", { name: "plan.md" })).toHaveAttribute("aria-selected", "true");
  await ann.page.keyboard.press("Control+End");
  await expect(ben.editor.getByText("The end.")).toBeInViewport();
  await ben.editor.focus();
  await ben.page.keyboard.press("ArrowDown");
  await expect(following).toHaveCount(0);
  await ann.open("letter.md");
  await sharingSign(ben.page).click();
  await expect(others).toContainText("in letter.md");
  await expect(ben.page.getByRole("tab", { name: "plan.md" })).toHaveAttribute("aria-selected", "true");
  await ben.page.keyboard.press("Escape");
}

async function typeAndCompose(ann: GalleyApp, ben: GalleyApp): Promise<void> {
  for (const each of [ben, ann]) await each.open("tale.md");
  await ben.editor.getByText("Dear Ben,").click();
  await ben.page.keyboard.press("End");
  const input = await ben.page.context().newCDPSession(ben.page);
  const compose = (text: string) =>
    input.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });

  await ann.editor.click();
  await ann.page.keyboard.press("Control+End");
  const caret = ben.editor.locator(".cm-line:last-of-type .cm-other-caret");
  await expect(caret).toHaveCount(1);
  // Ann never pauses for long enough that her text would be saved if nobody looked at it.
  const typeUntil = async (isOver: () => Promise<boolean>) => {
    for (let typed = 0; !(await isOver()); typed++) {
      expect(typed).toBeLessThan(300);
      // As fast as people type: each key is sent and saved on two machines.
      await ann.page.keyboard.press(typed % 5 === 4 ? "Space" : "o", { delay: 40 });
    }
  };
  await typeUntil(async () => ((await ben.editor.textContent()) ?? "").includes("oooo oooo oooo"));
  // Her cursor follows, and its name is the only one at the line.
  await expect(caret).toHaveCount(1);
  const label = () =>
    ben.editor.locator(".cm-from-others").evaluate((line) => getComputedStyle(line, "::after").content);
  expect(await label()).toBe("none");
  await compose("n");
  await compose("ni");
  const seen = (await ben.editor.textContent()) ?? "";
  await typeUntil(async () => (await ann.onDisk("tale.md")).length > letter.length + seen.length);
  await compose("nihao");
  expect(await ben.editor.textContent()).toBe(seen.replace("ni", "nihao"));
  await input.send("Input.insertText", { text: "你好" });
  await expect(ann.editor).toContainText("Dear Ben,你好");
  await expect.poll(() => ben.onDisk("tale.md"), frequentPolling).toBe(await ann.onDisk("tale.md"));
  await expect(ben.page.getByRole("group", { name: /conflict/i })).toHaveCount(0);
}

test("a comment of one is beside the other's text, is answered there, and a passage that one protects is protected for the other's agent @long", async () => {
  const letter = "# Letter\n\nDear Ben,\n\nthe harbour was empty.\n\nWe left before noon.\n";
  const ann = await start({ files: { "letter.md": letter } });
  await joinByDialog(ann, server.link);
  const ben = await startBeside(ann, server.link, "letter.md");
  await ann.editor.getByText("the harbour was empty").click();
  await ann.page.keyboard.press("Home");
  await ann.page.keyboard.press("Shift+End");
  await ann.page.keyboard.press("Control+Alt+m");
  await ann.page.keyboard.type("Was **it**?");
  await ann.page.keyboard.press("Control+Enter");
  const card = ({ page }: typeof ann) => page.getByRole("article", { name: /comment on the harbour was empty/i });
  await expect(card(ben).locator("strong")).toHaveText("it");
  // By the name of Ann's machine: both apps of this test have the same user.
  await expect(card(ben)).toContainText("@");
  await expect(ben.editor.locator(".cm-commented")).toHaveText("the harbour was empty.");
  await card(ben).click();
  await card(ben).getByRole("textbox", { name: "Reply" }).fill("It was.");
  await ben.page.keyboard.press("Control+Enter");
  await expect(card(ann)).toContainText("It was.");
  await ben.editor.getByText("We left").click();
  await ben.page.keyboard.press("Home");
  await ben.page.keyboard.type("Yes. ");
  await expect(ann.editor).toContainText("Yes. We left before noon.");
  await ann.editor.getByText("Dear Ben,").click();
  await ann.page.keyboard.press("Control+Shift+p");
  await ann.page.keyboard.type("Protect or Unprotect Paragraph");
  await expect(ann.page.getByRole("option", { name: /Protect or Unprotect Paragraph/ })).toBeVisible();
  await ann.page.keyboard.press("Enter");
  const edit = { action: "patch", path: "letter.md", old_text: "Dear Ben", new_text: "Hello Ben" };
  await expect(ben.page.locator(".cm-lock-bar")).toHaveCount(1);
  expect((await ben.agent("text_editor", edit)).error?.code).toBe("protected");
  // What her agent writes is his to see, by the agent's name and machine.
  await ann.agent("text_editor", { ...edit, old_text: "was empty", new_text: "was full" });
  await expect(ben.editor).toContainText("the harbour was full.");
  await expect(ben.editor.locator(".cm-from-others").first()).toHaveAttribute("data-writer", /^.+ \(.+@.+\)$/);
  await ann.close();
  await ben.close();
});
