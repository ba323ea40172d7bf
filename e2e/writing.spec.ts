import { expect } from "@playwright/test";
import { frequentPolling, type GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

let galley: GalleyApp;
const open = async (text: string, more: Parameters<typeof start>[0] = {}) => {
  galley = await start({ files: { "a.md": text }, ...more });
  await galley.open("a.md");
  await galley.editor.click();
};
/** Opens another document in the same window. */
const openNext = async (name: string, text: string) => {
  await galley.writeExternally(name, text);
  await galley.open(name);
  await galley.editor.click();
};
test.afterEach(() => galley.close());

/** Waits until the saved text is equal to `text`. */
const expectSaved = (text: string) => expect.poll(() => galley.onDisk("a.md"), frequentPolling).toBe(text);

test("lists continue, count and end by keyboard, and Tab indents items", { tag: "@long" }, async () => {
  await open("");
  const { page } = galley;
  await page.keyboard.type("1. one");
  await page.keyboard.press("Enter");
  await page.keyboard.type("two");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("deeper");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("three");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("end");
  await expectSaved("1. one\n2. two\n   1. deeper\n3. three\n\nend");
});

test("marks end where their key is pressed again, blocks end with a blank line, and Home, Backspace and undo go by items and words", {
  tag: "@long",
}, async () => {
  await open("");
  const { page } = galley;
  const { keyboard } = page;
  await keyboard.type("Some ");
  await keyboard.press("Control+b");
  await keyboard.type("bold ");
  await keyboard.press("Control+b");
  await keyboard.type("and ");
  await keyboard.press("Control+i");
  await keyboard.type("more");
  await keyboard.press("Control+i");
  await keyboard.type(", plain.");
  await expectSaved("Some **bold** and *more*, plain.");
  await keyboard.press("Control+z");
  await expectSaved("Some **bold** and *more*,");
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  await keyboard.type("> said");
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  await keyboard.type("- one");
  await keyboard.press("Enter");
  await keyboard.type("two");
  await keyboard.press("Home");
  await keyboard.type("to ");
  await keyboard.press("Home");
  await keyboard.press("Home");
  await keyboard.press("Backspace");
  await expectSaved("Some **bold** and *more*,\n\n> said\n\n- one\n\nto two");
});

test("shortcuts and the menu format text, and one undo reverts each", { tag: "@long" }, async () => {
  await open("some words\n");
  const { page } = galley;
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Shift+Control+ArrowRight");
  await page.keyboard.press("Control+b");
  await expectSaved("**some** words\n");
  await page.keyboard.press("Control+z");
  await expectSaved("some words\n");
  await page.keyboard.press("Control+Alt+2");
  await expectSaved("## some words\n");
  await galley.runMenuCommand("Quote");
  await expectSaved("> ## some words\n");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+Shift+9");
  await expectSaved("- [ ] some words\n");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.type("「");
  await expectSaved("「some words」\n");
});

test("an address on the clipboard becomes the target of a new link", { tag: "@long" }, async () => {
  await open("see this\n");
  const { page, app } = galley;
  await app.evaluate(({ clipboard }) => clipboard.writeText("https://example.org/a"));
  await page.keyboard.press("Control+End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+Control+ArrowLeft");
  await page.keyboard.press("Control+k");
  await expectSaved("see [this](https://example.org/a)\n");
});

test("Tab and Enter move through a table, which is aligned only on request", { tag: "@long" }, async () => {
  await open("");
  const { page } = galley;
  await galley.runMenuCommand("Table");
  // The command goes through main, so wait: keys typed earlier would come before the table.
  await expect(galley.editor.getByRole("table")).toBeVisible();
  for (const text of ["名字", "b", "c", "long words", "e", "f", "g", "h", "i"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("last");
  const rows = (text: string) =>
    text
      .trim()
      .split("\n")
      .map((line) =>
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
  await expect.poll(async () => rows(await galley.onDisk("a.md")).at(-1)?.[0]).toBe("last");
  const before = rows(await galley.onDisk("a.md"));
  expect(before[0]).toEqual(["名字", "b", "c"]);
  expect(before[2]).toEqual(["long words", "e", "f"]);
  await galley.runMenuCommand("Tidy Table");
  await expect.poll(async () => (await galley.onDisk("a.md")).split("\n")[0]).toBe("| 名字       | b   | c   |");
  expect(rows(await galley.onDisk("a.md")).filter((_, index) => index !== 1)).toEqual(
    before.filter((_, index) => index !== 1),
  );
});

test("sections fold, a word goal shows the progress, and focus and typewriter mode follow the cursor @long", async () => {
  await test.step("sections fold by a shortcut and by the menu", async () => {
    await open("# A\n\none\n\n## B\n\ntwo\n\n## C\n\nthree\n");
    const { page } = galley;
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Control+Shift+BracketLeft");
    await expect(page.locator(".cm-foldPlaceholder")).toHaveCount(1);
    await expect(galley.editor).not.toContainText("three");
    await page.keyboard.press("Control+Shift+BracketLeft");
    await expect(galley.editor).not.toContainText("one");
    await galley.runMenuCommand("Unfold All");
    await expect(galley.editor).toContainText("three");
    await galley.runMenuCommand("Fold All");
    await expect(galley.editor).not.toContainText("one");
  });

  await test.step("a word goal shows the progress, and its popover the counts of the text", async () => {
    await openNext("goal.md", "one two three\n");
    const { page } = galley;
    await page.locator(".status-words").click();
    const popover = page.getByRole("region", { name: "This document" });
    await expect(popover).toContainText("Paragraphs");
    await popover.getByLabel("Word goal").fill("5");
    await page.keyboard.press("Escape");
    await expect(page.locator(".status-words")).toContainText("3 of 5 words");
    await galley.editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("四五");
    await expect(page.locator(".status-words")).toHaveAttribute("data-reached", "true");
  });

  await test.step("focus mode dims all but the current paragraph, typewriter mode keeps the line in the middle", async () => {
    await openNext("long.md", Array.from({ length: 60 }, (_, n) => `Paragraph ${n}.`).join("\n\n"));
    const { page } = galley;
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("F8");
    await expect(page.locator(".cm-in-focus")).toHaveText(["Paragraph 0."]);
    await page.keyboard.press("Shift+F8");
    await expect(page.locator(".cm-typewriter")).toBeVisible();
    await page.keyboard.press("Control+End");
    const middle = async () => {
      const line = await page.locator(".cm-in-focus").boundingBox();
      const view = await page.locator(".cm-scroller").boundingBox();
      return line && view ? Math.abs(line.y + line.height / 2 - view.y - view.height / 2) / view.height : 1;
    };
    await expect.poll(middle).toBeLessThan(0.1);
  });
});
