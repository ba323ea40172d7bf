/** Office documents in the editor: read, edited in place, changed by agents and external programs meanwhile, reviewed. */
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import { folder, type GalleyApp, start as startAlone } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";
import { typeUntilKilled } from "./type-until-killed";

const start = shareApp("all files");
let galley: GalleyApp;

const text = [
  "# The ferry",
  "The ferry leaves at **seven** from the old harbour.",
  "## What to bring",
  "- A lamp",
  "1. First",
  "| Name | Price |\n| --- | --- |\n| Lamp | 12 |",
  "The sea was grey that day.",
  "船在七点离开旧港。",
].join("\n\n");
/** Rows of the sheet: many more than the window shows. */
const ROWS = process.env["GALLEY_LONG"] ? 4000 : 1000;
const rows = Array.from({ length: ROWS }, (_, at) => `Item ${at + 1},${at * 3},=B${at + 1}*2`).join("\n");

// The tests use the same three files, one after the other.
test.describe.configure({ mode: "serial", timeout: 120_000 });
test.beforeAll(async () => {
  galley = await start({ files: { "broken.docx": "PK is how it begins, and nothing else" } });
  await callOffice({ action: "create", path: "report.docx", content: text });
  await callOffice({ action: "create", path: "sums.xlsx", content: rows });
  await callOffice({
    action: "create",
    path: "talk.pptx",
    content: "# The plan\n- Leave at seven\n\n# Needed\n- Bread",
  });
});
test.afterAll(() => galley.close());

async function callOffice(args: Record<string, unknown>) {
  const answer = await galley.agent("office_artifact", args);
  expect(answer, answer.message).toMatchObject({ ok: true });
  return answer;
}
/** An agent created the document, so all of it is pending: the user keeps it. */
const keepAll = async () => {
  await expect(reviewBar()).toContainText("1 edit by");
  await reviewBar().getByRole("button", { name: "Keep all" }).click();
  await expect(reviewBar()).toHaveCount(0);
};
/** The document as an agent reads it. */
const read = async (path: string) => JSON.stringify((await callOffice({ action: "read", path })).data);
const line = (text: string | RegExp) => galley.page.locator(".office-line[data-at]").filter({ hasText: text }).first();
const field = () => galley.page.locator(".office-field");
const reviewBar = () => galley.page.getByRole("region", { name: "Edits to review in this document" });

