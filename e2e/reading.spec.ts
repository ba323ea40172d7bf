/** What agents have read of a document: bars in the outline, marks in the margin. */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "@playwright/test";
import { cleanEnv, electronProgram, project, type Started, start } from "./launch";

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

const isChecked = (label: string) =>
  galley.app.evaluate(({ Menu }, wanted) => {
    const items = (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) => submenu?.items ?? []);
    return items.find(({ label: own }) => own.replaceAll("&", "") === wanted)?.checked;
  }, label);

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
  expect(await isChecked("Show What Agents Read")).toBe(true);
  // A page that is loaded anew is told again what was read, and the setting holds.
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await page.waitForSelector("[data-ready]");
  await expect(page.locator(".cm-reading-lane[data-read=true]:visible")).toHaveCount(4);
  await galley.command("Show What Agents Read");
  await expect(marks()).toHaveCount(0);
  expect(await isChecked("Show What Agents Read")).toBe(false);
});

test("a composition goes on while an agent reads, and the marks come beside it", async () => {
  await begin();
  const { page, editor } = galley;
  await galley.command("Show What Agents Read");
  await editor.getByText("What we mean to do.").click();
  await page.keyboard.press("End");
  const session = await page.context().newCDPSession(page);
  await session.send("Input.imeSetComposition", { text: "ni", selectionStart: 2, selectionEnd: 2 });
  await galley.agent("doc_read", { file: "plan.md", section: "Goals" });
  await expect(extent("Goals")).toHaveAttribute("data-extent", "all");
  await expect(marks().first()).toBeVisible();
  await session.send("Input.imeSetComposition", { text: "ni hao", selectionStart: 6, selectionEnd: 6 });
  await session.send("Input.insertText", { text: "你好" });
  await expect(editor).toContainText("What we mean to do.你好");
  await expect.poll(() => galley.onDisk("plan.md")).toBe(plan.replace("mean to do.", "mean to do.你好"));
});

/** An agent over the real protocol, by the name that the person is shown. */
async function connect(name: string) {
  const client = new Client({ name, version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: electronProgram,
      args: [`${project}/out/main/cli.js`, "mcp", "--root", galley.root, "--data", galley.data],
      env: cleanEnv({ ELECTRON_RUN_AS_NODE: "1" }),
      stderr: "ignore",
    }),
  );
  return {
    async call(tool: string, args: Record<string, unknown>) {
      const answer = await client.callTool({ name: tool, arguments: args });
      expect(answer.isError ?? false, JSON.stringify(answer.content)).toBe(false);
    },
    leave: () => client.close(),
  };
}

test("several agents count together and by name; what one of them writes is unread; what was read stays when they leave", async () => {
  await begin();
  const claude = await connect("Claude");
  const codex = await connect("Codex");
  await claude.call("doc_read", { file: "plan.md", section: "Goals" });
  await codex.call("doc_read", { file: "plan.md", section: "Goals", include_children: false });
  await codex.call("doc_find", { file: "plan.md", pattern: "*risk*" });
  await expect(row("Goals")).toHaveAccessibleName(/Claude and Codex read 3 of 3 lines$/);
  await expect(row("By winter")).toHaveAccessibleName(/Claude read 2 of 2 lines$/);
  await expect(foot()).toContainText("Claude and Codex have read");
  await galley.command("Show What Agents Read");
  const { page } = galley;
  await expect(page.locator('.cm-reading-mark[title*="Claude"]').first()).toBeVisible();
  await expect(page.locator('.cm-reading-mark[title*="Matched “*risk*”: Codex"]')).toHaveCount(1);
  await picture("reading-two-agents");
  // A closed section stands for all below it.
  await row("Goals").click();
  await expect(row("Goals")).toHaveAttribute("aria-current", "location");
  await galley.command("Outline");
  await page.keyboard.press("ArrowLeft");
  await expect(row("Goals")).toHaveAccessibleName(/Claude and Codex read 5 of 5 lines, sub-sections included$/);
  await page.keyboard.press("ArrowRight");
  await codex.call("doc_replace", {
    file: "plan.md",
    section: "By winter",
    content: "### By winter\n\nBefore the first ice.",
  });
  await expect(galley.editor).toContainText("Before the first ice.");
  await expect(extent("By winter")).toHaveAttribute("data-extent", "part");
  await expect(extent("Goals")).toHaveAttribute("data-extent", "all");
  await claude.leave();
  await codex.leave();
  await expect(page.getByRole("button", { name: "No agents" })).toBeVisible();
  await expect(extent("Goals")).toHaveAttribute("data-extent", "all");
  await expect(foot()).toContainText("Claude and Codex have read");
});

