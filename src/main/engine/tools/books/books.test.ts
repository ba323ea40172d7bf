import { describe, expect, it } from "vitest";
import type { Envelope } from "../../ports/caller";
import { type EngineForTests, engineForTests } from "../engine-for-tests";

const novel = {
  "novel/卷一/第二章.md": "# 第二章\n\n雨停了。\n\n　　\n她走了。\n",
  "novel/卷一/第一章.md": "# 第一章\n\n天亮了。\n\n＊＊＊\n\n他醒来。\n\n「早。」\n",
  "novel/卷二/第十章.md": "# 第十章\n\n结束。\n",
  "novel/卷二/第九章.txt": "快结束了。",
};

type Row = { id: string; text: string; translation: string | null; paragraph_index: number; chapter: string };

/** The data of an answer. An error fails the test with its own message. */
const dataOf = <Data = Record<string, unknown>>({ ok, data, message }: Envelope): Data => {
  if (!ok) throw new Error(message);
  return data as Data;
};

const refusal = ({ error }: Envelope) => ({ code: error?.code, message: error?.message });

async function rowsOf({ call }: EngineForTests, chapter: string): Promise<Row[]> {
  return dataOf<{ paragraphs: Row[] }>(await call("read_chapter", { book: "novel", chapter })).paragraphs;
}

async function idOf(desk: EngineForTests, chapter: string, text: string): Promise<string> {
  const found = (await rowsOf(desk, chapter)).find((each) => each.text === text);
  if (found === undefined) throw new Error(`no paragraph ${text}`);
  return found.id;
}

/** Opens a task and moves it to `working`. Returns the ids that it was assigned. */
async function working({ call }: EngineForTests, args: object = {}, as?: string) {
  const opened = await call("open_task", { book: "novel", type: "translation", ...args }, as);
  const { task_id, assigned } = dataOf<{ task_id: string; assigned: string[] }>(opened);
  for (const status of ["preparing", "working"]) dataOf(await call("update_task_status", { task_id, status }, as));
  return { task_id, assigned };
}

const handIn = (
  { call }: EngineForTests,
  ids: readonly string[],
  text = (id: string) => `translated ${id}`,
  more = {},
) =>
  call("add_translation_batch", {
    paragraphs: ids.map((id) => ({ paragraph_id: id, translated_text: text(id) })),
    ...more,
  });

