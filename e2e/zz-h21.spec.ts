import { expect, test } from "@playwright/test";
import { shareApp } from "./shared-app";

const start = shareApp();
const para =
  "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation.";
const letter = `# Letter\n\nDear Anna,\n\nthe harbour was empty when we came. ${para}\n\n| Place | Boats |\n| --- | --- |\n| Harbour | none |\n| Bay | seven |\n\nWe left before noon. ${para}\n\nהספינה יצאה מהנמל בבוקר.\n\n${para}\n\nThe end of it.\n`;
for (const theme of ["light", "dark"] as const)
  test("shots " + theme, async () => {
    const galley = await start({ files: { "letter.md": letter, "other.md": "Other words here.\n" }, theme });
    const { page, editor } = galley;
    await galley.open("letter.md");
    const add = (quote: string, text: string, path = "letter.md") =>
      galley.agent("comments", { action: "add", path, quote, text });
    await add("harbour was empty", "Was it **really**? See [the log](other.md) and `tide`:\n\n- one\n- two");
    await add("empty when", "Overlapping this one.");
    await add("seven", "Seven is a lot.\nIs it *certain*?");
    await add(
      "We left before noon",
      "When exactly? The diary says that we left at ten, but the harbour master's book has us leaving at half past eleven, after the pilot came on board. Which one is right?",
    );
    await add("הספינה יצאה", "הערה בעברית");
    await add("Other words", "In another file", "other.md");
    await expect(page.locator(".cm-comment-margin article")).toHaveCount(5);
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/h21-${theme}-1.png` });
    await editor.getByText("Dear Anna").click();
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+End");
    await page.keyboard.press("Control+Alt+m");
    await page.keyboard.type("Which Anna? #quick");
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/h21-${theme}-2.png` });
    await page.keyboard.press("Control+Enter");
    await page.waitForTimeout(500);
    await editor.getByText("We left before").click({ position: { x: 20, y: 8 } });
    await page.waitForTimeout(400);
    await page.screenshot({ path: `/tmp/h21-${theme}-3.png` });
    await page.keyboard.press("Control+Alt+m");
    await page.waitForTimeout(300);
    await page.keyboard.press("ArrowUp");
    await page.waitForTimeout(300);
    await page.screenshot({ path: `/tmp/h21-${theme}-4.png` });
    await page.getByRole("button", { name: "Comments", exact: true }).click();
    await page.waitForTimeout(300);
    await page.screenshot({ path: `/tmp/h21-${theme}-5.png` });
    await page.getByRole("button", { name: "Folder", exact: true }).click();
    await page.waitForTimeout(700);
    await page.screenshot({ path: `/tmp/h21-${theme}-6.png` });
    await galley.close();
  });
