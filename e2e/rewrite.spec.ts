/** The rewrite dialog in the real app, with a local server that uses a provider's own protocol. */
import { expect, type Page } from "@playwright/test";
import { type Answer, type FakeEndpoint, fakeEndpoint } from "../src/main/app/assistant/testing/fake-endpoint";
import { request, setUpModel } from "./assistant-parts";
import { axeFindings } from "./axe";
import type { GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files with models");

const text = "# Tides\n\nThe sea comes twice a day, as everybody knows.\n\nThe moon pulls at it.\n";

let endpoint: FakeEndpoint;
test.beforeEach(async () => {
  endpoint = await fakeEndpoint();
});
test.afterEach(() => endpoint.close());

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Rewrite the selection" });

/** Starts the app with the text and a model. */
async function withModel(answer: (prompt: string) => Answer): Promise<GalleyApp> {
  endpoint.otherwise = ({ body }) => answer(JSON.stringify(body));
  const galley = await start({ files: { "tides.md": text } });
  await galley.open("tides.md");
  await setUpModel(galley.page, endpoint);
  return galley;
}

/** Opens the dialog for the paragraph about the sea. */
async function askFor({ page, editor }: GalleyApp, instruction: string): Promise<void> {
  await editor.getByText("The sea comes").click();
  await page.keyboard.press("Control+Alt+r");
  await expect(dialogOf(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type(instruction);
  await page.keyboard.press("Enter");
}

/** Picks this item in the next context menus of a text. The result reads the items of the last menu. */
async function answerMenu({ app }: GalleyApp, label: string): Promise<() => Promise<string[]>> {
  await app.evaluate(({ Menu }, wanted) => {
    const seen = globalThis as unknown as { lastMenu: string[] };
    Menu.prototype.popup = function (options) {
      seen.lastMenu = this.items.map((item) => (item.type === "separator" ? "-" : item.label));
      this.items.find((item) => item.label === wanted)?.click();
      options?.callback?.();
    };
  }, label);
  return () => app.evaluate(() => (globalThis as unknown as { lastMenu: string[] }).lastMenu);
}

/** The number of the alternative that a request asks for, from 1. */
const numberIn = (prompt: string) => Number(/number (\d)/.exec(prompt)?.[1]);

test("the third of three alternatives is chosen by its key, is a pending edit of the model, and takes one undo @long", async () => {
  const galley = await withModel((prompt) => ({ reply: { text: `The sea comes ${numberIn(prompt)} times.` } }));
  const { page } = galley;
  await askFor(galley, "Make it shorter");
  await expect(dialogOf(page).getByRole("button", { name: /^Use alternative/ })).toHaveCount(3);
  await expect(dialogOf(page).locator("ins").first()).toBeVisible();
  await page.keyboard.press("3");
  await expect(dialogOf(page)).toHaveCount(0);
  await expect.poll(() => galley.onDisk("tides.md")).toContain("The sea comes 3 times.");
  await expect
    .poll(() => galley.onDisk("tides.md"))
    .toBe(text.replace("The sea comes twice a day, as everybody knows.", "The sea comes 3 times."));
  const waiting = await request(page, "review:list", "hunks");
  expect(waiting).toMatchObject({ ok: true, documents: [{ name: "tides.md", writes: [{ by: "model-a" }] }] });
  // The context menu on an edit, and elsewhere; Rewrite starts again with the paragraph under the pointer.
  await expect(galley.editor.locator("ins").first()).toBeVisible();
  const menu = await answerMenu(galley, "Rewrite Selection…");
  await galley.editor.locator("ins").first().click({ button: "right" });
  await expect(dialogOf(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect
    .poll(() => menu())
    .toEqual([
      "Keep Edit",
      "Undo Edit",
      "-",
      "Cut",
      "Copy",
      "Paste",
      "Paste as Plain Text",
      "-",
      "Select All",
      "-",
      "Format",
      "Rewrite Selection…",
      "Assistant",
      "-",
      "Comment on Selection",
      "Protect or Unprotect Paragraph",
      "Protect or Unprotect Section",
    ]);
  await galley.editor.getByText("The moon pulls").click({ button: "right" });
  await expect(dialogOf(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  expect((await menu())[0]).toBe("Cut");
  await page.keyboard.press("Control+Alt+h");
  await expect(page.getByRole("complementary", { name: "History" })).toContainText("“Make it shorter”");
  await galley.editor.click();
  await page.keyboard.press("Control+z");
  await expect(galley.editor).toContainText("twice a day");
  for (const { body } of endpoint.questions()) {
    const prompt = JSON.stringify(body);
    expect(prompt).not.toContain("The moon");
    expect(prompt).not.toContain('"tools"');
  }
  await galley.close();
});

test("Escape leaves the text unchanged, also while the answers stream, and an answer that was cut off cannot be accepted", async () => {
  const galley = await withModel(() => ({ reply: { text: "slow ".repeat(200) }, slowly: 200 }));
  const { page } = galley;
  await test.step("Escape leaves the text unchanged, also while the answers stream, and cancels the requests", async () => {
    await askFor(galley, "Make it slower");
    await expect(dialogOf(page).getByText("Writing…").first()).toBeVisible();
    await dialogOf(page).getByRole("group", { name: "Alternative 1" }).focus();
    await page.keyboard.press("1");
    await expect(dialogOf(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(galley.editor).toBeFocused();
    await expect.poll(() => endpoint.open()).toBe(0);
    await expect.poll(() => galley.onDisk("tides.md")).toBe(text);
  });
  await test.step("an answer that was cut off cannot be accepted, and one rejection does not stop the other answers", async () => {
    endpoint.otherwise = ({ body }) =>
      numberIn(JSON.stringify(body)) === 2
        ? { status: 401, body: JSON.stringify({ error: { message: "bad key" } }) }
        : { stream: "event: message_start\ndata: {}\n\n", finally: "destroy" };
    await askFor(galley, "Shorter");
    await expect(dialogOf(page).getByRole("alert").filter({ hasText: "(401)" })).toHaveCount(1);
    await expect(dialogOf(page).getByRole("button", { name: /^Take/ })).toHaveCount(0);
    expect(await page.content()).not.toContain("sk-rewrite");
    await galley.close();
  });
});

test("a write elsewhere in the passage is merged; one to the same words is rejected with a message", {
  tag: "@long",
}, async () => {
  const galley = await withModel(() => ({ reply: { text: "The ocean comes twice a day, as everybody knows." } }));
  const { page } = galley;
  const patch = (old_text: string, new_text: string) =>
    galley.agent("text_editor", { action: "patch", path: "tides.md", old_text, new_text });
  await askFor(galley, "Say ocean");
  await expect(dialogOf(page).getByRole("button", { name: "Use alternative 1" })).toBeVisible();
  await patch("everybody", "nobody");
  await expect(galley.editor).toContainText("nobody");
  await page.keyboard.press("1");
  await expect.poll(() => galley.onDisk("tides.md")).toContain("The ocean comes twice a day, as nobody knows.");

  await galley.editor.getByText("The ocean comes").click();
  await page.keyboard.press("Control+Alt+r");
  await page.keyboard.type("Again");
  await page.keyboard.press("Enter");
  await expect(dialogOf(page).getByRole("button", { name: "Use alternative 1" })).toBeVisible();
  await patch("nobody", "somebody");
  await expect(galley.editor).toContainText("somebody");
  await page.keyboard.press("1");
  await expect(dialogOf(page).getByRole("alert")).toContainText("changed in the meantime");
  await expect.poll(() => galley.onDisk("tides.md")).toContain("somebody");
  await galley.close();
});

test("without a model the dialog says how to set one up, and axe finds no problem", { tag: "@long" }, async () => {
  const galley = await start({ files: { "tides.md": text } });
  const { page } = galley;
  await galley.open("tides.md");
  await galley.editor.getByText("The sea comes").click();
  await page.keyboard.press("Control+Alt+r");
  await expect(dialogOf(page)).toContainText("No model is set up yet.");
  expect(await axeFindings(page)).toEqual([]);
  await dialogOf(page).getByRole("button", { name: "Set up a model…" }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByRole("dialog")).toBeVisible();
  await galley.close();
});
