/** Several windows of one app: each with its own folder and tabs, over one journal and one engine. */
import { expect, type Page, test } from "@playwright/test";
import { axeFindings } from "./axe";
import { folder, type Started, start } from "./launch";

let galley: Started;
test.afterEach(() => galley.close());

const editorOf = (page: Page) => page.locator(".cm-content:visible");
const tabOf = (page: Page, name: string) => page.getByRole("tab", { name });

/** A second window, with the tab that the first one had in front. */
async function moveTab(name: string): Promise<Page> {
  await galley.open(name);
  return galley.newWindow(() => galley.command("Move Tab to New Window"));
}

test("a tab goes to a window of its own with what was typed a moment ago, and an agent writes into both windows", async () => {
  galley = await start({ files: { "a.md": "alpha\n", "b.md": "beta\n" } });
  await galley.open("a.md");
  await galley.open("b.md");
  await editorOf(galley.page).press("Control+End");
  await editorOf(galley.page).pressSequentially("unsaved");
  const second = await galley.newWindow(() => galley.command("Move Tab to New Window"));
  await expect(tabOf(second, "b.md")).toBeVisible();
  await expect(editorOf(second)).toContainText("unsaved");
  await expect(tabOf(galley.page, "b.md")).toHaveCount(0);
  await expect(tabOf(galley.page, "a.md")).toBeVisible();

  await editorOf(second).press("Control+End");
  await editorOf(second).pressSequentially(" and more");
  await editorOf(galley.page).click();
  await editorOf(galley.page).press("Control+End");
  await editorOf(galley.page).pressSequentially("first window");
  for (const name of ["a.md", "b.md"]) {
    const written = await galley.agent("text_editor", {
      action: "patch",
      path: galley.at(name),
      old_text: name === "a.md" ? "alpha" : "beta",
      new_text: name === "a.md" ? "ALPHA" : "BETA",
    });
    expect(written.message).not.toContain("failed");
    expect(written.ok).toBe(true);
  }
  await expect(editorOf(galley.page)).toContainText("ALPHA");
  await expect(editorOf(second)).toContainText("BETA");
  await expect.poll(() => galley.onDisk("b.md")).toBe("BETA\nunsaved and more");
  await expect.poll(() => galley.onDisk("a.md")).toBe("ALPHA\nfirst window");
  expect(await axeFindings(second)).toEqual([]);
});

test("two folders in two windows come back at the next start, with their tabs, and after a crash with their typing", async () => {
  const data = await folder("data");
  const root = await folder("root");
  galley = await start({ data, root, files: { "a.md": "alpha\n", "b.md": "beta\n" } });
  const second = await moveTab("b.md");
  await galley.open("a.md");
  for (const page of [galley.page, second]) {
    await editorOf(page).press("Control+End");
    await editorOf(page).pressSequentially(page === second ? "second" : "first");
  }
  await expect.poll(() => galley.onDisk("b.md")).toContain("second");
  await expect.poll(() => galley.onDisk("a.md")).toContain("first");
  await galley.command("New", second);
  await editorOf(second).pressSequentially("never saved");
  await galley.command("New", galley.page);
  await editorOf(galley.page).pressSequentially("nor this");
  await expect(second.getByRole("tab", { selected: true })).toHaveAccessibleName(/Untitled/);
  // The journal is at most a second behind, and the session half of one.
  await galley.page.waitForTimeout(1500);
  await galley.kill();

  galley = await start({ data, root, open: [] });
  const first = await galley.windowWith("a.md");
  const other = await galley.windowWith("b.md");
  expect(first).not.toBe(other);
  await expect(editorOf(first)).toContainText("nor this");
  await expect(editorOf(other)).toContainText("never saved");
  await galley.app.close();

  galley = await start({ data, root, open: [] });
  await expect(editorOf(await galley.windowWith("a.md"))).toContainText("nor this");
  await expect(editorOf(await galley.windowWith("b.md"))).toContainText("never saved");
});
