/** Comments on the cells of workbooks and on slides: written beside them, answered by agents, and stored in the file. */
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import type { GalleyApp } from "./launch";
import { pickInMenus } from "./pick-in-menus";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");
let galley: GalleyApp;
test.afterEach(() => galley.close());

const create = (path: string, content: string) => galley.agent("office_artifact", { action: "create", path, content });
const threadsOf = async (path: string, section?: string) => {
  const { data } = await galley.agent("comments", { action: "list", path, section, status: "all" });
  return (data as { threads: { thread: string; status: string; anchor: { section: string } }[] }).threads;
};

for (const path of ["harvest.xlsx", "harvest.ods"])
  test(`a cell of ${path} is commented by keyboard, answered by an agent beside it, and resolved @long`, async () => {
    galley = await start({ files: { "a.md": "Text.\n" } });
    const { page } = galley;
    await create(path, "Crop,Kilos\nBeans,3\nPeas,4");
    await page.getByRole("treeitem", { name: path }).dblclick();
    const cell = (name: string) => page.getByRole("gridcell", { name, exact: true });
    await cell("Beans").click();
    await page.keyboard.press("Control+Alt+m");
    const field = page.locator(".comment-draft").getByRole("textbox", { name: "Comment", exact: true });
    await expect(field).toBeFocused();
    await page.keyboard.type("Broad beans?");
    await page.keyboard.press("Control+Enter");
    const card = page.getByRole("article", { name: "Comment on Sheet1!A2 · Beans" });
    await expect(card).toContainText("Broad beans?");
    await expect(cell("Beans")).toHaveAttribute("data-comment", "true");
    const [thread] = await threadsOf(path);
    expect(thread).toMatchObject({ status: "open", anchor: { section: "Sheet1!A2" } });
    await galley.agent("comments", { action: "reply", thread: thread?.thread, text: "Yes, <b>broad</b> ones." });
    // The list has it, and the cell.
    await expect(card).toContainText("Yes, <b>broad</b> ones.");
    const note = page.locator(".office-beside-cell");
    await expect(note).toContainText("Yes, <b>broad</b> ones.");
    expect(await axeFindings(page)).toEqual([]);
    // A second comment on the cell leads to the first one.
    await cell("Peas").click();
    await expect(note).toBeHidden();
    await cell("Beans").click();
    await page.keyboard.press("Control+Alt+m");
    await expect(card).toBeFocused();
    await galley.agent("comments", { action: "add", path, section: "Sheet1!D9", text: "And here?" });
    const other = page.getByRole("article", { name: "Unread comment on Sheet1!D9" });
    await other.getByTitle("Show in document").click();
    await expect(note).toContainText("And here?");
    await note.getByRole("button", { name: "Resolve" }).click();
    await expect(note).toBeHidden();
    await expect(other).toBeHidden();
    expect((await threadsOf(path, "Sheet1!D9")).map(({ status }) => status)).toEqual(["resolved"]);
  });

for (const path of ["talk.pptx", "talk.odp"])
  test(`a slide of ${path} is commented by keyboard, answered by an agent on it, and resolved @long`, async () => {
    galley = await start({ files: { "a.md": "Text.\n" } });
    const { page } = galley;
    await create(path, "# Opening\n\n- first\n\n# Harvest\n\n- second");
    await page.getByRole("treeitem", { name: path }).dblclick();
    const slide = page.getByRole("article", { name: /Harvest/ }).and(page.locator(".office-slide"));
    await slide.getByText("second").click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Alt+m");
    const field = page.locator(".comment-draft").getByRole("textbox", { name: "Comment", exact: true });
    await expect(field).toBeFocused();
    await page.keyboard.type("Too short?");
    await page.keyboard.press("Control+Enter");
    const card = page.getByRole("article", { name: "Comment on Slide 2 · Harvest" });
    await expect(card).toContainText("Too short?");
    // The window is wide enough for cards beside the slides.
    await expect(page.locator(".cm-comment-margin").and(page.locator(":has(article)"))).toHaveCount(1);
    const [thread] = await threadsOf(path);
    expect(thread).toMatchObject({ status: "open", anchor: { section: "slide 2" } });
    await galley.agent("comments", { action: "reply", thread: thread?.thread, text: "It is." });
    await expect(card).toContainText("It is.");
    const [besides, top] = [await card.boundingBox(), await slide.boundingBox()];
    expect(Math.abs((besides?.y ?? 0) - (top?.y ?? 0))).toBeLessThan(16);
    expect(await axeFindings(page)).toEqual([]);
    await galley.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(900, 700));
    await expect(slide.locator(".office-thread")).toContainText("It is.");
    await slide.locator(".office-thread").getByRole("button", { name: "Resolve" }).click();
    await expect(slide.locator(".office-thread")).toHaveCount(0);
    expect((await threadsOf(path)).map(({ status }) => status)).toEqual(["resolved"]);
  });

