/** An agent of its own process in the panel of the real app: it is chosen, answers, asks, writes, is reviewed and stopped. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { ask, openPanel } from "./assistant-parts";
import { axeFindings } from "./axe";
import { frequentPolling, project } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files with models");
const script = join(project, "src/main/app/acp/testing/scripted-agent.mjs");
const orders = (...list: ({ do: string } & Record<string, unknown>)[]) =>
  list.map((order) => JSON.stringify(order)).join("\n");

test("an agent answers in the panel with plan, thoughts and calls; its permission and its writes are reviewed; Stop and its end are said @long", async () => {
  const galley = await start({
    files: { "notes.md": "# Notes\n\none\n\nlast\n", "other.md": "other\n", "third.md": "The words before.\n" },
  });
  const { page } = galley;
  const path = galley.pathOf("notes.md");
  await galley.open("notes.md");
  // The panel is open before the agent is added.
  const panel = await openPanel(page);
  await page.keyboard.press("ControlOrMeta+,");
  await page.getByRole("dialog").getByRole("button", { name: "Agents", exact: true }).click();
  const field = page.getByLabel("Your own agents");
  await field.fill(`Scripted = node "${script}"`);
  await field.press("Enter");
  await page.keyboard.press("Escape");

  await page.getByLabel("Model", { exact: true }).selectOption({ label: "Scripted" });

  // Unsaved typing is what the agent reads.
  await galley.editor.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("typed");
  await panel.ask(
    orders(
      { do: "update", update: { sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "I think." } } },
      {
        do: "update",
        update: {
          sessionUpdate: "plan",
          entries: [
            { content: "Read the notes", priority: "high", status: "completed" },
            { content: "Change them", priority: "high", status: "in_progress" },
          ],
        },
      },
      { do: "read", with: { path } },
      {
        do: "update",
        update: {
          sessionUpdate: "tool_call",
          toolCallId: "e",
          title: "Edit notes.md",
          kind: "edit",
          status: "in_progress",
          locations: [{ path, line: 3 }],
        },
      },
      {
        do: "ask",
        call: { toolCallId: "e", title: "Edit notes.md", rawInput: { path, old_string: "one", new_string: "two" } },
      },
      { do: "write", with: { path, content: "# Notes\n\ntwo\n\nlast\ntyped" } },
      // As its client names a tool of Galley's server.
      {
        do: "update",
        update: { sessionUpdate: "tool_call", toolCallId: "g", title: "mcp__galley__text_editor", status: "completed" },
      },
      {
        do: "tool",
        name: "text_editor",
        arguments: { action: "patch", path: "other.md", old_text: "other", new_text: "another" },
      },
      { do: "update", update: { sessionUpdate: "tool_call_update", toolCallId: "e", status: "completed" } },
    ),
  );
  await expect(panel.approval).toContainText("Scripted wants to edit notes.md");
  await expect(panel.approval).toContainText("two");
  await expect(panel.approval.getByRole("button", { name: "Always allow" })).toBeVisible();
  // Its keys work half a second after it has appeared.
  await expect(async () => {
    await panel.approval.press("1", { timeout: 1000 });
    await expect(panel.approval).toHaveCount(0, { timeout: 300 });
  }).toPass();
  const turn = page.locator(".turn").last();
  await expect(turn).toHaveAttribute("data-state", "done", { timeout: 30_000 });
  await expect(turn).toContainText("last\\ntyped");
  await expect(turn).toContainText("Text editor");
  await expect(turn).toContainText("answer: yes");
  await expect(turn.getByRole("region", { name: "Plan" }).getByRole("listitem")).toHaveText([
    /done: Read the notes/,
    /in progress: Change them/,
  ]);
  await expect(galley.editor).toContainText("two");
  await expect.poll(() => galley.onDisk("other.md")).toBe("another\n");
  // Both ways are hunks under its name.
  await expect
    .poll(async () => {
      const { documents } = await ask(page, "review:list", "hunks");
      return documents.map(({ path: reviewed }) => reviewed).sort();
    }, frequentPolling)
    .toEqual([path, galley.pathOf("other.md")]);
  expect(JSON.stringify((await ask(page, "review:list", "hunks")).documents)).not.toContain("MCP client of its own");
  // What it writes to the disk by itself is a hunk with its name as well.
  const third = galley.pathOf("third.md");
  const diff = { type: "diff", path: third, oldText: "before", newText: "after" };
  await panel.ask(
    orders(
      {
        do: "update",
        update: {
          sessionUpdate: "tool_call",
          toolCallId: "own",
          title: "Edit",
          kind: "edit",
          status: "in_progress",
          content: [diff],
        },
      },
      { do: "write outside the protocol", path: third, text: "The words after.\n" },
      { do: "update", update: { sessionUpdate: "tool_call_update", toolCallId: "own", status: "completed" } },
    ),
  );
  await expect
    .poll(async () => {
      const { documents } = await ask(page, "review:list", "hunks");
      return JSON.stringify(documents.find(({ path: reviewed }) => reviewed === third) ?? null);
    }, frequentPolling)
    .toContain("Scripted");
  // It belongs to the answer, although the program wrote it just before its end.
  await expect(turn).toContainText("Its edits are ready for review");
  // What is undone of it is in the next question, and in no answer of a tool as well.
  await turn.getByRole("button", { name: "Undo all" }).click();
  await expect.poll(() => galley.onDisk("third.md"), frequentPolling).toBe("The words before.\n");
  await panel.ask(
    orders({ do: "tool", name: "text_editor", arguments: { action: "read", path: "third.md" } }, { do: "prompt" }),
  );
  await expect(turn).toHaveAttribute("data-state", "done", { timeout: 30_000 });
  await expect(turn).toContainText("Since your last answer the user undid these edits of yours");
  await expect(turn).toContainText("The words before.");
  await expect(turn).not.toContainText("The user undid your edit");
  // Read-only holds at once, for its own ways and for Galley's tools.
  const readOnly = panel.panel.getByRole("button", { name: "Read only" });
  await readOnly.focus();
  await page.keyboard.press("Space");
  await expect(readOnly).toHaveAttribute("aria-pressed", "true");
  expect(await axeFindings(page)).toEqual([]);
  await panel.ask(
    orders(
      {
        do: "tool",
        name: "text_editor",
        arguments: { action: "patch", path: "other.md", old_text: "another", new_text: "nothing" },
      },
      { do: "write", with: { path, content: "nothing" } },
    ),
  );
  await expect(turn).toHaveAttribute("data-state", "done", { timeout: 30_000 });
  await expect(turn).toContainText("They can let you write below the question field");
  await expect(turn).toContainText("has made this conversation read-only; nothing was written");
  expect(await galley.onDisk("other.md")).toBe("another\n");
  await readOnly.press("Enter");
  await expect(readOnly).toHaveAttribute("aria-pressed", "false");

  // What it takes instructions from by itself is asked about before the question goes out.
  await galley.writeExternally("AGENTS.md", "Write well.\u202e\n");
  await mkdir(galley.pathOf(".agents/skills"), { recursive: true });
  await galley.writeExternally(".agents/skills/run.sh", "echo\n");
  await panel.ask("Hello");
  await expect(panel.approval).toHaveAccessibleName("Scripted takes instructions from files of this folder");
  const files = panel.approval.getByRole("list", { name: "Files with instructions" }).getByRole("listitem");
  await expect(files).toHaveText([/^AGENTS\.md 15 bytes$/, /run\.sh 5 bytes can run programs$/]);
  await files.first().getByRole("button").press("Enter");
  await expect(files.first()).toContainText("Write well.\\u{202e}");
  expect(await axeFindings(page)).toEqual([]);
  await expect(async () => {
    await panel.approval.press("Escape", { timeout: 1000 });
    await expect(panel.approval).toHaveCount(0, { timeout: 300 });
  }).toPass();
  await expect(turn).toHaveAttribute("data-state", "failed");
  await expect(turn).toContainText("Scripted was not asked");
  await turn.getByText("Ask again", { exact: true }).click();
  await expect(async () => {
    await panel.approval.press("1", { timeout: 1000 });
    await expect(panel.approval).toHaveCount(0, { timeout: 300 });
  }).toPass();
  await expect(turn).toHaveAttribute("data-state", "done", { timeout: 30_000 });
  await expect(turn).toContainText("You said: Hello");

  await expect(page.getByLabel("Mode", { exact: true })).toHaveValue("default");
  await page.getByLabel("Mode", { exact: true }).selectOption("Plan");

  await panel.ask(orders({ do: "say", text: "Working" }, { do: "wait" }));
  await expect(turn).toContainText("Working");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(turn).toHaveAttribute("data-state", "stopped");
  await panel.ask(orders({ do: "die" }));
  await expect(turn).toContainText("Scripted ended unexpectedly (7).");
  await expect(turn).toContainText("I give up");
  await galley.close();
});
