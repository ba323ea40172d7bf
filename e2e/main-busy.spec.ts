/** The main process is blocked for seconds: typed text still reaches the disk, and is restored after a kill. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ElectronApplication, expect, type Page } from "@playwright/test";
import { folder, frequentPolling, type GalleyApp, start } from "./launch";
import { test } from "./test";
import { waitUntilRecoverable } from "./wait-until-recoverable";

const story = "# Story\n\nOnce upon a time.\n";
/** Text typed this many milliseconds before a kill may be lost. */
const JOURNAL_LAG = 1000;
/** Milliseconds between two words that the renderer types by itself. */
const WORD_PAUSE = 50;

/** Blocks the main process for this many milliseconds. Resolves when it is done or the process has ended. */
const busyMain = (app: ElectronApplication, ms: number): Promise<unknown> =>
  app
    .evaluate((_, duration) => {
      // It only waits, so that the other tests have the processor.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, duration);
    }, ms)
    .catch(() => undefined);

/** Lets the renderer type numbered words with timestamps, without main: real keys go through main, which is blocked. */
const typeInPage = (page: Page, wordCount = 10_000): Promise<void> =>
  page.evaluate(
    ([ms, most]) => {
      let count = 0;
      const typing = setInterval(() => {
        document.execCommand("insertText", false, ` word${count++}:${Date.now()}`);
        if (count === most) clearInterval(typing);
      }, ms);
    },
    [WORD_PAUSE, wordCount] as const,
  );

/** The numbers and times of the words that the renderer typed. */
const findWords = (text: string): { count: number; at: number }[] =>
  [...text.matchAll(/ word(\d+):(\d+)/g)].map(([, count, at]) => ({ count: Number(count), at: Number(at) }));

/** Kills all processes of the app at once. Returns the time. */
async function killAll({ app }: GalleyApp): Promise<number> {
  const gone = new Promise((done) => app.process().once("exit", done));
  const at = Date.now();
  process.kill(-(app.process().pid ?? 0), "SIGKILL");
  await gone;
  return at;
}

const passed = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Checks that all words typed until a second before `killed` are there, in order. */
function expectTyped(text: string, killed: number): void {
  const words = findWords(text);
  expect(words.map(({ count }) => count)).toEqual(words.map((_, index) => index));
  expect(words.at(-1)?.at).toBeGreaterThan(killed - JOURNAL_LAG - 2 * WORD_PAUSE);
}

/** The files in which the journal process keeps typing that main has not confirmed. */
async function unanswered(data: string): Promise<string[]> {
  const pages = join(data, "journal", "pages");
  const runs = await readdir(pages).catch(() => []);
  const names = await Promise.all(runs.map((run) => readdir(join(pages, run)).catch(() => [])));
  return names.flat().filter((name) => name.endsWith(".json"));
}

/** Waits until the log says that the journal process has opened this many channels of windows. */
const serving = (data: string, times: number): Promise<void> =>
  expect
    .poll(async () => {
      const log = await readFile(join(data, "logs", "galley.log"), "utf8").catch(() => "");
      return log.split("the journal process serves a renderer").length - 1;
    }, frequentPolling)
    .toBeGreaterThanOrEqual(times);

/** The process id of the journal process. */
const journalPid = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ app: electron }) => electron.getAppMetrics().find(({ name }) => name === "Galley journal")?.pid ?? 0);

async function startTyping(galley: GalleyApp, name: string, page = galley.page): Promise<void> {
  const editor = page.locator(".cm-content:visible");
  await page.getByRole("treeitem", { name, exact: true }).dblclick();
  await expect(page.getByRole("tab", { name, selected: true })).toBeVisible();
  await editor.click();
  await page.keyboard.press("Control+End");
}

test("text typed up to a second before kill -9 is restored, even if main was busy for seconds", async () => {
  const [root, data] = [await folder("root"), await folder("data")];
  const first = await start({ root, data, files: { "story.md": story } });
  await startTyping(first, "story.md");
  await serving(first.data, 1);
  await first.page.keyboard.type("Real keys, right before.");
  await typeInPage(first.page);
  const busy = busyMain(first.app, 60_000);
  await passed(4000);
  const killed = await killAll(first);
  await busy;
  expect(await first.onDisk("story.md")).toBe(story);

  const second = await start({ root, data });
  await expect(second.editor).toContainText("Real keys, right before. word0");
  expectTyped(await second.editor.innerText(), killed);
  await expect.poll(async () => findWords(await second.onDisk("story.md")).length, frequentPolling).toBeGreaterThan(0);
  expectTyped(await second.onDisk("story.md"), killed);
  expect(await unanswered(data)).toEqual([]);
  await second.kill();
});

