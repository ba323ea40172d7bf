/** The mode Suggesting: what the user types is pending under the user's name, and is kept or undone like an agent's edit. */
import { userInfo } from "node:os";
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import type { GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");
const me = userInfo().username;
const letter = "# Letter\n\nthe harbour was empty when we came.\n\n- bread\n- water\n\nالسفينة في الميناء.\n";

let galley: GalleyApp;
test.afterEach(() => galley.close());

const takePicture = async (name: string) => {
  const folder = process.env["GALLEY_REVIEW_PICTURES"];
  if (folder) await galley.page.screenshot({ path: `${folder}/${name}.png` });
};

/** Puts the cursor behind the first occurrence of a text. */
async function moveBehind(text: string, key = "ArrowRight"): Promise<void> {
  const { page } = galley;
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+f");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press(key);
}

test("what is typed in the mode Suggesting waits under the user's name, beside an agent's edits, and is kept or undone", async () => {
  galley = await start({ files: { "letter.md": letter } });
  const { page, editor } = galley;
  await galley.open("letter.md");
  await editor.click();
  const mode = page.getByRole("button", { name: "Suggesting" });
  await expect(mode).toHaveCount(0);
  await page.keyboard.press("Control+Alt+s");
  await expect(mode).toHaveAttribute("aria-pressed", "true");

  await test.step("words are marked as they are typed and deleted", async () => {
    await moveBehind("empty");
    for (let count = 0; count < 5; count++) await page.keyboard.press("Backspace");
    await page.keyboard.type("full of boats");
    await expect(editor.locator("ins")).toHaveText(["full of boats"]);
    await expect(editor.locator("del")).toHaveAttribute("data-text", "empty");
    await moveBehind("water");
    await page.keyboard.press("Enter");
    await page.keyboard.type("salt");
  });

  await test.step("a word is composed with an input method, and an agent writes meanwhile", async () => {
    await moveBehind("الميناء", "ArrowLeft");
    const input = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      input.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    await compose("n");
    await compose("ni");
    const write = { action: "patch", path: "letter.md", old_text: "bread", new_text: "cheese" };
    expect((await galley.agent("text_editor", write)).ok).toBe(true);
    await input.send("Input.insertText", { text: "你" });
    await expect(editor.locator('ins[data-lane="0"]')).toHaveText(["cheese"]);
    await expect(editor.locator('ins[data-lane="you"]')).toHaveText(["full of boats", "你"]);
  });

  await test.step("the file has them, and the list names who suggests", async () => {
    const now = letter.replace("empty", "full of boats").replace("bread", "cheese").replace("water", "water\n- salt");
    await expect.poll(() => galley.onDisk("letter.md")).toBe(now.replace("الميناء", "الميناء你"));
    await page.keyboard.press("Control+Shift+R");
    const row = page.getByRole("treeitem", {
      name: `“empty” became “full of boats”, letter.md, ${me} · suggested changes`,
    });
    await expect(row).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await takePicture("suggesting-light");
    await editor.click();
  });

  await test.step("after the mode is off, what is typed is the user's own", async () => {
    await mode.click();
    await expect(mode).toHaveCount(0);
    await moveBehind("we came");
    await page.keyboard.type(" home");
    await expect(editor.locator('ins[data-lane="you"]')).toHaveText(["full of boats", "你"]);
  });

  await test.step("each is decided for itself", async () => {
    await moveBehind("full of");
    await expect(page.getByRole("toolbar", { name: `Edit 1 of 4 by ${me}` })).toBeVisible();
    await page.keyboard.press("Control+Shift+F7");
    await expect.poll(() => galley.onDisk("letter.md")).toContain("the harbour was empty when we came home.");
    await page.keyboard.press("Control+F7");
    await page.keyboard.press("Control+F7");
    await expect(page.getByRole("toolbar", { name: `Edit 1 of 1 by ${me}` })).toBeVisible();
  });
});