for (const path of ["report.docx", "report.odt"])
  test(`comments on ${path} are cards beside the page, answered and resolved there, and below the paragraphs in a narrow window @long`, async () => {
    galley = await start({ files: { "a.md": "Text.\n" }, size: { width: 1500, height: 700 } });
    const { page } = galley;
    const rows = Array.from({ length: 60 }, (_, at) => `Line ${at} of the log.`).join("\n\n");
    await create(path, `# Harbour\n\nThe sea was grey, and the harbour was empty.\n\n${rows}`);
    const add = (quote: string, text: string) => galley.agent("comments", { action: "add", path, quote, text });
    await add("grey", `Green? ${"Or blue, as it says below. ".repeat(12)}`);
    await add("empty", "Was it?");
    await add("Line 50", "Far down.");
    await page.getByRole("treeitem", { name: path }).dblclick();
    const cards = page.locator(".cm-comment-margin article");
    const words = (text: string) => page.locator("[data-commented]", { hasText: text });
    await expect(cards).toHaveText([/Green\?/, /Was it\?/]);
    await expect(page.locator('.office-card[data-kind="comment"]')).toHaveCount(0);
    // Of a long one the beginning: the next card stays near its words.
    expect((await cards.nth(0).boundingBox())?.height).toBeLessThan(150);
    const tops = async () => [
      (await cards.nth(1).boundingBox())?.y ?? 0,
      (await page.locator(".office-line", { hasText: "The sea" }).boundingBox())?.y ?? 0,
    ];
    await test.step("words that are clicked on have their card at their side, which then counts as read", async () => {
      await words("empty").click();
      await expect(cards.nth(1)).toHaveAttribute("data-active", "true");
      await expect(cards.nth(1)).toHaveAttribute("data-unread", "false");
      await expect.poll(async () => Math.abs((await tops()).reduce((a, b) => a - b))).toBeLessThan(16);
      // The user writes in the paragraph.
      await expect(page.locator(".office-field")).toBeFocused();
      await page.keyboard.press("Escape");
    });
    await test.step("keys lead to the card, an answer and back, and on to words that are not in view", async () => {
      await page.keyboard.press("Control+Alt+m");
      await expect(cards.nth(1)).toBeFocused();
      await page.keyboard.press("Tab");
      await page.keyboard.type("It was.");
      await page.keyboard.press("Control+Enter");
      await expect(cards.nth(1)).toContainText("It was.");
      expect(await axeFindings(page)).toEqual([]);
      await cards.nth(1).focus();
      await page.keyboard.press("ArrowDown");
      await expect(page.locator("article:focus")).toContainText("Far down.");
      await expect(words("Line 50")).toBeInViewport();
      await expect(words("Line 50")).toHaveClass(/office-commented-active/);
      await page.keyboard.press("ArrowUp");
      await expect(page.locator("article:focus")).toContainText("It was.");
      await page.keyboard.press("Escape");
      await expect(page.locator(".office-line:focus")).toContainText("The sea");
    });
    await test.step("a comment begins beside the page", async () => {
      await page
        .locator(".office-line", { hasText: "Line 2 of" })
        .getByText("Line 2")
        .dblclick({ position: { x: 8, y: 8 } });
      await page.keyboard.press("Control+Alt+m");
      await expect(
        page.locator(".cm-comment-margin").getByRole("textbox", { name: "Comment", exact: true }),
      ).toBeFocused();
      await page.keyboard.type("Which line?");
      await page.keyboard.press("Control+Enter");
      await expect(cards).toHaveText([/Green\?/, /Was it\?/, /Which line\?/]);
      await expect(page.locator(".comments-pane")).toHaveCount(0);
      // The same word is in every line: its neighbours tell which one it is.
      await cards.nth(2).focus();
      await page.keyboard.press("Enter");
      await expect(page.locator(".office-line:focus")).toContainText("Line 2 of");
    });
    await test.step("a thread is resolved there, and a narrow window has the others below their paragraphs", async () => {
      await words("grey").click();
      await page.keyboard.press("Escape");
      await cards.nth(0).getByRole("button", { name: "Resolve" }).click();
      await expect(cards).toHaveText([/Was it\?/, /Which line\?/]);
      expect((await threadsOf(path)).filter(({ status }) => status === "resolved")).toHaveLength(1);
      await galley.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(900, 700));
      await expect(cards).toHaveCount(0);
      const below = page.locator('.office-card[data-kind="comment"]');
      await expect(below).toHaveCount(2);
      // Names have any length.
      const isWithin = await below
        .first()
        .getByRole("button")
        .evaluate((button) => {
          button.textContent = "Name ".repeat(100);
          const box = button.closest(".scrolls");
          return box !== null && box.scrollWidth <= box.clientWidth;
        });
      expect(isWithin).toBe(true);
    });
  });