test("two windows are typed in while main is busy: after a kill both texts are restored, the untitled one too", {
  tag: "@long",
}, async () => {
  const [root, data] = [await folder("root"), await folder("data")];
  const first = await start({ root, data, files: { "story.md": story, "other.md": story } });
  await startTyping(first, "story.md");
  const other = await first.newWindow(() => first.runMenuCommand("New Window"));
  await first.runMenuCommand("New", other);
  await other.locator(".cm-content:visible").click();
  await other.keyboard.type("Untitled.");
  await waitUntilRecoverable(first, ["Untitled."]);
  await serving(data, 2);
  await typeInPage(first.page);
  await typeInPage(other);
  const busy = busyMain(first.app, 60_000);
  await passed(3000);
  const killed = await killAll(first);
  await busy;

  const second = await start({ root, data });
  const story2 = await second.windowWith("story.md");
  const untitled = await second.windowWith("Untitled");
  await expect(story2.locator(".cm-content:visible")).toContainText("word0");
  expectTyped(await story2.locator(".cm-content:visible").innerText(), killed);
  await expect(untitled.locator(".cm-content:visible")).toContainText("Untitled. word0");
  expectTyped(await untitled.locator(".cm-content:visible").innerText(), killed);
  await second.kill();
});

test("text typed after a save while main is busy is restored exactly once after a kill", { tag: "@long" }, async () => {
  const [root, data] = [await folder("root"), await folder("data")];
  const first = await start({ root, data, files: { "story.md": story } });
  await startTyping(first, "story.md");
  await first.page.keyboard.type("Saved.");
  await expect.poll(() => first.onDisk("story.md"), frequentPolling).toBe(`${story}Saved.`);
  await serving(first.data, 1);
  await typeInPage(first.page);
  const busy = busyMain(first.app, 60_000);
  await passed(3000);
  const killed = await killAll(first);
  await busy;

  const second = await start({ root, data });
  await expect.poll(async () => findWords(await second.onDisk("story.md")).length, frequentPolling).toBeGreaterThan(0);
  const saved = await second.onDisk("story.md");
  expectTyped(saved, killed);
  expect(saved.startsWith(`${story}Saved. word0:`)).toBe(true);
  expect(saved.split("Saved.")).toHaveLength(2);
  await second.kill();
});

test("if the journal process is killed while the user types, another one takes over and nothing is lost", {
  tag: "@long",
}, async () => {
  const [root, data] = [await folder("root"), await folder("data")];
  const first = await start({ root, data, files: { "story.md": story } });
  await startTyping(first, "story.md");
  await serving(first.data, 1);
  await typeInPage(first.page);
  process.kill(await journalPid(first.app), "SIGKILL");
  await serving(data, 2);
  const busy = busyMain(first.app, 60_000);
  await passed(3000);
  const killed = await killAll(first);
  await busy;

  const second = await start({ root, data });
  await expect(second.editor).toContainText("word0");
  expectTyped(await second.editor.innerText(), killed);
  await second.kill();
});

test("if the renderer ends while main is busy, the window is restored with the text typed meanwhile", {
  tag: "@long",
}, async () => {
  const galley = await start({ files: { "story.md": story } });
  await startTyping(galley, "story.md");
  await serving(galley.data, 1);
  const pid = await galley.app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
  );
  await typeInPage(galley.page);
  const back = galley.app.evaluate(
    ({ BrowserWindow }) =>
      new Promise((loaded) =>
        BrowserWindow.getAllWindows()[0]?.webContents.once("did-finish-load", () => loaded(undefined)),
      ),
  );
  const busy = busyMain(galley.app, 4000);
  await passed(3000);
  const killed = Date.now();
  process.kill(pid, "SIGKILL");
  await busy;
  await back;
  await expect.poll(async () => findWords(await galley.onDisk("story.md")).length, frequentPolling).toBeGreaterThan(0);
  expectTyped(await galley.onDisk("story.md"), killed);
  await galley.close();
});

test("a document closed without saving after main was busy is not restored", { tag: "@long" }, async () => {
  const [root, data] = [await folder("root"), await folder("data")];
  const first = await start({ root, data, files: { "story.md": story } });
  await first.runMenuCommand("New");
  await first.editor.click();
  await first.page.keyboard.type("Not to be kept.");
  await serving(first.data, 1);
  await typeInPage(first.page, 10);
  const busy = busyMain(first.app, 2000);
  await expect.poll(() => unanswered(data), frequentPolling).toHaveLength(1);
  await busy;
  await first.page.keyboard.press("Control+w");
  await first.page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(first.page.getByRole("tab", { name: "Untitled" })).toHaveCount(0);
  await killAll(first);
  expect(await unanswered(data)).toEqual([]);

  const second = await start({ root, data });
  await expect(second.page.getByRole("tab", { name: /Untitled|Recovered/ })).toHaveCount(0);
  await second.kill();
});

test("once main has confirmed all typing, none of it is left in the journal's own files", {
  tag: "@long",
}, async () => {
  const galley = await start({ root: await folder("root"), data: await folder("data"), files: { "story.md": story } });
  await startTyping(galley, "story.md");
  await serving(galley.data, 1);
  await typeInPage(galley.page, 10);
  const busy = busyMain(galley.app, 2000);
  await expect.poll(() => unanswered(galley.data), frequentPolling).toHaveLength(1);
  await busy;
  await expect.poll(() => unanswered(galley.data), frequentPolling).toEqual([]);
  await galley.page.keyboard.type(" At the end.");
  await galley.close();
  expect(await galley.onDisk("story.md")).toContain(" At the end.");
  expect(await unanswered(galley.data)).toEqual([]);
});
