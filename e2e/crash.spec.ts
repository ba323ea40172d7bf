/** The app or its page is killed in the middle of typing: the text is back. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { folder, frequentPolling, type GalleyApp, start } from "./launch";
import { test } from "./test";
import { typeUntilKilled } from "./type-until-killed";
import { waitUntilRecoverable } from "./wait-until-recoverable";

const story = "# Story\n\nOnce upon a time.\n";

test("after kill -9 of the app, what was typed up to a second before is back, merged with what changed in the file meanwhile, also in a document that was never saved", async () => {
  const [root, data] = [await folder("root"), await folder("data")];
  const first = await start({ root, data, files: { "story.md": story } });
  await first.runMenuCommand("New");
  await first.editor.click();
  await first.page.keyboard.type("A thought that has no name yet.");
  await waitUntilRecoverable(first, ["A thought that has no name yet."]);
  await first.open("story.md");
  await first.editor.click();
  await first.page.keyboard.press("Control+End");
  // Steady typing without a pause of a second: only the journal can have it.
  const { typed, expectedText } = await typeUntilKilled(first, first.page);
  expect(expectedText.length).toBeGreaterThan(50);
  expect(await first.onDisk("story.md")).toBe(story);
  const changed = story.replace("# Story", "# A story");
  await first.writeExternally("story.md", changed);

  const second = await start({ root, data });
  await expect(second.page.getByRole("tab", { name: "story.md", selected: true })).toBeVisible();
  await expect(second.editor).toContainText(expectedText.trim());
  await expect(second.editor).toContainText("A story");
  // Exactly what was typed, complete and in order.
  await expect
    .poll(async () => (await second.onDisk("story.md")).startsWith(changed + expectedText), frequentPolling)
    .toBe(true);
  expect((changed + typed).startsWith(await second.onDisk("story.md"))).toBe(true);
  await second.page.getByRole("tab", { name: /Untitled/ }).click();
  await expect(second.editor).toContainText("A thought that has no name yet.");
  await second.kill();
});

test("after kill -9 text typed in a paragraph of an Office document is restored there, and if it was overwritten, both texts are shown", async () => {
  const [root, data] = [await folder("root"), await folder("data")];
  const first = await start({ root, data });
  const report = "# The ferry\n\nThe sea was grey that day.\n\n船在七点离开旧港。";
  const make = (galley: GalleyApp, path: string, content: string) =>
    galley.agent("office_artifact", { action: "create", path, content });
  expect(await make(first, "made.docx", report)).toMatchObject({ ok: true });
  await first.writeExternally("report.docx", await readFile(first.pathOf("made.docx")));
  await first.open("report.docx");
  await first.page.locator(".office-line", { hasText: "船在" }).click();
  await first.page.keyboard.type("再见，港口。");
  await waitUntilRecoverable(first, ["再见，港口。"]);
  await first.kill();

  const second = await start({ root, data });
  const { page } = second;
  const restoredLine = page.locator(".office-line", { hasText: "船在七点离开旧港。再见，港口。" });
  await expect(restoredLine).toBeVisible();
  await expect(page.locator(".office-card", { hasText: "Not saved yet" })).toBeVisible();
  // An external program writes there, and the renderer ends: both texts are still there.
  await make(second, "other.docx", report.replace("船在七点离开旧港。", "船走了。"));
  await second.writeExternally("report.docx", await readFile(second.pathOf("other.docx")));
  const conflict = page.getByRole("region", { name: "Conflict" });
  await expect(conflict).toContainText("船走了。");
  await page.reload();
  await expect(conflict).toContainText("船走了。");
  await expect(conflict).toContainText("再见，港口。");
  await conflict.getByRole("button", { name: "Keep mine" }).click();
  await expect(conflict).toHaveCount(0);
  const answer = await second.agent("office_artifact", { action: "read", path: "report.docx" });
  expect(JSON.stringify(answer.data)).toContain("再见，港口。");
  await second.kill();
});

test("after kill -9 while a new paragraph of a page is being made, what was typed since Enter is there @long", async () => {
  const [root, data] = [await folder("root"), await folder("data")];
  const made = await readFile("src/main/engine/office/samples/libreoffice.docx");
  const first = await start({ root, data, files: { "small.docx": made } });
  const { page } = first;
  await first.open("small.docx");
  await page.locator(".office-line").last().click();
  await page.keyboard.press("End");
  await page.keyboard.type(" More.");
  await waitUntilRecoverable(first, [" More."]);
  const metrics = await first.app.evaluate(({ app }) => app.getAppMetrics());
  const readers = metrics.filter((each) => [each.name, each.serviceName].includes("Galley documents"));
  expect(readers.length).toBeGreaterThan(0);
  // The process that makes the paragraph does not answer.
  for (const { pid } of readers) process.kill(pid, "SIGSTOP");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Typed meanwhile.");
  await expect(page.locator("textarea.visually-hidden:focus")).toHaveValue("Typed meanwhile.");
  await waitUntilRecoverable(first, ["Typed meanwhile."]);
  await first.kill();
  for (const { pid } of readers)
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended with the app.
    }

  const second = await start({ root, data });
  await expect(second.page.locator(".office-line", { hasText: "Typed meanwhile." })).toBeVisible();
  await second.kill();
});

test("a file whose opening ended its process is offered at the next start and not opened by itself; the others come back [A19] @long", async () => {
  const [root, data] = [await folder("root"), await folder("data")];
  const made = await readFile("src/main/engine/office/samples/libreoffice.docx");
  const files = { "story.md": story, "small.docx": made, "heavy.docx": made };
  const first = await start({ root, data, files, open: [".", "story.md"] });
  await first.open("small.docx");
  await expect(first.page.locator(".office")).toBeVisible();
  const signal = async (name: NodeJS.Signals) => {
    const metrics = await first.app.evaluate(({ app }) => app.getAppMetrics());
    const readers = metrics.filter(
      (each) => each.name === "Galley documents" || each.serviceName === "Galley documents",
    );
    expect(readers.length).toBeGreaterThan(0);
    for (const { pid } of readers) process.kill(pid, name);
  };
  const onRecord = () => readdir(join(data, "opening")).then((names) => names.length);
  // The record of the first document may outlast its first picture.
  await expect.poll(onRecord, frequentPolling).toBe(0);
  // It hangs over the file until it is ended: what it was opening is on record by then.
  await signal("SIGSTOP");
  await first.page.getByRole("treeitem", { name: "heavy.docx" }).dblclick();
  await expect.poll(onRecord, frequentPolling).toBe(1);
  await signal("SIGKILL");
  await expect(first.page.locator(".office-sign [role=alert]:visible")).toBeVisible();
  expect(await onRecord()).toBe(1);
  // The app goes on, and other documents with it.
  await first.page.getByRole("tab", { name: "story.md" }).click();
  await expect(first.editor).toContainText("Once upon a time.");
  await first.close();

  const second = await start({ root, data });
  const { page } = second;
  await expect(second.page.getByRole("tab", { name: "story.md" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "small.docx" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "heavy.docx" })).toHaveCount(0);
  const offer = page.locator(".notice", {
    hasText: "Galley did not finish opening heavy.docx last time. Open it again?",
  });
  await expect(offer).toBeVisible();
  expect(await readFile(second.pathOf("heavy.docx"))).toEqual(made);
  await offer.getByRole("button", { name: "Open again" }).click();
  await expect(page.getByRole("tab", { name: "heavy.docx", selected: true })).toBeVisible();
  await expect(page.locator(".office:visible")).toContainText("In spring the garden is green");
  await expect.poll(() => readdir(join(data, "opening")), frequentPolling).toEqual([]);
  await second.close();
  // Opened without harm, it is a tab like any other: the next start finds nothing but its tab in the session.
  expect(await readFile(join(data, "session.json"), "utf8")).toContain("heavy.docx");
  expect(await readdir(join(data, "opening"))).toEqual([]);
});
