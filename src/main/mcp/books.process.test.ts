import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CliFixture, createCliFixture, runGalley } from "../cli/testing/galley-process";

type Row = { id: string; text: string; translation: string | null; chapter: string; paragraph_index: number };
type Data = Record<string, unknown>;

const isLong = Boolean(process.env["GALLEY_LONG"]);
let fixture: CliFixture;
let one: Client;
let two: Client;
const clients: Client[] = [];

beforeAll(async () => {
  fixture = await createCliFixture();
  await put("novel/卷一/第一章.md", "# 第一章\n\n天亮了。\n\n＊＊＊\n\n他醒来。\n\n　　\n「早。」\n");
  await put("novel/卷一/第二章.md", "# 第二章\n\n雨停了。\n\n她走了。\n");
  await put("novel/卷二/第三章.md", "# 第三章\n\n结束。\n");
  one = await connect();
  two = await connect();
});

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await fixture.remove();
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(fixture.root, path)), { recursive: true });
  await writeFile(join(fixture.root, path), text);
}

async function connect(): Promise<Client> {
  const { command, args } = fixture.galley;
  const transport = new StdioClientTransport({
    command,
    args: [...args, "mcp", "--root", fixture.root],
    env: fixture.env as Record<string, string>,
    stderr: "ignore",
  });
  const client = new Client(
    { name: "library", version: "1" },
    { capabilities: { experimental: { "galley/structured": {} } } },
  );
  await client.connect(transport);
  clients.push(client);
  return client;
}

async function call(
  client: Client,
  name: string,
  given: Data,
): Promise<{ data: Data; error: Data | null; message: string }> {
  const { structuredContent = {}, isError, content } = await client.callTool({ name, arguments: given });
  const data = structuredContent as Data;
  const [first] = content as { text: string }[];
  return { data, error: isError ? (data["error"] as Data) : null, message: first?.text ?? "" };
}

/** The data of a call that must succeed. */
async function ask(client: Client, name: string, given: Data): Promise<Data> {
  const { data, error } = await call(client, name, given);
  if (error !== null) throw new Error(String(error["message"]));
  return data;
}

const rows = async (client: Client, chapter: string, book = "novel"): Promise<Row[]> =>
  (await ask(client, "read_chapter", { book, chapter }))["paragraphs"] as Row[];

/** A task in the state `working`. */
async function working(
  client: Client,
  given: Data,
): Promise<{ task_id: string; assigned: string[]; chunks: { paragraph_ids: string[] }[] }> {
  const opened = await ask(client, "open_task", { book: "novel", type: "translation", ...given });
  const { task_id } = opened;
  for (const status of ["preparing", "working"]) await ask(client, "update_task_status", { task_id, status });
  return opened as Awaited<ReturnType<typeof working>>;
}

const batch = (ids: readonly string[], text = "译 "): Data => ({
  paragraphs: ids.map((id) => ({ paragraph_id: id, translated_text: `${text}${id}` })),
});

describe("Cross-Chunk Context Retrieval", () => {
  test("Fetching previous context at chunk start, next context at chunk end, position info context", async () => {
    const { chunks, task_id } = await working(one, { chapters: ["第一章", "第二章"], chunk_size: 2 });
    const order = chunks.flatMap(({ paragraph_ids }) => paragraph_ids);
    expect(chunks).toHaveLength(5);
    for (const { paragraph_ids } of chunks.slice(1)) {
      const [first = ""] = paragraph_ids;
      const at = order.indexOf(first);
      const { paragraphs } = await ask(one, "get_previous_paragraphs", { paragraph_id: first, count: 2 });
      expect((paragraphs as Row[]).map(({ id }) => id)).toEqual(order.slice(Math.max(0, at - 2), at));
    }
    for (const { paragraph_ids } of chunks.slice(0, -1)) {
      const last = paragraph_ids.at(-1) ?? "";
      const at = order.indexOf(last);
      const { paragraphs } = await ask(one, "get_next_paragraphs", { paragraph_id: last, count: 1 });
      expect((paragraphs as Row[]).map(({ id }) => id)).toEqual(order.slice(at + 1, at + 2));
    }
    const position = await ask(one, "get_paragraph_position", {
      paragraph_id: chunks[1]?.paragraph_ids[0],
      include_previous: true,
      include_next: true,
      previous_count: 1,
      next_count: 3,
    });
    const ids = (list: unknown) => (list as Row[]).map(({ id }) => id);
    expect([...ids(position["previous_paragraphs"]), ...ids(position["next_paragraphs"])]).toEqual([
      order[1],
      ...order.slice(3, 6),
    ]);
    await ask(one, "release_task", { task_id });
  });
});