test("cells, a slide and a whole presentation are protected from the context menu, which agents read, until they no longer are", async () => {
  galley = await start({ files: { "a.md": "Text.\n" } });
  const { page } = galley;
  await test.step("cells are protected from the context menu, which agents read, until they no longer are", async () => {
    const path = "harvest.xlsx";
    await create(path, "Crop,Kilos\nBeans,3\nPeas,4");
    await page.getByRole("treeitem", { name: path }).dblclick();
    const cell = (name: string) => page.getByRole("gridcell", { name, exact: true });
    await pickInMenus(galley, "Protect or Unprotect Cells or Slide");
    await cell("Beans").click();
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await cell("Peas").click({ button: "right" });
    await expect(page.locator('[data-protected="true"]')).toHaveText(["Beans", "3", "Peas", "4"]);
    const set = (cells: object) =>
      galley.agent("office_artifact", { action: "edit", path, operation: "set_cells", cells });
    const refused = await set({ B3: 5 });
    expect(refused.error?.code).toBe("protected");
    expect(refused.message).toContain("the user protects Sheet1!A2:B3 of harvest.xlsx");
    expect((await set({ B1: "kg" })).ok).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    // The user writes there.
    await cell("4").click();
    await page.keyboard.type("6");
    await page.keyboard.press("Enter");
    await expect(cell("6")).toBeVisible();
    await cell("6").click({ button: "right" });
    await expect(page.locator('[data-protected="true"]')).toHaveCount(0);
    expect((await set({ B3: 5 })).ok).toBe(true);
  });
  await test.step("a slide is protected from the context menu, and a whole presentation by its command", async () => {
    const path = "talk.odp";
    await create(path, "# Opening\n\n- first\n\n# Harvest\n\n- second");
    await page.getByRole("treeitem", { name: path }).dblclick();
    const slide = page.getByRole("article", { name: /Harvest/ }).and(page.locator(".office-slide"));
    const chip = slide.getByText("Protected from agents");
    await pickInMenus(galley, "Protect or Unprotect Cells or Slide");
    await slide.click({ button: "right", position: { x: 5, y: 5 } });
    await expect(chip).toBeVisible();
    const replace = (find: string) =>
      galley.agent("office_artifact", { action: "edit", path, operation: "replace_text", find, replace: "other" });
    expect((await replace("second")).message).toContain("the user protects slide 2 of talk.odp");
    expect((await replace("first")).ok).toBe(true);
    await slide.click({ button: "right", position: { x: 5, y: 5 } });
    await expect(chip).toBeHidden();
    await pickInMenus(galley, "Protect or Unprotect Document");
    await slide.click({ button: "right", position: { x: 5, y: 5 } });
    await expect(page.getByRole("toolbar").getByText("Protected from agents")).toBeVisible();
    expect((await replace("second")).error?.code).toBe("protected");
  });
});

