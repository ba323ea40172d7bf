/** Comments in the side bar, an agent that asks for a review, and passages that agents may not change. */
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import type { GalleyApp } from "./launch";
import { pickInMenus } from "./pick-in-menus";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");
let galley: GalleyApp;
test.afterEach(() => galley.close());

const letter = "# Letter\n\nDear Anna,\n\nthe harbour was empty when we came.\n\nWe left before noon.\n";

test("the user comments by keyboard, an agent answers in place and edits, and the user is done with the review", async () => {
  galley = await start({ files: { "letter.md": letter } });
  const { page, editor } = galley;
  await galley.open("letter.md");
  await editor.getByText("the harbour was empty").click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.press("Control+Alt+m");
  const field = page.locator(".comment-draft").getByRole("textbox", { name: "Comment", exact: true });
  await expect(field).toBeFocused();
  // Beside the text: the side bar still shows the files.
  await expect(page.getByRole("treeitem", { name: "letter.md" })).toBeVisible();
  await page.keyboard.type("Was it?");
  await page.keyboard.press("Control+Enter");
  const card = page.getByRole("article", { name: /comment on the harbour was \w+ when we came\./i });
  await expect(card).toContainText("Was it?");
  await expect(editor.locator(".cm-commented")).toHaveText("the harbour was empty when we came.");
  await expect(editor).toBeFocused();

  const listed = await galley.agent("comments", { action: "list", path: "letter.md" });
  const { threads = [] } = listed.data as { threads?: { thread: string; messages: unknown[] }[] };
  expect(threads).toMatchObject([
    { status: "open", line_from: 5, messages: [{ text: "Was it?", author: { kind: "user" } }] },
  ]);
  const thread = threads[0]?.thread ?? "";
  await galley.agent("comments", { action: "reply", thread, text: "Full of *boats*. <img src=x onerror=alert(1)>" });
  // Its Markdown is drawn, and HTML is text.
  await expect(card).toContainText("Full of boats. <img src=x onerror=alert(1)>");
  await expect(card.locator("em")).toHaveText("boats");
  expect(await axeFindings(page, "in the sample")).toEqual([]);
  await galley.agent("text_editor", {
    action: "patch",
    path: "letter.md",
    old_text: "empty",
    new_text: "full",
    thread,
  });
  // The edit that answers a thread is in its card, and can be undone and taken back there.
  const edits = card.getByRole("list", { name: "Edits for this comment" });
  await expect(edits.locator("del")).toContainText("empty");
  await expect(edits.locator("ins")).toContainText("full");
  await edits.getByRole("button", { name: "Undo" }).click();
  await expect(editor).toContainText("the harbour was empty");
  await expect(edits).toContainText("and you undid it");
  await expect(card).toBeFocused();
  await expect(card).toContainText("The user undid the edit");
  await galley.agent("text_editor", {
    action: "patch",
    path: "letter.md",
    old_text: "was empty",
    new_text: "was full",
    thread,
  });
  await expect(edits.getByRole("button", { name: "Keep" })).toHaveCount(1);
  // An edit that replaces the very words of a comment has its card beside it.
  await galley.agent("comments", { action: "add", path: "letter.md", quote: "before noon", text: "When?" });
  const { data } = await galley.agent("comments", { action: "list", path: "letter.md" });
  const late = (data as { threads: { thread: string; line_from: number }[] }).threads.find(
    (each) => each.line_from === 7,
  );
  const replacement = { path: "letter.md", old_text: "before noon", new_text: "at dusk", thread: late?.thread };
  await galley.agent("text_editor", { action: "patch", ...replacement });
  const replaced = page.locator(".cm-comment-margin").getByRole("article", { name: /comment on before noon/i });
  await expect(replaced).toContainText("The words are gone");
  await galley.agent("request_review", { question: "Better so?" });
  await expect(page.getByText("asks for your review: Better so?")).toBeVisible();
  await page.getByRole("button", { name: "Keep all" }).click();
  // The edit that answered it was kept.
  await expect(card).toBeHidden();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("asks for your review")).toBeHidden();
  await page.getByRole("button", { name: "Comments", exact: true }).click();
  await page.getByRole("combobox", { name: "Show" }).selectOption("Resolved");
  await expect(page.getByRole("article", { name: /the harbour/ })).toContainText("Full of boats.");
});