describe("Paragraph tools coordination with submission tools", () => {
  test("Query then submit workflow with paragraph IDs", async () => {
    const { assigned, task_id } = await working(one, { chapters: ["第一章"] });
    await ask(one, "get_previous_paragraphs", { paragraph_id: assigned[2] });
    const answer = await ask(one, "add_translation_batch", batch(assigned));
    expect(answer).toMatchObject({ accepted: assigned, done: 5, total: 5, status: "working" });
    // Saved: another process sees it, and the work is stored beside the book.
    expect(
      (await rows(two, "第一章"))
        .filter(({ text }) => text.trim() !== "")
        .every(({ translation }) => translation !== null),
    ).toBe(true);
    expect(existsSync(join(fixture.root, "novel/.galley/book.db"))).toBe(true);
    for (const status of ["review", "end"]) await ask(one, "update_task_status", { task_id, status });
  });

  test("Submit only assigned paragraph IDs", async () => {
    const [a = "", b = "", d = ""] = (await rows(one, "第二章")).filter(({ text }) => text !== "").map(({ id }) => id);
    const { task_id } = await working(one, { paragraph_ids: [a, b] });
    const { error } = await call(one, "add_translation_batch", batch([a, d]));
    expect(error).toMatchObject({ code: "not_assigned", message: `段落 ${d} 不在当前任务分配范围内` });
    expect((await ask(one, "task_info", { task_id }))["missing"]).toEqual([a, b]);
    expect((await rows(one, "第二章")).every(({ translation }) => translation === null)).toBe(true);
    await ask(one, "release_task", { task_id });
  });
});

describe("Focused Task Prompts", () => {
  test.each(["translation", "polishing", "proofreading"])(
    "%s Prompt with paragraph_id-only submission",
    async (name) => {
      expect((await one.listPrompts()).prompts.map((each) => each.name)).toContain(name);
      const { task_id, assigned } = await ask(one, "open_task", { book: "novel", type: name, chapters: ["第三章"] });
      for (const given of [{}, { book: "novel", task_id: String(task_id) }]) {
        const { messages } = await one.getPrompt({ name, arguments: given });
        const [content] = messages.map((each) => each.content);
        const text = content?.type === "text" ? content.text : "";
        expect(text).toContain("context tools freely");
        for (const word of [
          "`update_task_status`",
          "`add_translation_batch`",
          "Do NOT output JSON",
          "for location only",
          "MUST use `paragraph_id`",
        ])
          expect(text).toContain(word);
        if ("task_id" in given) expect(text).toContain(`[2] [ID: ${(assigned as string[])[1]}] 结束。`);
      }
      await ask(one, "release_task", { task_id });
      await expect(one.getPrompt({ name, arguments: { book: "nowhere" } })).rejects.toThrow("nowhere");
    },
  );
});

describe("Paragraph index semantics are chapter-original", () => {
  test("Querying paragraph info with empty paragraphs in chapter", async () => {
    for (const { id, paragraph_index, text } of await rows(one, "第一章")) {
      expect(await ask(one, "get_paragraph_info", { book: "novel", paragraph_id: id })).toMatchObject({
        paragraph_index,
        text,
      });
    }
  });

  test("Querying previous or next paragraphs", async () => {
    const all = await rows(one, "第一章");
    const { paragraphs } = await ask(one, "get_previous_paragraphs", { paragraph_id: all.at(-1)?.id, count: 9 });
    expect((paragraphs as Row[]).map(({ paragraph_index }) => paragraph_index)).toEqual([0, 2, 4, 6]);
  });
});

