/** The content library next to the editor: search, filters, previews, inserting, turning documents off. */
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import { type GalleyApp, start } from "./launch";
import { test } from "./test";

const pack = JSON.stringify({
  document: "house",
  title: "Rules of the Long Table",
  license: "CC0",
  publisher: "Us",
  entries: [
    { kind: "creature", name: "Ash Goblin", type: "humanoid", challenge_rating: 2, text: "**Ash.** It burns." },
    {
      kind: "rule",
      name: "<img src=x onerror=alert(1)>",
      text: "<script>window.__pwn = 1</script> [x](javascript:alert(1))",
    },
  ],
});

let galley: GalleyApp;
test.beforeAll(async () => {
  galley = await start({
    files: {
      "notes.md": "# Notes\n\nThe party arrives.\n",
      "house.json": pack,
      "bad.json": JSON.stringify({
        document: "bad",
        title: "Bad",
        entries: [{ kind: "spell", name: "Y", level: "high" }],
      }),
    },
  });
  await galley.open("notes.md");
});
test.afterAll(() => galley.close());

const lines = () => galley.page.locator(".library-line");
const field = () => galley.page.getByRole("textbox", { name: "Search the library" });

test.beforeEach(async () => {
  await galley.page.keyboard.press("Control+Shift+B");
  await expect(field()).toBeVisible();
});

/** Drops files as the user does from the file manager. */
async function drop(...names: string[]) {
  const { page, pathOf } = galley;
  await page.evaluate(() => {
    const input = document.createElement("input");
    input.type = "file";
    input.multiple = true;
    input.id = "dragged";
    document.body.append(input);
  });
  await page.locator("#dragged").setInputFiles(names.map(pathOf));
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>("#dragged");
    const dataTransfer = new DataTransfer();
    for (const file of input?.files ?? []) dataTransfer.items.add(file);
    input?.remove();
    const libraryView = document.querySelector(".library");
    for (const type of ["dragenter", "dragover", "drop"])
      libraryView?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  });
}

test("a stat block is found by shortcut, inserted into the document, and removed by one undo", {
  tag: "@long",
}, async () => {
  const { page, editor } = galley;
  await page.keyboard.press("Escape");
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.getByRole("button", { name: "Files", exact: true }).click();
  await page.keyboard.press("Control+Shift+B");
  // Keys that are typed while the view loads go into its field.
  await page.keyboard.type("goblin");
  await expect(field()).toHaveValue("goblin");
  await expect(lines().first()).toContainText("Goblin");
  await expect(lines().first().locator("mark")).toHaveText("Goblin");
  await page.keyboard.press("ArrowDown");
  await expect(lines().first()).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(field()).toBeFocused();
  // There is also a language with this name.
  await lines().filter({ hasText: "CR 1/4" }).first().focus();
  await page.keyboard.press("Enter");
  const card = page.locator(".library-card");
  await expect(card).toContainText("Small humanoid (goblinoid), neutral evil");
  await expect(card.locator(".library-abilities dd").first()).toHaveText("8 (−1)");
  await expect(card).toContainText("Nimble Escape.");
  await card.getByRole("button", { name: "Insert" }).click();
  await expect.poll(() => galley.onDisk("notes.md")).toMatch(/arrives\.\n\n## Goblin\n\n\*Small humanoid/);
  await editor.click();
  await page.keyboard.press("Control+z");
  await expect.poll(() => galley.onDisk("notes.md")).toBe("# Notes\n\nThe party arrives.\n");
});

test("misspelt names, topics and filters find the right entries", { tag: "@long" }, async () => {
  const { page } = galley;
  await field().fill("firebll");
  await expect(lines().first()).toContainText("Fireball");
  await page.getByRole("button", { name: "Spells", exact: true }).click();
  await field().fill("magic that brings back the dead");
  await expect(
    lines()
      .filter({ hasText: /Raise Dead|Resurrection|Revivify/ })
      .first(),
  ).toBeVisible();
  await field().fill("");
  await page.getByText("Filters", { exact: true }).click();
  await page.getByLabel("Level").selectOption("9");
  await page.getByLabel("School").fill("evocation");
  await expect(page.locator(".library-status")).toHaveText("1 entry");
  await expect(lines()).toContainText(["Meteor Swarm"]);
  await page.getByRole("button", { name: "Spells", exact: true }).click();
});

test("packs are added by dropping them; errors are reported by entry and field @long", async () => {
  const { page } = galley;
  await drop("house.json", "bad.json");
  const addedNotice = page.locator(".library-added");
  await expect(addedNotice).toContainText("Rules of the Long Table: 2 entries added");
  await expect(addedNotice).toContainText('entries[0] ("Y"): level must be a whole number');
  await addedNotice.getByRole("button", { name: "Close" }).click();
  await field().fill("ash goblin");
  await expect(lines().first()).toContainText("Ash Goblin");
  // The text of a pack is shown as text.
  await field().fill("img onerror");
  await lines().filter({ hasText: "<img" }).first().click();
  await expect(page.locator(".library-card")).toContainText("window.__pwn");
  expect(await page.evaluate(() => "__pwn" in window)).toBe(false);
  await expect(page.locator(".library-card a")).toHaveCount(0);
});

test("a document's switch filters it in this folder, for external agents too unless they name it @long", async () => {
  const { page } = galley;
  await field().fill("");
  await page.getByRole("switch", { name: /Rules of the Long Table/ }).uncheck();
  await field().fill("ash goblin");
  await expect(lines().first()).not.toContainText("Ash Goblin");
  const answer = await galley.agent("lookup_creature", { name: "ash goblin" });
  expect(answer.data).toMatchObject({ total: 0, message: expect.stringContaining("switched it off in this folder") });
  const key = /: ([^.]+)\. Name a document/.exec(String(answer.data?.["message"]))?.[1];
  const asked = await galley.agent("lookup_creature", { name: "ash goblin", documents: [key] });
  expect(asked.data).toMatchObject({ total: 1 });
  await field().fill("");
  await page.getByRole("switch", { name: /Rules of the Long Table/ }).check();
});

test("an entry opens as a read-only tab, and can be added to a question @long", async () => {
  const { page, editor } = galley;
  await field().fill("fireball");
  await lines().first().click();
  await page.locator(".library-card").getByRole("button", { name: "Open" }).click();
  await expect(page.getByRole("tab", { name: /Fireball/, selected: true })).toBeVisible();
  await editor.click();
  await page.keyboard.type("mine");
  await expect(editor).toContainText("A bright streak flashes");
  await expect(editor).not.toContainText("mine");
  await page.keyboard.press("Control+w");
  await expect(page.getByRole("tab", { name: /Fireball/ })).toHaveCount(0);
  await page.evaluate(() =>
    window.galley.request("assistant:save-provider", {
      id: null,
      kind: "anthropic",
      name: "Nowhere",
      baseUrl: "http://127.0.0.1:9/v1",
      model: "none",
      contextLimit: null,
      price: null,
      key: { change: "set", key: "sk-none", until: "session" },
    }),
  );
  await page.locator(".library-card").getByRole("button", { name: "Ask about this" }).click();
  await expect(page.locator(".chip", { hasText: "Fireball" })).toBeVisible();
  await page.keyboard.press("Control+j");
  expect(await axeFindings(page)).toEqual([]);
});
