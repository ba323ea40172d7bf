/** Replacing in the folder: previewed, counted, written to all files, undone as one. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import { frequentPolling, type GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

const files = {
  "notes/harbour.md":
    "# Harbour\n\nThe ferry comes twice a day, weather permitting.\n\n## Winter\n\nIn winter the Ferry rests.\nNobody minds the ferry then.\n",
  "notes/tides.md": "# Tides\n\nHigh water at six.\n",
  "ferry times.txt": "Ferry: 06:12\r\n\r\nFerry: 12:40\r\n",
  "诗.md": "# 渡\n\n渡船一日两次。\n\n## 人\n\n渡船不等人，人等渡船。🛶\n",
};

let galley: GalleyApp;
async function begin(options: Parameters<typeof start>[0] = {}) {
  galley = await start({ files, open: [".", "notes/tides.md"], ...options });
  await expect(galley.editor).toBeVisible();
  await galley.page.keyboard.press("Control+Shift+h");
}
test.afterEach(() => galley.close());

const field = () => galley.page.getByRole("textbox", { name: "Search", exact: true });
const template = () => galley.page.getByRole("textbox", { name: "Replace with" });
const results = () => galley.page.getByRole("tree", { name: /^(Paragraphs that contain|包含)/ });
const row = (name: RegExp) => results().getByRole("treeitem", { name });
const selected = () => results().locator("[aria-selected='true']");
const status = () => galley.page.locator(".replace-status");

/** Takes a screenshot if GALLEY_PICTURES names a folder. */
async function takePicture(name: string) {
  const folder = process.env["GALLEY_PICTURES"];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await galley.page.screenshot({ path: join(folder, `replace-${name}.png`) });
}

/** Types the search text and its replacement. */
async function fillIn(sought: string, replacement: string) {
  const { page } = galley;
  await expect(field()).toBeFocused();
  await page.keyboard.type(sought);
  await template().focus();
  await page.keyboard.type(replacement);
}

test("replacements are previewed, counted, run for all matches, and undone as one; a paragraph that changed meanwhile is skipped @long", async () => {
  await test.step("replacements are previewed, counted, run for all matches, and undone as one", async () => {
    await begin({ open: [".", "notes/harbour.md"] });
    const { page, editor } = galley;
    await fillIn("ferry", "boat");
    await expect(row(/twice a day/).locator("del")).toHaveText("ferry");
    await expect(row(/twice a day/).locator("ins")).toHaveText("boat");
    await page.getByRole("button", { name: "Preserve case" }).click();
    await expect(row(/06:12/).locator("ins")).toHaveText("Boat");
    await takePicture("preview");
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Replace all" }).click();
    await expect(status()).toContainText("Replace 5 matches in 2 files with “boat”?");
    await expect(page.getByRole("button", { name: "Replace", exact: true }).last()).toBeFocused();
    await takePicture("asked");
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect(status()).toContainText("Replaced 5 matches in 2 files.");
    await expect.poll(() => galley.onDisk("ferry times.txt")).toBe("Boat: 06:12\r\n\r\nBoat: 12:40\r\n");
    await expect(editor).toContainText("In winter the Boat rests.");
    await expect(page.locator(".search-nothing")).toContainText("Nothing found");
    await takePicture("done");
    // In the open document it is one undo step of its own.
    await editor.click();
    await page.keyboard.press("Control+z");
    await expect(editor).toContainText("In winter the Ferry rests.");
    await expect(editor).toContainText("The ferry comes twice");
    await page.keyboard.press("Control+y");
    await expect(editor).toContainText("In winter the Boat rests.");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(status()).toContainText("Restored 5 matches in 2 files.");
    await expect.poll(() => galley.onDisk("ferry times.txt")).toBe(files["ferry times.txt"]);
    await expect.poll(() => galley.onDisk("notes/harbour.md"), frequentPolling).toBe(files["notes/harbour.md"]);
  });
  await test.step("a paragraph that changed since the search is skipped, and unsaved typing is included", async () => {
    const { page, editor } = galley;
    await page.getByRole("button", { name: "Preserve case" }).click();
    await template().fill("");
    await field().fill("");
    await fillIn("ferry", "boat");
    await expect(row(/twice a day/)).toBeVisible();
    await page.getByRole("button", { name: "Replace all" }).click();
    await expect(status()).toContainText("5 matches");
    // Type while the question is shown.
    await galley.writeExternally("ferry times.txt", "Ferry: 06:12\r\n\r\nFerry: 13:00\r\n");
    await editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("The end.");
    await page.getByRole("button", { name: "Replace", exact: true }).last().click();
    await expect(status()).toContainText("Replaced 4 matches in 2 files.");
    await expect(status()).toContainText("1 paragraph not replaced");
    await takePicture("changed");
    await expect.poll(() => galley.onDisk("ferry times.txt")).toBe("boat: 06:12\r\n\r\nFerry: 13:00\r\n");
    await expect(editor).toContainText("The end.");
    await expect(editor).toContainText("Nobody minds the boat then.");
  });
});

