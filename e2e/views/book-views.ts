/** The book view, and a book job. */
import { mkdir, writeFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import type { FakeEndpoint } from "../../src/main/app/assistant/testing/fake-endpoint";
import { ask, request, setUpModel } from "../assistant-parts";
import type { Views } from "./stage";

/** The requests of a job that are answered; the others keep it running. */
const ANSWERED = 3;

export async function takeBooks(views: Views, endpoint: FakeEndpoint): Promise<void> {
  if (!views.isWanted("book")) return;
  const { galley, take, run, press, cancel, either } = views;
  const { page } = galley;
  const { book, into, translation, sources } = await writeBook(views);
  await take("book, start", { show: () => run("book-desk"), leave: cancel });
  await pick(views, book);
  await run("book-desk");
  await page.locator(".book-start [data-kind=main]").click();
  await page.locator(".book-row").first().waitFor();
  const opened = await galley.agent("open_task", { book, type: "translation", chunk_size: 20 });
  const { task_id, assigned } = opened.data as { task_id: string; assigned: string[] };
  for (const status of ["preparing", "working"]) await galley.agent("update_task_status", { book, task_id, status });
  await galley.agent("add_translation_batch", {
    book,
    task_id,
    paragraphs: assigned.slice(0, 12).map((paragraph_id, at) => ({
      paragraph_id,
      translated_text: `${translation}${at}`,
    })),
  });
  const comment = either("Keep the names.", "请保留人名。");
  await ask(page, "book:send-back", { book, paragraphs: assigned.slice(3, 5), comment });
  await ask(page, "book:accept", { book, paragraphs: assigned.slice(0, 3) });
  await acceptOther(views, translation);
  await take("book", { show: () => page.locator(".book-row textarea").nth(1).click() });
  await take("book, versions", {
    show: async () => undefined,
    again: async () => {
      if ((await page.locator(".book-versions:popover-open").count()) === 0)
        await page.locator(".book-versions-button").first().click({ force: true });
    },
    leave: cancel,
  });
  await take("book, chosen paragraphs", {
    show: async () => {
      for (const at of [1, 2]) await page.locator(".book-index > button").nth(at).click();
    },
    leave: async () => {
      for (const at of [1, 2]) await page.locator(".book-index > button").nth(at).click();
    },
  });
  await take("book, checks", {
    show: async () => {
      await page.locator(".book-flag").first().click();
      await page.locator(".book-versions:popover-open p > .link").last().click();
    },
    leave: cancel,
  });
  await takeLookups(views, either("keeper", "看守人"));
  await takeTabs(views);
  await takeImport(views, { ids: assigned, sources, translation });
  await setUpModel(page, endpoint);
  let answered = 0;
  endpoint.otherwise = ({ body }) => {
    const ids = [...JSON.stringify(body["messages"]).matchAll(/\[ID: (\w+)\]/g)].map(([, id]) => id);
    if (ids.length === 0 || answered >= ANSWERED) return { stream: "", finally: "hang" };
    answered += 1;
    const paragraphs = ids.map((paragraph_id) => ({ paragraph_id, translated_text: translation }));
    return { reply: { calls: [{ name: "add_translation_batch", input: { paragraphs } }] } };
  };
  await take("book, a job to begin", {
    show: () => page.locator(".book-head .button").first().click(),
    leave: cancel,
  });
  const job = await ask(page, "jobs:begin", {
    book,
    kind: "translation",
    sourceLanguage: "",
    language: into,
    provider: null,
    model: null,
    chapters: null,
    chunk: { paragraphs: 8, characters: 4000 },
    atOnce: 4,
  });
  await expect.poll(() => endpoint.questions().length).toBeGreaterThanOrEqual(ANSWERED + 4);
  await take("book, a job running", { show: () => page.locator(".book-job .book-twist").click() });
  await request(page, "jobs:stop", job.job.id);
  await take("book, export", { show: () => page.locator(".book-head .button").nth(2).click(), leave: cancel });
  await press("Control+w");
}

/** The concordance, and what replaces in translations. */
async function takeLookups(
  { galley: { page }, take, run, press, cancel, either }: Views,
  words: string,
): Promise<void> {
  await page.locator(".book-row textarea").nth(1).click();
  await take("book, concordance", {
    show: async () => {
      await run("concordance");
      await page.locator(".book-concordance input").fill(words);
      await page.locator(".book-pair").first().waitFor();
    },
    leave: cancel,
  });
  const fields = page.locator(".book-replace input[type=text]");
  await take("book, replace", {
    show: async () => {
      await run("replace");
      await fields.first().fill(either("灯", "storm"));
      await fields.last().fill(either("灯火", "gale"));
      await page.locator(".book-field-marks > mark").first().waitFor();
    },
  });
  await take("book, replace all", {
    show: () => page.locator(".book-replace .button").nth(1).click(),
    leave: cancel,
  });
  await fields.first().click();
  await press("Escape");
}

/** Each tab of the pane beside the translation. */
async function takeTabs({ galley, take }: Views): Promise<void> {
  const tabs = galley.page.locator(".book-tabs > [role=tab]");
  if ((await tabs.count()) === 0) await galley.page.locator(".book-head .icon-button[aria-pressed]").click();
  await tabs.first().waitFor();
  const count = await tabs.count();
  for (let at = 0; at < count; at++)
    await take(`book, tab ${at + 1}`, { show: () => tabs.nth(at).click({ force: true }) });
  await galley.page.locator(".book-head .icon-button[aria-pressed]").click();
}

/** The next dialog for a file or folder picks this one. */
const pick = ({ galley: { app } }: Views, file: string): Promise<void> =>
  app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = (async () => ({ canceled: false, filePaths: [path] })) as typeof dialog.showOpenDialog;
  }, file);