test("a paragraph of a book is commented by keyboard, answered by an agent beside it, and resolved @long", async () => {
  galley = await start({
    files: { "book/1.md": "# One\n\nThe wind went on.\nNobody came.\n", "book/.galley/book.json": '{"language":"de"}' },
  });
  const { page } = galley;
  await galley.app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = (async () => ({ canceled: false, filePaths: [path] })) as typeof dialog.showOpenDialog;
  }, galley.pathOf("book"));
  await page.keyboard.press("Control+Shift+D");
  await page.getByRole("button", { name: "Open a folder…" }).click();
  const target = page.getByRole("textbox", { name: "Translation of paragraph 3", exact: true });
  await target.click();
  await page.keyboard.press("Control+Alt+m");
  const field = page.getByRole("textbox", { name: "Comment on paragraph 3" });
  await expect(field).toBeFocused();
  await page.keyboard.type("Nobody at all?");
  await page.keyboard.press("Control+Enter");
  const thread = page.locator("[data-thread]");
  await expect(thread).toContainText("Nobody at all?");
  const row = page.locator(".book-row").filter({ has: target });
  await expect(row.getByRole("button", { name: "1 comment" })).toBeVisible();
  await expect(field).toHaveValue("");
  const [found] = await threadsOf("book/1.md");
  expect(found).toMatchObject({ status: "open", line_from: 4 });
  await galley.agent("comments", { action: "reply", thread: found?.thread, text: "Only <b>gulls</b>." });
  await expect(thread).toContainText("Only <b>gulls</b>.");
  expect(await axeFindings(page)).toEqual([]);
  await thread.getByRole("button", { name: "Resolve" }).click();
  await expect(thread).toHaveCount(0);
  await expect(row.getByRole("button", { name: "1 comment" })).toHaveCount(0);
  await page.getByLabel("Show resolved comments").check();
  await thread.getByRole("button", { name: "Open Again" }).click();
  await thread.getByRole("button", { name: "Delete" }).click();
  await expect(thread).toHaveCount(0);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(thread).toContainText("Nobody at all?");
  await pickInMenus(galley, "Protect or Unprotect Paragraph");
  await row.getByText("Nobody came.").click({ button: "right" });
  await expect(row.getByText("Protected")).toBeVisible();
  const patch = { action: "patch", path: "book/1.md", old_text: "Nobody", new_text: "Somebody" };
  expect((await galley.agent("text_editor", patch)).error?.code).toBe("protected");
  await row.getByText("Nobody came.").click({ button: "right" });
  await expect(row.getByText("Protected")).toBeHidden();
});

