/** The outline next to the editor: go to sections, see the current one, move sections as one edit each. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import { frequentPolling, type GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";
import { waitUntilStable } from "./wait-until-stable";
import { createWorkMeter, measureSlowness } from "./work-meter";

const start = shareApp("all files");

const plan = `---
title: Plan
---

# Plan

What we mean to do.

## Goals

To arrive.

### By winter

Before the ice.

## Scope

Two ships.

## Risks

Fog.
`;

let galley: GalleyApp;

async function begin(files: Record<string, string> = { "plan.md": plan }, options: Parameters<typeof start>[0] = {}) {
  galley = await start({ files, open: [".", Object.keys(files)[0] ?? ""], ...options });
  await expect(galley.editor).toBeVisible();
  await galley.runMenuCommand("Outline");
}
test.afterEach(() => galley.close());

const outline = () => galley.page.getByRole("tree", { name: /^Outline of / });
const row = (title: string) => outline().getByRole("treeitem", { name: new RegExp(`^${title}(?: ?,|$)`) });
const titles = () => outline().getByRole("treeitem").locator(".tree-name").allTextContents();
/** Takes a screenshot if GALLEY_PICTURES names a folder. */
async function takePicture(name: string) {
  const folder = process.env["GALLEY_PICTURES"];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await galley.page.screenshot({ path: join(folder, `${name}.png`) });
}

const movedPlan = plan
  .replace("## Goals\n\nTo arrive.\n\n### By winter\n\nBefore the ice.\n\n", "")
  .replace("Two ships.\n\n", "Two ships.\n\n## Goals\n\nTo arrive.\n\n### By winter\n\nBefore the ice.\n\n");

test("the outline lists sections with their words, goes to the selected one, and marks the one with the cursor", {
  tag: "@long",
}, async () => {
  await begin();
  const { page, editor } = galley;
  await expect(outline()).toBeFocused();
  await expect.poll(titles).toEqual(["Front matter", "Plan", "Goals", "By winter", "Scope", "Risks"]);
  await expect(row("Scope")).toHaveAttribute("aria-level", "2");
  await expect(row("By winter").locator(".outline-size")).toHaveText("5 words");
  await row("Scope").click();
  await expect(editor).toBeFocused();
  await expect(row("Scope")).toHaveAttribute("aria-current", "location");
  await page.keyboard.insertText("> ");
  await expect(editor).toContainText("> ## Scope");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+End");
  await expect(row("Risks")).toHaveAttribute("aria-current", "location");
  await expect(outline().locator("[aria-current]")).toHaveCount(1);
  await takePicture("outline");
});

