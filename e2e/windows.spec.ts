/** Several windows of one app: each with its own folder and tabs, with a shared journal and engine. */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe";
import { cleanEnv, electronProgram, folder, frequentPolling, type GalleyApp, project } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";
import { waitUntilRecoverable } from "./wait-until-recoverable";

const start = shareApp();

let galley: GalleyApp;
test.afterEach(() => galley.close());

const editorOf = (page: Page) => page.locator(".cm-content:visible");
const tabOf = (page: Page, name: string) => page.getByRole("tab", { name });

/** Moves the tab to a second window. */
async function moveTab(name: string): Promise<Page> {
  await galley.open(name);
  return galley.newWindow(() => galley.runMenuCommand("Move Tab to New Window"));
}

test("a tab moves to a new window with its latest typing, and an agent writes into both windows", async () => {
  galley = await start({ files: { "a.md": "alpha\n", "b.md": "beta\n" } });
  await galley.open("a.md");
  await galley.open("b.md");
  await editorOf(galley.page).press("Control+End");
  await editorOf(galley.page).pressSequentially("unsaved");
  const second = await galley.newWindow(() => galley.runMenuCommand("Move Tab to New Window"));
  await expect(tabOf(second, "b.md")).toBeVisible();
  await expect(editorOf(second)).toContainText("unsaved");
  await expect(tabOf(galley.page, "b.md")).toHaveCount(0);
  await expect(tabOf(galley.page, "a.md")).toBeVisible();

  await editorOf(second).press("Control+End");
  await editorOf(second).pressSequentially(" and more");
  await editorOf(galley.page).click();
  await editorOf(galley.page).press("Control+End");
  await editorOf(galley.page).pressSequentially("first window");
  for (const name of ["a.md", "b.md"]) {
    const written = await galley.agent("text_editor", {
      action: "patch",
      path: galley.pathOf(name),
      old_text: name === "a.md" ? "alpha" : "beta",
      new_text: name === "a.md" ? "ALPHA" : "BETA",
    });
    expect(written.message).not.toContain("failed");
    expect(written.ok).toBe(true);
  }
  await expect(editorOf(galley.page)).toContainText("ALPHA");
  await expect(editorOf(second)).toContainText("BETA");
  await expect.poll(() => galley.onDisk("b.md"), frequentPolling).toBe("BETA\nunsaved and more");
  await expect.poll(() => galley.onDisk("a.md"), frequentPolling).toBe("ALPHA\nfirst window");
  expect(await axeFindings(second)).toEqual([]);
});

test("two folders in two windows are restored at the next start with their tabs, and after a crash with their typing", {
  tag: "@long",
}, async () => {
  const data = await folder("data");
  const root = await folder("root");
  galley = await start({ data, root, files: { "a.md": "alpha\n", "b.md": "beta\n" } });
  const second = await moveTab("b.md");
  await galley.open("a.md");
  for (const page of [galley.page, second]) {
    await editorOf(page).press("Control+End");
    await editorOf(page).pressSequentially(page === second ? "second" : "first");
  }
  await expect.poll(() => galley.onDisk("b.md"), frequentPolling).toContain("second");
  await expect.poll(() => galley.onDisk("a.md"), frequentPolling).toContain("first");
  await galley.runMenuCommand("New", second);
  await editorOf(second).pressSequentially("never saved");
  await galley.runMenuCommand("New", galley.page);
  await editorOf(galley.page).pressSequentially("nor this");
  await expect(second.getByRole("tab", { selected: true })).toHaveAccessibleName(/Untitled/);
  await waitUntilRecoverable(galley, ["never saved", "nor this"]);
  await galley.kill();

  galley = await start({ data, root, open: [] });
  const first = await galley.windowWith("a.md");
  const other = await galley.windowWith("b.md");
  expect(first).not.toBe(other);
  await expect(editorOf(first)).toContainText("nor this");
  await expect(editorOf(other)).toContainText("never saved");
  await galley.app.close();

  galley = await start({ data, root, open: [] });
  await expect(editorOf(await galley.windowWith("a.md"))).toContainText("nor this");
  await expect(editorOf(await galley.windowWith("b.md"))).toContainText("never saved");
});

