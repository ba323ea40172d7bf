/** The layout and keyboard focus of the review: in wide and narrow windows, in text and in Office documents. */
import { expect, type Page } from "@playwright/test";
import { frequentPolling, type GalleyApp } from "./launch";
import { type AgentClient, connectAgent, expectCounts } from "./review-counts";
import { shareApp } from "./shared-app";
import { test } from "./test";
import { waitUntilStable } from "./wait-until-stable";

const start = shareApp("all files");
const text = "# Plan\n\nAt 9:30 we leave.\n\nBring the red bag.\n\nAnd the grey cat.\n";

let galley: GalleyApp;
let agent: AgentClient;

async function begin(): Promise<Page> {
  galley = await start({ files: { "a.md": text } });
  agent = await connectAgent("Claude Code", galley);
  await galley.open("a.md");
  await galley.editor.click({ position: { x: 5, y: 5 } });
  await galley.page.keyboard.press("Control+Home");
  return galley.page;
}
test.afterEach(async () => {
  await agent?.close();
  await galley.close();
});

const expectCount = (count: number) => expectCounts([galley.page], "a.md", count);
const setWidth = (width: number) =>
  galley.app.evaluate(({ BrowserWindow }, wide) => BrowserWindow.getAllWindows()[0]?.setSize(wide, 620), width);

