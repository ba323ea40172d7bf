/**
 * Files that try to hang or crash their reader, in the folder of the real app: each is opened, shown and searched by the user and read by an agent
 * while the user types in another document. A normal run uses a sample, `npm run test:long` all of them.
 */
import { readdir, readFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { basename, join } from "node:path";
import { expect } from "@playwright/test";
import { toLockData } from "../src/main/desktop/second-start";
import { allPlanted } from "../src/main/engine/testing/all-planted.fixture";
import { folder, frequentPolling, type GalleyApp, removeFolder, start } from "./launch";
import { test } from "./test";

const isLong = Boolean(process.env["GALLEY_LONG"]);
const sample = ["lying-size.docx", "chapters.epub", "references.md", "loop/a.md"];
/** Books need a database, which the Node that runs these tests cannot create; src/main/mcp/planted.process.test.ts covers them. */
const chosen = allPlanted.filter(({ name }) => (isLong ? !name.startsWith("book-") : sample.includes(name)));

/**
 * Milliseconds until a planted file is answered, until a key typed meanwhile is shown, and until typed text is on disk; multiplied by the load of
 * each core.
 */
const ANSWER_MS = 10_000;
const BESIDE_MS = 1000;
const STORED_MS = 2000;
const load = (): number => Math.max(1, (loadavg()[0] ?? 0) / cpus().length);

test.describe.configure({ timeout: isLong ? 3_600_000 : 240_000 });

/** Opens a file of the folder as the system's file manager does while the app is running, including nested and unusual names. */
const openFromSystem = ({ app, pathOf }: GalleyApp, name: string): Promise<void> =>
  app.evaluate(
    ({ app: running }, data) => void running.emit("second-instance", {}, [], "", data),
    toLockData({ paths: [pathOf(name)], newWindow: false }),
  );

/** Types a word at the end of the active document. Returns the milliseconds until its last letter was shown. */
async function typeAndTime({ page, editor }: GalleyApp, word: string): Promise<number> {
  const from = Date.now();
  await page.keyboard.type(word);
  await expect(editor).toContainText(word, { timeout: 60_000 });
  return Date.now() - from;
}

/** Milliseconds until a word is in the journal or in its file. */
async function timeUntilStored({ data, onDisk }: GalleyApp, word: string): Promise<number> {
  const from = Date.now();
  const isThere = async () => {
    if ((await onDisk("beside.md")).includes(word)) return true;
    const names = (await readdir(join(data, "journal")).catch(() => [])).filter((name) => name.endsWith(".json"));
    const texts = await Promise.all(names.map((name) => readFile(join(data, "journal", name), "utf8").catch(() => "")));
    return texts.some((text) => text.includes(word));
  };
  await expect.poll(isThere, { ...frequentPolling, timeout: 60_000 }).toBe(true);
  return Date.now() - from;
}

/** Types in another document while `work` runs, and checks that typing is neither delayed nor lost. */
async function typeBeside<T>(galley: GalleyApp, word: string, work: () => Promise<T>): Promise<T> {
  const { page, editor } = galley;
  const pending = work();
  await page.getByRole("tab", { name: "beside.md" }).click();
  await expect(editor).toBeVisible();
  await editor.focus();
  await page.keyboard.press("Control+End");
  expect.soft(await typeAndTime(galley, word), `a key beside ${word}`).toBeLessThan(BESIDE_MS * load());
  expect.soft(await timeUntilStored(galley, word), `on the disk: ${word}`).toBeLessThan(STORED_MS * load());
  return pending;
}

async function expectInTime<T>(what: string, work: () => Promise<T>): Promise<T> {
  const from = Date.now();
  const answer = await work();
  expect.soft(Date.now() - from, what).toBeLessThan(ANSWER_MS * load());
  return answer;
}

test("planted files are opened, shown, searched and read by an agent without delaying or losing typing; after kill -9 the app starts [A19] @long", async () => {
  const [root, data] = [await folder("planted"), await folder("data")];
  for (const { plant } of chosen) plant(root);
  let galley = await start({
    root,
    data,
    files: { "beside.md": "# Beside\n\nIt is read.\n" },
    open: [".", "beside.md"],
  });
  const { page } = galley;
  await expect(galley.editor).toContainText("It is read.");

  for (const [nth, { name, what }] of chosen.entries()) {
    await test.step(`${what} (${name})`, async () => {
      const tab = page.locator("[role=tab][aria-selected=true]").filter({ hasText: basename(name) });
      const isAnswered = async () => (await tab.count()) > 0 || (await page.locator(".notice").count()) > 0;
      await expectInTime(`opening ${name}`, async () => {
        await openFromSystem(galley, name);
        await expect.poll(isAnswered, { ...frequentPolling, timeout: 120_000 }).toBe(true);
      });
      if (name.endsWith(".md") && (await tab.count()) > 0) await page.keyboard.press("Control+E");
      await typeBeside(galley, `open${nth}. `, async () => undefined);
      await typeBeside(galley, `agent${nth}. `, () =>
        expectInTime(`an agent's read of ${name}`, () =>
          galley.agent("text_editor", { action: "read", path: name, line_to: 20 }),
        ),
      );
    });
  }

  await page.keyboard.press("Control+Shift+F");
  await page.keyboard.type("nowhere to be found");
  await typeBeside(galley, "search. ", async () => undefined);

  const words = chosen.flatMap((_, nth) => [`open${nth}.`, `agent${nth}.`]);
  await galley.kill();
  galley = await start({ root, data });
  await galley.page.getByRole("tab", { name: "beside.md" }).click();
  for (const word of words) await expect(galley.editor).toContainText(word);
  expect.soft(await typeAndTime(galley, "again. ")).toBeLessThan(BESIDE_MS * load());
  await galley.kill();
  await removeFolder(data);
  await removeFolder(root);
});