test("a document that is open in another window is activated there, with a notice", { tag: "@long" }, async () => {
  galley = await start({ files: { "a.md": "alpha\n", "b.md": "beta\n" } });
  const second = await moveTab("b.md");
  await galley.runMenuCommand("New", second);
  await expect(second.getByRole("tab", { selected: true })).toHaveAccessibleName(/Untitled/);
  await galley.page.getByRole("treeitem", { name: "b.md" }).dblclick();
  await expect(second.getByRole("tab", { name: "b.md", selected: true })).toBeVisible();
  await expect(second.getByRole("status").filter({ hasText: "b.md is already open in this window" })).toHaveCount(1);
  await expect(tabOf(galley.page, "b.md")).toHaveCount(0);

  // A window cannot reach the documents of another one.
  const doc = await second.evaluate(async () => {
    const open = await window.galley.request("document:create", undefined);
    return open.doc;
  });
  const answers = await galley.page.evaluate(
    async (other) => [
      await window.galley.request("document:text", other),
      await window.galley.request("document:close", { doc: other, discard: true }),
      await window.galley.request("history:list", other),
    ],
    doc,
  );
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: "not_found" } });
});

test("a position in a document of another window is shown there: a search result, a heading of a link", {
  tag: "@long",
}, async () => {
  const text = `# B\n\n${"A line.\n\n".repeat(120)}## Far down\n\nThe needle.\n`;
  galley = await start({ files: { "a.md": "See [it](b.md#far-down).\n", "b.md": text } });
  const second = await moveTab("b.md");
  await galley.open("a.md");
  await editorOf(galley.page)
    .getByText("it", { exact: true })
    .click({ modifiers: ["Control"] });
  await expect(editorOf(second).getByText("Far down")).toBeInViewport();
  await editorOf(second).press("Control+Home");
  await expect(editorOf(second).getByText("Far down")).not.toBeInViewport();
  await galley.page.keyboard.press("Control+Shift+f");
  await galley.page.keyboard.type("needle");
  await galley.page.getByRole("treeitem", { name: /needle/ }).click();
  await galley.page.keyboard.press("Enter");
  await expect(editorOf(second).getByText("The needle.")).toBeInViewport();
});

test("a crash of one renderer does not affect the other window, and its document is restored in place; after the page's process is killed the window comes back with the text", async () => {
  galley = await start({ files: { "a.md": "alpha\n", "b.md": "beta\n" } });
  const second = await moveTab("b.md");
  await galley.open("a.md");
  await galley.runMenuCommand("New", second);
  await editorOf(second).pressSequentially("only here");
  await editorOf(galley.page).click();
  await waitUntilRecoverable(galley, ["only here"]);
  const browser = await galley.app.browserWindow(second);
  await browser.evaluate((window: Electron.BrowserWindow) => window.webContents.forcefullyCrashRenderer());
  await editorOf(galley.page).press("Control+End");
  await editorOf(galley.page).pressSequentially("still typing");
  await expect.poll(() => galley.onDisk("a.md"), frequentPolling).toBe("alpha\nstill typing");
  await expect
    .poll(() =>
      browser.evaluate((window: Electron.BrowserWindow) =>
        window.webContents.executeJavaScript("document.querySelector('.cm-content')?.textContent ?? ''"),
      ),
    )
    .toContain("only here");

  // Until the page ends there is no pause in which the text would be saved.
  const typing = galley.page.keyboard
    .type(`, then the lights went out.${" And it was dark.".repeat(100)}`, { delay: 20 })
    .catch(() => undefined);
  await waitUntilRecoverable(galley, [", then the lights went out."]);
  const { reloaded, saved } = await galley.app.evaluate(async ({ BrowserWindow }, path) => {
    const page = BrowserWindow.getAllWindows().sort((a, b) => a.id - b.id)[0]?.webContents;
    if (!page) return { reloaded: "no window", saved: null };
    const loadFinished = new Promise((loaded) => page.once("did-finish-load", () => loaded(undefined)));
    process.kill(page.getOSProcessId(), "SIGKILL");
    const saved = process.getBuiltinModule("node:fs").readFileSync(path, "utf8");
    await loadFinished;
    const ready =
      'new Promise((done) => { const look = () => "ready" in document.documentElement.dataset ? done(document.body.innerText) : setTimeout(look, 20); look(); })';
    return { reloaded: String(await page.executeJavaScript(ready)), saved };
  }, galley.pathOf("a.md"));
  await typing;
  expect(saved).toBe("alpha\nstill typing");
  expect(reloaded).toContain("still typing, then the lights went out.");
  expect(reloaded).toContain("Your text is as you left it");
  // Playwright cannot go on with a page whose process has ended.
  await galley.kill();
});

