/**
 * A job translates a whole book in the real app, with a server that uses the real wire protocol and gives each paragraph a distinct translation. The
 * app is killed twice in the middle: every paragraph is translated once, under its own id, and nothing is lost.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { type Answer, fakeEndpoint, type Received } from "../src/main/app/assistant/testing/fake-endpoint";
import type { Job } from "../src/shared/book-jobs";
import { ask } from "./assistant-parts";
import { cleanEnv, electronProgram, folder, type GalleyApp, removeFolder, start } from "./launch";
import { test } from "./test";

const chapters = 40;
const linesPerChapter = process.env["GALLEY_LONG"] ? 300 : 30;

/** All lines of the book are different, a quarter of them are blank, and scripts change within a chapter. */
function line(chapter: number, at: number): string {
  if (at === 0) return `# 第${chapter + 1}章 Chapter ${chapter + 1}`;
  if (at % 4 === 3) return "";
  const sentence = at % 2 === 0 ? "她推开门，雨还没有停。" : "“Nobody came,” he said, and shut the book.";
  return `${sentence} ${chapter + 1}.${at} ${at % 5 === 0 ? "「もう遅い」" : ""}`.trimEnd();
}

function generatedBook(): { files: Record<string, string>; lines: string[] } {
  const files: Record<string, string> = {};
  const lines: string[] = [];
  for (let chapter = 0; chapter < chapters; chapter++) {
    const chapterLines = Array.from({ length: linesPerChapter }, (_, at) => line(chapter, at));
    const name = `volume ${Math.floor(chapter / 20) + 1}/${String(chapter + 1).padStart(2, "0")}.md`;
    files[`book/${name}`] = `${chapterLines.join("\n")}\n`;
    lines.push(...chapterLines.filter((each) => each !== ""));
  }
  return { files, lines };
}

type Line = { id: string; text: string };

/** The lines that the model was asked to translate last; if a tool reported missing lines, only those. */
function lastShownLines({ body }: Received): { lines: Line[]; answered: boolean } {
  const messages = body["messages"] as { role: string; content: string | { text?: string }[] }[];
  const at = messages.findLastIndex(({ role }) => role === "user");
  const textOf = (content: string | { text?: string }[] = ""): string =>
    typeof content === "string" ? content : content.map((part) => part.text ?? "").join("\n");
  const shown = [...textOf(messages[at]?.content).matchAll(/^\[\d+\] \[ID: (\S+)\] (.*)$/gm)];
  const lines = shown.map(([, id = "", text = ""]) => ({ id, text }));
  const missing = /missing: (.*)/.exec(at < messages.length - 1 ? textOf(messages.at(-1)?.content) : "")?.[1];
  const remaining = missing === undefined ? lines : lines.filter(({ id }) => missing.includes(id));
  return { lines: remaining, answered: at < messages.length - 1 };
}

/** A model that reads context first, sometimes omits lines, mistypes or fails, and never gives the same translation twice. */
function translator() {
  let serial = 0;
  const submitLines = (lines: readonly Line[]): Answer => {
    const paragraphs = lines.map(({ id, text }) => ({
      paragraph_id: id,
      translated_text: `«${id}» #${++serial} ${text}`,
    }));
    return { reply: { calls: [{ name: "add_translation_batch", input: { paragraphs } }] } };
  };
  const model = {
    questions: 0,
    /** From this request on the model no longer answers. */
    silentFrom: Number.POSITIVE_INFINITY,
    answer(received: Received): Answer {
      const { lines, answered } = lastShownLines(received);
      const number = ++model.questions;
      if (number >= model.silentFrom) return { act: () => undefined };
      if (answered) return submitLines(lines);
      if (number % 11 === 3) return { status: 503, body: "{}" };
      if (number % 7 === 2) return submitLines(lines.slice(0, Math.ceil(lines.length / 2)));
      if (number % 7 === 4) {
        const input = { paragraph_id: lines[0]?.id, count: 2 };
        return { reply: { text: "First what stands before.", calls: [{ name: "get_previous_paragraphs", input }] } };
      }
      if (number % 7 === 6) return submitLines([...lines, { id: "zzzzz", text: "nobody's" }]);
      return submitLines(lines);
    },
  };
  return model;
}

/** Opens the book as the user does: by the shortcut and the folder dialog. */
async function openBook({ app, page, pathOf }: GalleyApp): Promise<void> {
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = (async () => ({ canceled: false, filePaths: [path] })) as typeof dialog.showOpenDialog;
  }, pathOf("book"));
  await page.keyboard.press("Control+Shift+D");
  const screen = page.getByRole("dialog", { name: "Translate a book" });
  await screen.getByRole("button", { name: "Open a folder…" }).click();
  await expect(screen).toBeHidden();
  await expect(page.getByRole("tab", { name: "book", selected: true })).toBeVisible();
}

const strip = (page: Page) => page.getByRole("region", { name: "Jobs" });

/** Resumes a job that was interrupted when the app ended. */
async function resume(page: Page): Promise<void> {
  await expect(strip(page)).toContainText("Interrupted");
  await strip(page).getByRole("button", { name: "Resume" }).click();
}

