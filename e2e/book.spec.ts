/** The book view in the real app: translate, confirm, find, reject, scroll through 10,000 paragraphs; and axe findings. */
import { expect } from "@playwright/test";
import { ask } from "./assistant-parts";
import { axeFindings } from "./axe";
import { folder, type GalleyApp } from "./launch";
import { realKeys, requireRealKeys } from "./real-keys";
import { shareApp } from "./shared-app";
import { test } from "./test";
import { typeUntilKilled } from "./type-until-killed";
import { waitUntilStable } from "./wait-until-stable";

const start = shareApp("all files");

const sentence = (n: number) =>
  `The lighthouse keeper had not slept since the storm of the ${n}th. The lamp burned, and nobody came.`;
const chapter = (title: string, from: number) =>
  `# ${title}\n\n${Array.from({ length: 6 }, (_, at) => sentence(from + at)).join("\n")}\n\n${sentence(from + 6)}\n`;

/** Paragraphs in each of the two chapters that are translated without a rest. */
const QUICK_ROWS = process.env["GALLEY_LONG"] ? 100 : 8;
const lines = (count: number) => Array.from({ length: count }, (_, at) => `第${at}段：灯塔。`).join("\n");

const wind = "The wind went on all night without a sound.";

test.describe.configure({ mode: "serial", timeout: 120_000 });

let galley: GalleyApp;
test.beforeAll(async () => {
  galley = await start({
    files: {
      "lamp/One/1.md": chapter("The lamp", 1),
      "lamp/One/2.md": chapter("The letter", 20),
      "lamp/Two/3.md": chapter("The ferry", 40),
      "quick/1.md": lines(QUICK_ROWS),
      "quick/2.md": lines(QUICK_ROWS),
      "quick/.galley/book.json": JSON.stringify({ title: "quick", language: "en" }),
      "lamp/.galley/glossary.md":
        "| Term | Translation | Note |\n|---|---|---|\n| lighthouse keeper | 守塔人 | a person |\n| lamp | 灯 | |\n",
      "twice/1.md": `# Night\n\n${[wind, "Nobody came in 1847.", wind, "Nobody came in 1851.", wind, `It was cold. ${wind}`].join("\n")}\n`,
      "twice/.galley/book.json": JSON.stringify({ title: "twice", language: "de" }),
      "sea/1.md": "The lamps burned.\n\nThe sea.\n\nA lamp went out.\n",
      "sea/.galley/book.json": JSON.stringify({ title: "sea", language: "de" }),
      "elves/1.md": "The elf came home.\n\nThe lamp burned in the hall.\n",
      "elves/.galley/book.json": JSON.stringify({ title: "elves", language: "de" }),
      "elves/.galley/glossary.md": "elf = Elb # not: Elf*\n",
      "long/1.md": `# 长书\n\n${Array.from({ length: 10_000 }, (_, at) => `第${at}段：灯塔看守人没有睡过。`.repeat(1 + (at % 4))).join("\n")}\n`,
      "long/.galley/book.json": JSON.stringify({ title: "长书", language: "en" }),
    },
  });
});
test.afterAll(() => galley.close());

const bookView = () => galley.page.locator(".book");
const rows = () => bookView().locator(".book-row");
const field = (index: number) =>
  galley.page.getByRole("textbox", { name: `Translation of paragraph ${index.toLocaleString("en")}`, exact: true });
const target = (index: number) => bookView().locator(field(index));
const row = (index: number) => rows().filter({ has: field(index) });

/** Opens a book as the user does: by the shortcut and the folder dialog. */
async function openBook(name: string, { app, page, pathOf }: GalleyApp = galley): Promise<void> {
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = (async () => ({ canceled: false, filePaths: [path] })) as typeof dialog.showOpenDialog;
  }, pathOf(name));
  await page.keyboard.press("Control+Shift+D");
  const screen = page.getByRole("dialog", { name: "Translate a book" });
  await screen.getByRole("button", { name: "Open a folder…" }).click();
  await expect(screen).toBeHidden();
}

