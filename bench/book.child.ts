/** Times book tools on a novel of 40 chapters and 12,000 paragraphs, and the same steps on one JSON file with all of it. */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { textHash } from "../src/main/engine/books/book/text-hash";
import { createEngine } from "../src/main/engine/host/create-engine";

const rounds = Number(process.argv[2] ?? 12);
const folder = mkdtempSync(join(tmpdir(), "galley-book-bench-"));
const book = join(folder, "novel");

const sentences = [
  "天亮的时候，海面上起了雾。",
  "He did not answer at once.",
  "「你来了。」她说。",
  "The road led north, past the mill.",
];
mkdirSync(book);
for (let chapter = 1; chapter <= 40; chapter++) {
  const lines = [`# Chapter ${chapter}`, ""];
  for (let at = 1; at < 300; at++)
    lines.push(`${sentences[(at * 7 + chapter) % 4]?.repeat(1 + (at % 5))} (${chapter}.${at})`, "");
  writeFileSync(join(book, `${chapter}.md`), lines.join("\n"));
}

const engine = await createEngine({ dataDir: join(folder, "data") });
const caller = { id: "bench", name: "bench", roots: [folder] };
const figures: Record<string, number[]> = {};

async function timed(name: string, task: () => unknown): Promise<void> {
  const from = performance.now();
  await task();
  figures[name] = [...(figures[name] ?? []), performance.now() - from];
}

async function call(name: string, args: object): Promise<Record<string, unknown>> {
  const { ok, message, data = {} } = await engine.run({ name, arguments: args, caller });
  if (!ok) throw new Error(message);
  return data;
}

/** The comparison: everything in one JSON file that is read and written as a whole, without stable ids, tasks or versions. */
const rival = join(folder, "novel.json");
type Plain = { id: string; text: string; translation: string | null }[];
const plain: Plain = Array.from({ length: 12_000 }, (_, index) => ({
  id: `p${index}`,
  text: `${sentences[index % 4]?.repeat(1 + (index % 5))} (${index})`,
  translation: null,
}));
writeFileSync(rival, JSON.stringify(plain));
const readPlain = (): Plain => JSON.parse(readFileSync(rival, "utf8")) as Plain;

await timed("first", () => call("list_chapters", { book }));
for (let round = 0; round < rounds; round++) {
  await timed("list", () => call("list_chapters", { book }));
  await timed("read", () => call("read_chapter", { book, chapter: `${1 + (round % 40)}.md` }));
  await timed("rival reads", () => readPlain().slice(round * 300, round * 300 + 300));
  let task: Record<string, unknown> = {};
  await timed("open task", async () => {
    task = await call("open_task", { book, type: "translation" });
  });
  const ids = task["assigned"] as string[];
  for (const status of ["preparing", "working"]) await call("update_task_status", { task_id: task["task_id"], status });
  await timed("context", () => call("get_previous_paragraphs", { book, paragraph_id: ids[0], count: 5 }));
  const paragraphs = ids.map((id) => ({ paragraph_id: id, translated_text: `translated ${id}` }));
  await timed("batch", () => call("add_translation_batch", { task_id: task["task_id"], paragraphs }));
  await timed("rival writes", () => {
    const all = readPlain();
    for (let at = 0; at < 30; at++) (all[round * 30 + at] as Plain[number]).translation = `translated ${at}`;
    writeFileSync(`${rival}.new`, JSON.stringify(all));
    renameSync(`${rival}.new`, rival);
  });
  for (const status of ["review", "end"]) await call("update_task_status", { task_id: task["task_id"], status });
}

/** One chapter of 12,000 paragraphs, all translated and half of them in a task: the book table that the user sees. */
const long = join(folder, "long.md");
writeFileSync(long, Array.from({ length: 12_000 }, (_, at) => `${sentences[at % 4]} (${at})`).join("\n"));
const view = engine.bookView(long, caller);
const { task_id } = await call("open_task", {
  book: long,
  type: "translation",
  chapters: ["long"],
  chunk_size: 1000,
});
const open = await view.open();
open.write((work) => {
  const at = new Date().toISOString();
  for (const { id, text } of open.book.chapters[0]?.paragraphs ?? []) {
    const source = textHash(text);
    work.add({
      paragraph: id,
      language: open.language,
      text: `«${text}»`,
      source,
      task: String(task_id),
      writer: "bench",
      at,
    });
  }
});
const [chapter] = open.book.chapters;
for (let round = 0; round < rounds; round++) {
  await timed("rows", () => view.rows(chapter?.id ?? ""));
  await timed("rows one by one", async () => {
    const opened = await view.open();
    const paragraphs = opened.book.chapters[0]?.paragraphs ?? [];
    opened.read((work) => paragraphs.map(({ id }) => work.versions(id).find((each) => each.selected)?.text));
  });
}
await engine.close();
rmSync(folder, { recursive: true, force: true });
console.log(JSON.stringify(figures));