test("replacing works by keyboard alone: one paragraph, one file, exclusions, and Ctrl+Z in the results", {
  tag: "@long",
}, async () => {
  await begin();
  const { page } = galley;
  await fillIn("ferry", "boat");
  await expect(row(/twice a day/)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(results()).toBeFocused();
  await expect(selected()).toContainText("06:12");
  await page.keyboard.press("Control+Enter");
  await expect
    .poll(() => galley.onDisk("ferry times.txt"), frequentPolling)
    .toBe("boat: 06:12\r\n\r\nFerry: 12:40\r\n");
  await expect(row(/06:12/)).toHaveCount(0);
  await expect(selected()).toContainText("12:40");
  await page.keyboard.press("Delete");
  await expect(row(/12:40/)).toHaveCount(0);
  await expect(selected()).toContainText("harbour.md");
  await page.keyboard.press("Control+Alt+Enter");
  await expect(status()).toContainText("Replace 3 matches in 1 file with “boat”?");
  await page.keyboard.press("Enter");
  await expect(status()).toContainText("Replaced 3 matches in 1 file.");
  await expect.poll(() => galley.onDisk("ferry times.txt")).toContain("Ferry: 12:40");
  await expect
    .poll(() => galley.onDisk("notes/harbour.md"))
    .toContain("In winter the boat rests.\nNobody minds the boat then.");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => galley.onDisk("notes/harbour.md"), frequentPolling).toBe(files["notes/harbour.md"]);
  await expect(row(/twice a day/)).toBeVisible();
  await results().focus();
  await page.keyboard.press("Control+z");
  await expect.poll(() => galley.onDisk("ferry times.txt"), frequentPolling).toBe(files["ferry times.txt"]);
});

test("groups of a regular expression are previewed and replaced; an unknown group is reported", {
  tag: "@long",
}, async () => {
  await begin();
  const { page } = galley;
  await page.getByRole("button", { name: "Regular expression" }).click();
  await field().focus();
  await fillIn("(Ferry): (\\d+):(\\d+)", "$2.$3 $1");
  await expect(row(/06:12/).locator("ins")).toHaveText("06.12 Ferry");
  await page.keyboard.type(" $4");
  await expect(page.getByRole("alert")).toContainText("There is no group $4: the pattern has 3 groups.");
  await expect(page.getByRole("button", { name: "Replace all" })).toBeDisabled();
  for (let count = 0; count < 3; count++) await page.keyboard.press("Backspace");
  await page.keyboard.press("Control+Enter");
  await expect(status()).toContainText("Replace 2 matches in 1 file");
  await page.keyboard.press("Enter");
  await expect.poll(() => galley.onDisk("ferry times.txt"), frequentPolling).toBe("06.12 Ferry\r\n\r\n12.40 Ferry\r\n");
});

test("replacing ten thousand matches in five hundred files shows progress, can be stopped, and undone", {
  tag: "@long",
}, async () => {
  test.slow();
  const text = `${"a ferry line\n\n".repeat(20)}`;
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`n${index}.md`, text]));
  await begin({ files: many, open: [".", "n0.md"] });
  const { page } = galley;
  await fillIn("ferry", "boat");
  await expect(page.locator(".search-status")).toContainText("10,000 paragraphs in 500 files", { timeout: 60_000 });
  await page.getByRole("button", { name: "Replace all" }).click();
  await expect(status()).toContainText("Replace 10,000 matches in 500 files", { timeout: 60_000 });
  // Stops it as soon as there is progress; on a fast machine it would be finished before the test reacts.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const progress = document.querySelector(".replace-status")?.textContent ?? "";
      if (!/Replacing… [1-9]\d* of 500 files/.test(progress)) return;
      observer.disconnect();
      document.body.dataset["progress"] = progress;
      const buttons = [...document.querySelectorAll("button")];
      buttons.find(({ textContent, ariaLabel }) => (ariaLabel ?? textContent) === "Stop")?.click();
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.keyboard.press("Enter");
  await expect(page.locator("body[data-progress]")).toHaveCount(1, { timeout: 60_000 });
  await expect(status()).toContainText(/Replaced [\d,]+ matches in \d+ files\. Stopped: \d+ files were not changed/);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(status()).toContainText("Restored", { timeout: 60_000 });
  for (const name of ["n0.md", "n1.md", "n250.md", "n499.md"]) expect(await galley.onDisk(name)).toBe(text);
});

test("the replace view works narrow, dark and in Chinese", { tag: "@long" }, async () => {
  await begin({ theme: "dark", env: { LANGUAGE: "zh_CN" }, open: [".", "诗.md"] });
  const { page } = galley;
  await page.getByRole("textbox", { name: "搜索", exact: true }).fill("渡船");
  await page.getByRole("textbox", { name: "替换为" }).fill("舟");
  await expect(results().locator("ins").first()).toHaveText("舟");
  await results().focus();
  await takePicture("chinese");
  await page.getByRole("button", { name: "全部替换" }).click();
  await expect(status()).toContainText("要把 1 个文件中的 3 处匹配替换为“舟”吗？");
  await takePicture("chinese-asked");
  await page.setViewportSize({ width: 480, height: 640 });
  await takePicture("narrow");
  expect(await axeFindings(page)).toEqual([]);
});