test("a book is opened by shortcut and translated: language, chapters, confirmed paragraphs, their versions", async () => {
  const { page, agent, pathOf } = galley;
  await openBook("lamp");
  await expect(page.getByRole("tab", { name: "lamp", selected: true })).toBeVisible();
  await bookView().getByRole("combobox", { name: "Language" }).fill("zh-CN");
  await bookView().getByRole("button", { name: "Start", exact: true }).click();
  await expect(target(0)).toHaveAttribute("lang", "zh-CN");
  const chapters = bookView().getByRole("listbox", { name: "Chapters" });
  await expect(chapters.getByRole("option")).toHaveCount(3);

  // Translated and confirmed by keyboard alone; the blank paragraph is skipped.
  await target(0).fill("# 灯");
  await page.keyboard.press("Control+Enter");
  await expect(target(2)).toBeFocused();
  await page.keyboard.type("守塔人没有睡。");
  await page.keyboard.press("Control+Enter");
  await expect(target(3)).toBeFocused();
  await expect(row(2)).toHaveAttribute("data-state", "accepted");
  await page.keyboard.type("given up");
  await page.keyboard.press("Escape");
  await expect(target(3)).toHaveValue("");
  await page.keyboard.press("Alt+ArrowUp");
  await expect(target(2)).toBeFocused();
  await page.keyboard.press("Control+Shift+Enter");
  await expect(target(3)).toBeFocused();
  const read = await agent("get_paragraph_info", {
    book: pathOf("lamp"),
    paragraph_id: await row(2).getAttribute("data-id"),
  });
  expect(JSON.stringify(read.data)).toContain("守塔人没有睡。");

  // Writing over a translation makes a second version; undo restores the first.
  await target(2).fill("守塔人一夜没有睡。");
  await target(4).click();
  await expect(row(2)).toHaveAttribute("data-state", "translated");
  await row(2).getByRole("button", { name: "2 versions" }).click();
  const versions = page.getByRole("region", { name: "Versions" });
  await expect(versions.getByRole("listitem")).toHaveCount(2);
  await expect(versions.locator("del, ins").first()).toBeVisible();
  await versions.getByRole("button", { name: "Use this one" }).click();
  await expect(target(2)).toHaveValue("守塔人没有睡。");

  // Switching chapters by keyboard; the last one has no translation yet.
  await chapters.focus();
  await page.keyboard.press("End");
  await expect(row(0)).toContainText("The ferry");
  await page.keyboard.press("Home");
  await expect(target(2)).toHaveValue("守塔人没有睡。");
});

test("a rejected paragraph reaches the agent, a concurrent write of the agent is a conflict with both texts, and accepting ends the task", async () => {
  const { page, agent, pathOf } = galley;
  const book = pathOf("lamp");
  const opened = await agent("open_task", { book, type: "translation", chapters: ["The letter"] });
  const { task_id, assigned } = opened.data as { task_id: string; assigned: string[] };
  for (const status of ["preparing", "working"]) await agent("update_task_status", { book, task_id, status });
  const submitTexts = (texts: [id: string, text: string][]) =>
    agent("add_translation_batch", {
      book,
      task_id,
      paragraphs: texts.map(([paragraph_id, translated_text]) => ({ paragraph_id, translated_text })),
    });
  await submitTexts(assigned.map((id, index) => [id, `守塔人没有睡，灯亮着。${index}`]));
  await bookView()
    .getByRole("option", { name: /The letter/ })
    .click();
  await expect(target(2)).toHaveValue("守塔人没有睡，灯亮着。1");

  // The agent's write does not remove the text that is being typed.
  await target(2).fill("我的译文");
  await submitTexts([[assigned[1] ?? "", "守塔人没有睡，灯亮着。1又一夜。"]]);
  const conflict = row(2).getByRole("alert");
  await expect(conflict).toContainText("守塔人没有睡，灯亮着。1又一夜。");
  await expect(target(2)).toHaveValue("我的译文");
  await conflict.getByRole("button", { name: "Keep theirs" }).click();
  await expect(target(2)).toHaveValue("守塔人没有睡，灯亮着。1又一夜。");

  await row(2).getByRole("button", { name: "Select paragraph 2" }).click();
  await row(4)
    .getByRole("button", { name: "Select paragraph 4" })
    .click({ modifiers: ["Shift"] });
  await bookView()
    .getByRole("group", { name: "3 paragraphs selected" })
    .getByRole("button", { name: "Return…" })
    .click();
  await page.keyboard.type("Keep the keeper’s name.");
  await page.keyboard.press("Control+Enter");
  await expect(row(2)).toHaveAttribute("data-state", "sent back");
  await expect(row(2)).toContainText("Keep the keeper’s name.");
  const prompt = await ask(page, "book:prompt", { book, kind: "translation", task: task_id });
  expect(prompt.text).toContain("Keep the keeper’s name.");
  const taskInfo = await agent("task_info", { book, task_id });
  expect(taskInfo.data).toMatchObject({ status: "working", missing: assigned.slice(1, 4) });
  expect(taskInfo.message).toContain("Keep the keeper’s name.");

  await submitTexts(assigned.slice(1, 4).map((id) => [id, "守塔人没有睡，灯一直亮着。"]));
  await agent("update_task_status", { book, task_id, status: "review" });
  await bookView().getByRole("tab", { name: /Tasks/ }).click();
  await bookView().getByRole("button", { name: "Accept all" }).click();
  await expect(row(2)).toHaveAttribute("data-state", "accepted");
  await expect(bookView().getByText("1 ended task")).toBeVisible();
});

