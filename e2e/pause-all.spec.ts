/** Pausing all agents at once: they stay paused after a restart until the user resumes them. One by its name: restart.spec.ts. */
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import { folder, removeFolder, start } from "./launch";
import { test } from "./test";

test("all agents are paused by a shortcut, stay paused after a restart, and resume from the footer [A17]", {
  tag: "@long",
}, async () => {
  const [root, data] = [await folder("work"), await folder("data")];
  const files = { "harbour.md": "# Harbour\n\nThe ferry.\n" };
  const first = await start({ root, data, files, open: [".", "harbour.md"] });
  const write = (galley: typeof first, to: string) =>
    galley.agent("text_editor", { action: "write", path: "harbour.md", content: `# Harbour\n\n${to}\n` });
  await first.agent("doc_read", { file: "harbour.md", section: "Harbour" });

  await first.page.keyboard.press("Control+Shift+F9");
  const notice = first.page.locator(".notice").filter({ hasText: "All agents are paused" });
  await expect(notice).toBeVisible();
  // Short, and in one place at a time: the list says it in full, and stands for the notice.
  await expect(notice).not.toContainText("rejected");
  for (const command of ["Agents and Activity…", null]) {
    if (command) await first.runMenuCommand(command);
    else await first.page.getByRole("button", { name: "Agents paused" }).click();
    const list = command
      ? first.page.getByRole("dialog")
      : first.page.getByRole("region", { name: "Connected agents" });
    await expect(list).toContainText("All agents are paused");
    await expect(notice).toHaveCount(0);
    await list.getByRole("button", { name: "Resume all agents" }).click();
    await list.getByRole("button", { name: "Pause all agents" }).click();
    await expect(list.getByRole("button", { name: "Resume all agents" })).toBeVisible();
    await expect(notice).toHaveCount(0);
    await first.page.keyboard.press("Escape");
    await expect(list).toBeHidden();
  }
  await first.page.getByRole("button", { name: "Agents paused" }).click();
  await first.page.getByRole("button", { name: "Resume all agents" }).click();
  await first.page.keyboard.press("Escape");
  // The notice is not shown beside the list.
  await expect(first.page.getByRole("region", { name: "Connected agents" })).toBeHidden();
  await first.page.keyboard.press("Control+Shift+F9");
  await expect(notice).toBeVisible();
  await expect(first.page.getByRole("button", { name: "Agents paused" })).toBeVisible();
  expect((await write(first, "Paused.")).error?.message).toMatch(
    /^the user has paused all agents in Galley; nothing was read or changed/,
  );
  // The notice has a button to resume, and the command pauses again.
  await notice.getByRole("button", { name: "Resume all agents" }).click();
  await expect(first.page.getByRole("button", { name: "No agents" })).toBeVisible();
  await expect(notice).toHaveCount(0);
  expect((await first.agent("doc_read", { file: "harbour.md", section: "Harbour" })).ok).toBe(true);
  await first.runMenuCommand("Pause All Agents");
  await expect(first.page.getByRole("button", { name: "Agents paused" })).toBeVisible();
  await first.close();

  const restarted = await start({ root, data, open: [".", "harbour.md"] });
  await restarted.page.getByRole("button", { name: "Agents paused" }).click();
  const list = restarted.page.getByRole("region", { name: "Connected agents" });
  await expect(list).toContainText("All agents are paused");
  expect((await write(restarted, "Still paused.")).ok).toBe(false);
  expect(await axeFindings(restarted.page)).toEqual([]);
  await list.getByRole("button", { name: "Resume all agents" }).click();
  await expect(list.getByRole("button", { name: "Pause all agents" })).toBeVisible();
  expect((await restarted.agent("doc_read", { file: "harbour.md", section: "Harbour" })).ok).toBe(true);
  expect(await restarted.onDisk("harbour.md")).toBe("# Harbour\n\nThe ferry.\n");
  await restarted.kill();
  await removeFolder(data);
  await removeFolder(root);
});
