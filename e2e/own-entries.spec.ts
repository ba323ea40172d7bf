/** Entries of one's own: made, copied, edited, marked favourite. */
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import { type GalleyApp, start } from "./launch";
import { test } from "./test";

let galley: GalleyApp;
test.beforeAll(async () => {
  galley = await start({ files: { "notes.md": "# Notes\n\nThe party arrives.\n" } });
  await galley.open("notes.md");
});
test.afterAll(() => galley.close());

test("an entry is copied into the folder, changed there, and marked favourite from its tab", async () => {
  const { page } = galley;
  const pane = page.getByRole("search", { name: "Content library" });
  const lines = page.locator(".library-line");
  const goblins = lines.filter({ hasText: "CR 1/4" }).filter({ has: page.locator(".library-name", { hasText: /^Goblin$/ }) });
  const shot = (name: string) => process.env["SHOTS"] && page.screenshot({ path: `${process.env["SHOTS"]}/${name}.png` });
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
  await page.keyboard.type("Ash Drake");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "Ash Drake.md" })).toBeVisible();
  await shot("made");
  expect(await galley.onDisk("Entries/Ash Drake.md")).toContain("kind: spell");
});