test("a text document is shown on its pages and edited in place while others write in it", async () => {
  const { page } = galley;
  await galley.open("report.docx");
  await expect(page.getByRole("heading", { name: "The ferry" })).toBeVisible();
  await expect(page.locator(".office-line strong, .office-line span", { hasText: /^seven$/ })).toHaveCSS(
    "font-weight",
    "700",
  );
  await expect(page.locator(".office-cell", { hasText: "Lamp" })).toBeVisible();
  await expect(line("A lamp").locator(".office-marker")).toHaveText("•");

  // An agent created it: Undo would leave nothing, so it offers the trash.
  for (const role of ["treeitem", "tab"] as const)
    await expect(page.getByRole(role, { name: "report.docx" })).toHaveAttribute("aria-description", "1 edit to review");
  await reviewBar().getByRole("button", { name: "Undo all" }).click();
  await expect(page.getByText("report.docx was created by this edit")).toBeVisible();
  await page.getByRole("button", { name: "Move to trash" }).click();
  await expect(page.getByText("Move “report.docx” to the trash?")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(line("A lamp")).toBeVisible();
  await keepAll();

  // Edited in place: once cancelled, once kept.
  await line("The ferry leaves").click();
  await expect(field()).toBeFocused();
  await page.keyboard.type(" Not this.");
  await page.keyboard.press("Escape");
  await expect(line("The ferry leaves")).toBeFocused();
  await expect(line("The ferry leaves")).not.toContainText("Not this");
  await page.keyboard.press("Enter");
  await page.keyboard.type(" 带上一盏灯。");
  await page.keyboard.press("Control+Enter");
  await expect(line("带上一盏灯。")).toContainText("The ferry leaves at seven from the old harbour.");
  await expect(page.locator(".office-line span", { hasText: /^seven$/ })).toHaveCSS("font-weight", "700");
  expect(await read("report.docx")).toContain("old harbour. 带上一盏灯。");

  // A new paragraph below, then undone.
  await line("A lamp").click();
  await page.keyboard.press("Enter");
  await expect(field()).toHaveValue("");
  await page.keyboard.type("A coat");
  await page.keyboard.press("Control+Enter");
  await expect(line("A coat").locator(".office-marker")).toHaveText("•");

  // An agent writes elsewhere while the user types: the typed text is sent to main, and the field stays open.
  await line("The sea was").click();
  await page.keyboard.type(" And cold.");
  await callOffice({
    action: "edit",
    path: "report.docx",
    operation: "replace_text",
    find: "A lamp",
    replace: "Two lamps",
  });
  await expect(line("Two lamps")).toBeVisible();
  await expect(field()).toHaveValue("The sea was grey that day. And cold.");
  await expect(reviewBar()).toContainText("1 edit by");
  await page.keyboard.press("Escape");
  await line("Two lamps").locator("..").getByRole("button", { name: "Undo" }).click();
  await expect(line("A lamp")).toBeVisible();
  await expect(reviewBar()).toHaveCount(0);
  expect(await read("report.docx")).toContain("The sea was grey that day. And cold.");
  expect(await axeFindings(page, "in the sample")).toEqual([]);
});

test("selected words of a Word document get a comment, which an agent answers and the user resolves", async () => {
  const { page } = galley;
  const pane = page.getByRole("region", { name: "Comments" }).or(page.locator(".comment-list")).first();
  await page.keyboard.press("Control+Alt+m");
  await expect(page.getByText("Select the words that the comment is about first")).toBeVisible();
  await line("The sea was")
    .getByText("The sea was")
    .dblclick({ position: { x: 45, y: 8 } });
  await galley.app.evaluate(({ Menu }) => {
    Menu.prototype.popup = function popup(options) {
      this.items.find(({ label }) => label === "Comment on Selection")?.click();
      options?.callback?.();
    };
  });
  await page.locator(".office-field").click({ position: { x: 45, y: 8 }, button: "right" });
  await expect(page.locator(".comment-draft").getByRole("textbox", { name: "Comment", exact: true })).toBeFocused();
  await page.keyboard.type("Was it?");
  await page.keyboard.press("Control+Enter");
  await expect(line("The sea was").locator("[data-commented]")).toHaveText("sea");
  const listed = await galley.agent("comments", { action: "list", path: "report.docx" });
  const id = /c_[0-9a-z]+/.exec(JSON.stringify(listed))?.[0] ?? "";
  expect(listed.message).toContain("Was it?");
  expect(
    await galley.agent("comments", { action: "reply", path: "report.docx", thread: id, text: "It was." }),
  ).toMatchObject({
    ok: true,
  });
  // A thread is one card, with its answers: beside the page, or with the list beside it below the paragraph.
  const beside = page.locator(".cm-comment-margin article");
  await expect(beside).toContainText("It was.");
  await page.getByRole("button", { name: "Comments", exact: true }).click();
  await expect(beside).toHaveCount(0);
  const card = line("The sea was")
    .locator("..")
    .getByRole("button", { name: /Comment by .* · 1 answer/ });
  await card.click();
  await expect(page.locator('[data-kind="comment"]')).toContainText("It was.");
  await expect(page.getByRole("button", { name: "Comment by" })).toHaveCount(1);
  await page.getByRole("button", { name: "Answer", exact: true }).click();
  await expect(pane.getByText("It was.")).toBeVisible();
  await pane.getByRole("button", { name: "Resolve" }).click();
  await expect(pane.getByText("Was it?")).toHaveCount(0);
  await expect(card).toHaveCount(0);
  await page.keyboard.press("Control+Shift+e");
});

test("an external program's change and the user's in one paragraph are both kept as a conflict", async () => {
  const { page } = galley;
  await callOffice({ action: "create", path: "theirs.docx", content: text.replace("grey that day.", "green.") });
  await line("The sea was").click();
  await page.keyboard.type(" Mine.");
  await galley.writeExternally("report.docx", await readFile(galley.pathOf("theirs.docx")));
  const conflict = page.getByRole("region", { name: "Conflict" });
  await expect(conflict).toContainText("And cold. Mine.");
  await expect(conflict).toContainText("The sea was green.");
  await conflict.getByRole("button", { name: "Keep mine" }).click();
  await expect(conflict).toHaveCount(0);
  await expect(line("And cold. Mine.")).toBeVisible();
  expect(await read("report.docx")).toContain("And cold. Mine.");
});

test("suggestions are shown with their authors, made, accepted and rejected", async () => {
  const { page } = galley;
  const replaceArgs = { action: "edit", path: "report.docx", operation: "replace_text", track_changes: true };
  await callOffice({ ...replaceArgs, find: "old harbour", replace: "new harbour" });
  await expect(page.locator("ins.office-suggested")).toHaveText("new");
  await expect(page.locator("del.office-suggested").first()).toHaveAttribute("title", /^Deleted by /);
  await page.getByRole("button", { name: "Accept all" }).click();
  await expect(page.locator(".office-suggested")).toHaveCount(0);
  // The user has seen the suggestions that they accepted.
  await expect(reviewBar()).toHaveCount(0);
  await expect(line("from the new harbour")).toBeVisible();

  await page.getByRole("button", { name: "Suggest" }).click();
  await line("船在").click();
  await page.keyboard.type("再见。");
  await page.keyboard.press("Control+Enter");
  await expect(page.locator("ins.office-suggested")).toHaveText("再见。");
  await page.getByRole("button", { name: "Reject all" }).click();
  await expect(page.locator(".office-suggested")).toHaveCount(0);
  await expect(line("船在")).toHaveText("船在七点离开旧港。");

  await page.keyboard.press("Control+f");
  await page.getByRole("textbox", { name: "Find in document" }).fill("harbour");
  await expect(page.locator(".find-bar").getByRole("status")).toHaveText("1 of 1");
  await page.keyboard.press("Escape");
});

test("an earlier version is compared and restored as a whole, and the document opens in its own program", {
  tag: "@long",
}, async () => {
  const { page, app } = galley;
  await page.keyboard.press("Control+Alt+h");
  const history = page.getByRole("complementary", { name: "History" });
  await expect(history.getByRole("tree")).toBeFocused();
  await page.keyboard.press("End");
  await expect(history.locator("ins, del").first()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await history.getByRole("button", { name: "Restore this version" }).click();
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(line("The sea was")).toHaveText("The sea was grey that day.");
  // Versions are compared with the current document.
  await expect(history.locator("ins, del")).toHaveCount(0);
  await galley.runMenuCommand("Undo");
  await expect(line("And cold. Mine.")).toBeVisible();
  await expect(history.locator("ins, del").first()).toBeVisible();
  await page.keyboard.press("Control+Alt+h");

  await galley.answerSaveDialog("out.md");
  await galley.runMenuCommand("Export as Markdown…");
  await expect(page.getByText("Exported as out.md")).toBeVisible();
  expect(await galley.onDisk("out.md")).toContain("# The ferry");
  await app.evaluate(({ shell }) => {
    shell.openPath = async (path) => {
      Object.assign(globalThis, { openedPath: path });
      return "";
    };
  });
  await galley.runMenuCommand("Open in Default Program");
  await expect
    .poll(() => app.evaluate(() => String((globalThis as { openedPath?: string }).openedPath)))
    .toMatch(/report\.docx$/);
});

test("a sheet is navigated by keyboard, its cells hold formulas, and an agent's edits are kept or undone", async () => {
  const { page } = galley;
  const cell = (address: string) => page.locator(`[data-cell="${address}"]`);
  const value = () => page.locator(".office-value");
  await page.emulateMedia({ colorScheme: "dark" });
  await galley.open("sums.xlsx");
  await expect(cell("1.1")).toHaveText("Item 1");
  await keepAll();
  await cell("2.2").click();
  await expect(value()).toHaveValue("3");
  await page.keyboard.press("ArrowRight");
  await expect(value()).toHaveValue("=B2*2");
  await page.keyboard.press("Control+ArrowDown");
  await expect(page.locator(".office-name")).toHaveValue(`C${ROWS}`);
  await expect(cell(`${ROWS}.1`)).toHaveText(`Item ${ROWS}`);
  await expect(page.getByRole("grid")).toHaveAttribute("aria-rowcount", new RegExp(`^${ROWS / 1000}\\d{3}$`));
  await page.keyboard.press("Control+Home");
  await expect(cell("1.1")).toHaveText("Item 1");

  // A cell is overwritten, stored with Tab, undone.
  await page.keyboard.type("灯");
  await page.keyboard.press("Tab");
  await expect(cell("1.1")).toHaveText("灯");
  await expect(page.locator(".office-name")).toHaveValue("B1");
  await expect(page.getByText(/^Formulas show their last calculated values/)).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(cell("1.1")).toHaveText("Item 1");

  await page.keyboard.press("Control+g");
  await page.locator(".office-name").fill("D7");
  await page.keyboard.press("Enter");
  await page.keyboard.type("x");
  await callOffice({ action: "edit", path: "sums.xlsx", operation: "set_cells", cells: { "Sheet1!B3": 70 } });
  await expect(cell("3.2")).toHaveText("70");
  await expect(cell("3.2")).toHaveAttribute("data-waits", "true");
  await expect(page.locator(".office-cell-field")).toHaveValue("x");
  await page.keyboard.press("Enter");
  await expect(cell("7.4")).toHaveText("x");
  await page.keyboard.press("F7");
  await expect(page.locator(".office-name")).toHaveValue("B3");
  await page.keyboard.press("Control+Shift+F7");
  await expect(cell("3.2")).toHaveText("6");
  await expect(reviewBar()).toHaveCount(0);

  await cell("2.1").click();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Control+c");
  await expect.poll(() => galley.app.evaluate(({ clipboard }) => clipboard.readText())).toBe("Item 2\t3");
  expect(await axeFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
});

test("slides are edited as an outline, and a file that cannot be read says why", async () => {
  const { page } = galley;
  await galley.open("talk.pptx");
  await expect(page.getByRole("article", { name: "Slide 1: The plan" })).toBeVisible();
  await keepAll();
  await line("Leave at seven").click();
  await page.keyboard.type(", not later");
  await page.keyboard.press("Control+Enter");
  await expect(line("Leave at seven, not later")).toBeVisible();
  expect(await read("talk.pptx")).toContain("Leave at seven, not later");
  expect(await axeFindings(page)).toEqual([]);

  // Commands for text documents say that they do not apply.
  await page.keyboard.press("Control+h");
  await expect(page.getByText("text documents only")).toBeVisible();

  await page.getByRole("treeitem", { name: "broken.docx" }).dblclick();
  await expect(page.getByRole("alert").first()).toContainText("broken.docx");
  await expect(page.locator(".status-state")).toHaveText("This file can't be read");
});

test("an agent's edit leaves the paragraphs in view where they are, wherever the user scrolled to", {
  tag: "@long",
}, async () => {
  const { page } = galley;
  const lengths = [30, 200, 600, 90];
  const paragraph = (_: unknown, at: number) => `Place ${at + 1}. ${"word ".repeat((lengths[at % 4] ?? 30) / 5)}`;
  await callOffice({
    action: "create",
    path: "long.docx",
    content: Array.from({ length: 900 }, paragraph).join("\n\n"),
  });
  await galley.open("long.docx");
  const box = page.locator(".office-backdrop");
  await expect(line("Place 1.")).toBeVisible();
  /** The first paragraph in view, and how far its top is from that of the view. */
  const firstInView = () =>
    box.evaluate((element) => {
      const { top } = element.getBoundingClientRect();
      const lines = [...element.querySelectorAll(".office-line[data-at]")];
      const first = lines.find((each) => each.getBoundingClientRect().bottom > top + 1);
      const text = first?.textContent?.match(/Place \d+/)?.[0] ?? "";
      return { text, at: Math.round((first?.getBoundingClientRect().top ?? 0) - top) };
    });
  /** The same, once it stays. */
  const positionAtRest = async () => {
    let before = await firstInView();
    await expect
      .poll(async () => {
        const last = before;
        before = await firstInView();
        return before.text === last.text && before.at === last.at;
      })
      .toBe(true);
    return before;
  };
  /** Positions are rounded to pixels. */
  const near = ({ text, at }: { text: string; at: number }) => ({ text, at: expect.closeTo(at, -0.4) });
  for (const part of [0.3, 0.9]) {
    await box.evaluate((element, to) => {
      element.scrollTop = element.scrollHeight * to;
    }, part);
    await expect.poll(async () => (await positionAtRest()).text).toMatch(/Place/);
    const before = await positionAtRest();
    const number = Number(before.text.replace("Place ", ""));
    const marked = `Place ${number + 2}. `;
    await expect(line(marked)).toBeVisible();
    await callOffice({
      action: "edit",
      path: "long.docx",
      operation: "replace_text",
      find: marked,
      replace: `${marked}New. `,
    });
    await expect(line(`${marked}New.`)).toBeVisible();
    expect(await positionAtRest()).toEqual(near(before));
    // A paragraph above moves the others down in the list, and not on the screen.
    const index = Number(await line(`${marked}New.`).getAttribute("data-at"));
    await callOffice({ action: "edit", path: "long.docx", operation: "prepend", content: "Above." });
    await expect(line(`${marked}New.`)).toHaveAttribute("data-at", String(index + 1));
    expect(await positionAtRest()).toEqual(near(before));
  }
});

for (const kind of ["paragraph", "cell"] as const)
  test(`after kill -9 text typed in a ${kind} without a pause is restored up to a second before`, {
    tag: "@long",
  }, async () => {
    const [root, data] = [await folder("root"), await folder("data")];
    const name = kind === "cell" ? "sums.xlsx" : "report.docx";
    const first = await startAlone({ root, data, files: { [name]: await readFile(galley.pathOf(name)) } });
    await first.open(name);
    if (kind === "paragraph") await first.page.locator(".office-line", { hasText: "A lamp" }).click();
    else {
      await first.page.locator('[data-cell="3.1"]').click();
      await first.page.keyboard.press("F2");
    }
    await expect(first.page.locator(kind === "cell" ? ".office-cell-field" : ".office-field")).toBeFocused();
    const { expectedText } = await typeUntilKilled(first, first.page);
    expect(expectedText.length).toBeGreaterThan(50);

    const second = await startAlone({ root, data });
    const restoredLine = kind === "cell" ? '[data-cell="3.1"][data-draft="true"]' : ".office-line";
    await expect(second.page.locator(restoredLine).filter({ hasText: expectedText.trim() })).toBeVisible();
    await second.kill();
  });