describe("chapters", () => {
  it("volumes and chapters are in reading order, including Chinese numerals", async () => {
    const desk = engineForTests(novel);
    expect(dataOf(await desk.call("list_chapters", { book: "novel" }))).toMatchObject({
      volumes: [
        {
          id: "卷一",
          title: "卷一",
          chapters: [
            { id: "卷一/第一章.md", title: "第一章", total_paragraphs: 9 },
            { id: "卷一/第二章.md", title: "第二章", total_paragraphs: 6 },
          ],
        },
        {
          id: "卷二",
          chapters: [
            { id: "卷二/第九章.txt", title: "第九章", total_paragraphs: 1 },
            { id: "卷二/第十章.md", title: "第十章", total_paragraphs: 3 },
          ],
        },
      ],
    });
  });

  it("a chapter is the list of its lines, including blank ones of any kind", async () => {
    const desk = engineForTests(novel);
    const rows = await rowsOf(desk, "第二章");
    expect(rows.map(({ text }) => text)).toEqual(["# 第二章", "", "雨停了。", "", "　　", "她走了。"]);
    expect(rows.map(({ paragraph_index }) => paragraph_index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(6);
    const { message } = await desk.call("read_chapter", { chapter: "第二章" });
    expect(message).toContain(`[5] [ID: ${rows[5]?.id}] 她走了。`);
    expect(message).not.toContain("[4] ");
  });

  it("reading creates nothing in the book's folder", async () => {
    const desk = engineForTests(novel);
    await rowsOf(desk, "第一章");
    expect((await desk.store.list("/w/novel")).map(({ name }) => name).sort()).toEqual(["卷一", "卷二"]);
  });

  it("a single file is split at its first-level headings; text before the first one is a chapter", async () => {
    const desk = engineForTests({
      "b.md": "---\ntitle: x\n---\n\nForeword.\n\n# One\n\na\n\n## Deeper\n\nb\n# Two\nc\n\n# One\n",
    });
    const { volumes } = dataOf<{ volumes: { chapters: { id: string; title: string; total_paragraphs: number }[] }[] }>(
      await desk.call("list_chapters", { book: "b.md" }),
    );
    expect(volumes.flatMap(({ chapters }) => chapters)).toEqual([
      { id: "b", title: "b", total_paragraphs: 2 },
      { id: "one", title: "One", total_paragraphs: 7 },
      { id: "two", title: "Two", total_paragraphs: 3 },
      { id: "one-2", title: "One", total_paragraphs: 1 },
    ]);
  });
});

describe("context", () => {
  it("[002-context-start] [002-context-end] [002-index-context] context crosses chapters and volumes, and skips blank lines", async () => {
    const desk = engineForTests(novel);
    const id = await idOf(desk, "第九章", "快结束了。");
    const before = dataOf<{ paragraphs: Row[]; count: number }>(
      await desk.call("get_previous_paragraphs", { book: "novel", paragraph_id: id, count: 4 }),
    );
    expect(before.paragraphs.map(({ text, paragraph_index }) => [text, paragraph_index])).toEqual([
      ["「早。」", 8],
      ["# 第二章", 0],
      ["雨停了。", 2],
      ["她走了。", 5],
    ]);
    const after = dataOf<{ paragraphs: Row[]; count: number }>(
      await desk.call("get_next_paragraphs", { paragraph_id: id, count: 9 }),
    );
    expect(after).toMatchObject({
      count: 2,
      paragraphs: [{ text: "# 第十章" }, { text: "结束。", paragraph_index: 2 }],
    });
  });

  it("[002-context-position] a position includes the requested context", async () => {
    const desk = engineForTests(novel);
    const id = await idOf(desk, "第二章", "# 第二章");
    const position = await desk.call("get_paragraph_position", {
      ...{ paragraph_id: id, include_previous: true, include_next: true, next_count: 1 },
    });
    expect(dataOf(position)).toMatchObject({
      chapter: "卷一/第二章.md",
      paragraph_index: 0,
      total_paragraphs: 6,
      progress_percentage: 17,
      previous_paragraphs: [{ text: "＊＊＊" }, { text: "他醒来。" }, { text: "「早。」" }],
      next_paragraphs: [{ text: "雨停了。" }],
    });
  });

  it("[002-index-info] the index of a paragraph includes the blank ones before it", async () => {
    const desk = engineForTests(novel);
    const rows = await rowsOf(desk, "第一章");
    for (const { id, text, paragraph_index } of rows) {
      const info = await desk.call("get_paragraph_info", { paragraph_id: id });
      expect(dataOf(info)).toMatchObject({ id, text, paragraph_index, chapter: "卷一/第一章.md", translations: [] });
    }
  });

  it("a missing id and an unknown id each have their own error, with similar ids", async () => {
    const desk = engineForTests(novel);
    const id = await idOf(desk, "第一章", "天亮了。");
    const wrong = `${id.slice(0, 6)}${id.at(-1) === "a" ? "b" : "a"}`;
    for (const tool of [
      "get_previous_paragraphs",
      "get_next_paragraphs",
      "get_paragraph_position",
      "get_paragraph_info",
    ]) {
      for (const missing of [{}, { paragraph_id: "" }, { paragraph_id: null }]) {
        expect(refusal(await desk.call(tool, missing))).toEqual({ code: "bad_arguments", message: "段落 ID 不能为空" });
      }
      const refused = await desk.call(tool, { paragraph_id: wrong });
      expect(refusal(refused)).toEqual({ code: "not_found", message: `段落不存在: ${wrong}` });
      expect(refused.error?.candidates).toContain(id);
    }
  });

  it("paragraphs are found by words and by patterns, in source and translation", async () => {
    const desk = engineForTests(novel);
    const { assigned } = await working(desk, { chapters: ["第一章"] });
    await handIn(desk, assigned.slice(1, 2), () => "Dawn broke.");
    const found = async (args: object) =>
      dataOf<{ paragraphs: Row[] }>(await desk.call("find_paragraphs", args)).paragraphs.map(({ text }) => text);
    expect(await found({ keywords: ["结束", "雨"] })).toEqual(["雨停了。", "快结束了。", "结束。"]);
    expect(await found({ regex: "^.结束" })).toEqual(["快结束了。"]);
    expect(await found({ keywords: "dawn", in: "both" })).toEqual(["天亮了。"]);
    expect(await found({ keywords: "dawn" })).toEqual([]);
    expect(await found({ keywords: "了", chapter: "第二章", limit: 1 })).toEqual(["雨停了。"]);
    expect((await desk.call("find_paragraphs", { regex: "(" })).error?.code).toBe("bad_arguments");
    expect((await desk.call("find_paragraphs", {})).error?.code).toBe("bad_arguments");
  });
});

describe("tasks", () => {
  it("[002-query-then-submit] paragraphs are read for context, then submitted by paragraph_id", async () => {
    const desk = engineForTests(novel);
    const { task_id, assigned } = await working(desk, { chunk_size: 3 });
    expect(assigned).toHaveLength(3);
    const first = assigned[0] ?? "";
    dataOf(await desk.call("get_previous_paragraphs", { paragraph_id: first }));
    const answer = dataOf(await handIn(desk, assigned));
    expect(answer).toEqual({ accepted: assigned, unchanged: [], task_id, status: "working", done: 3, total: 3 });
    expect((await rowsOf(desk, "第一章"))[0]?.translation).toBe(`translated ${first}`);
    dataOf(await desk.call("update_task_status", { status: "review" }));
    expect(dataOf(await desk.call("update_task_status", { status: "end" }))).toEqual({ task_id, status: "end" });
    const next = dataOf<{ assigned: string[] }>(
      await desk.call("open_task", { book: "novel", type: "translation", chunk_size: 3 }),
    );
    expect(next.assigned[0]).toBe(await idOf(desk, "第一章", "他醒来。"));
  });

  it("[002-assigned-only] one unassigned paragraph refuses the whole batch, and nothing is stored", async () => {
    const desk = engineForTests(novel);
    const { assigned } = await working(desk, { chapters: ["第一章"] });
    const foreign = await idOf(desk, "第二章", "雨停了。");
    const other = await idOf(desk, "第二章", "她走了。");
    expect(refusal(await handIn(desk, [...assigned, foreign]))).toEqual({
      code: "not_assigned",
      message: `段落 ${foreign} 不在当前任务分配范围内`,
    });
    expect(refusal(await handIn(desk, [foreign, other])).message).toBe(
      `段落 ${foreign} 不在当前任务分配范围内\n段落 ${other} 不在当前任务分配范围内`,
    );
    expect(dataOf(await desk.call("task_info", {}))).toMatchObject({ done: [], missing: assigned });
  });

  it("a mistyped id is unknown, never another paragraph, and the nearest assigned id is suggested", async () => {
    const desk = engineForTests(novel);
    const { assigned } = await working(desk, { chapters: ["第一章"] });
    const id = assigned[1] ?? "";
    const typed = `${id.slice(0, 2)}${id[3]}${id[2]}${id.slice(4)}`;
    const wrong = typed === id ? `${id.slice(0, 3)}${id[3] === "a" ? "b" : "a"}${id.slice(4)}` : typed;
    const refused = await handIn(desk, [assigned[0] ?? "", wrong]);
    expect(refusal(refused)).toEqual({ code: "not_found", message: `段落不存在: ${wrong}` });
    expect(refused.error?.candidates?.[0]).toBe(id);
    expect(refused.message).toContain(id);
  });

  it.each([
    ["an empty batch", [], "段落列表不能为空"],
    ["an index", [{ index: 0, translated_text: "x" }], "不再支持 index，请改用 paragraph_id"],
    [
      "an index beside an id",
      [{ index: 0, paragraph_id: "A", translated_text: "x" }],
      "不再支持 index，请改用 paragraph_id",
    ],
    ["no id", [{ translated_text: "x" }], "段落 ID 不能为空"],
    ["an empty id", [{ paragraph_id: " ", translated_text: "x" }], "段落 ID 不能为空"],
    [
      "one twice",
      [
        { paragraph_id: "A", translated_text: "x" },
        { paragraph_id: "A", translated_text: "y" },
      ],
      "段落 A 在同一批次中重复",
    ],
    [
      "no text",
      [{ paragraph_id: "A", translated_text: " \n　" }, { paragraph_id: "B" }],
      "段落 A 的译文不能为空\n段落 B 的译文不能为空",
    ],
    [
      "another name",
      [{ paragraph_id: "A", text: "x" }],
      "unknown argument `text` in paragraphs[0]; known here: paragraph_id, translated_text",
    ],
  ])("%s is refused with the exact message", async (_what, paragraphs, message) => {
    const desk = engineForTests(novel);
    await working(desk, { chapters: ["第一章"] });
    expect(refusal(await desk.call("add_translation_batch", { paragraphs }))).toEqual({
      code: "bad_arguments",
      message,
    });
  });

  it("the same text again is not an error; another text is a new selected version, and the old one stays", async () => {
    const desk = engineForTests(novel);
    const { assigned } = await working(desk, { chapters: ["第二章"] });
    const id = assigned[1] ?? "";
    await handIn(desk, [id], () => "one");
    expect(dataOf(await handIn(desk, [id], () => "one"))).toMatchObject({ accepted: [], unchanged: [id], done: 1 });
    expect(dataOf(await handIn(desk, [id], () => "two"))).toMatchObject({ accepted: [id], unchanged: [] });
    const { translations } = dataOf<{ translations: { text: string; selected: boolean }[] }>(
      await desk.call("get_paragraph_info", { paragraph_id: id }),
    );
    expect(translations.map(({ text, selected }) => [text, selected])).toEqual([
      ["one", false],
      ["two", true],
    ]);
  });

  it("a translation goes through planning, preparing, working, review and end, and back from review; no state is skipped", async () => {
    const desk = engineForTests(novel);
    const { task_id, assigned } = dataOf<{ task_id: string; assigned: string[] }>(
      await desk.call("open_task", { book: "novel", type: "translation", chapters: ["第九章"] }),
    );
    const to = (status: string) => desk.call("update_task_status", { status });
    const refused = async (status: string, ...words: string[]) => {
      const { error } = await to(status);
      expect(error?.code).toBe("wrong_state");
      for (const word of words) expect(error?.message).toContain(word);
    };
    expect(dataOf(await to("planning"))).toEqual({ task_id, status: "planning" });
    await refused("working", "preparing");
    expect((await handIn(desk, assigned)).error?.code).toBe("wrong_state");
    dataOf(await to("preparing"));
    await refused("review", "working");
    await refused("planning", "working");
    dataOf(await to("working"));
    await refused("end", "review");
    await refused("review", assigned[0] ?? "?");
    dataOf(await handIn(desk, assigned));
    dataOf(await to("review"));
    expect((await handIn(desk, assigned)).error?.code).toBe("wrong_state");
    dataOf(await to("working"));
    dataOf(await to("review"));
    dataOf(await to("end"));
    dataOf(await to("end"));
    await refused("working", "ended");
  });

  it.each(["polishing", "proofreading"])("%s has no review state", async (type) => {
    const desk = engineForTests(novel);
    await working(desk, { type, chapters: ["第一章"] });
    const { error } = await desk.call("update_task_status", { status: "review" });
    expect(error?.code).toBe("wrong_state");
    expect(error?.message).toContain("end");
    dataOf(await desk.call("update_task_status", { status: "end" }));
  });

  it("two open tasks of a kind never share a paragraph; a released one has none", async () => {
    const desk = engineForTests(novel);
    const { task_id, assigned } = await working(desk, { chapters: ["第一章"] });
    const again = await desk.call(
      "open_task",
      { book: "novel", type: "translation", paragraph_ids: [assigned[2]] },
      "other",
    );
    expect(again.error?.code).toBe("conflict");
    expect(again.error?.message).toContain(task_id);
    dataOf(await desk.call("open_task", { book: "novel", type: "polishing", chapters: ["第一章"] }, "other"));
    const neighbour = await desk.call(
      "open_task",
      { book: "novel", type: "translation", chapters: ["第二章"] },
      "third",
    );
    dataOf(neighbour);
    expect(dataOf(await desk.call("release_task", { task_id }))).toMatchObject({
      status: "released",
      missing: assigned,
    });
    expect((await handIn(desk, assigned, undefined, { task_id })).error?.code).toBe("wrong_state");
    dataOf(await desk.call("open_task", { book: "novel", type: "translation", chapters: ["第一章"] }, "other"));
  });

  it("a call belongs to the one open task of its caller, else to the task that it names", async () => {
    const desk = engineForTests(novel);
    expect((await desk.call("task_info", {})).error?.message).toContain("task_id is required");
    const first = await working(desk, { chapters: ["第一章"] });
    expect(dataOf(await desk.call("task_info", {}))).toMatchObject({ task_id: first.task_id });
    const second = await working(desk, { chapters: ["第二章"] });
    const unclear = await desk.call("task_info", {});
    expect(unclear.error?.candidates).toEqual([first.task_id, second.task_id]);
    expect(dataOf(await desk.call("task_info", { task_id: first.task_id }, "other"))).toMatchObject({
      missing: first.assigned,
    });
    expect((await desk.call("task_info", {}, "other")).error?.code).toBe("bad_arguments");
    expect((await desk.call("read_chapter", { chapter: "第一章" }, "nobody")).error?.message).toBe("book is required");
  });

  it("without a choice the next unfinished chunk that no task holds is assigned, until none is left", async () => {
    const desk = engineForTests(novel);
    const seen: string[] = [];
    for (let turn = 0; turn < 7; turn++) {
      const opened = await desk.call(
        "open_task",
        { book: "novel", type: "translation", chunk_size: 2 },
        `agent ${turn}`,
      );
      seen.push(...dataOf<{ assigned: string[] }>(opened).assigned);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(11);
    const { error } = await desk.call("open_task", { book: "novel", type: "translation", chunk_size: 2 });
    expect(error).toMatchObject({ code: "not_found", message: expect.stringContaining("assigned to t-") });
  });

  it("if the source changes while a task is open, ids stay, and removed paragraphs are no longer missing", async () => {
    const desk = engineForTests(novel);
    const { assigned } = await working(desk, { chapters: ["第一章"] });
    await desk.outside("novel/卷一/第一章.md", "# 第一章\n\n序。\n\n天亮了，鸟叫了。\n\n＊＊＊\n\n「早。」\n");
    const rows = (await rowsOf(desk, "第一章")).filter(({ text }) => text !== "");
    expect(rows.map(({ id }) => assigned.indexOf(id))).toEqual([0, -1, 1, 2, 4]);
    const info = dataOf<{ missing: string[] }>(await desk.call("task_info", {}));
    expect(info.missing).toEqual(assigned.filter((_, index) => index !== 3));
    dataOf(await handIn(desk, info.missing));
    dataOf(await desk.call("update_task_status", { status: "review" }));
  });
});

it("a book must be inside the caller's roots, and something else than a book is refused", async () => {
  const desk = engineForTests({ ...novel, "empty/a.docx": "x", "a.docx": "x" });
  const codeOf = async (book: string) => (await desk.call("list_chapters", { book })).error?.code;
  expect(await codeOf("..")).toBe("outside_workspace");
  expect(await codeOf("/etc")).toBe("outside_workspace");
  expect(await codeOf("missing")).toBe("not_found");
  expect(await codeOf("empty")).toBe("not_found");
  expect(await codeOf("a.docx")).toBe("unsupported");
});

it("a hard-wrapped source is detected, and read as blocks if its book.json says so", async () => {
  const words = "It was a long and rainy autumn on the coast and nobody who lived there went out at all ";
  const wrapped = (words.repeat(6).match(/.{1,60} /g) ?? []).map((line) => line.trim()).join("\n");
  const text = `# One\n\n${wrapped}\n\n${wrapped}\n`;
  const lines = engineForTests({ "novel/1.md": text });
  const listed = await lines.call("list_chapters", { book: "novel" });
  expect(listed.data).toMatchObject({ paragraphs: "lines", hard_wrapped: true });
  expect(listed.message).toContain('{"paragraphs": "blocks"}');
  const desk = engineForTests({ "novel/1.md": text, "novel/.galley/book.json": '{"paragraphs": "blocks"}' });
  expect(dataOf(await desk.call("list_chapters", { book: "novel" }))).toMatchObject({
    ...{ paragraphs: "blocks", hard_wrapped: false },
    volumes: [{ chapters: [{ total_paragraphs: 5 }] }],
  });
  const [, , first] = await rowsOf(desk, "1.md");
  expect(first).toMatchObject({ paragraph_index: 2, text: words.repeat(6).trim() });
});

it("a batch has a size limit, and so has each text", async () => {
  const desk = engineForTests(novel, { batchLimit: () => 2 });
  const { assigned } = await working(desk, { chapters: ["第一章"] });
  const refused = await handIn(desk, assigned.slice(0, 3));
  expect(refusal(refused)).toEqual({
    code: "too_large",
    message: "3 paragraphs are too many for one batch; at most 2",
  });
  expect((await handIn(desk, assigned.slice(0, 1), () => "长".repeat(20_001))).error?.code).toBe("too_large");
  expect(dataOf(await handIn(desk, assigned.slice(0, 2)))).toMatchObject({ done: 2 });
});