for (const path of ["contract.docx", "contract.odt"])
  test(`a section and paragraphs of ${path} are protected from the page and the outline, marked beside them, and unprotected @long`, async () => {
    galley = await start({ files: { "a.md": "Text.\n" } });
    const { page } = galley;
    await create(
      path,
      "# Contract\nOpening.\n## Terms\nThe price is fixed.\nPayable in May.\n## Notes\nYes.\nSure.\nYes.",
    );
    await page.getByRole("button", { name: "Files", exact: true }).first().click();
    await page.getByRole("treeitem", { name: path }).dblclick();
    const line = (text: string, nth = 0) => page.locator(".office-line").getByText(text, { exact: true }).nth(nth);
    const marked = page.locator(".office-paragraph[data-protected] .office-line");
    const replace = (find: string, more: object = {}) =>
      galley.agent("office_artifact", {
        action: "edit",
        path,
        operation: "replace_text",
        find,
        replace: "other",
        ...more,
      });
    const listed = page.getByRole("region", { name: /^Protected from agents/ });
    await test.step("a paragraph, by its context menu", async () => {
      await pickInMenus(galley, "Protect or Unprotect Paragraph");
      await line("Yes.", 1).click({ button: "right" });
      await expect(marked).toHaveText(["Yes."]);
      await expect(page.locator(".office-chip").getByText("Protected from agents")).toHaveCount(0);
      await expect(page.locator(".office-paragraph[data-protected] .office-lock-bar")).toHaveAttribute(
        "title",
        "Protected from agents",
      );
      expect((await replace("Yes.", { replace_all: true })).message).toContain(
        `the user protects the paragraph "Yes." of ${path}`,
      );
      expect((await replace("Sure.")).ok).toBe(true);
      await expect(line("other")).toBeVisible();
    });
    await test.step("a section, by its menu in the outline", async () => {
      await pickInMenus(galley, "Protect or Unprotect Section");
      await galley.runMenuCommand("Outline");
      await page.locator(".office-outline").getByRole("button", { name: "Terms" }).click({ button: "right" });
      await expect(marked).toHaveText(["Terms", "The price is fixed.", "Payable in May.", "Yes."]);
      expect((await replace("fixed")).message).toContain(`the user protects the section "Terms" of ${path}`);
    });
    await test.step("agents may suggest, if the side bar says so", async () => {
      await page.getByRole("button", { name: "Comments", exact: true }).first().click();
      await expect(listed.getByRole("article")).toHaveCount(2);
      expect(await axeFindings(page)).toEqual([]);
      await listed.getByRole("combobox", { name: "What agents can do" }).first().selectOption("suggest");
      await expect(page.locator('.office-paragraph[data-protected="suggest"]')).toHaveCount(3);
      expect((await replace("fixed")).message).toContain("it may be changed by agents only as a suggestion");
      expect((await replace("fixed", { track_changes: true })).ok).toBe(true);
    });
    await test.step("the user writes there, and the protection follows", async () => {
      await line("Yes.", 1).click();
      await page.keyboard.press("End");
      await page.keyboard.type(" Indeed.");
      await line("Opening.").click();
      await expect(line("Yes. Indeed.")).toBeVisible();
      await expect.poll(async () => (await replace("Indeed")).error?.code).toBe("protected");
      await listed.getByTitle("Show in document").last().click();
      await expect(line("Yes. Indeed.")).toBeFocused();
    });
    await test.step("how much agents change before a review is limited by its command", async () => {
      await page.getByRole("button", { name: "Keep all" }).click();
      await page.keyboard.press("Control+Shift+P");
      await page.keyboard.type("Limit or Unlimit");
      await expect(page.getByRole("option", { name: /Limit or Unlimit/ })).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(page.getByLabel("Agents can change, before you review it")).toHaveValue("10");
      expect((await replace("Opening")).ok).toBe(true);
      expect((await replace("Contract")).message).toContain("at most 10 %");
      await page.getByRole("button", { name: "End Limit" }).click();
      await expect.poll(async () => (await replace("Contract")).ok).toBe(true);
    });
    await test.step("until it is ended", async () => {
      await pickInMenus(galley, "Protect or Unprotect Paragraph");
      await line("Yes. Indeed.").click({ button: "right" });
      await expect(page.locator('.office-paragraph[data-protected="locked"]')).toHaveCount(0);
      expect((await replace("Indeed")).ok).toBe(true);
    });
  });

test("what is typed right after Enter and Backspace on a page goes where it was meant to, with the cursor where it was", async () => {
  galley = await start({ files: { "a.md": "Text.\n" } });
  const { page } = galley;
  const path = "typed.odt";
  await create(path, "# Title\nFirst words.\nLast.");
  await page.getByRole("button", { name: "Files", exact: true }).first().click();
  await page.getByRole("treeitem", { name: path }).dblclick();
  const texts = async () => {
    const { data } = await galley.agent("office_artifact", { action: "read", path });
    return (data as { paragraphs: { text: string }[] }).paragraphs.map((each) => each.text);
  };
  await page.locator(".office-line").filter({ hasText: "Last." }).click();
  await page.keyboard.press("End");
  // Without a pause, as fast typists do and slow disks make it.
  await page.keyboard.press("Enter");
  await page.keyboard.type("One more.");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("两行 and another.");
  await page.keyboard.press("Control+Enter");
  await expect.poll(texts).toEqual(["Title", "First words.", "Last.", "One more.", "两行 and another."]);
  await page.locator(".office-line").filter({ hasText: "First words." }).click();
  await page.keyboard.press("Home");
  for (let count = 0; count < "First".length; count++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Second");
  await page.keyboard.press("Control+Enter");
  await expect.poll(texts).toEqual(["Title", "First", "Second words.", "Last.", "One more.", "两行 and another."]);
  await page.locator(".office-line").filter({ hasText: "Last." }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Backspace");
  await page.keyboard.type(" The end.");
  await page.keyboard.press("Control+Enter");
  await expect.poll(texts).toEqual(["Title", "First", "Second words. The end.", "One more.", "两行 and another."]);
});