test("a narrow window shows comments in the side bar, and keys go from the words to the card and on", {
  tag: "@long",
}, async () => {
  galley = await start({ files: { "letter.md": letter }, size: { width: 900, height: 700 } });
  const { page, editor } = galley;
  await galley.open("letter.md");
  for (const [quote, text] of [
    ["Dear Anna", "Which *Anna*?"],
    ["harbour was", "It was full."],
    ["was empty", "<img src=x onerror=alert(1)>"],
  ])
    await galley.agent("comments", { action: "add", path: "letter.md", quote, text });
  await expect(editor.locator(".cm-commented")).not.toHaveCount(0);
  await expect(page.locator(".cm-comment-margin article")).toHaveCount(0);
  await editor.getByText("Dear Anna").click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+Alt+m");
  await expect(page.locator(".comments-pane").getByRole("article", { name: "Comment on Dear Anna" })).toBeFocused();
  // What has the focus is read; its Markdown is drawn, and HTML is text.
  await expect(page.getByRole("article", { name: "Unread comment" })).toHaveCount(2);
  await expect(page.getByRole("article").locator("em")).toHaveText("Anna");
  await expect(page.getByText("<img src=x")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(editor).toBeFocused();
  await galley.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1280, 800));
  await page.getByRole("button", { name: "Files", exact: true }).click();
  const cards = page.locator(".cm-comment-margin article");
  await expect(cards).toHaveCount(3);
  await editor.getByText("Dear Anna").click();
  await page.keyboard.press("Control+Alt+m");
  await expect(cards.nth(0)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(cards.nth(2)).toBeFocused();
  await expect(editor.locator(".cm-commented-active")).toHaveText("was empty");
  expect(await axeFindings(page)).toEqual([]);
  const boxes = await Promise.all([0, 1, 2].map((at) => cards.nth(at).boundingBox()));
  const bottoms = boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0));
  expect(boxes[1]?.y).toBeGreaterThanOrEqual(bottoms[0] ?? 0);
  expect(boxes[2]?.y).toBeGreaterThanOrEqual(bottoms[1] ?? 0);
  // The active card is at its words, and the text leaves room for the cards, also while they have the focus.
  const words = await editor.locator(".cm-commented-active").boundingBox();
  expect(Math.abs((boxes[2]?.y ?? 0) - (words?.y ?? 0))).toBeLessThan(16);
  await expect(page.locator(".cm-editor.cm-with-cards")).toHaveCount(1);
  // The button is gone with its card: the next card has the focus.
  await cards.nth(2).getByRole("button", { name: "Resolve" }).press("Enter");
  await expect(cards).toHaveCount(2);
  await expect(cards.nth(1)).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(cards).toHaveCount(3);
  // What is about the beginning of the line is before what is about its end.
  await editor.getByText("the harbour").click();
  for (const key of ["Home", "Shift+ArrowRight", "Control+Alt+m"]) await page.keyboard.press(key);
  await expect(
    page.locator(".cm-comment-margin [data-key]").nth(1).getByRole("textbox", { name: "Comment" }),
  ).toBeFocused();
});

test("what is begun in a comment stays until it is sent, and a deleted comment comes back with Ctrl+Z", async () => {
  galley = await start({ files: { "letter.md": letter, "other.md": "Other.\n" } });
  const { page, editor } = galley;
  await galley.open("other.md");
  await galley.open("letter.md");
  await galley.agent("comments", { action: "add", path: "letter.md", quote: "Dear Anna", text: "Which Anna?" });
  await editor.getByText("the harbour was empty").click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  // Escape leaves the field, and the words stay, even if the keys come before the field has appeared: then it must not take the focus.
  await page.evaluate(() => {
    const press = (keys: KeyboardEventInit) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...keys }));
    press({ key: "m", code: "KeyM", ctrlKey: true, altKey: true });
    document.execCommand("insertText", false, "Half a thought");
    press({ key: "Escape", code: "Escape" });
  });
  await expect(page.getByRole("textbox", { name: "Comment", exact: true })).toHaveValue("Half a thought");
  await expect(editor).toBeFocused();
  const card = page.getByRole("article", { name: "Comment on Dear Anna" });
  // Only the beginning of a thread is shown beside the text until it has the focus.
  await card.getByText("Which Anna?").click();
  await card.getByRole("textbox", { name: "Reply" }).fill("The one of");
  await page.getByRole("tab", { name: "other.md" }).click();
  await expect(card).toBeHidden();
  await page.getByRole("tab", { name: "letter.md" }).click();
  await expect(card.getByRole("textbox", { name: "Reply" })).toHaveValue("The one of");
  await expect(page.getByRole("textbox", { name: "Comment", exact: true })).toHaveValue("Half a thought");
  await expect(editor).not.toContainText("Half a thought");

  await card.focus();
  await page.keyboard.press("Delete");
  await expect(card).toBeHidden();
  await expect(page.getByText("You began an answer")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(card).toContainText("Which Anna?");
  await expect(card.getByRole("textbox", { name: "Reply" })).toHaveValue("The one of");
  await card.getByRole("button", { name: "Delete Comment" }).click();
  await expect(card).toBeHidden();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(card).toContainText("Which Anna?");
  expect(await axeFindings(page)).toEqual([]);
  await card.getByRole("textbox", { name: "Reply" }).press("Control+Enter");
  await expect(card).toContainText("The one of");
  await expect(card.getByRole("textbox", { name: "Reply" })).toHaveValue("");
});

