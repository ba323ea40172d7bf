/** The library in documents: entries of one's own, favourites, links to entries, dice in text. */
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import { type GalleyApp, start } from "./launch";
import { test } from "./test";

let galley: GalleyApp;
test.beforeAll(async () => {
  galley = await start({
    files: {
      "notes.md": "# Notes\n\nThe party arrives.\n",
      "play.md":
        "# Play\n\nShe casts [[spell:srd-5e/Fireball]] and [[creature:Goblin|a goblin]] dies, not [[spell:Fierball]] or [[other]].\n\nDamage: 8d6+2 fire, a save with d20. Not `3d6`, nor 2026-11-29.\n",
    },
  });
  await galley.open("play.md");
  await galley.open("notes.md");
});
test.afterAll(() => galley.close());

const shot = (name: string) =>
  process.env["SHOTS"] && galley.page.screenshot({ path: `${process.env["SHOTS"]}/${name}.png` });

test("an entry is copied into the folder, changed there, and marked favourite from its tab @long", async () => {
  const { page } = galley;
  const pane = page.getByRole("search", { name: "Content library" });
  const lines = page.locator(".library-line");
  const goblins = lines
    .filter({ hasText: "CR 1/4" })
    .filter({ has: page.locator(".library-name", { hasText: /^Goblin$/ }) });
  await page.keyboard.press("Control+Shift+B");
  await pane.getByRole("textbox", { name: "Search the library" }).fill("goblin");
  await goblins.click();
  await shot("card");
  await pane.getByRole("button", { name: "Copy to My Entries" }).click();
  await expect(page.getByRole("tab", { name: "Goblin.md" })).toBeVisible();
  await shot("copied");
  expect(await galley.onDisk("Entries/Goblin.md")).toContain("copied_from: System Reference Document 5.1 (srd-5e)");
  await expect(goblins).toHaveCount(2);
  await goblins.nth(0).click();
  await shot("own");
  await expect(pane.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
  await goblins.nth(1).click();
  await pane.getByRole("button", { name: "Open", exact: true }).click();
  const bar = page.getByRole("region", { name: "Entry" });
  await bar.getByRole("button", { name: "Favourite" }).click();
  await expect(bar.getByRole("button", { name: "Favourite" })).toHaveAttribute("aria-pressed", "true");
  await shot("tab");
  await pane.getByRole("textbox", { name: "Search the library" }).fill("");
  await pane.getByRole("button", { name: "Favourites" }).click();
  await expect(lines).toHaveCount(1);
  await shot("favourites");
  expect(await axeFindings(page)).toEqual([]);
  await pane.getByRole("button", { name: "Favourites" }).click();
  await pane.getByRole("button", { name: "New Entry…" }).click();
  await shot("new");
  await page.keyboard.press("Escape");
  await expect(pane.getByRole("textbox", { name: "Search the library" })).toBeFocused();
  await pane.getByRole("button", { name: "New Entry…" }).click();
  await page.keyboard.type("Ash Drake");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "Ash Drake.md" })).toBeVisible();
  await shot("made");
  expect(await galley.onDisk("Entries/Ash Drake.md")).toContain("kind: spell");
});

test("a link leads to its entry, with a card on request, and is completed; dice are rolled and written @long", async () => {
  const { page, editor } = galley;
  const toPlay = () => page.getByRole("tab", { name: "play.md" }).click();
  await page.keyboard.press("Control+Shift+B");
  await toPlay();
  const link = editor.locator(".cm-live-wiki", { hasText: /^Fireball$/ });
  await expect(link).toBeVisible();
  await expect(editor.locator(".cm-link-missing")).toHaveCount(2);
  await shot("links");
  await link.hover();
  await expect(page.locator(".cm-link-preview")).toBeVisible();
  await expect(page.locator(".cm-link-preview iframe").contentFrame().getByText("Level 3 evocation")).toBeVisible();
  await shot("hover");
  await link.click({ modifiers: ["Control"] });
  await expect(page.getByRole("tab", { name: "Fireball" })).toHaveAttribute("aria-selected", "true");
  await toPlay();
  await link.click();
  // The pointer rests on the link: the card by key takes the place of the pointer's.
  await expect(page.locator(".cm-link-preview")).toBeVisible();
  await page.keyboard.press("Control+Alt+Enter");
  await expect(page.locator(".cm-link-preview")).toHaveCount(1);
  await shot("preview-by-key");
  await page.keyboard.press("Escape");
  await expect(page.locator(".cm-link-preview")).toHaveCount(0);

  await expect(editor.locator(".cm-live-dice")).toHaveText(["8d6+2", "d20"]);
  await editor.locator(".cm-live-dice").first().click();
  await expect(editor.locator(".cm-live-roll")).toHaveText(/^\d+ = \d( \+ \d){7} \+ 2$/);
  await shot("dice");
  await page.keyboard.press("Control+Shift+P");
  await page.keyboard.type("Insert Roll");
  await expect(page.getByRole("option", { name: /Insert Roll/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(editor).toContainText(/8d6\+2 = \d+ \(\d( \+ \d){7} \+ 2\) fire/);
  await expect(editor.locator(".cm-live-roll")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(editor).toContainText("8d6+2 fire");

  await page.keyboard.press("Control+End");
  await page.keyboard.type("See [[spell:magic mis");
  await expect(page.locator(".cm-tooltip-autocomplete li").first()).toContainText("Magic Missile");
  await shot("completion");
  await page.keyboard.press("Enter");
  await expect(editor).toContainText("[[spell:Magic Missile]]");

  await page.keyboard.press("Control+e");
  const preview = page.locator(".preview-frame, iframe").last().contentFrame();
  await expect(preview.locator(".dice")).toHaveText(["8d6+2", "d20"]);
  await preview.locator(".dice").first().click();
  await expect(preview.locator(".dice").first()).toHaveAttribute("data-roll", /^\d+ = \d/);
  await expect(preview.locator("a.wiki-link", { hasText: /^Fireball$/ })).toBeVisible();
  await shot("reading");
});
