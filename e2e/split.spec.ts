import { expect, type Locator } from "@playwright/test";
import { axeFindings } from "./axe";
import { folder, frequentPolling, type GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";
import { waitUntilStable } from "./wait-until-stable";

const start = shareApp("all files");

const NOTES = "# Notes\n\nThe first line.\n\nThe last line.\n";

let openApp: GalleyApp | null = null;
test.afterEach(async () => {
  await openApp?.close();
  openApp = null;
});

const begin = async (options: Parameters<typeof start>[0] = {}): Promise<GalleyApp> => {
  openApp = await start({ files: { "notes.md": NOTES, "other.md": "# Other\n\nElsewhere.\n" }, ...options });
  return openApp;
};

/** The group with this number, from 1, counted from the left and the top. */
const group = ({ page }: GalleyApp, index: number): Locator => page.locator(".group").nth(index - 1);
const editorOf = (galley: GalleyApp, index: number) => group(galley, index).locator(".cm-content");

test("a document shown twice has the same text in both groups after typing, undo and an agent's write", async () => {
  const galley = await begin();
  const { page, open } = galley;
  await open("notes.md");
  await page.keyboard.press("Control+Shift+Backslash");
  await expect(page.locator(".group")).toHaveCount(2);
  await expect(editorOf(galley, 2)).toBeFocused();
  await expect(page.getByRole("region", { name: "Group 2 of 2" })).toBeVisible();

  await page.keyboard.press("Control+End");
  // Inserted at once: letters typed slowly, as on a busy machine, would be several undo steps.
  await page.keyboard.insertText("From the right.");
  await expect(editorOf(galley, 1)).toContainText("From the right.");
  await page.keyboard.press("Control+F6");
  await expect(editorOf(galley, 1)).toBeFocused();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+ArrowDown");
  await page.keyboard.insertText("From the left. ");
  await expect(editorOf(galley, 2)).toContainText("From the left.");
  await expect.poll(() => galley.onDisk("notes.md"), frequentPolling).toContain("From the right.");

  await page.keyboard.press("Control+Z");
  await expect(editorOf(galley, 2)).not.toContainText("From the left.");
  await page.keyboard.press("Control+F6");
  await page.keyboard.press("Control+Z");
  await expect(editorOf(galley, 1)).not.toContainText("From the right.");
  await expect.poll(() => galley.onDisk("notes.md"), frequentPolling).toBe(NOTES);

  await galley.agent("text_editor", {
    action: "patch",
    path: "notes.md",
    old_text: "The last line.",
    new_text: "The agent's line.",
  });
  for (const index of [1, 2]) await expect(editorOf(galley, index)).toContainText("The agent's line.");
  expect(await axeFindings(page)).toEqual([]);
});

test("a conflict is shown in both groups, and resolving it in one resolves it in both", async () => {
  const galley = await begin();
  const { page, open } = galley;
  await open("notes.md");
  await page.keyboard.press("Control+Shift+Backslash");
  await expect(editorOf(galley, 2)).toBeFocused();
  await page.keyboard.press("Control+F");
  await page.keyboard.type("first line");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  // An external program writes at the same moment, without going through the app.
  await page.keyboard.type("line of mine");
  await galley.writeExternally("notes.md", NOTES.replace("first line", "line of theirs"));
  for (const index of [1, 2])
    await expect(group(galley, index).getByRole("group", { name: /conflict/i })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await group(galley, 1).getByRole("button", { name: /^Mine/ }).click();
  await expect(page.getByRole("group", { name: /conflict/i })).toHaveCount(0);
  await expect.poll(() => galley.onDisk("notes.md"), frequentPolling).toContain("The line of mine.");
});

test("groups, their tabs, sizes and active tabs are restored at the next start", { tag: "@long" }, async () => {
  const [root, data] = [await folder("split"), await folder("split-data")];
  const files = { "notes.md": NOTES, "other.md": "# Other\n", "third.md": "# Third\n" };
  let galley = await begin({ root, data, files });
  const { page, open } = galley;
  await open("other.md");
  await open("notes.md");
  await galley.runMenuCommand("Split Right");
  await page.keyboard.press("Control+End");
  await open("third.md");
  await galley.runMenuCommand("Split Down");
  await expect(page.locator(".group")).toHaveCount(3);
  await page.keyboard.press("Control+Shift+F6");
  await expect(editorOf(galley, 2)).toBeFocused();
  await page.getByRole("separator", { name: "Resize groups" }).first().focus();
  for (let times = 0; times < 3; times++) await page.keyboard.press("Shift+ArrowLeft");
  await group(galley, 2).getByRole("tab", { name: "notes.md" }).click();
  const before = await layout(galley);
  expect(before.map(({ tabs }) => tabs)).toEqual(["other.md notes.md*", "notes.md* third.md", "third.md*"]);
  await galley.close();
  galley = await begin({ root, data });
  await expect.poll(() => layout(galley)).toEqual(before);
  await expect(editorOf(galley, 2)).toBeFocused();
  await galley.page.keyboard.type("At the end.");
  await expect(editorOf(galley, 1)).toContainText("At the end.");
  await expect.poll(() => galley.onDisk("notes.md"), frequentPolling).toBe(`${NOTES}At the end.`);
});

test("a tab can be dragged into another tab bar and onto the edge of an editor", { tag: "@long" }, async () => {
  const galley = await begin();
  const { page, open } = galley;
  await open("other.md");
  await open("notes.md");
  const box = async (index: number) => {
    const found = await waitUntilStable(page, () => group(galley, index).locator(".canvas-pane").boundingBox());
    if (!found) throw new Error("no page");
    return found;
  };
  const tab = (index: number, name: string) => group(galley, index).getByRole("tab", { name });
  const first = await box(1);
  await tab(1, "other.md").hover();
  await page.mouse.down();
  await page.mouse.move(first.x + first.width / 2, first.y + 200, { steps: 4 });
  await expect(page.locator(".drop-zones")).toBeVisible();
  await page.mouse.move(first.x + first.width - 20, first.y + first.height / 2, { steps: 4 });
  await expect(page.locator(".drop-zone[data-zone=right]")).toBeVisible();
  await page.mouse.up();
  await expect.poll(async () => (await layout(galley)).map(({ tabs }) => tabs)).toEqual(["notes.md*", "other.md*"]);

  await tab(1, "notes.md").hover();
  await page.mouse.down();
  const row = await waitUntilStable(page, () => tab(2, "other.md").boundingBox());
  if (!row) throw new Error("no tab");
  await page.mouse.move(first.x + 100, first.y + 100, { steps: 4 });
  await expect(page.locator(".drop-zones").first()).toBeVisible();
  await page.mouse.move(row.x + row.width - 8, row.y + 10, { steps: 4 });
  // A real pointer reports its position all the time, this one only while it moves.
  await page.mouse.move(row.x + row.width - 9, row.y + 11);
  await expect(tab(2, "other.md")).toHaveAttribute("data-edge", "right");
  await page.mouse.up();
  await expect.poll(async () => (await layout(galley)).map(({ tabs }) => tabs)).toEqual(["other.md notes.md*"]);
  await expect(page.locator(".drop-zones")).toHaveCount(0);
});

test("groups work by keyboard: split, cycle, move, resize, preview beside, join, close", { tag: "@long" }, async () => {
  const galley = await begin();
  const { page, open } = galley;
  const keys = page.keyboard;
  const tabs = async () => (await layout(galley)).map((each) => each.tabs);
  await open("other.md");
  await open("notes.md");
  await keys.press("Control+Alt+Backslash");
  await expect.poll(tabs).toEqual(["other.md notes.md*", "notes.md*"]);
  await expect(editorOf(galley, 2)).toBeFocused();
  await keys.press("Alt+Shift+1");
  await expect(editorOf(galley, 1)).toBeFocused();
  await keys.press("Control+Alt+PageDown");
  // The other group already has the document: its tab there is activated.
  await expect.poll(tabs).toEqual(["other.md*", "notes.md*"]);
  await expect(editorOf(galley, 2)).toBeFocused();
  expect(await axeFindings(page)).toEqual([]);

  const divider = page.getByRole("separator", { name: "Resize groups" });
  await divider.focus();
  await keys.press("ArrowUp");
  await expect(divider).toHaveAttribute("aria-valuenow", "48");
  await keys.press("Home");
  await expect(divider).toHaveAttribute("aria-valuenow", "15");
  await keys.press("Enter");
  await expect(divider).toHaveAttribute("aria-valuenow", "50");

  await keys.press("Alt+Shift+2");
  await keys.press("Control+Alt+W");
  await expect.poll(tabs).toEqual(["other.md*"]);
  await expect(editorOf(galley, 1)).toBeFocused();
  await keys.press("Control+Shift+T");
  await expect.poll(tabs).toEqual(["notes.md* other.md"]);

  await keys.press("Control+Alt+E");
  await expect.poll(tabs).toEqual(["notes.md* other.md", "notes.md*"]);
  await expect(editorOf(galley, 1)).toBeFocused();
  const previewFrame = group(galley, 2).frameLocator(".reading-frame");
  await expect(previewFrame.locator("h1")).toHaveText("Notes");
  await keys.press("Control+End");
  await keys.insertText("More and more.\n\n".repeat(40));
  await keys.insertText("The very end.");
  await expect(previewFrame.getByText("The very end.")).toBeInViewport({ timeout: 30_000 });
  expect(await axeFindings(page)).toEqual([]);
  await previewFrame.getByText("The very end.").click();
  await expect(group(galley, 2)).toHaveAttribute("data-active", "true");
  await keys.press("Alt+Shift+1");
  await expect(editorOf(galley, 1)).toBeFocused();
  await galley.runMenuCommand("Merge All Groups");
  await expect.poll(tabs).toEqual(["notes.md* other.md"]);
});

test("a document opens beside from the tree, from quick open and from a link", { tag: "@long" }, async () => {
  const galley = await begin({
    files: { "notes.md": "See [other](other.md).\n", "other.md": "# Other\n", "third.md": "# Third\n" },
  });
  const { page, open } = galley;
  const tabs = async () => (await layout(galley)).map((each) => each.tabs);
  await open("notes.md");
  await page.getByRole("tree").focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Control+Enter");
  await expect.poll(tabs).toEqual(["notes.md*", "third.md*"]);
  await expect(editorOf(galley, 2)).toBeFocused();
  await page.keyboard.press("Alt+Shift+1");
  await page.keyboard.press("Control+P");
  await page.keyboard.type("notes");
  await expect(page.getByRole("option", { name: /notes\.md/ })).toBeVisible();
  await page.keyboard.press("Alt+Enter");
  await expect.poll(tabs).toEqual(["notes.md*", "third.md notes.md*"]);
  await page.keyboard.press("Alt+Shift+1");
  await editorOf(galley, 1)
    .getByText("other")
    .click({ modifiers: ["Control", "Alt"] });
  await expect.poll(tabs).toEqual(["notes.md*", "third.md notes.md other.md*"]);
  // If an agent asks to show it, it is shown where it is, once the user agrees.
  await page.keyboard.press("Alt+Shift+1");
  await galley.agent("text_editor", { action: "write", path: "third.md", content: "# 3\n", open_in_canvas: true });
  await expect(page.getByText("command line opened third.md")).toBeVisible();
  await expect(editorOf(galley, 1)).toBeFocused();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect.poll(tabs).toEqual(["notes.md*", "third.md* notes.md other.md"]);
  await expect(editorOf(galley, 2)).toBeFocused();
});

test("a file of the tree opens in a new group when dropped at an editor's edge, and is linked when dropped inside", {
  tag: "@long",
}, async () => {
  const galley = await begin();
  const { page, open } = galley;
  const tabs = async () => (await layout(galley)).map((each) => each.tabs);
  await open("notes.md");
  const box = await waitUntilStable(page, () => group(galley, 1).locator(".canvas-pane").boundingBox());
  if (!box) throw new Error("no page");
  const drag = async (x: number, y: number) => {
    await page.getByRole("treeitem", { name: "other.md" }).hover();
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
    await expect(page.locator(".drop-zone")).toHaveCount(0);
    await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.move(x + 1, y);
  };
  await drag(box.x + box.width - 20, box.y + 200);
  await expect(page.locator(".drop-zone[data-zone=right]")).toBeVisible();
  await page.mouse.up();
  await expect.poll(tabs).toEqual(["notes.md*", "other.md*"]);
  await expect(page.locator(".drop-zone")).toHaveCount(0);
  await expect(editorOf(galley, 2)).toBeFocused();
  await expect.poll(() => galley.onDisk("notes.md")).toBe(NOTES);

  const line = await waitUntilStable(page, () => editorOf(galley, 1).getByText("The last line.").boundingBox());
  if (!line) throw new Error("no line");
  await drag(line.x + 4, line.y + 8);
  await page.mouse.up();
  await expect(editorOf(galley, 1)).toContainText("(other.md)");
  await expect.poll(tabs).toEqual(["notes.md*", "other.md*"]);
});

test("a tab in a narrow group keeps its button, and a long name its ending", { tag: "@long" }, async () => {
  const long = "A very long name of a chapter that nobody would want to read twice, draft 12.md";
  const galley = await begin({ files: { "notes.md": NOTES, [long]: "# Long\n" } });
  const { page, open } = galley;
  await open("notes.md");
  await open(long);
  const end = group(galley, 1).getByRole("tab", { name: long }).locator(".file-name-end");
  await expect(end).toHaveText("ft 12.md");
  await expect(end).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("treeitem", { name: long }).locator(".file-name-end")).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Control+Shift+Backslash");
  const divider = page.getByRole("separator", { name: "Resize groups" });
  await divider.focus();
  await page.keyboard.press("Home");
  for (const name of [long, "notes.md"]) {
    await group(galley, 1)
      .getByRole("tab", { name })
      .evaluate((tab: HTMLElement) => tab.click());
    const isCloseButtonCut = () =>
      group(galley, 1).evaluate((all) => {
        const sides = (selector: string) => all.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        const [button, row] = [sides(".tab[aria-selected=true] .tab-close"), sides(".tabs")];
        return button.right > row.right + 1 || button.left < row.left - 1;
      });
    await expect.poll(isCloseButtonCut).toBe(false);
  }
});

/** The groups as shown: their tabs, the active one with a star, and the sizes in rounded percent. */
const layout = ({ page }: GalleyApp) =>
  page.locator(".group").evaluateAll((groups) =>
    (groups as HTMLElement[]).map((each) => ({
      tabs: [...each.querySelectorAll("[role=tab]")]
        .map((tab) => `${tab.querySelector(".tab-name")?.textContent}${tab.ariaSelected === "true" ? "*" : ""}`)
        .join(" "),
      size: ["left", "top", "width", "height"].map((side) =>
        Math.round(Number.parseFloat(each.style.getPropertyValue(side))),
      ),
    })),
  );