test("a comment that begins at the last line in view is brought into view as a whole, and an agent cannot change a paragraph that the user protects @long", async () => {
  const paragraphs = Array.from({ length: 60 }, (_, at) => `Paragraph ${at}.`).join("\n\n");
  galley = await start({ files: { "letter.md": letter, "long.md": paragraphs } });
  const { page, editor } = galley;
  await test.step("a comment that begins at the last line in view is brought into view as a whole", async () => {
    await galley.open("long.md");
    const bottom = await page.locator("footer").evaluate((element) => element.getBoundingClientRect().top);
    const line = (await editor.locator(".cm-line").all()).slice(0, -1);
    for (const each of line.reverse()) {
      const box = await each.boundingBox();
      if (box === null || box.y + box.height > bottom || !(await each.textContent())) continue;
      await each.click();
      break;
    }
    for (const key of ["Home", "Shift+End", "Control+Alt+m"]) await page.keyboard.press(key);
    const draft = page.locator(".comment-draft");
    await expect(draft.getByRole("textbox", { name: "Comment", exact: true })).toBeFocused();
    const end = () => draft.evaluate((element) => element.getBoundingClientRect().bottom);
    await expect.poll(end).toBeLessThanOrEqual(bottom);
  });
  const toggleProtection = async () => {
    await page.keyboard.press("Control+Shift+P");
    await page.keyboard.type("Protect or Unprotect Paragraph");
    await expect(page.getByRole("option", { name: /Protect or Unprotect Paragraph/ })).toBeVisible();
    await page.keyboard.press("Enter");
  };
  await test.step("an agent cannot change a paragraph that the user protects, until they no longer do", async () => {
    await galley.open("letter.md");
    await editor.getByText("We left before noon.").click();
    const patch = () =>
      galley.agent("text_editor", { action: "patch", path: "letter.md", old_text: "noon", new_text: "dawn" });
    await toggleProtection();
    await expect(page.locator(".cm-lock-bar")).toHaveCount(1);
    expect((await patch()).error?.code).toBe("protected");
    await page.getByRole("button", { name: "Comments", exact: true }).click();
    const passages = page.getByRole("region", { name: "Protected from agents: 1 passage" });
    await passages.getByRole("button", { name: "We left before noon." }).click();
    await expect(editor).toBeFocused();
    expect(await axeFindings(page, "in the sample")).toEqual([]);
    await passages.getByRole("button", { name: "End Protection" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(".cm-lock-bar")).toHaveCount(0);
    await expect(passages).toHaveCount(0);
    // The button that had the focus is gone.
    await expect(page.locator(".comment-list")).toBeFocused();
    expect((await patch()).ok).toBe(true);
  });
  await test.step("a section is protected from its menu in the outline, and a paragraph from that of the text", async () => {
    const bars = page.locator(".cm-lock-bar");
    await pickInMenus(galley, "Protect or Unprotect Section");
    await page.keyboard.press("Control+Shift+L");
    await page.getByRole("treeitem", { name: "Letter" }).click({ button: "right" });
    await expect(bars).toHaveCount(8);
    await page.getByRole("treeitem", { name: "Letter" }).click({ button: "right" });
    await expect(bars).toHaveCount(0);
    await pickInMenus(galley, "Protect or Unprotect Paragraph");
    await editor.getByText("We left before").click({ button: "right" });
    await expect(bars).toHaveCount(1);
    // Open for suggestions, an agent's edit waits for the review.
    const change = { action: "patch", path: "letter.md", old_text: "dawn", new_text: "dusk" };
    expect((await galley.agent("text_editor", change)).error?.code).toBe("protected");
    await page.getByRole("button", { name: "Comments", exact: true }).click();
    await page.getByLabel("What agents can do").selectOption("Agents can suggest edits, which wait for your review");
    await expect.poll(async () => (await galley.agent("text_editor", change)).ok).toBe(true);
    await expect(editor.locator("ins")).toHaveText("dusk");
    await galley.agent("text_editor", { ...change, old_text: "dusk", new_text: "dawn" });
    await expect(editor).toContainText("before dawn");
    await editor.getByText("We left before").click({ button: "right" });
    await expect(bars).toHaveCount(0);
  });
  await test.step("a protection whose words are gone is listed apart, as one that protects nothing", async () => {
    await editor.getByText("We left before dawn.").click();
    await toggleProtection();
    await expect(page.locator(".cm-lock-bar")).toHaveCount(1);
    await galley.writeExternally(
      "letter.md",
      (await galley.onDisk("letter.md")).replace("We left before dawn.", "No."),
    );
    const lost = page.getByRole("region", { name: "No longer protected: 1 passage" });
    await expect(lost).toContainText("The words are gone: this protects nothing");
    await expect(page.getByRole("region", { name: /^Protected from agents/ })).toHaveCount(0);
    await lost.getByRole("button", { name: "End Protection" }).click();
    await expect(lost).toHaveCount(0);
  });
});

test("a click on a bar in the margin leads to its comment, or to the passage that is protected, which it names @long", async () => {
  galley = await start({ files: { "letter.md": letter }, size: { width: 900, height: 700 } });
  const { page, editor } = galley;
  await galley.open("letter.md");
  for (const [quote, text] of [
    ["the harbour", "Which one?"],
    ["was empty", "Was it?"],
  ])
    await galley.agent("comments", { action: "add", path: "letter.md", quote, text });
  await editor.getByText("We left before noon.").click();
  await page.keyboard.press("Control+Shift+P");
  await page.keyboard.type("Protect or Unprotect Paragraph");
  await expect(page.getByRole("option", { name: /Protect or Unprotect Paragraph/ })).toBeVisible();
  await page.keyboard.press("Enter");
  const bar = page.locator(".cm-comment-bar");
  await expect(bar).toHaveAttribute("title", /Show comment\n.*: Which one\?\n.*: Was it\?/);
  // Beside what is seen of it, too.
  const clickBeside = async (name: string) => {
    const box = (await page.locator(name).boundingBox()) ?? { x: 0, y: 0, height: 0 };
    await page.mouse.click(box.x + 9, box.y + box.height / 2);
  };
  const focused = page.locator("article:focus");
  await clickBeside(".cm-comment-bar");
  await expect(focused).toContainText("Which one?");
  await clickBeside(".cm-comment-bar");
  await expect(focused).toContainText("Was it?");
  await page.getByRole("button", { name: "Files", exact: true }).click();
  await expect(page.locator(".cm-lock-bar")).toHaveAttribute("title", "Protected from agents\nWe left before noon.");
  await clickBeside(".cm-lock-bar");
  await expect(focused).toHaveAccessibleName("We left before noon.");
  await expect(focused.getByRole("button", { name: "End Protection" })).toBeVisible();
  expect(await axeFindings(page, "in the sample")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(editor).toBeFocused();
});

test("a plain text has its comments beside it, too", { tag: "@long" }, async () => {
  galley = await start({ files: { "letter.txt": letter }, open: [".", "letter.txt"] });
  const { page, editor } = galley;
  await galley.agent("comments", { action: "add", path: "letter.txt", quote: "before noon", text: "When?" });
  const card = page.locator(".cm-comment-margin").getByRole("article", { name: "comment on before noon" });
  await expect(card).toBeVisible();
  const [at, words] = [await card.boundingBox(), await editor.locator(".cm-commented").boundingBox()];
  expect(Math.abs((at?.y ?? 0) - (words?.y ?? 0))).toBeLessThan(16);
});

test("the preview marks passages, and a comment is written, found and answered there by keyboard", {
  tag: "@long",
}, async () => {
  const files = { "letter.md": letter.replace("was empty", "**was** [empty](https://a.example)") };
  galley = await start({ files, open: [".", "letter.md"] });
  const { page, editor } = galley;
  await galley.agent("comments", { action: "add", path: "letter.md", quote: "before noon", text: "When?" });
  await expect(editor.locator(".cm-commented")).toBeVisible();
  await galley.runMenuCommand("Preview");
  const frame = page.frameLocator(".reading-frame");
  const cards = page.locator(".preview-cards article");
  await expect(cards).toHaveCount(1);
  const [at, words] = [await cards.boundingBox(), await frame.getByText("before noon").boundingBox()];
  expect(Math.abs((at?.y ?? 0) - (words?.y ?? 0))).toBeLessThan(16);

  await test.step("a selection becomes a comment on its source", async () => {
    await frame.getByText("the harbour").click({ clickCount: 3 });
    await page.keyboard.press("Control+Alt+m");
    await page.keyboard.type("Was it?");
    await page.keyboard.press("Control+Enter");
    const card = page
      .locator(".preview-cards")
      .getByRole("article", { name: "comment on the harbour **was** [empty](https://a.example) when we came." });
    await expect(card).toContainText("Was it?");
    const isInFrame = () => page.evaluate(() => document.activeElement?.className);
    await expect.poll(isInFrame).toBe("reading-frame");
  });

  await test.step("a click on a passage and a key open its card, and Escape leaves it", async () => {
    await frame.getByText("before noon").click({ position: { x: 110, y: 8 } });
    const card = page.locator(".preview-cards").getByRole("article", { name: "comment on before noon" });
    await expect(card).toBeFocused();
    await expect(card.getByRole("textbox", { name: "Reply" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Alt+m");
    await expect(card).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(page.locator(".preview-cards").getByRole("article", { name: /the harbour/ })).toBeFocused();
    expect(await axeFindings(page)).toEqual([]);
  });

  await test.step("without room for cards, the side bar has them", async () => {
    await galley.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(800, 700));
    await expect(cards).toHaveCount(0);
    await frame.getByText("before noon").click({ position: { x: 110, y: 8 } });
    await expect(page.locator(".comments-pane").getByRole("article", { name: "comment on before noon" })).toBeFocused();
  });
});

test("the user limits how much of a document agents change before a review, and sets how much", {
  tag: "@long",
}, async () => {
  galley = await start({ files: { "letter.md": letter } });
  const { page, editor } = galley;
  await galley.open("letter.md");
  await editor.click();
  await page.keyboard.press("Control+Shift+P");
  await page.keyboard.type("Limit or Unlimit");
  await expect(page.getByRole("option", { name: /Limit or Unlimit/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Comments", exact: true }).click();
  const share = page.getByLabel("Agents can change, before you review it");
  await expect(share).toHaveValue("10");
  const edit = { action: "patch", path: "letter.md", old_text: "before noon", new_text: "after dinner" };
  expect((await galley.agent("text_editor", edit)).error?.code).toBe("protected");
  await share.focus();
  await share.selectOption("20 % of the words");
  await expect(share).toHaveValue("20");
  await expect(share).toBeFocused();
  expect((await galley.agent("text_editor", edit)).ok).toBe(true);
  await page.getByRole("button", { name: "End Limit" }).click();
  await expect(share).toHaveCount(0);
});

test("Ctrl+Z of a kept edit opens its comment again, and Ctrl+Y resolves it again", { tag: "@long" }, async () => {
  galley = await start({ files: { "letter.md": letter } });
  const { page, editor } = galley;
  await galley.open("letter.md");
  const path = "letter.md";
  await galley.agent("comments", { action: "add", path, quote: "the harbour was empty", text: "Was it?" });
  const state = async () => {
    const { data } = await galley.agent("comments", { action: "list", path, status: "all" });
    const { threads } = data as { threads: { thread: string; status: string; messages: unknown[] }[] };
    return threads.map(({ thread, status, messages }) => ({ thread, status, messages: messages.length }));
  };
  const [{ thread } = { thread: "" }] = await state();
  await galley.agent("text_editor", { action: "patch", path, old_text: "empty", new_text: "full", thread });
  await expect(editor).toContainText("was full");
  await page.getByRole("button", { name: "Keep all" }).click();
  await expect.poll(state).toEqual([{ thread, status: "resolved", messages: 1 }]);
  await editor.click();
  for (const _round of [1, 2]) {
    await page.keyboard.press("Control+z");
    await expect(editor).toContainText("was empty");
    await expect.poll(state).toEqual([{ thread, status: "open", messages: 2 }]);
    await page.keyboard.press("Control+y");
    await expect(editor).toContainText("was full");
    await expect.poll(state).toEqual([{ thread, status: "resolved", messages: 1 }]);
  }
});
