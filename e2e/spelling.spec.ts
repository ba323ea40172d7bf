import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { frequentPolling, type GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp();

let galley: GalleyApp;
test.afterEach(() => galley.close());

const TEXT = "# A tset\n\nThe wrods are `wrnog` here, 中文。 See https://exmaple.org and sevral others.\n";

/** Picks the item with this label in the next context menu. */
const answerMenu = (label: string) =>
  galley.app.evaluate(({ Menu }, wanted) => {
    Menu.prototype.popup = function popup(options) {
      this.items.find((item) => item.label === wanted)?.click({});
      options?.callback?.();
    };
  }, label);

test("the spelling check can be turned off and on", { tag: "@long" }, async () => {
  galley = await start({ spelling: true, files: { "a.md": TEXT } });
  await galley.open("a.md");
  const marks = galley.page.locator(".cm-misspelt");
  await expect(marks).toHaveCount(3);
  await galley.runMenuCommand("Check Spelling");
  await expect(marks).toHaveCount(0);
  await galley.runMenuCommand("Check Spelling");
  await expect(marks).toHaveCount(3);
});

test("a right click at the word being written and at a link offers what can be done there, beside the clipboard", {
  tag: "@long",
}, async () => {
  galley = await start({
    spelling: true,
    files: { "a.md": "Some adn\n\nSee [notes](https://example.org/notes) there.\n" },
  });
  await galley.open("a.md");
  const shown = () =>
    galley.app.evaluate(({ Menu }) => {
      Menu.prototype.popup = function popup(options) {
        (globalThis as { shown?: string[] }).shown = this.items.map((item) => item.label);
        this.items.find((item) => item.label === "and")?.click({});
        options?.callback?.();
      };
    });
  await shown();
  const labels = () => galley.app.evaluate(() => (globalThis as { shown?: string[] }).shown ?? []);
  const marks = galley.page.locator(".cm-misspelt");
  await expect(marks).toHaveText(["adn"]);
  const box = await marks.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 8, (box?.y ?? 0) + 8];
  await galley.page.mouse.click(x, y);
  // The word at the cursor is not marked.
  await expect(marks).toHaveCount(0);
  await galley.page.mouse.click(x, y, { button: "right" });
  await expect.poll(labels, frequentPolling).toEqual(expect.arrayContaining(["and", "Cut", "Paste as Plain Text"]));
  await expect.poll(() => galley.onDisk("a.md"), frequentPolling).toContain("Some and\n");
  await galley.page.getByText("notes", { exact: true }).click({ button: "right" });
  await expect.poll(labels, frequentPolling).toEqual(expect.arrayContaining(["Open Link", "Copy Link", "Paste"]));
});

test("a document is checked in the language that its front matter names", { tag: "@long" }, async () => {
  const sentence = "The colour of teh harbour, and a color.\n";
  galley = await start({
    spelling: true,
    files: { "a.md": sentence, "gb.md": `---\nlang: en-GB\n---\n\n${sentence}` },
  });
  const { page, editor } = galley;
  const marks = editor.locator(".cm-misspelt");
  await galley.open("a.md");
  await expect(marks).toHaveText(["colour", "teh", "harbour"]);
  await galley.open("gb.md");
  await expect(marks).toHaveText(["teh", "color"]);
  await editor.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  // Nobody has a dictionary of it.
  for (const key of ["Home", "Shift+End"]) await page.keyboard.press(key);
  await page.keyboard.type("lang: tlh");
  await expect(marks).toHaveCount(0);
  for (const key of ["Home", "Shift+End"]) await page.keyboard.press(key);
  await page.keyboard.type("lang: en-US");
  await expect(marks).toHaveText(["colour", "teh", "harbour"]);
  await galley.open("a.md");
  await expect(marks).toHaveText(["colour", "teh", "harbour"]);
});

// The last one, because it adds to the dictionary.
test("visible misspelt words are underlined without a network request; a shortcut and the menu correct them @long", async () => {
  galley = await start({ spelling: true, files: { "a.md": TEXT } });
  const requestedUrls: string[] = [];
  galley.page.on("request", (request) => requestedUrls.push(request.url()));
  await galley.open("a.md");
  const marks = galley.page.locator(".cm-misspelt");
  await expect(marks).toHaveText(["tset", "wrods", "sevral"]);
  await galley.editor.click();
  await galley.page.keyboard.press("Control+Home");
  await galley.page.keyboard.press("Alt+F8");
  await expect.poll(() => galley.page.evaluate(() => getSelection()?.toString())).toBe("tset");
  await answerMenu("test");
  await galley.page.keyboard.press("Control+.");
  await expect.poll(() => galley.onDisk("a.md"), frequentPolling).toContain("# A test\n");
  await answerMenu("Ignore in This Document");
  await marks.first().click({ button: "right" });
  await expect(marks).toHaveText(["sevral"]);
  await answerMenu("Add to Dictionary");
  await marks.first().click({ button: "right" });
  await expect(marks).toHaveCount(0);
  // The mark goes before the file is written.
  const dictionary = () => readFile(join(galley.data, "dictionary.txt"), "utf8").catch(() => "");
  await expect.poll(dictionary).toBe("sevral\n");
  expect(requestedUrls.filter((url) => !/^galley:|^blob:galley:|^data:/.test(url))).toEqual([]);
  const isNative = await galley.app.evaluate(
    ({ session }) =>
      session.defaultSession.isSpellCheckerEnabled() && session.defaultSession.getSpellCheckerLanguages().length > 0,
  );
  expect(isNative).toBe(false);
});