describe("several processes, and failures", () => {
  const size = 120;
  const long = Array.from({ length: size * 2 }, (_, index) => `Sentence number ${index}.`).join("\n");

  test("two processes are never assigned the same paragraphs, and neither loses the other's work", async () => {
    await put("both/1.md", long);
    const work = async (client: Client): Promise<string[]> => {
      const mine: string[] = [];
      for (let turn = 0; turn < 4; turn++) {
        const { task_id, assigned } = await working(client, { book: "both", chunk_size: 20 });
        await Promise.all([
          ask(client, "add_translation_batch", { ...batch(assigned.slice(0, 10)), task_id }),
          ask(client, "add_translation_batch", { ...batch(assigned.slice(10)), task_id }),
        ]);
        for (const status of ["review", "end"]) await ask(client, "update_task_status", { task_id, status });
        mine.push(...assigned);
      }
      return mine;
    };
    const [first, second] = await Promise.all([work(one), work(two)]);
    expect(new Set([...first, ...second]).size).toBe(160);
    const done = (await rows(one, "1.md", "both")).filter(({ translation }) => translation !== null);
    expect(done).toHaveLength(160);
    for (const { id, translation } of done) expect(translation).toBe(`译 ${id}`);
  });

  test("a process killed during a batch leaves all of it or nothing, and the task continues by its id", async () => {
    await put("killed/1.md", long);
    const tries = isLong ? 40 : 2;
    let taskId: string | null = null;
    let assigned: string[] = [];
    for (let turn = 0; turn < tries; turn++) {
      const doomed = await connect();
      if (taskId === null) {
        const task = await working(doomed, { book: "killed", chunk_size: size });
        taskId = task.task_id;
        assigned = task.assigned;
      }
      const pid = (doomed.transport as StdioClientTransport).pid ?? 0;
      const answer = ask(doomed, "add_translation_batch", { ...batch(assigned, `${turn} `), task_id: taskId }).catch(
        () => null,
      );
      await sleep(turn * (isLong ? 7 : 20));
      process.kill(pid, "SIGKILL");
      await answer;
      const now = (await rows(one, "1.md", "killed"))
        .slice(0, size)
        .map(({ translation }) => translation?.split(" ")[0]);
      expect(new Set(now).size).toBe(1);
      const { done } = await ask(one, "task_info", { task_id: taskId });
      expect((done as string[]).length).toBe(now[0] === undefined ? 0 : size);
    }
    // A process that has not opened the book needs only the task's id.
    const given = JSON.stringify({ ...batch(assigned), task_id: taskId });
    expect(await runGalley(fixture, ["call", "add_translation_batch", "-"], given)).toMatchObject({ code: 0 });
    await ask(one, "update_task_status", { task_id: taskId, status: "review" });
  });

  test("reading changes nothing, damage is reported and set aside by the next task, and ids survive it", async () => {
    await put("hurt/1.md", "one\n\ntwo\n");
    await rows(one, "1.md", "hurt");
    expect(await readdir(join(fixture.root, "hurt"))).toEqual(["1.md"]);
    const { assigned, task_id } = await working(one, { book: "hurt" });
    const path = join(fixture.root, "hurt/.galley/book.db");
    const before = await stat(path, { bigint: true });
    await rows(two, "1.md", "hurt");
    await ask(two, "task_info", { book: "hurt", task_id });
    expect((await stat(path, { bigint: true })).mtimeNs).toBe(before.mtimeNs);
    expect(await readdir(dirname(path))).toEqual(["book.db"]);

    const bytes = await readFile(path);
    bytes.fill(0x5a, 0, 200);
    await writeFile(path, bytes);
    const read = await call(one, "read_chapter", { book: "hurt", chapter: "1.md" });
    expect(read.message).toContain("damaged");
    expect(await readFile(path)).toEqual(bytes);
    const opened = await ask(one, "open_task", { book: "hurt", type: "translation" });
    expect(opened["assigned"]).toEqual(assigned);
    expect((await readdir(dirname(path))).some((name) => name.startsWith("book.damaged-"))).toBe(true);
  });

  // Each line of it starts a process; what the commands do has tests of its own.
  test.runIf(isLong)("the command line reports a book's progress, and writes its translation beside it", async () => {
    const status = await runGalley(fixture, ["book", "status", "novel", "--format", "text"]);
    expect(status).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringContaining("5 of 5  第一章 (卷一/第一章.md)"),
    });
    await put("novel/.galley/glossary.md", "天 = sky\n");
    const noted = await runGalley(fixture, ["book", "status", "novel", "--format", "text"]);
    expect(noted.stdout).toContain("天 is not sky");
    const database = new DatabaseSync(join(fixture.root, "novel/.galley/book.db"));
    database.exec("INSERT INTO facts (name, value) VALUES ('check glossary', 'off')");
    database.close();
    const off = await runGalley(fixture, ["book", "status", "novel", "--format", "text"]);
    expect(off.stdout).toContain("checks off: glossary");
    expect(off.stdout).not.toContain("天 is not sky");
    const exported = await runGalley(fixture, ["book", "export", "novel"]);
    expect(JSON.parse(exported.stdout)).toMatchObject({ translated: 5, missing: [{ chapter: "卷一/第二章.md" }, {}] });
    expect(await readFile(join(fixture.root, "novel.translation/卷一/第一章.md"), "utf8")).toMatch(/^# 译 .{7}\n\n译 /);
    expect((await runGalley(fixture, ["book", "export", "nowhere"])).code).toBe(1);
    expect((await runGalley(fixture, ["book", "status", "novel", "--format", "yaml"])).code).toBe(2);
  });
});