for (const width of [1280, 700])
  test(`the buttons of a hunk that the user edited fit in one row: ${width} wide`, { tag: "@long" }, async () => {
    const page = await begin();
    await setWidth(width);
    await agent.patch("a.md", "9:30", "10:15");
    await expectCount(1);
    await page.keyboard.press("F7");
    for (let right = 0; right < 3; right++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Delete");
    await page.keyboard.type("3");
    await page.keyboard.press("Control+Shift+F7");
    const buttons = page.getByRole("alertdialog").getByRole("button");
    await expect(buttons).toHaveText(["Keep mine", "Restore original", "Keep both", "Cancel"]);
    const tops = await waitUntilStable(page, () =>
      buttons.evaluateAll((all) => all.map((button) => Math.round(button.getBoundingClientRect().top))),
    );
    expect(new Set(tops).size, String(tops)).toBe(1);
    await page.keyboard.press("Escape");
  });

test("in a narrow window the toolbar of a hunk is below the side bar, the assistant and the history", {
  tag: "@long",
}, async () => {
  const page = await begin();
  await setWidth(700);
  await agent.patch("a.md", "9:30", "10:15");
  await expectCount(1);
  await page.keyboard.press("F7");
  const toolbar = page.getByRole("toolbar", { name: "Edit 1 of 1" });
  await expect(toolbar).toBeVisible();
  /** The topmost element at the centre of the toolbar's right half. */
  const onTop = () =>
    toolbar.evaluate((element) => {
      const { right, top, width, height } = element.getBoundingClientRect();
      const found = document.elementFromPoint(right - width / 4, top + height / 2);
      return found?.closest(".cm-review-tools, .scrim, .panel-pane, .aside")?.classList[0];
    });
  expect(await onTop()).toBe("cm-review-tools");
  await page.keyboard.press("Control+Shift+R");
  await expect(page.locator(".review-row[data-kind=edit]")).toBeVisible();
  await expect.poll(onTop, frequentPolling).toBe("scrim");
  await page.keyboard.press("Escape");
  await galley.runMenuCommand("Assistant");
  await expect(page.locator(".panel-field")).toBeVisible();
  await expect.poll(onTop, frequentPolling).toBe("panel-pane");
  await galley.runMenuCommand("Assistant");
  await page.keyboard.press("Control+Alt+h");
  await expect(page.locator(".timeline-line").first()).toBeVisible();
  await expect.poll(onTop, frequentPolling).toBe("aside");
});

test("text that the user's undo restores glows in the user's colour, and an undone write no longer in the agent's @long", async () => {
  const page = await begin();
  const glowing = galley.editor.locator(".cm-changed-line");
  await agent.patch("a.md", "9:30", "10:15");
  await expect(glowing).toHaveAttribute("data-kind", "agent");
  await page.keyboard.press("Control+z");
  await expect(galley.editor).toContainText("At 9:30");
  expect(await glowing.count()).toBe(0);
  await agent.patch("a.md", "red", "blue");
  await expect(glowing).toHaveAttribute("data-kind", "agent");
  const agents = await glowing.evaluate((line) => getComputedStyle(line).getPropertyValue("--glow-ink"));
  await page.keyboard.press("F7");
  await page.keyboard.press("Control+Shift+F7");
  await expect(glowing).toHaveAttribute("data-kind", "you");
  expect(await glowing.evaluate((line) => getComputedStyle(line).getPropertyValue("--glow-ink"))).not.toBe(agents);
});

test("text typed right after the first review shortcut goes to the hunk that it leads to", async () => {
  const page = await begin();
  await agent.patch("a.md", "9:30", "10:15");
  await expectCount(1);
  await page.evaluate(() => {
    const content = document.querySelector(".cm-content");
    // Without a pause, like queued keys.
    content?.dispatchEvent(new KeyboardEvent("keydown", { key: "F7", code: "F7", keyCode: 118, bubbles: true }));
    setTimeout(() => document.execCommand("insertText", false, "about "), 0);
  });
  await expect(galley.editor).toContainText("At about 10:15 we leave.");
});

test("typing right after a decision continues at the cursor, which does not move", async () => {
  const page = await begin();
  await agent.patch("a.md", "9:30", "10:15");
  await agent.patch("a.md", "grey", "gray");
  await expectCount(2);
  await page.keyboard.press("F7");
  await expect(page.getByRole("toolbar", { name: "Edit 1 of 2" })).toBeVisible();
  await page.evaluate(() => {
    const content = document.querySelector(".cm-content");
    const press = { key: "F7", code: "F7", keyCode: 118, ctrlKey: true, bubbles: true };
    content?.dispatchEvent(new KeyboardEvent("keydown", press));
    setTimeout(() => document.execCommand("insertText", false, "about"), 0);
  });
  await expectCount(1);
  await page.keyboard.type(" ");
  await expect(galley.editor).toContainText("At about 10:15 we leave.");
  await expect(galley.editor).toContainText("And the gray cat.");
});

test("Escape in the Review view returns from a button to the text @long", async () => {
  const page = await begin();
  await agent.patch("a.md", "9:30", "10:15");
  await expectCount(1);
  await page.keyboard.press("Control+Shift+R");
  await page.getByRole("button", { name: "Requests" }).click();
  await page.keyboard.press("Escape");
  await expect(galley.editor).toBeFocused();
});

test("the Review view shows each agent's words in the same colour as the editor", { tag: "@long" }, async () => {
  const page = await begin();
  const other = await connectAgent("Codex", galley);
  await agent.patch("a.md", "9:30", "10:15");
  await other.patch("a.md", "grey", "gray");
  await expectCount(2);
  await page.keyboard.press("Control+Shift+R");
  const rows = page.locator(".review-row[data-kind=edit]");
  await expect(rows).toHaveCount(2);
  const colours = (selector: string) =>
    page.locator(`${selector} ins`).evaluateAll((all) => all.map((each) => getComputedStyle(each).textDecorationColor));
  const listed = await colours(".review-row");
  expect(listed[0]).not.toBe(listed[1]);
  expect(await rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset["lane"]))).toEqual(["0", "1"]);
  await other.close();
});

test("an Office edit of several paragraphs can be kept or undone at its first paragraph and at the cursor @long", async () => {
  const page = await begin();
  const content = "# Report\n\nThe boats came in late.\n\nThe market was full.";
  await galley.agent("office_artifact", { action: "create", path: "r.docx", content });
  await page.getByRole("treeitem", { name: "r.docx", exact: true }).dblclick();
  const cards = page.locator(".office-card[data-kind=hunk]");
  await expect(cards).toHaveCount(1);
  await page.getByText("The market was full.").click();
  await expect(cards).toHaveCount(2);
  await cards.last().getByRole("button", { name: "Keep" }).click();
  await expect(cards).toHaveCount(0);
});
