/** Agents and notices never take the keyboard focus: typed text goes where the user put the cursor. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { frequentPolling, type GalleyApp } from "./launch";
import { type AgentClient, connectAgent, connectAgentProcess } from "./review-counts";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

const plan = "# Plan\n\nMonday: drafts.\n\nTuesday: proofs.\n";
const diary = "# Diary\n\nToday: ";

let galley: GalleyApp;
const clients: AgentClient[] = [];

/** Connects an agent with this name; returns its calls of text_editor. */
async function connect(name: string, by = connectAgent): Promise<AgentClient["call"]> {
  const client = await by(name, galley);
  clients.push(client);
  return client.call;
}

const open = (path: string) => ({ action: "read", path, open_in_canvas: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name });
const notice = (page: Page) => page.locator(".notice");

test.beforeEach(async () => {
  galley = await start({
    files: { "diary.md": diary, "plan.md": plan, "third.md": "# Third\n", "fourth.md": "# Fourth\n" },
  });
});
test.afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await galley.close();
});

/** Puts the cursor at the end of the diary. */
async function focusDiary(): Promise<void> {
  await galley.open("diary.md");
  await galley.editor.click();
  await galley.page.keyboard.press("Control+End");
}

test("a hundred characters typed while an agent opens other documents ten times all go where they were typed", async () => {
  const { page, editor } = galley;
  await focusDiary();
  const call = await connect("Claude Code", connectAgentProcess);
  const text = "the boats came in late and the market was full of fish, then rain. ".repeat(2).slice(0, 100);
  const typing = page.keyboard.type(text, { delay: 50 });
  for (let turn = 0; turn < 10; turn++) await call(open(turn % 2 ? "plan.md" : "third.md"));
  await typing;
  await expect(tab(page, "diary.md")).toHaveAttribute("aria-selected", "true");
  await expect(editor).toBeFocused();
  await expect.poll(() => galley.onDisk("diary.md"), frequentPolling).toBe(diary + text);
  expect(await galley.onDisk("plan.md")).toBe(plan);
  expect(await galley.onDisk("third.md")).toBe("# Third\n");
  await expect(tab(page, "plan.md, opened by Claude Code")).toBeVisible();
});

for (const typed of ["", "typed just before, "])
  test(
    `keys after Find, right after a tab was closed, go into no document, and then into the panel; ${typed === "" ? "saved" : "unsaved"}`,
    typed === "" ? { tag: "@long" } : {},
    async () => {
      const { page, editor } = galley;
      await galley.open("plan.md");
      await focusDiary();
      await page.keyboard.type(typed);
      await expect(tab(page, "diary.md")).toHaveAttribute("aria-selected", "true");
      const slow = await page.context().newCDPSession(page);
      await slow.send("Emulation.setCPUThrottlingRate", { rate: 6 });
      for (const key of ["Control+w", "Control+f", "Control+a", "x"]) await page.keyboard.press(key);
      const panel = page.getByRole("search");
      await expect(panel).toBeVisible();
      await page.keyboard.type("Tuesday");
      await expect(page.locator(".cm-search [name=search]")).toHaveValue(/Tuesday$/);
      await expect(editor).toContainText("Monday: drafts.");
      await slow.detach();
      expect([await galley.onDisk("diary.md"), await galley.onDisk("plan.md")]).toEqual([diary + typed, plan]);
    },
  );

test("a notice names the document an agent opened, its button activates the document, and closing it, by its button or by Escape, returns the focus to the text @long", async () => {
  const call = await connect("Claude Code");
  await test.step("a notice names the document an agent opened; its button activates the document and puts the cursor in it", async () => {
    const { page, editor } = galley;
    await focusDiary();
    await call(open("plan.md"));
    await expect(notice(page)).toContainText("Claude Code opened plan.md");
    await notice(page).getByRole("button", { name: "Show" }).click();
    await expect(tab(page, "plan.md")).toHaveAttribute("aria-selected", "true");
    await expect(notice(page)).toHaveCount(0);
    await page.keyboard.press("Control+End");
    await page.keyboard.type("Wednesday: print.");
    await expect.poll(() => galley.onDisk("plan.md"), frequentPolling).toBe(`${plan}Wednesday: print.`);
    // The document is already active: nothing moves and there is no notice.
    await call(open("plan.md"));
    await expect(editor).toBeFocused();
    await expect(notice(page)).toHaveCount(0);
  });
  await test.step("closing a notice, by its button or by Escape, returns the focus to the text", async () => {
    const { page, editor } = galley;
    await focusDiary();
    await call(open("fourth.md"));
    await notice(page).getByRole("button", { name: "Dismiss" }).click();
    await expect(notice(page)).toHaveCount(0);
    await expect(editor).toBeFocused();
    await page.keyboard.type("one ");
    await call(open("third.md"));
    await expect(notice(page)).toBeVisible();
    const isInNotice = () => page.evaluate(() => document.activeElement?.closest(".notice") != null);
    for (let turn = 0; turn < 8 && !(await isInNotice()); turn++) await page.keyboard.press("F6");
    expect(await isInNotice()).toBe(true);
    await page.keyboard.press("Escape");
    await expect(notice(page)).toHaveCount(0);
    await expect(editor).toBeFocused();
    await page.keyboard.type("two");
    await expect.poll(() => galley.onDisk("diary.md"), frequentPolling).toBe(`${diary}one two`);
  });
});

