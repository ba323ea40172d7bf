/** Tables in live preview: cells are edited in a grid, and the source keeps everything that was not edited. */
import { expect, type Locator, type Page } from "@playwright/test";
import { frequentPolling, type GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");

let galley: GalleyApp;
test.afterEach(() => galley.close());

const open = async (text: string): Promise<Page> => {
  galley = await start({ files: { "a.md": text }, open: [".", "a.md"] });
  await expect(galley.editor.getByRole("table").first()).toBeVisible();
  return galley.page;
};
const expectSaved = (text: string, name = "a.md") => expect.poll(() => galley.onDisk(name), frequentPolling).toBe(text);
const cell = (name: string): Locator => galley.editor.getByRole("cell", { name, exact: true });
const text = (body: string) => `Above\n\n| Day   | High |\n|:------|-----:|\n${body}\nBelow\n`;

test("cells are edited in place by keyboard, one at a time, and the cursor leaves the table on each side", async () => {
  const before = text("| Mon | **06:12** |\n| Tue |  |\n");
  const page = await open(before);
  const { keyboard } = page;
  const table = galley.editor.getByRole("table");
  await expect(table.getByRole("columnheader")).toHaveText(["Day", "High"]);
  await expect(table.getByRole("cell")).toHaveText(["Mon", "06:12", "Tue", ""]);
  await expect(cell("06:12")).toHaveCSS("text-align", "right");
  const columns = async () => {
    const boxes = await Promise.all(
      (await table.getByRole("row").all()).map((row) => row.locator("> *").nth(1).boundingBox()),
    );
    return new Set(boxes.map((box) => Math.round(box?.x ?? -1)));
  };
  expect((await columns()).size).toBe(1);

  await test.step("a bar is text, spaces are typed, and only this cell changes", async () => {
    await cell("Mon").click();
    await keyboard.press("End");
    await keyboard.type(" a|b ");
    await expectSaved(before.replace("| Mon |", "| Mon a\\|b  |"));
    // One step for each word, and more if a slow machine paused between the keys.
    await expect(async () => {
      await keyboard.press("Control+z");
      await expect(table.getByRole("cell").first()).toHaveText("Mon", { timeout: 100 });
    }).toPass();
    await expectSaved(before);
  });

  await test.step("arrows go from cell to cell, Home and End stay in one, Backspace takes no bar", async () => {
    await keyboard.press("Home");
    await keyboard.press("Backspace");
    for (let step = 0; step < "Mon".length + 1; step++) await keyboard.press("ArrowRight");
    await keyboard.press("ArrowDown");
    await keyboard.type("x");
    await expectSaved(before.replace("| Tue |  |", "| Tue | x |"));
    await keyboard.press("Delete");
    await keyboard.press("Shift+Enter");
    await keyboard.type("y");
    await expectSaved(before.replace("| Tue |  |", "| Tue | x<br>y |"));
    await keyboard.press("Control+a");
    await keyboard.press("Backspace");
    await expectSaved(before);
  });

  await test.step("a word is composed in an empty cell", async () => {
    const input = await page.context().newCDPSession(page);
    for (const word of ["n", "ni", "nihao"])
      await input.send("Input.imeSetComposition", {
        text: word,
        selectionStart: word.length,
        selectionEnd: word.length,
      });
    await input.send("Input.insertText", { text: "你好" });
    await expectSaved(before.replace("| Tue |  |", "| Tue | 你好 |"));
    await expect(table.getByRole("cell")).toHaveText(["Mon", "06:12", "Tue", "你好"]);
    await keyboard.press("Control+z");
    await expectSaved(before);
  });

  await test.step("Tab and Enter add rows, and up and down lead out", async () => {
    await keyboard.press("Tab");
    await keyboard.type("Wed");
    await keyboard.press("Enter");
    await keyboard.type("Thu");
    await expect(table.getByRole("row")).toHaveCount(5);
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowDown");
    await keyboard.type("Far ");
    await expect(galley.editor).toContainText("Far Below");
    for (let step = 0; step < 8; step++) await keyboard.press("ArrowUp");
    await keyboard.press("Home");
    await keyboard.type("Far ");
    await expect(galley.editor).toContainText("Far Above");
    await expect
      .poll(() => galley.onDisk("a.md"), frequentPolling)
      .toMatch(/\| Wed *\| *\|\n\| Thu *\| *\|\n\nFar Below/);
  });

  await test.step("of a selection across cells, only their texts are deleted", async () => {
    await cell("Mon").click();
    await keyboard.press("Home");
    for (let step = 0; step < 2; step++) await keyboard.press("Shift+ArrowDown");
    await keyboard.press("Delete");
    await expect(table.getByRole("cell")).toHaveText(["", "", "", "", "Wed", "", "Thu", ""]);
  });

  await test.step("a table at the end of the text can be left", async () => {
    await galley.writeExternally("end.md", "| a |\n|---|\n| b |");
    await galley.open("end.md");
    const expectEnd = (end: string) => expect.poll(() => galley.onDisk("end.md"), frequentPolling).toBe(end);
    await cell("b").click();
    await keyboard.press("ArrowDown");
    await keyboard.type("after");
    await expectEnd("| a |\n|---|\n| b |\n\nafter");
    await keyboard.press("Control+Home");
    await keyboard.press("ArrowUp");
    await keyboard.type("before");
    await expectEnd("before\n\n| a |\n|---|\n| b |\n\nafter");
  });
});

test("rows and columns are moved and added by handles, cells are pasted, and an agent's edits are reviewed in them; on a machine too slow to parse the text between two keys a composed word is written once", async () => {
  await test.step("rows and columns are moved and added by handles, cells are pasted, and an agent's edits are reviewed in them", async () => {
    const before = text("| Mon | 1 |\n| Tue | 2 |\n| Wed | 3 |\n");
    const page = await open(before);
    const table = galley.editor.getByRole("table");
    const dragTo = async (handle: RegExp, target: Locator) => {
      const from = await page.getByRole("button", { name: handle }).boundingBox();
      const to = await target.boundingBox();
      if (!from || !to) throw new Error("nothing to drag");
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width - 3, to.y + to.height - 3, { steps: 5 });
      await page.mouse.up();
    };

    await test.step("a row and a column", async () => {
      await cell("Mon").hover();
      await dragTo(/^Row 1/, cell("Wed"));
      await expectSaved(text("| Tue | 2 |\n| Wed | 3 |\n| Mon | 1 |\n"));
      await page.keyboard.press("Control+z");
      await expectSaved(before);
      await cell("Mon").hover();
      await dragTo(/^Column 1/, cell("3"));
      await expect(table.getByRole("columnheader")).toHaveText(["High", "Day"]);
      await page.keyboard.press("Control+z");
      await expectSaved(before);
      await cell("Tue").hover();
      await page.getByRole("button", { name: "Add a row" }).click();
      await page.keyboard.type("Thu");
      await cell("Tue").hover();
      await page.getByRole("button", { name: "Add a column" }).click();
      await expect(table.getByRole("columnheader")).toHaveCount(3);
      await expect(cell("Thu")).toBeVisible();
      await page.keyboard.press("Control+z");
      await page.keyboard.press("Control+z");
      await page.keyboard.press("Control+z");
      await expectSaved(before);
    });

    await test.step("cells of a sheet", async () => {
      await galley.app.evaluate(({ clipboard }) => clipboard.writeText('x|y\t"two\nlines"\tz\n4\n'));
      await cell("Wed").click();
      await page.keyboard.press("Control+v");
      await expect(table.getByRole("columnheader")).toHaveText(["Day", "High", ""]);
      await expectSaved(
        "Above\n\n| Day   | High |  |\n|:------|-----:| --- |\n| Mon | 1 |  |\n| Tue | 2 |  |\n| x\\|y | two<br>lines | z |\n| 4 |  |  |\n\nBelow\n",
      );
      await page.keyboard.press("Control+z");
      await expectSaved(before);
    });

    await test.step("an agent's edit", async () => {
      const patch = {
        action: "patch",
        path: "a.md",
        old_text: "| Tue | 2 |\n",
        new_text: "| Tue | 22 |\n| Fri | 5 |\n",
      };
      expect((await galley.agent("text_editor", patch)).ok).toBe(true);
      await expect(table.locator(".cm-review-inserted, .cm-review-line").first()).toBeVisible();
      await expect(cell("Fri")).toBeVisible();
      await cell("Fri").click();
      await page
        .getByRole("toolbar", { name: /^Edit 1 of/ })
        .getByRole("button", { name: /^Undo/ })
        .click();
      await expectSaved(before);
    });

    await test.step("a match", async () => {
      await page.keyboard.press("Control+f");
      await page.keyboard.type("Wed");
      await page.keyboard.press("Enter");
      await expect(table.locator(".cm-searchMatch-selected")).toHaveText("Wed");
    });
  });
  await test.step("on a machine too slow to parse the text between two keys, a word composed in a cell is written once, and Delete takes no blank", async () => {
    const before = text("| Mon | 1 |\n| Tue |  |\n");
    const { page } = galley;
    await galley.writeExternally("late.md", before);
    await galley.open("late.md");
    await cell("1").click();
    await page.keyboard.press("ArrowDown");
    // CodeMirror parses until its time is up, which it now is at once.
    await page.evaluate(() => {
      const { now } = Date;
      let late = 0;
      Date.now = () => {
        late += 25;
        return now() + late;
      };
    });
    const input = await page.context().newCDPSession(page);
    for (const word of ["n", "ni", "nihao"])
      await input.send("Input.imeSetComposition", {
        text: word,
        selectionStart: word.length,
        selectionEnd: word.length,
      });
    await input.send("Input.insertText", { text: "你好" });
    await expectSaved(before.replace("| Tue |  |", "| Tue | 你好 |"), "late.md");
    await page.keyboard.type("x");
    await page.keyboard.press("Delete");
    await page.keyboard.type("y");
    await expectSaved(before.replace("| Tue |  |", "| Tue | 你好xy |"), "late.md");
  });
});
