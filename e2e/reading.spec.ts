/** What agents have read of a document: bars in the outline, marks in the margin. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type Started, start } from "./launch";

const plan = `# Plan

What we mean to do.

## Goals

To arrive.

To come back.

### By winter

Before the ice.

## Scope

Two ships, and a boat.

## Risks

Fog. The auth of the harbour master.
`;

let galley: Started;
test.afterEach(() => galley.close());

const outline = () => galley.page.getByRole("tree", { name: /^Sections of / });
const row = (title: string) => outline().getByRole("treeitem", { name: new RegExp(`^${title} ?, `) });
const extent = (title: string) => row(title).locator(".coverage-bar");
const marks = () => galley.page.locator(".cm-reading-lane:visible");
const foot = () => galley.page.locator(".reading-foot");

async function begin(options: Parameters<typeof start>[0] = {}) {
  galley = await start({ files: { "plan.md": plan }, open: [".", "plan.md"], ...options });
  await expect(galley.editor).toBeVisible();
  await galley.command("Outline");
  await expect(row("Risks")).toBeVisible();
}

/** A picture for whoever wants to look: GALLEY_PICTURES names the folder. */
async function picture(name: string) {
  const folder = process.env["GALLEY_PICTURES"];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await galley.page.screenshot({ path: join(folder, `${name}.png`) });
}

test("bars appear beside the sections that an agent reads, by whichever tool, as coverage tells the agent", async () => {
  await begin();
  await expect(galley.page.locator(".coverage-bar")).toHaveCount(0);
  await expect(foot()).toHaveCount(0);
  expect((await galley.agent("doc_read", { file: "plan.md", section: "Goals" })).ok).toBe(true);
  await expect(extent("Goals")).toHaveAttribute("data-extent", "all");
  await expect(extent("By winter")).toHaveAttribute("data-extent", "all");
  await expect(extent("Scope")).toHaveAttribute("data-extent", "none");
  await expect(row("Goals")).toHaveAccessibleName(/command line read 3 of 3 lines$/);
  await expect(foot()).toContainText("command line has read");
  await galley.agent("text_editor", { action: "read", path: "plan.md", line_from: 3, line_to: 3 });
  await expect(extent("Plan")).toHaveAttribute("data-extent", "part");
  await picture("reading-bars");
  await galley.agent("read_file", { path: "plan.md" });
  await expect(foot()).toContainText("100%");
  await expect(extent("Risks")).toHaveAttribute("data-extent", "all");
  await foot().getByRole("button", { name: "Clear" }).click();
  await expect(galley.page.locator(".coverage-bar")).toHaveCount(0);
  await expect(foot()).toHaveCount(0);
});

test("marks in the margin are shown when wanted, say who and with what, and keep their place in the text", async () => {
  await begin();
  const { page, editor } = galley;
  await galley.agent("doc_read", { file: "plan.md", section: "Scope" });
  await galley.agent("grep", { path: "plan.md", pattern: "auth" });
  await expect(extent("Scope")).toHaveAttribute("data-extent", "all");
  await expect(marks()).toHaveCount(0);
  await galley.command("Show What Agents Read");
  // Heading, blank line, paragraph, blank line; and the line that matched, which grep has shown.
  await expect(page.locator(".cm-reading-lane[data-read=true]:visible")).toHaveCount(5);
  await expect(page.locator(".cm-reading-lane[data-matched=true]:visible")).toHaveCount(1);
  await expect(page.locator(".cm-reading-mark").first()).toHaveAttribute(
    "title",
    /^Read by command line at \d\d:\d\d with doc_read$/,
  );
  await expect(page.locator(".cm-reading-mark").last()).toHaveAttribute(
    "title",
    /Matched “auth”: command line at \d\d:\d\d with grep/,
  );
  await picture("reading-marks");
  await editor.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("New first line\n\n");
  await expect(page.locator(".cm-reading-lane[data-read=true]:visible")).toHaveCount(5);
  // What the person changes has not been read any more.
  await editor.getByText("Two ships, and a boat.").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" Or three.");
  await expect(page.locator(".cm-reading-lane[data-read=true]:visible")).toHaveCount(4);
  await expect(extent("Scope")).toHaveAttribute("data-extent", "part");
  await galley.command("Show What Agents Read");
  await expect(marks()).toHaveCount(0);
});