test("paragraphs are found by state and by text, with glossary terms below the source and glossary mismatches", {
  tag: "@long",
}, async () => {
  const { page, onDisk } = galley;
  await bookView().getByRole("button", { name: "Whole book" }).click();
  await bookView().getByRole("combobox", { name: "Show" }).selectOption("accepted");
  await expect(bookView().locator(".book-found")).toHaveText("10 paragraphs");
  await expect(bookView().locator(".book-chapter-line")).toHaveText(["The lamp", "The letter"]);
  await bookView().getByRole("combobox", { name: "Show" }).selectOption("all");
  await page.keyboard.press("Control+f");
  await page.keyboard.type("灯一直亮");
  await expect(bookView().locator(".book-found")).toHaveText("3 paragraphs");
  await expect(bookView().locator(".book-field-marks mark").first()).toHaveText("灯一直亮");
  await page.keyboard.press("Escape");
  // For a moment the first row is still the first search result, which has two terms.
  await expect(rows().first().locator(".book-term").first()).toHaveAttribute("title", "lamp → 灯");

  await bookView().getByRole("tab", { name: "Glossary" }).click();
  await bookView().getByRole("textbox", { name: "Add a term: Term" }).fill("storm");
  await bookView().getByRole("textbox", { name: "Add a term: Translation" }).fill("风暴");
  await page.keyboard.press("Enter");
  await expect.poll(() => onDisk("lamp/.galley/glossary.md")).toContain("| storm | 风暴 |");
  const mismatches = bookView().getByRole("region", { name: "Glossary mismatches" });
  await expect(mismatches).toContainText("storm → 风暴");
  await mismatches.locator(".book-jump").first().click();
  await expect(rows().locator("textarea:focus")).toBeVisible();
  await expect(
    rows()
      .filter({ has: page.locator("textarea:focus") })
      .locator(".book-term"),
  ).toContainText(["storm"]);
});

test("a doubtful translation is marked while the table is open, Alt+F8 leads to it, and it can be ignored with a reason", {
  tag: "@long",
}, async () => {
  const { page } = galley;
  await bookView().getByRole("tab", { name: "Tasks" }).click();
  await bookView().getByRole("button", { name: "This chapter" }).click();
  await bookView()
    .getByRole("option", { name: /The ferry/ })
    .click();
  await target(2).fill("<think>storm</think>自风暴以来守塔人没有睡。灯亮着，没有人来。");
  await page.keyboard.press("Control+Enter");
  const flag = row(2).getByRole("button", { name: "Check", exact: true });
  await expect(flag).toBeVisible();
  await target(5).click();
  await page.keyboard.press("Alt+Shift+F8");
  await expect(target(2)).toBeFocused();
  await flag.click();
  const list = page.getByRole("region", { name: "Please check (Alt+F8 for the next)" });
  await expect(list).toContainText("A model's thinking <think>");
  await list.getByRole("button", { name: "Ignore…" }).click();
  await page.keyboard.type("quoted");
  await page.keyboard.press("Enter");
  await expect(list).toContainText("Ignored by you: quoted");
  await page.keyboard.press("Escape");
  await expect(row(2).getByRole("button", { name: "Checked" })).toBeVisible();

  await target(3).fill("短。");
  await target(4).fill("自风暴以来守塔人没有睡。灯亮着，没有人来。");
  await target(5).click();
  await expect(row(3).getByRole("button", { name: /^Check/ })).toBeVisible();
  await bookView().getByRole("button", { name: "Select all" }).click();
  await bookView().getByRole("button", { name: "Accept unflagged" }).click();
  await expect(row(4)).toHaveAttribute("data-state", "accepted");
  await expect(row(3)).toHaveAttribute("data-state", "translated");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(row(4)).toHaveAttribute("data-state", "translated");
  await expect(row(2)).toHaveAttribute("data-state", "accepted");
});

