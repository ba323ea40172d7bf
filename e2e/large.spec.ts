/**
 * A very large document: its first text appears at once, the rest loads progressively, and an incomplete text is never taken for the complete one.
 */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { folder, type GalleyApp } from "./launch";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp();

test.describe.configure({ timeout: 180_000 });

const MB = 1024 * 1024;
const isLong = Boolean(process.env["GALLEY_LONG"]);

/** Sections of plain and Chinese lines with CRLF, about `bytes` bytes in total, that end with `Last words.` */
function chronicle(bytes: number): string {
  const section = (number: number) =>
    [
      `## Day ${number}`,
      "",
      `The harbour was empty on day ${number}, and the boats had gone out before noon: nobody saw them come back.`,
      number % 50 === 0 ? "海港空无一人，船在中午之前就出去了。" : "Nobody wrote down why.",
      "",
      "",
    ].join("\r\n");
  const each = section(100_000).length;
  const count = Math.ceil(bytes / each);
  return `# Chronicle\r\n\r\n${Array.from({ length: count }, (_, at) => section(at)).join("")}Last words.`;
}

const hashOf = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

let galley: GalleyApp;
test.afterEach(() => galley.close());

const state = () => galley.page.locator(".status-state");
const waitUntilLoaded = () => expect(state()).toHaveAttribute("data-state", "saved", { timeout: 60_000 });

for (const size of isLong ? [24, 60] : [12])
  test(`a document of ${size} MB shows its beginning, is written in at its end, by an agent in its middle, and saved byte for byte`, async () => {
    const text = chronicle(size * MB);
    galley = await start({ files: { "chronicle.md": text, "small.md": "# Small\n" } });
    await galley.open("chronicle.md");
    const { page, editor } = galley;
    await expect(editor).toContainText("Day 3");
    await waitUntilLoaded();
    await editor.focus();
    await page.keyboard.press("Control+End");
    await expect(editor).toContainText("Last words.");
    await page.keyboard.type(" And more.");
    const old_text = "empty on day 55555,";
    const answer = await galley.agent("text_editor", {
      action: "patch",
      path: "chronicle.md",
      old_text,
      new_text: "full on day 55555,",
    });
    expect(answer.message).toContain("chronicle.md");
    expect(answer.ok).toBe(true);
    const expected = `${text.replace(old_text, "full on day 55555,")} And more.`;
    await expect
      .poll(async () => hashOf(await readFile(galley.pathOf("chronicle.md"))), { timeout: 60_000 })
      .toBe(hashOf(expected));
    await waitUntilLoaded();
    await page.keyboard.press("Control+Home");
    await expect(editor).toContainText("Chronicle");
    await expect.poll(() => page.locator(".cm-scroller:visible").evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });

test("a large document comes back at the next start where the user was, while another tab is in front", {
  tag: "@long",
}, async () => {
  const text = chronicle(12 * MB);
  const [root, data] = [await folder("root"), await folder("data")];
  galley = await start({ root, data, files: { "chronicle.md": text, "small.md": "# Small\n" } });
  await galley.open("chronicle.md");
  await waitUntilLoaded();
  await galley.editor.focus();
  await galley.page.keyboard.press("Control+End");
  await expect(galley.editor).toContainText("Last words.");
  await galley.open("small.md");
  await expect(galley.editor).toContainText("Small");
  // In characters: the session stores the cursor at the end.
  const end = text.replaceAll("\r\n", "\n").length;
  await expect.poll(() => readFile(join(data, "session.json"), "utf8")).toContain(`"cursor": ${end}`);
  await galley.close();
  galley = await start({ root, data });
  await expect(galley.editor).toContainText("Small");
  // An external program writes the file while its tab is in the background: the tab then shows the new text.
  await writeFile(galley.pathOf("chronicle.md"), `${text} Later.`);
  await galley.page.getByRole("tab", { name: "chronicle.md" }).click();
  await expect(galley.editor).toContainText("Last words.");
  await expect(galley.editor).toContainText("Later.");
  await waitUntilLoaded();
  await galley.page.keyboard.type("X");
  await expect
    .poll(async () => hashOf(await readFile(galley.pathOf("chronicle.md"))), { timeout: 60_000 })
    .toBe(hashOf(`${text}X Later.`));
});

test("a renderer that crashes while a large document loads recovers all of it", { tag: "@long" }, async () => {
  const root = await folder("root");
  await writeFile(`${root}/chronicle.md`, chronicle((isLong ? 24 : 12) * MB));
  galley = await start({ root, open: [".", "chronicle.md"] });
  await expect(galley.editor).toContainText("Chronicle");
  await galley.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  // A renderer that is crashing never answers, so wait at most a second.
  const runInPage = (what: string): Promise<string> =>
    galley.app
      .evaluate(
        ({ BrowserWindow }, code) =>
          Promise.race([
            BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code) ?? "",
            new Promise<string>((none) => setTimeout(none, 1000, "")),
          ]),
        what,
      )
      .catch(() => "");
  await expect
    .poll(() => runInPage("document.querySelector('.status-state')?.dataset.state ?? ''"), { timeout: 60_000 })
    .toBe("saved");
  await runInPage("document.querySelector('.cm-scroller').scrollTop = 1e9");
  await expect
    .poll(() => runInPage("document.querySelector('.cm-content')?.textContent ?? ''"))
    .toContain("Last words.");
});
