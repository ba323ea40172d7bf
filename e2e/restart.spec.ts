/** What one start of the app leaves, the next one has: one session with all of it, since each start costs more than what is checked after it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import { folder, frequentPolling, removeFolder, start } from "./launch";
import { connectAgent, countMarks, expectCounts, noMarks } from "./review-counts";
import { test } from "./test";

const plan = "# Plan\n\nAt 9:30 we leave.\n\nBring the red bag.\n";
const long = Array.from({ length: 300 }, (_, index) => `Line ${index + 1}`).join("\n");

test("after a restart there are the tabs with their undo steps, the edits that wait for review, and the agent that was paused [A17]", async () => {
  const [root, data] = [await folder("work"), await folder("data")];
  const first = await start({ root, data, files: { "long.md": long, "b.md": "b\n", "plan.md": plan } });
  const read = (galley: typeof first) => galley.agent("doc_read", { file: "plan.md", section: "Plan" });

  await test.step("an agent is paused in the list of agents", async () => {
    expect((await read(first)).ok).toBe(true);
    await first.runMenuCommand("Agents and Activity…");
    const past = first.page.getByRole("dialog", { name: "Agents" });
    await past.getByRole("button", { name: /^command line/ }).click();
    await past.getByRole("radio", { name: "Paused" }).check();
    await expect(past.getByRole("button", { name: /^command line.*paused/ })).toBeVisible();
    await first.page.keyboard.press("Escape");
  });

  await test.step("another agent edits, and the user writes in one of its edits", async () => {
    const { page } = first;
    const agent = await connectAgent("Claude Code", first);
    await first.open("plan.md");
    await first.editor.click({ position: { x: 5, y: 5 } });
    await page.keyboard.press("Control+Home");
    await agent.patch("plan.md", "9:30", "10:15");
    await agent.patch("plan.md", "red", "blue");
    await expectCounts([page], "plan.md", 2);
    await page.keyboard.press("F7");
    await expect(page.getByRole("toolbar", { name: "Edit 1 of 2 by" })).toBeVisible();
    for (let right = 0; right < 3; right++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Delete");
    await page.keyboard.type("45");
    await expectCounts([page], "plan.md", 2);
    await expect
      .poll(() => first.onDisk("plan.md"), frequentPolling)
      .toBe(plan.replace("9:30", "10:45").replace("red", "blue"));
    await agent.close();
  });

  await test.step("a closed tab is opened again at its position, and the app is quit while the user types", async () => {
    await first.open("b.md");
    await first.open("long.md");
    await first.editor.click();
    await first.page.keyboard.press("Control+End");
    await expect(first.editor).toContainText("Line 300");
    await first.runMenuCommand("Close Tab");
    await expect(first.page.getByRole("tab", { name: "long.md" })).toHaveCount(0);
    await first.runMenuCommand("Reopen Closed Tab");
    await expect(first.editor).toContainText("Line 300");
    // In characters: the session stores the cursor at the end.
    await expect.poll(() => readFile(join(data, "session.json"), "utf8")).toContain(`"cursor": ${long.length}`);
    await first.page.keyboard.type(" and more");
    await first.close();
    expect(await first.onDisk("long.md")).toBe(`${long} and more`);
  });

  const second = await start({ root, data, open: [] });
  const { page } = second;
  await test.step("the tabs are restored with their undo steps", async () => {
    await expect(page.getByRole("tab")).toHaveText([/plan\.md/, /b\.md/, /long\.md/]);
    await expect(second.editor).toContainText("Line 300 and more");
    await second.editor.focus();
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect.poll(() => second.onDisk("long.md"), frequentPolling).toBe(long);
    await page.keyboard.press("Control+y");
    await expect.poll(() => second.onDisk("long.md"), frequentPolling).toBe(`${long} and`);
  });

  await test.step("pending edits are the same: hunks, a hunk that the user edited, and its question", async () => {
    const undoAll = () => second.runMenuCommand("Undo All Edits in This Document");
    await page.getByRole("tab", { name: "plan.md" }).click();
    await expect(second.editor.locator("del")).toHaveCount(2);
    await expectCounts([page], "plan.md", 2);
    await undoAll();
    await expectCounts([page], "plan.md", 1);
    await second.editor.click({ position: { x: 5, y: 5 } });
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("F7");
    await expect(page.getByRole("toolbar", { name: "Edit 1 of 1 by" })).toBeVisible();
    await page.keyboard.press("Control+Shift+F7");
    await page
      .getByRole("alertdialog")
      .or(page.getByRole("dialog"))
      .getByRole("button", { name: "Restore original" })
      .click();
    await expect.poll(() => countMarks(page), frequentPolling).toEqual(noMarks);
    await expectCounts([page], "plan.md", 0);
    await expect.poll(() => second.onDisk("plan.md"), frequentPolling).toBe(plan);
  });

  await test.step("the agent that was paused is listed by its name and folder, and rejected until the user allows it", async () => {
    await second.runMenuCommand("Agents and Activity…");
    const list = page.getByRole("dialog", { name: "Agents" });
    const entry = list
      .getByRole("region", { name: "Not connected" })
      .getByRole("button", { name: /^command line.*paused/ });
    await entry.click();
    await expect(list.getByRole("region", { name: "Your decisions" }).getByRole("listitem")).toHaveCount(1);
    expect(await axeFindings(page)).toEqual([]);
    expect((await read(second)).error?.message).toMatch(/^the user has paused this agent/);
    // It has called, so it is listed with what it called.
    const called = list.getByRole("button", { name: /^command line.*paused/ });
    // Its process has ended, and the list shows it once.
    await expect(list.getByRole("button", { name: /^command line.*disconnected.*paused/ })).toBeVisible();
    await expect(called).toHaveCount(1);
    await called.click();
    await expect(list.getByText("0 reads · 0 edits · 1 rejected")).toBeVisible();
    await list.getByRole("radio", { name: "Read and write" }).check();
    await expect(list.getByRole("button", { name: /^command line.*paused/ })).toHaveCount(0);
    expect((await read(second)).ok).toBe(true);
  });
  await second.kill();
  await removeFolder(data);
  await removeFolder(root);
});