test("the outline works by keyboard: arrows, collapsing, typing ahead, Enter into the text", {
  tag: "@long",
}, async () => {
  await begin();
  const { page, editor } = galley;
  await expect(row("Risks")).toBeVisible();
  await page.keyboard.press("End");
  await expect(row("Risks")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("g");
  await expect(row("Goals")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowLeft");
  await expect(row("Goals")).toHaveAttribute("aria-expanded", "false");
  await expect(row("By winter")).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(row("By winter")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(editor).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type("!");
  await expect(editor).toContainText("### By winter!");
  await expect(row("By winter!")).toBeVisible();
  await galley.runMenuCommand("Outline");
  await expect(outline()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(editor).toBeFocused();
});

test("a section moved by keyboard past its sibling is announced, and one undo reverts it @long", async () => {
  await begin();
  const { page, editor } = galley;
  await expect(row("Goals")).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(titles).toEqual(["Front matter", "Plan", "Scope", "Goals", "By winter", "Risks"]);
  await expect(page.getByText("Moved Goals after Scope")).toHaveCount(1);
  await expect(row("Goals")).toHaveAttribute("aria-selected", "true");
  await expect.poll(() => galley.onDisk("plan.md"), frequentPolling).toBe(movedPlan);
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => galley.onDisk("plan.md"), frequentPolling).toBe(plan);
  await page.keyboard.press("Alt+ArrowRight");
  await expect(row("Goals")).toHaveAttribute("data-level", "3");
  await expect(row("By winter")).toHaveAttribute("data-level", "4");
  await expect
    .poll(() => galley.onDisk("plan.md"), frequentPolling)
    .toBe(plan.replace("## Goals", "### Goals").replace("### By", "#### By"));
  await editor.focus();
  await page.keyboard.press("Control+z");
  await expect.poll(() => galley.onDisk("plan.md"), frequentPolling).toBe(plan);
  await page.keyboard.press("Control+z");
  await expect.poll(() => galley.onDisk("plan.md"), frequentPolling).toBe(movedPlan);
  await page.keyboard.press("Control+z");
  await expect.poll(() => galley.onDisk("plan.md"), frequentPolling).toBe(plan);
});

test("a section is moved by dragging it next to or into another; Escape cancels", { tag: "@long" }, async () => {
  await begin();
  const { page } = galley;
  await expect(row("Goals")).toBeVisible();
  const drag = async (from: string, to: string, part: number) => {
    const start = await waitUntilStable(page, () => row(from).boundingBox());
    const end = await row(to).boundingBox();
    if (!start || !end) throw new Error("the rows are not visible");
    await page.mouse.move(start.x + 60, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(start.x + 60, start.y + start.height / 2 + 10, { steps: 3 });
    await page.mouse.move(end.x + 70, end.y + end.height * part, { steps: 6 });
  };
  await drag("Goals", "Risks", 0.1);
  await expect(outline().locator(".outline-drop")).toBeVisible();
  await takePicture("outline-drag");
  await page.mouse.up();
  await expect.poll(() => galley.onDisk("plan.md"), frequentPolling).toBe(movedPlan);
  await expect(page.getByText("Moved Goals before Risks")).toHaveCount(1);
  await drag("Goals", "Scope", 0.5);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(outline().locator("[data-dragged=true]")).toHaveCount(0);
  await expect.poll(() => galley.onDisk("plan.md")).toBe(movedPlan);
  await drag("Risks", "Scope", 0.5);
  await page.mouse.up();
  await expect(row("Risks")).toHaveAttribute("aria-level", "3");
  await expect
    .poll(() => galley.onDisk("plan.md"), frequentPolling)
    .toContain("Two ships.\n\n### Risks\n\nFog.\n\n## Goals");
});

test("the outline follows an agent's write, and collapsed sections stay collapsed", { tag: "@long" }, async () => {
  await begin();
  await expect(row("Goals")).toBeVisible();
  await galley.page.keyboard.press("g");
  await galley.page.keyboard.press("ArrowLeft");
  const answer = await galley.agent("text_editor", {
    action: "patch",
    path: "plan.md",
    old_text: "What we mean to do.\n",
    new_text: "What we mean to do.\n\n## Preface\n\nBy an agent.\n",
  });
  expect(answer.ok).toBe(true);
  await expect.poll(titles).toEqual(["Front matter", "Plan", "Preface", "Goals", "Scope", "Risks"]);
  await expect(row("Goals")).toHaveAttribute("aria-expanded", "false");
  await expect(row("Goals")).toHaveAttribute("aria-selected", "true");
});

test("the outline says what to do without headings, and that plain text has none", { tag: "@long" }, async () => {
  await begin({ "empty.md": "just words\n", "list.txt": "# no heading\n" });
  const { page, editor } = galley;
  await expect(page.getByText("No headings yet. Start a line with # to add one.")).toBeVisible();
  await takePicture("outline-empty");
  await page.keyboard.press("Escape");
  await expect(editor).toBeFocused();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# First\n\n");
  await expect(row("First")).toBeVisible();
  await expect(editor).toBeFocused();
  await page.getByRole("button", { name: "Files", exact: true }).click();
  await galley.open("list.txt");
  await page.getByRole("button", { name: "Outline", exact: true }).first().click();
  await expect(page.getByText("Plain text has no outline")).toBeVisible();
});

test("the outline of a long document renders few lines and does not block typing; a worker computes moves", {
  tag: "@long",
}, async () => {
  const long = Array.from({ length: 10_000 }, (_, n) => `## Part ${n}\n\n${"Some words of it. ".repeat(55)}\n`).join(
    "\n",
  );
  await begin({ "long.md": `# Long\n\n${long}` });
  const { page } = galley;
  await expect(row("Part 3")).toBeVisible({ timeout: 60_000 });
  expect(await outline().getByRole("treeitem").count()).toBeLessThan(100);
  await page.keyboard.press("End");
  await expect(row("Part 9999")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(row("Part 9999")).toHaveAttribute("aria-current", "location");
  const measureWork = await createWorkMeter(page);
  const renamed = () =>
    page.evaluate(async () => {
      const isThere = () =>
        document.querySelector('[role=tree][aria-label^="Outline of"]')?.textContent?.includes("Part 9999 renamed") ===
        true;
      for (const end = performance.now() + 30_000; !isThere() && performance.now() < end; )
        await new Promise((done) => setTimeout(done, 50));
    });
  const costs: number[] = [await measureWork(() => page.keyboard.press("End"))];
  for (const letter of " renamed") costs.push(await measureWork(() => page.keyboard.type(letter)));
  costs.push(await measureWork(renamed));
  await expect(row("Part 9999 renamed")).toBeVisible();
  // Parsing all of its sections would exceed this limit on any machine.
  const limit = 200 * (await measureSlowness(page, measureWork));
  expect(Math.max(...costs), costs.map(Math.round).join(", ")).toBeLessThan(limit);
  await galley.runMenuCommand("Outline");
  // Elsewhere Alt+Up would move a line of the text.
  await expect(outline()).toBeFocused();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(page.getByText("Moved Part 9999 renamed before Part 9998")).toHaveCount(1, { timeout: 60_000 });
});

test("axe finds no problem in the outline, light, dark and narrow", { tag: "@long" }, async () => {
  for (const theme of ["light", "dark"] as const) {
    await begin(undefined, { theme, ...(theme === "dark" ? { size: { width: 480, height: 760 } } : {}) });
    const { page } = galley;
    await expect(row("Scope")).toBeVisible();
    await page.keyboard.press("g");
    await takePicture(`outline-${theme}`);
    expect(await axeFindings(page), theme).toEqual([]);
    if (theme === "light") await galley.close();
  }
});