test("if nothing has the focus, the document is activated, and typed text goes into no document", async () => {
  const { page, editor } = galley;
  const call = await connect("Claude Code");
  await focusDiary();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  // Keys that were pressed recently count as typing.
  await call(open("third.md"));
  await expect(tab(page, "third.md")).toHaveAttribute("aria-selected", "false");
  // Five seconds later by the page's clock.
  await page.evaluate(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 5000;
  });
  await call(open("plan.md"));
  await expect(tab(page, "plan.md")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.type("lost");
  await expect(editor).not.toContainText("lost");
  await expect(tab(page, "plan.md")).toHaveAccessibleName("plan.md");
  expect(await galley.onDisk("plan.md")).toBe(plan);
});

/** Runs in the renderer: presses Enter at the moment a question appears. A key sent by Playwright could arrive too late. */
function pressEnterAtQuestion(): Promise<string> {
  return new Promise((done) => {
    const observer = new MutationObserver(() => {
      const question = document.querySelector("dialog[open][role=alertdialog]");
      if (!question) return;
      observer.disconnect();
      const key = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
      (document.activeElement ?? question).dispatchEvent(key);
      done(key.defaultPrevented ? "kept from the question" : "answers the question");
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  });
}

test("a question that appears while the user types waits until they pause, and the next keys do not answer it", async () => {
  const { page, editor } = galley;
  await galley.runMenuCommand("New");
  await expect(editor).toBeFocused();
  const enter = page.evaluate(pressEnterAtQuestion);
  const typing = page.keyboard.type("words, and more words, without a pause", { delay: 60 });
  await expect(editor).toContainText("words");
  await galley.runMenuCommand("Close Tab");
  await typing;
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  expect(await enter).toBe("kept from the question");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(editor).toHaveText("words, and more words, without a pause");
});

/** Checks that each button can be clicked at its centre: no other element covers it. */
async function expectReachable(...buttons: Locator[]): Promise<void> {
  for (const button of buttons) {
    const isOnTop = await button.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isOnTop, await button.textContent().then(String)).toBe(true);
  }
}

for (const [width, panel] of [
  [1280, "open"],
  [700, "closed"],
  [700, "open"],
] as const) {
  test(`notices cover no button of the review and the history: ${width} wide, panel ${panel} @long`, async () => {
    const { app, page, editor } = galley;
    await focusDiary();
    await app.evaluate(({ BrowserWindow }, wide) => BrowserWindow.getAllWindows()[0]?.setSize(wide, 620), width);
    const call = await connect("Claude Code");
    await call({ action: "read", path: "diary.md" });
    await call({ action: "patch", path: "diary.md", old_text: "Today", new_text: "This day" });
    await expect(page.locator(".review-bar")).toBeVisible();
    await editor.click();
    await page.keyboard.press("F7");
    const toolbar = page.getByRole("toolbar");
    await expect(toolbar).toBeVisible();
    await call(open("plan.md"));
    await expect(notice(page)).toHaveCount(1);
    const all = page.locator(".review-bar").getByRole("button", { name: /all/i });
    await expectReachable(
      all.nth(0),
      all.nth(1),
      toolbar.getByRole("button").nth(0),
      toolbar.getByRole("button").nth(1),
    );
    await page.keyboard.press("Control+Alt+h");
    await page.locator(".timeline-line").last().click();
    const restore = page.locator(".version-acts .button").first();
    await expect(restore).toBeVisible();
    if (panel === "open") {
      await galley.runMenuCommand("Assistant");
      await expect(page.locator(".panel-field")).toBeVisible();
      await expectReachable(page.locator(".panel-field"));
    }
    // A notice of another kind, so there are two: one with an action and one with an error.
    await writeFile(join(galley.data, "settings.json"), JSON.stringify({ theme: `mauve ${width} ${panel}` }));
    await call(open("third.md"));
    await expect(notice(page)).toHaveCount(2);
    // In a narrow window the panel covers the history.
    if (!(panel === "open" && width === 700)) await expectReachable(restore);
    await expectReachable(notice(page).first().getByRole("button", { name: "Dismiss" }));
  });
}

test("an agent named You is shown as an agent in the review, the tabs, the notices and the history @long", async () => {
  const { page, editor } = galley;
  await focusDiary();
  const call = await connect("You");
  await call({ action: "read", path: "diary.md" });
  await call({ action: "patch", path: "diary.md", old_text: "Today", new_text: "This day" });
  await expect(editor).toContainText("This day");
  await expect(page.locator(".review-bar")).toContainText('"You" (agent)');
  await call(open("plan.md"));
  await expect(notice(page)).toContainText('"You" (agent) opened plan.md');
  await expect(tab(page, 'plan.md, opened by "You" (agent)')).toBeVisible();
  await page.keyboard.press("Control+Alt+h");
  await expect(page.locator(".timeline-who").filter({ hasText: '"You" (agent)' })).toBeVisible();
});