test("closing a window asks about a document without a file, and its tabs are not restored", {
  tag: "@long",
}, async () => {
  const data = await folder("data");
  const root = await folder("root");
  galley = await start({ data, root, files: { "a.md": "alpha\n", "b.md": "beta\n" } });
  const second = await moveTab("b.md");
  await editorOf(second).press("Control+End");
  await editorOf(second).pressSequentially("typed");
  await galley.runMenuCommand("New", second);
  await editorOf(second).pressSequentially("a thought");
  await galley.runMenuCommand("Close Window", second);
  const question = second.getByRole("alertdialog", { name: /Save “Untitled”/ });
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await expect(editorOf(second)).toContainText("a thought");
  const gone = second.waitForEvent("close");
  await galley.runMenuCommand("Close Window", second);
  await second.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await gone;
  await expect.poll(() => galley.onDisk("b.md")).toBe("beta\ntyped");
  await galley.open("a.md");
  await galley.app.close();
  galley = await start({ data, root, open: [] });
  await expect(tabOf(galley.page, "a.md")).toBeVisible();
  await expect(tabOf(galley.page, "b.md")).toHaveCount(0);
  expect(galley.app.windows()).toHaveLength(1);
});

test("a second start shows a file in the window whose folder contains it; settings and the recent list apply to both", {
  tag: "@long",
}, async () => {
  galley = await start({ files: { "a.md": "alpha\n" } });
  const other = await folder("other");
  await mkdir(join(other, "deep"));
  await writeFile(join(other, "deep", "c.md"), "gamma\n");
  const second = await galley.newWindow(() => galley.runMenuCommand("New Window"));
  await galley.app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
  }, other);
  await galley.runMenuCommand("Open Folder…", second);
  await expect(second.getByRole("treeitem", { name: "deep" })).toBeVisible();
  await galley.runMenuCommand("New", galley.page);
  await galley.page.bringToFront();
  await new Promise<void>((done) => {
    const args = [project, "--data", galley.data, join(other, "deep", "c.md")];
    execFile(electronProgram, args, { cwd: project, env: cleanEnv() }, () => done());
  });
  await expect(tabOf(second, "c.md")).toBeVisible();
  await expect(tabOf(galley.page, "c.md")).toHaveCount(0);

  const titles = () =>
    galley.app.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? [])
        .filter(({ label }) => label === "&Window")
        .flatMap(({ submenu }) => submenu?.items.map(({ label }) => label) ?? []),
    );
  await expect
    .poll(titles)
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^c\.md – .* – Galley$/),
        expect.stringMatching(/^Untitled( \d+)? – /),
      ]),
    );

  await galley.runMenuCommand("Zoom In", second);
  const size = (page: Page) => editorOf(page).evaluate((element) => getComputedStyle(element).fontSize);
  await expect.poll(() => size(galley.page)).toBe(await size(second));

  await galley.runMenuCommand("Close Folder", galley.page);
  const recent = galley.page.getByRole("button", { name: /^galley-other-/ });
  await expect(recent).toBeVisible();
  // It is open there: with or without Ctrl, its window is activated.
  await recent.click();
  await expect(galley.page.getByRole("button", { name: "Open folder…" }).first()).toBeVisible();
  await galley.app.evaluate(({ Menu }) => {
    const items = (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) => submenu?.items ?? []);
    const list = items.find(({ label }) => label.replaceAll("&", "") === "Open Recent")?.submenu;
    list?.items.find(({ label }) => label === "Clear Recent")?.click({});
  });
  await expect(recent).toHaveCount(0);
});
