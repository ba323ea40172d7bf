/** Comments in the side bar, an agent that asks for a review, and passages that agents may not change. */
import { expect, test } from "@playwright/test";
import { axeFindings } from "./axe";
import type { GalleyApp } from "./launch";
import { shareApp } from "./shared-app";

const start = shareApp();
let galley: GalleyApp;
test.afterEach(() => galley.close());

const letter = "# Letter\n\nDear Anna,\n\nthe harbour was empty when we came.\n\nWe left before noon.\n";

test("the user comments by keyboard, an agent answers in place and edits, and the user is done with the review", async () => {
  galley = await start({ files: { "letter.md": letter } });
  const { page, editor } = galley;
  await galley.open("letter.md");
  await editor.getByText("the harbour was empty").click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.press("Control+Alt+m");
  const field = page.getByRole("textbox", { name: "Comment", exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.type("Was it?");
  await page.keyboard.press("Control+Enter");
  const card = page.getByRole("article", { name: "Comment on the harbour was empty when we came." });
  await expect(card).toContainText("Was it?");
  await expect(editor.locator(".cm-commented")).toHaveText("the harbour was empty when we came.");
  await expect(editor).toBeFocused();

  const listed = await galley.agent("comments", { action: "list", path: "letter.md" });
  const { threads = [] } = listed.data as { threads?: { thread: string; messages: unknown[] }[] };
  expect(threads).toMatchObject([
    { status: "open", line_from: 5, messages: [{ text: "Was it?", author: { kind: "user" } }] },
  ]);
  const thread = threads[0]?.thread ?? "";
  await galley.agent("comments", { action: "reply", thread, text: "Full of boats." });
  await expect(card).toContainText("Full of boats.");
  expect(await axeFindings(page)).toEqual([]);
  await galley.agent("text_editor", {
    action: "patch",
    path: "letter.md",
    old_text: "empty",
    new_text: "full",
    thread,
  });
  await galley.agent("request_review", { question: "Better so?" });
  await expect(page.getByText("asks for your review: Better so?")).toBeVisible();
  await page.getByRole("button", { name: "Keep all" }).click();
  // The edit that answered it was kept.
  await expect(card).toBeHidden();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("asks for your review")).toBeHidden();
  await page.getByRole("button", { name: "Resolved" }).click();
  await expect(page.getByRole("article")).toContainText("Full of boats.");
});

test("an agent cannot change a paragraph that the user protects, until they no longer do", async () => {
  galley = await start({ files: { "letter.md": letter } });
  const { page, editor } = galley;
  await galley.open("letter.md");
  await editor.getByText("We left before noon.").click();
  const toggle = async () => {
    await page.keyboard.press("Control+Shift+P");
    await page.keyboard.type("Protect Paragraph");
    await expect(page.getByRole("option", { name: /Protect Paragraph/ })).toBeVisible();
    await page.keyboard.press("Enter");
  };
  const patch = () =>
    galley.agent("text_editor", { action: "patch", path: "letter.md", old_text: "noon", new_text: "dawn" });
  await toggle();
  await expect(page.locator(".cm-lock-bar")).toHaveCount(1);
  expect((await patch()).error?.code).toBe("protected");
  await toggle();
  await expect(page.locator(".cm-lock-bar")).toHaveCount(0);
  expect((await patch()).ok).toBe(true);
});