test("keys that follow Ctrl+Enter by 30 ms are all in the next paragraph, also in the next chapter", async () => {
  requireRealKeys();
  const { page, pathOf } = galley;
  const book = pathOf("quick");
  await openBook("quick");
  await target(0).click();
  const texts = Array.from({ length: QUICK_ROWS * 2 }, (_, at) => `text ${at} end`);
  await (await realKeys(galley)).typeEach(texts, "ctrl+Return", 30);
  const rowsOf = async (chapter: string) => {
    const answer = await ask(page, "book:rows", { book, chapter });
    return answer.rows.map((row) => [row.translation, row.state]);
  };
  const expected = texts.map((text) => [text, "accepted"]);
  await expect.poll(async () => [...(await rowsOf("1.md")), ...(await rowsOf("2.md"))]).toEqual(expected);
});

test("Ctrl+K finds how words were translated and inserts it, and Ctrl+H replaces in all translations with one undo @long", async () => {
  const { page } = galley;
  await openBook("sea");
  await target(0).fill("Die Lampe brannte.");
  await page.keyboard.press("Control+Enter");
  await expect(target(2)).toBeFocused();
  await page.keyboard.type("Das Meer: ");
  await page.keyboard.press("Control+k");
  const concordance = page.getByRole("dialog", { name: "Concordance" });
  await expect(concordance.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("burning lamp");
  const pair = concordance.getByRole("option");
  await expect(pair).toHaveCount(1);
  await expect(pair).toHaveText("The lamps burned.Die Lampe brannte.1, 0Accepted");
  await expect(pair.locator("mark")).toHaveText(["lamps", "burned"]);
  await page.keyboard.press("Control+Enter");
  await expect(concordance).toBeHidden();
  await expect(target(2)).toBeFocused();
  await expect(target(2)).toHaveValue("Das Meer: Die Lampe brannte.");
  await page.keyboard.press("Control+z");
  await expect(target(2)).toHaveValue("Das Meer: ");
  await page.keyboard.type("Lampe, Lampe");
  await page.keyboard.press("Control+k");
  await expect(pair).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(target(0)).toBeFocused();

  await page.keyboard.press("Control+h");
  const bar = bookView().getByRole("search", { name: "Find and replace in translations" });
  await expect(bar.getByRole("textbox", { name: "Find in translations" })).toBeFocused();
  await page.keyboard.type("Lampe");
  await expect(bar.getByRole("status")).toHaveText("2 in 1 paragraph · 1 accepted left out");
  await page.keyboard.press("F3");
  await expect(bar.getByRole("status")).toHaveText(/^1 of 2/);
  await bar.getByRole("textbox", { name: "Replace with" }).fill("Leuchte");
  await expect(bar.getByRole("status")).toHaveText(/^1 of 2/);
  await page.keyboard.press("Enter");
  await expect(target(2)).toHaveValue("Das Meer: Leuchte, Lampe");
  await expect(bar.getByRole("status")).toHaveText(/^1 of 1/);
  await bar.getByRole("checkbox", { name: "Accepted too" }).check();
  await expect(bar.getByRole("status")).toHaveText(/2 in 2 paragraphs|of 2 in 2 paragraphs/);
  await page.keyboard.press("Control+Alt+Enter");
  const dialog = page.getByRole("dialog", { name: "Replace 2 matches in 2 paragraphs" });
  await expect(dialog.getByRole("listitem")).toHaveText([/LampeLeuchte brannte/, /Leuchte, LampeLeuchte/]);
  await page.keyboard.press("Enter");
  await expect(target(0)).toHaveValue("Die Leuchte brannte.");
  await expect(row(0)).toHaveAttribute("data-state", "translated");
  await bar.getByRole("button", { name: "Undo" }).click();
  await expect(target(0)).toHaveValue("Die Lampe brannte.");
  await expect(row(0)).toHaveAttribute("data-state", "accepted");
  await expect(target(2)).toHaveValue("Das Meer: Leuchte, Lampe");
});

test("earlier translations are listed beside the paragraph, a key takes one, and repeated sources are translated with one undo", {
  tag: "@long",
}, async () => {
  const { page } = galley;
  await openBook("twice");
  await target(2).click();
  await page.keyboard.type("Der Wind ging lautlos die ganze Nacht.");
  await page.keyboard.press("Control+Enter");
  await expect(target(3)).toBeFocused();
  await expect(page.getByText("2 other paragraphs have the same source text as paragraph 2.")).toBeVisible();
  await page.keyboard.type("Niemand kam 1847.");
  await page.keyboard.press("Control+Enter");
  await expect(target(4)).toBeFocused();

  // The first press shows the list, the second one takes from it.
  await page.keyboard.press("Control+Alt+1");
  const list = bookView().getByRole("list", { name: "Earlier translations" });
  await expect(list.getByRole("listitem")).toContainText(["100 %"]);
  await expect(target(4)).toHaveValue("");
  await page.keyboard.press("Control+Alt+1");
  await expect(target(4)).toHaveValue("Der Wind ging lautlos die ganze Nacht.");
  await page.keyboard.press("Control+z");
  await expect(target(4)).toHaveValue("");
  await page.keyboard.type("Wind");
  await page.keyboard.press("Control+Alt+1");
  await expect(page.getByText("Select all of it to replace it with the match.")).toBeVisible();
  await expect(target(4)).toHaveValue("Wind");
  await page.keyboard.press("Control+a");
  await list.getByRole("button", { name: "Use match 1, 100 %" }).click();
  await expect(target(4)).toBeFocused();
  await expect(target(4)).toHaveValue("Der Wind ging lautlos die ganze Nacht.");
  await page.keyboard.press("Control+Enter");

  await expect(page.getByText("1 other paragraph has the same source text as paragraph 4.")).toBeVisible();
  await expect(list).toContainText("Numbers: 1851, not 1847");
  await expect(list.locator("del")).toHaveText("1847");
  // The book before this one may still show its own offer.
  await page.getByRole("button", { name: "Use its translation" }).last().click();
  await expect(target(6)).toHaveValue("Der Wind ging lautlos die ganze Nacht.");
  await expect(row(6)).toHaveAttribute("data-state", "translated");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(row(6)).toHaveAttribute("data-state", "untranslated");
  await expect(target(6)).toHaveValue("");
  await target(7).click();
  await page.keyboard.type("Es war kalt.");
  await expect(list).toContainText("One sentence");
  await page.keyboard.press("Control+Alt+2");
  await expect(target(7)).toHaveValue("Es war kalt. Der Wind ging lautlos die ganze Nacht.");
  await bookView().getByRole("tab", { name: "Tasks" }).click();
});

test("a job cannot start without a model, and axe finds no problem in the book view", { tag: "@long" }, async () => {
  const { page } = galley;
  await bookView().getByRole("button", { name: "Start a job…" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Start a job" });
  await expect(dialog.getByRole("status")).toContainText("already done");
  await expect(dialog).toContainText("No model is set up yet.");
  await expect(dialog.getByRole("button", { name: "Start", exact: true })).toBeDisabled();
  await page.keyboard.press("Escape");
  for (const colorScheme of process.env["GALLEY_LONG"] ? (["light", "dark"] as const) : (["dark"] as const)) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page), colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
});

test("of 10,000 paragraphs only the visible ones are rendered, and text typed far away stays in its paragraph", {
  tag: "@long",
}, async () => {
  const { page } = galley;
  await openBook("long");
  const table = bookView().locator(".book-table");
  await expect(table).toHaveAttribute("aria-rowcount", "10002");
  await target(2).fill("typed at the beginning");
  for (let step = 0; step < 12; step++) await table.evaluate((element) => element.scrollBy(0, 4000));
  expect(await rows().count()).toBeLessThan(120);
  await table.evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  await expect(target(10_001)).toBeVisible();
  const top = () =>
    rows()
      .last()
      .evaluate((element) => Math.round(element.getBoundingClientRect().top));
  await waitUntilStable(page, top);
  // The paragraph that is being edited is still there, with its text and the cursor.
  await expect(target(2)).toHaveValue("typed at the beginning");
  await target(10_001).fill("typed at the end");
  await page.keyboard.press("Control+Enter");
  await expect(row(10_001)).toHaveAttribute("data-state", "accepted");
  await table.evaluate((element) => {
    element.scrollTop = 0;
  });
  await expect(target(2)).toHaveValue("typed at the beginning");
  await expect(row(2)).toHaveAttribute("data-state", "translated");
});

test("a check is switched off with the keyboard: its flag goes away, and the focus stays @long", async () => {
  requireRealKeys();
  const { page } = galley;
  await openBook("elves");
  await target(0).fill("Der Elb, kein Elf, kam heim.");
  await target(2).click();
  const flag = row(0).locator(".book-flag");
  await expect(flag).toHaveText("Check");
  const keys = await realKeys(galley);
  await flag.focus();
  await keys.press("Return");
  await expect(page.getByRole("region", { name: "Please check" })).toContainText("Forbidden word Elf* → Elb");
  await keys.press("Tab", "Tab", "Return");
  const dialog = page.getByRole("dialog", { name: "Checks" });
  const check = dialog.getByRole("combobox", { name: "Forbidden word" });
  await check.focus();
  await keys.press("Home");
  await expect(check).toHaveValue("off");
  await expect(flag).toHaveCount(0);
  await dialog.getByRole("button", { name: "Reset all" }).focus();
  await keys.press("Return");
  await expect(check).toHaveValue("flag");
  await expect(dialog.getByRole("button", { name: "Reset all" })).toBeFocused();
  await check.focus();
  await keys.press("Home", "Escape");
  await expect(dialog).toHaveCount(0);
  await expect(flag).toHaveCount(0);
  await expect(target(0)).toBeFocused();
});

test("after kill -9 unsaved translations typed more than a second before are restored to their rows in both windows", {
  tag: "@long",
}, async () => {
  const [root, data] = [await folder("root"), await folder("data")];
  const files = {
    "lamp/1.md": chapter("The lamp", 1),
    "lamp/.galley/book.json": '{"title":"lamp","language":"zh-CN"}',
  };
  const first = await start({ root, data, files });
  const targetOf = (page: GalleyApp["page"], index: number) =>
    page.getByRole("textbox", { name: `Translation of paragraph ${index}`, exact: true });
  await openBook("lamp", first);
  // A second window shows the same book, with unsaved text in the same paragraph.
  const other = await first.newWindow(() => first.runMenuCommand("New Window"));
  await openBook("lamp", { ...first, page: other });
  await targetOf(other, 2).pressSequentially("from the other window");
  await first.page.bringToFront();
  await targetOf(first.page, 2).click();
  const { expectedText } = await typeUntilKilled(first, first.page);
  expect(expectedText.length).toBeGreaterThan(20);

  const second = await start({ root, data });
  await expect(second.page.getByText(/^Recovered 1 unsaved translation/)).toBeVisible();
  const values: string[] = [];
  for (const text of [expectedText, "from the other window"]) {
    const pages = () => Promise.all(second.app.windows().map((page) => targetOf(page, 2).inputValue({ timeout: 500 })));
    await expect.poll(async () => (await pages().catch(() => [])).some((value) => value.startsWith(text))).toBe(true);
    values.push(...(await pages()));
  }
  expect(new Set(values).size).toBe(2);
  // The draft is recovered but not stored automatically: the user decides what to do with it.
  await expect(second.page.locator(".book-row .book-field[data-unsaved=true]")).toHaveCount(1);
  await second.kill();
});
