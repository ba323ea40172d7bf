/** Comments on the cells of workbooks and on slides: written beside them, answered by agents, and stored in the file. */
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import type { GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp("all files");
let galley: GalleyApp;
test.afterEach(() => galley.close());

const create = (path: string, content: string) => galley.agent("office_artifact", { action: "create", path, content });
const threadsOf = async (path: string, section?: string) => {
  const { data } = await galley.agent("comments", { action: "list", path, section, status: "all" });
  return (data as { threads: { thread: string; status: string; anchor: { section: string } }[] }).threads;
};

for (const path of ["harvest.xlsx", "harvest.ods"])
  test(`a cell of ${path} is commented by keyboard, answered by an agent beside it, and resolved`, async () => {
    galley = await start({ files: { "a.md": "Text.\n" } });
    const { page } = galley;
    await create(path, "Crop,Kilos\nBeans,3\nPeas,4");
    await page.getByRole("treeitem", { name: path }).dblclick();
    const cell = (name: string) => page.getByRole("gridcell", { name, exact: true });
    await cell("Beans").click();
    await page.keyboard.press("Control+Alt+m");
    const field = page.locator(".comment-draft").getByRole("textbox", { name: "Comment", exact: true });
    await expect(field).toBeFocused();
    await page.keyboard.type("Broad beans?");
    await page.keyboard.press("Control+Enter");
    const card = page.getByRole("article", { name: "Comment on Sheet1!A2 · Beans" });
    await expect(card).toContainText("Broad beans?");
    await expect(cell("Beans")).toHaveAttribute("data-comment", "true");
    const [thread] = await threadsOf(path);
    expect(thread).toMatchObject({ status: "open", anchor: { section: "Sheet1!A2" } });
    await galley.agent("comments", { action: "reply", thread: thread?.thread, text: "Yes, <b>broad</b> ones." });
    // The list has it, and the cell.
    await expect(card).toContainText("Yes, <b>broad</b> ones.");
    const note = page.locator(".office-beside-cell");
    await expect(note).toContainText("Yes, <b>broad</b> ones.");
    expect(await axeFindings(page)).toEqual([]);
    // A second comment on the cell leads to the first one.
    await cell("Peas").click();
    await expect(note).toBeHidden();
    await cell("Beans").click();
    await page.keyboard.press("Control+Alt+m");
    await expect(card).toBeFocused();
    await galley.agent("comments", { action: "add", path, section: "Sheet1!D9", text: "And here?" });
    const other = page.getByRole("article", { name: "Unread comment on Sheet1!D9" });
    await other.getByTitle("Show in document").click();
    await expect(note).toContainText("And here?");
    await note.getByRole("button", { name: "Resolve" }).click();
    await expect(note).toBeHidden();
    await expect(other).toBeHidden();
    expect((await threadsOf(path, "Sheet1!D9")).map(({ status }) => status)).toEqual(["resolved"]);
  });

for (const path of ["talk.pptx", "talk.odp"])
  test(`a slide of ${path} is commented by keyboard, answered by an agent on it, and resolved`, async () => {
    galley = await start({ files: { "a.md": "Text.\n" } });
    const { page } = galley;
    await create(path, "# Opening\n\n- first\n\n# Harvest\n\n- second");
    await page.getByRole("treeitem", { name: path }).dblclick();
    const slide = page.getByRole("article", { name: /Harvest/ }).and(page.locator(".office-slide"));
    await slide.getByText("second").click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Alt+m");
    const field = page.locator(".comment-draft").getByRole("textbox", { name: "Comment", exact: true });
    await expect(field).toBeFocused();
    await page.keyboard.type("Too short?");
    await page.keyboard.press("Control+Enter");
    const card = page.getByRole("article", { name: "Comment on Slide 2 · Harvest" });
    await expect(card).toContainText("Too short?");
    await expect(slide.locator(".office-thread")).toContainText("Too short?");
    const [thread] = await threadsOf(path);
    expect(thread).toMatchObject({ status: "open", anchor: { section: "slide 2" } });
    await galley.agent("comments", { action: "reply", thread: thread?.thread, text: "It is." });
    await expect(slide.locator(".office-thread")).toContainText("It is.");
    expect(await axeFindings(page)).toEqual([]);
    await slide.locator(".office-thread").getByRole("button", { name: "Resolve" }).click();
    await expect(slide.locator(".office-thread")).toHaveCount(0);
    expect((await threadsOf(path)).map(({ status }) => status)).toEqual(["resolved"]);
  });