test("what an agent read before the person opened the document is shown when they do", async () => {
  galley = await start({ files: { "plan.md": plan, "other.md": "# Other\n" }, open: [".", "other.md"] });
  await galley.agent("doc_read", { file: "plan.md", section: "Scope" });
  await galley.open("plan.md");
  await galley.command("Outline");
  await expect(extent("Scope")).toHaveAttribute("data-extent", "all");
  await expect(extent("Goals")).toHaveAttribute("data-extent", "none");
});

test("a document of ten thousand paragraphs stays quick while an agent reads it", async () => {
  const long = Array.from({ length: 10_000 }, (_, n) =>
    n % 10 === 0 ? `## Part ${n / 10}\n` : `Paragraph ${n}. ${"Some words of it. ".repeat(25)}\n`,
  ).join("\n");
  galley = await start({ files: { "long.md": `# Long\n\n${long}` }, open: [".", "long.md"] });
  await expect(galley.editor).toBeVisible();
  await galley.command("Outline");
  await galley.command("Show What Agents Read");
  const { page } = galley;
  await expect(row("Part 3")).toBeVisible({ timeout: 30_000 });
  const claude = await connect("Claude");
  await page.evaluate(() => {
    const slow: number[] = [];
    Object.assign(window, { slow });
    new PerformanceObserver((list) => slow.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "longtask",
    });
  });
  await galley.editor.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  const reading = (async () => {
    for (let part = 0; part < 40; part++) await claude.call("doc_read", { file: "long.md", section: `Part ${part}` });
    for (let line = 1; line < 2000; line += 40)
      await claude.call("text_editor", { action: "read", path: "long.md", line_from: line, line_to: line });
  })();
  await page.keyboard.type(" and what a person types in it meanwhile", { delay: 30 });
  await reading;
  await expect(extent("Part 3")).toHaveAttribute("data-extent", "all", { timeout: 30_000 });
  await expect(page.locator(".cm-reading-lane[data-read=true]:visible").first()).toBeVisible();
  const slow = await page.evaluate(() => (window as unknown as { slow: number[] }).slow);
  // A machine with other things to do may halt the page once or twice; counting in the page would, with every reading.
  expect(slow.filter((duration) => duration > 200).length).toBeLessThanOrEqual(2);
  await claude.leave();
});

test("axe finds nothing wrong with bars and marks, light, dark and narrow", async () => {
  const axe = await readFile(join(project, "node_modules/axe-core/axe.min.js"), "utf8");
  for (const theme of ["light", "dark"] as const) {
    const narrow = theme === "dark" ? { size: { width: 480, height: 760 } } : {};
    await begin({ files: { "plan.md": `${plan}\n## 目标与范围\n\n两艘船。\n` }, theme, ...narrow });
    const { page } = galley;
    await galley.agent("doc_read", { file: "plan.md", section: "Goals" });
    await galley.agent("text_editor", { action: "read", path: "plan.md", line_from: 19, line_to: 19 });
    await galley.agent("grep", { path: "plan.md", pattern: "auth|两艘" });
    await galley.command("Show What Agents Read");
    await expect(extent("Goals")).toHaveAttribute("data-extent", "all");
    await expect(page.locator(".cm-reading-mark").first()).toBeVisible();
    await picture(`reading-${theme}`);
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      type Result = { violations: { id: string; nodes: { target: unknown }[] }[] };
      const { axe: run } = window as unknown as { axe: { run(): Promise<Result> } };
      return (await run.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target).join("; ")}`);
    });
    expect(found, theme).toEqual([]);
    if (theme === "dark") {
      await page.keyboard.press("Escape");
      await picture("reading-narrow");
    } else await galley.close();
  }
});