/** A second book of the folder with the same sentences and accepted translations. */
async function acceptOther({ galley, either }: Views, translation: string): Promise<void> {
  const book = galley.pathOf("tower.md");
  const { data } = await galley.agent("open_task", { book, type: "translation" });
  const { task_id, assigned } = data as { task_id: string; assigned: string[] };
  for (const status of ["preparing", "working"]) await galley.agent("update_task_status", { book, task_id, status });
  const translated_text = either(`${translation}港口里一片黑暗。`, `${translation} The harbour was dark.`);
  const paragraphs = assigned.map((paragraph_id) => ({ paragraph_id, translated_text }));
  await galley.agent("add_translation_batch", { book, task_id, paragraphs });
  await ask(galley.page, "book:accept", { book, paragraphs: assigned });
}

/** What came of an edited XLIFF: one unit of each outcome. */
async function takeImport(
  views: Views,
  { ids, sources, translation }: { ids: readonly string[]; sources: readonly string[]; translation: string },
): Promise<void> {
  const { galley, take, cancel, either } = views;
  const unit = (at: number, target: string, { id = ids[at], source = sources[at] } = {}) =>
    `<trans-unit id="${id}"><source>${source}</source><target>${target}</target></trans-unit>`;
  const units = [
    unit(0, translation),
    unit(5, `${translation} ${translation}`),
    unit(14, translation),
    unit(15, `&lt;think&gt;${either("Lighthouse, hm", "灯塔")}&lt;/think&gt; ${translation}`),
    unit(16, translation, { source: "Another source" }),
    unit(17, translation.repeat(1000)),
    unit(18, translation, { id: "another-book-unit-18" }),
  ];
  const file = galley.pathOf("lamp.xlf");
  const body = `<file original="lamp" datatype="plaintext" source-language="x"><body>${units.join("")}</body></file>`;
  await writeFile(file, `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">${body}</xliff>`);
  await pick(views, file);
  await take("book, import", { show: () => galley.page.locator(".book-head .button").nth(1).click(), leave: cancel });
}

/** Writes a book of two volumes with a glossary into the folder. */
async function writeBook({ galley, either }: Views) {
  const into = either("zh-CN", "en");
  const sentences = either(
    ["The lighthouse keeper had not slept since the storm.", "No lamp burned in the harbour, and no letter came."],
    ["灯塔看守人自风暴以来就没有睡过。", "港口里没有一盏灯，也没有一封信。"],
  );
  const title = either("The lamp", "灯");
  const sources: string[] = [];
  for (const number of [1, 2, 3, 4]) {
    const volume = galley.pathOf(`lamp/${number < 3 ? 1 : 2}`);
    await mkdir(volume, { recursive: true });
    const lines = Array.from({ length: 60 }, (_, at) =>
      at % 7 === 5 ? "" : (sentences[at % 2] ?? "").repeat(1 + (at % 3)),
    );
    sources.push(`# ${title} ${number}`, ...lines.filter((line) => line !== ""));
    await writeFile(`${volume}/${number}.md`, `# ${title} ${number}\n\n${lines.join("\n")}\n`);
  }
  await mkdir(galley.pathOf("lamp/.galley"), { recursive: true });
  const terms = either(
    "| lamp | 灯 | |\n| letter | 信 | never 信件 |",
    "| 灯塔 | lighthouse | |\n| 港口 | harbour | |",
  );
  const glossary = `| Term | Translation | Note |\n|---|---|---|\n${terms}\n`;
  await writeFile(galley.pathOf("lamp/.galley/glossary.md"), glossary);
  await writeFile(galley.pathOf("lamp/.galley/book.json"), JSON.stringify({ title, language: into }));
  const memory = {
    galley: "memory",
    version: 1,
    name: "sea.tmx",
    from: "en",
    into,
    language: into,
    at: "",
    entries: 1,
  };
  await mkdir(galley.pathOf("lamp/.galley/memories"), { recursive: true });
  const entry = JSON.stringify([sentences[1], either("港口里没有灯。", "No lamp was lit in the harbour.")]);
  await writeFile(galley.pathOf("lamp/.galley/memories/sea.jsonl"), `${JSON.stringify(memory)}\n${entry}\n`);
  const translation = either("守塔人自风暴以来就没有睡过，灯灭了。", "The keeper has not slept since the storm.");
  await writeFile(galley.pathOf("tower.md"), `${sentences.join(either(" ", ""))}\n`);
  const settings = JSON.stringify({ title: either("The tower by the sea", "海边的塔"), language: into });
  await mkdir(galley.pathOf(".galley/tower.md"), { recursive: true });
  await writeFile(galley.pathOf(".galley/tower.md/book.json"), settings);
  return { book: galley.pathOf("lamp"), into, translation, sources };
}