const findJob = async (page: Page): Promise<Job> => {
  const [job] = (await ask(page, "jobs:list", null)).jobs;
  if (!job) throw new Error("there is no job");
  return job;
};

test("a book is translated completely although the app is killed twice, each paragraph once and under its own id", {
  tag: "@long",
}, async () => {
  // Three starts, forty chunks and the disk: half a minute, and a multiple of that on a busy machine.
  test.setTimeout(600_000);
  const [root, data] = [await folder("root"), await folder("data")];
  const { files, lines } = generatedBook();
  const endpoint = await fakeEndpoint({ wire: "openai" });
  const model = translator();
  endpoint.otherwise = (received) => model.answer(received);

  let galley = await start({ root, data, files });
  await ask(galley.page, "assistant:save-provider", {
    id: null,
    kind: "openai-compatible",
    name: "Server",
    baseUrl: `${endpoint.url}/v1`,
    model: "model-a",
    contextLimit: null,
    price: null,
    key: { change: "keep" },
  });
  const { shown } = await ask(galley.page, "book:open", join(root, "book"));
  expect(shown.counts).toMatchObject({ paragraphs: lines.length, translated: 0 });
  await openBook(galley);
  await galley.page.getByRole("combobox", { name: "Language" }).fill("en");
  await galley.page.locator(".book").getByRole("button", { name: "Start", exact: true }).click();
  await galley.page.getByRole("button", { name: "Start a job…" }).first().click();
  const dialog = galley.page.getByRole("dialog", { name: "Start a job" });
  await dialog.getByLabel("Into").fill("en");
  await dialog.getByLabel("Paragraphs per chunk").fill("25");
  await dialog.getByLabel("Chunks in parallel").fill("3");
  await expect(dialog.getByRole("status")).toContainText(`${lines.length.toLocaleString("en")} paragraphs`);
  // The model stops answering in the middle of three chunks.
  model.silentFrom = 14;
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(strip(galley.page)).toContainText("Running");
  expect(await findJob(galley.page)).toMatchObject({ state: "running", paragraphs: { total: lines.length } });

  await expect.poll(() => model.questions, { timeout: 200_000 }).toBeGreaterThanOrEqual(14);
  await galley.kill();

  galley = await start({ root, data });
  const first = await findJob(galley.page);
  expect(first.state).toBe("interrupted");
  expect(first.paragraphs.done).toBeGreaterThan(0);
  expect(first.paragraphs.done).toBeLessThan(lines.length);
  // The second kill happens at an arbitrary moment before the model stops answering again.
  const before = model.questions;
  model.silentFrom = before + 24;
  await openBook(galley);
  await resume(galley.page);
  await expect.poll(() => model.questions, { timeout: 200_000 }).toBeGreaterThanOrEqual(before + 12);
  await galley.kill();

  model.silentFrom = Number.POSITIVE_INFINITY;
  galley = await start({ root, data });
  expect(await findJob(galley.page)).toMatchObject({ state: "interrupted" });
  const stored = readBook(shown.book);
  const requestCount = endpoint.questions().length;
  await openBook(galley);
  await resume(galley.page);
  await expect.poll(async () => (await findJob(galley.page)).state, { timeout: 500_000 }).toBe("done");
  const done = await findJob(galley.page);
  expect(done).toMatchObject({ setAside: [], paragraphs: { total: lines.length, done: lines.length } });
  await expect(strip(galley.page)).toContainText("Done");
  expect((await ask(galley.page, "book:overview", shown.book)).shown.counts).toMatchObject({
    translated: lines.length,
  });
  await galley.close();

  // Stored paragraphs were not requested again, and each stored translation is the model's answer for that paragraph.
  const shownAgain = endpoint
    .questions()
    .slice(requestCount)
    .flatMap((received) => lastShownLines(received).lines);
  expect(shownAgain.filter(({ id }) => stored.has(id))).toEqual([]);
  const rows = readBook(shown.book);
  const translations = [...rows].map(([id, texts]) => {
    expect(texts).toHaveLength(1);
    const [, sourceId, text] = /^«(\S+)» #\d+ (.*)$/s.exec(texts[0] ?? "") ?? [];
    expect(sourceId).toBe(id);
    return text;
  });
  expect(translations.sort()).toEqual([...lines].sort());
  await endpoint.close();
  for (const path of [root, data]) await removeFolder(path);
});

const readScript = `
  const { DatabaseSync } = require("node:sqlite");
  const database = new DatabaseSync(process.argv[1], { timeout: 5000 });
  console.log(JSON.stringify(database.prepare("SELECT paragraph, text FROM translations ORDER BY number").all()));
`;

/** All versions of each paragraph, read from the book's database directly, without Galley's code. */
function readBook(book: string): Map<string, string[]> {
  const output = execFileSync(electronProgram, ["-e", readScript, join(book, ".galley", "book.db")], {
    env: cleanEnv({ ELECTRON_RUN_AS_NODE: "1", NODE_NO_WARNINGS: "1" }),
    maxBuffer: 1 << 28,
  });
  const found = new Map<string, string[]>();
  for (const { paragraph, text } of JSON.parse(output.toString()) as { paragraph: string; text: string }[])
    found.set(paragraph, [...(found.get(paragraph) ?? []), text]);
  return found;
}
