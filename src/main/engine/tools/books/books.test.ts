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

const errorOf = ({ error }: Envelope) => ({ code: error?.code, message: error?.message });

async function rowsOf({ call }: EngineForTests, chapter: string): Promise<Row[]> {
  return dataOf<{ paragraphs: Row[] }>(await call("read_chapter", { book: "novel", chapter })).paragraphs;
}

async function idOf(testEngine: EngineForTests, chapter: string, text: string): Promise<string> {
  const found = (await rowsOf(testEngine, chapter)).find((each) => each.text === text);
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

const submitBatch = (
  { call }: EngineForTests,
  ids: readonly string[],
  text = (id: string) => `translated ${id}`,
  more = {},
) =>
  call("add_translation_batch", {
    paragraphs: ids.map((id) => ({ paragraph_id: id, translated_text: text(id) })),
    ...more,
  });

it("a batch with a flag that the book rejects is not taken; one whose check is off is", async () => {
  const testEngine = engineForTests({ ...novel, "novel/.galley/glossary.md": "天 = sky\n" });
  const { assigned } = await working(testEngine, { target_language: "English" });
  const text = (id: string) => (id === assigned[1] ? "It is <think>day</think> now." : `line ${id}`);
  const open = await testEngine.engine.bookView("novel", testEngine.caller).open();
  const set = (kind: "glossary" | "thinking", level: "off" | "reject") =>
    open.write((work) => work.setCheck(kind, level));
  set("thinking", "off");
  set("glossary", "reject");
  const ids = assigned.slice(0, 2);
  expect(errorOf(await submitBatch(testEngine, ids, text)).message).toBe(
    `the user has this book reject such translations, and nothing was stored:\n段落 ${assigned[1]}: the glossary has 天 → sky`,
  );
  set("glossary", "off");
  expect(dataOf(await submitBatch(testEngine, ids, text))).toMatchObject({ accepted: ids });
});

it("a flag that the user ignores is no reason to reject the same text again; for another text it is", async () => {
  const testEngine = engineForTests({ ...novel, "novel/.galley/glossary.md": "天 = sky\n" });
  const { assigned } = await working(testEngine, { target_language: "English" });
  const [, second = ""] = assigned;
  dataOf(await submitBatch(testEngine, [second]));
  const open = await testEngine.engine.bookView("novel", testEngine.caller).open();
  open.write((work) => {
    const version = work.rowFacts("English").selected.get(second)?.id ?? "";
    work.ignore({ paragraph: second, version, kind: "glossary", reason: "an idiom", at: "now", writer: "you" });
    work.setCheck("glossary", "reject");
  });
  const again = await submitBatch(testEngine, [second]);
  expect(dataOf(again)).toMatchObject({ unchanged: [second] });
  expect(again.message).not.toContain("check [ID");
  expect(errorOf(await submitBatch(testEngine, [second], () => "day")).message).toContain("天 → sky");
});

describe("chapters", () => {
  it("volumes and chapters are in reading order, including Chinese numerals", async () => {
    const testEngine = engineForTests(novel);
    expect(dataOf(await testEngine.call("list_chapters", { book: "novel" }))).toMatchObject({
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
    const testEngine = engineForTests(novel);
    const rows = await rowsOf(testEngine, "第二章");
    expect(rows.map(({ text }) => text)).toEqual(["# 第二章", "", "雨停了。", "", "　　", "她走了。"]);
    expect(rows.map(({ paragraph_index }) => paragraph_index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(6);
    const { message } = await testEngine.call("read_chapter", { chapter: "第二章" });
    expect(message).toContain(`[5] [ID: ${rows[5]?.id}] 她走了。`);
    expect(message).not.toContain("[4] ");
  });

  it("reading creates nothing in the book's folder", async () => {
    const testEngine = engineForTests(novel);
    await rowsOf(testEngine, "第一章");
    expect((await testEngine.store.list("/w/novel")).map(({ name }) => name).sort()).toEqual(["卷一", "卷二"]);
  });

  it("a single file is split at its first-level headings; text before the first one is a chapter", async () => {
    const testEngine = engineForTests({
      "b.md": "---\ntitle: x\n---\n\nForeword.\n\n# One\n\na\n\n## Deeper\n\nb\n# Two\nc\n\n# One\n",
    });
    const { volumes } = dataOf<{ volumes: { chapters: { id: string; title: string; total_paragraphs: number }[] }[] }>(
      await testEngine.call("list_chapters", { book: "b.md" }),
    );
    expect(volumes.flatMap(({ chapters }) => chapters)).toEqual([
      { id: "b", title: "b", total_paragraphs: 2 },
      { id: "one", title: "One", total_paragraphs: 7 },
      { id: "two", title: "Two", total_paragraphs: 3 },
      { id: "one-2", title: "One", total_paragraphs: 1 },
    ]);
  });

  it("the title of a book in one file is that of its front matter, unless book.json has another", async () => {
    const titleOf = async (files: Record<string, string>) =>
      dataOf(await engineForTests(files).call("list_chapters", { book: "b.md" }))["title"];
    const text = '---\ntitle: "The Tower"\n---\n\n# One\n\nx\n';
    expect(await titleOf({ "b.md": text })).toBe("The Tower");
    expect(await titleOf({ "b.md": text, ".galley/b.md/book.json": '{"title": "Mine"}' })).toBe("Mine");
    for (const front of [
      "---\ntitle: [\n---\n",
      "---\ntitle: >\n  The\n---\n",
      "---\ntitle: ' '\n---\n",
      "---\nauthor: x\n---\n",
      "title: x\n\n",
    ])
      expect(await titleOf({ "b.md": `${front}\n# One\n\nx\n` })).toBe("b");
  });
});

describe("context", () => {
  it("[002-context-start] [002-context-end] [002-index-context] context crosses chapters and volumes, and skips blank lines", async () => {
    const testEngine = engineForTests(novel);
    const id = await idOf(testEngine, "第九章", "快结束了。");
    const before = dataOf<{ paragraphs: Row[]; count: number }>(
      await testEngine.call("get_previous_paragraphs", { book: "novel", paragraph_id: id, count: 4 }),
    );
    expect(before.paragraphs.map(({ text, paragraph_index }) => [text, paragraph_index])).toEqual([
      ["「早。」", 8],
      ["# 第二章", 0],
      ["雨停了。", 2],
      ["她走了。", 5],
    ]);
    const after = dataOf<{ paragraphs: Row[]; count: number }>(
      await testEngine.call("get_next_paragraphs", { paragraph_id: id, count: 9 }),
    );
    expect(after).toMatchObject({
      count: 2,
      paragraphs: [{ text: "# 第十章" }, { text: "结束。", paragraph_index: 2 }],
    });
  });

  it("[002-context-position] a position includes the requested context", async () => {
    const testEngine = engineForTests(novel);
    const id = await idOf(testEngine, "第二章", "# 第二章");
    const position = await testEngine.call("get_paragraph_position", {
      paragraph_id: id,
      include_previous: true,
      include_next: true,
      next_count: 1,
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
    const testEngine = engineForTests(novel);
    const rows = await rowsOf(testEngine, "第一章");
    for (const { id, text, paragraph_index } of rows) {
      const info = await testEngine.call("get_paragraph_info", { paragraph_id: id });
      expect(dataOf(info)).toMatchObject({ id, text, paragraph_index, chapter: "卷一/第一章.md", translations: [] });
    }
  });

  it("a missing id and an unknown id each have their own error, with similar ids", async () => {
    const testEngine = engineForTests(novel);
    const id = await idOf(testEngine, "第一章", "天亮了。");
    const wrong = `${id.slice(0, 6)}${id.at(-1) === "a" ? "b" : "a"}`;
    for (const tool of [
      "get_previous_paragraphs",
      "get_next_paragraphs",
      "get_paragraph_position",
      "get_paragraph_info",
    ]) {
      for (const missing of [{}, { paragraph_id: "" }, { paragraph_id: null }]) {
        expect(errorOf(await testEngine.call(tool, missing))).toEqual({
          code: "bad_arguments",
          message: "段落 ID 不能为空",
        });
      }
      const rejected = await testEngine.call(tool, { paragraph_id: wrong });
      expect(errorOf(rejected)).toEqual({ code: "not_found", message: `段落不存在: ${wrong}` });
      expect(rejected.error?.candidates).toContain(id);
    }
  });

  it("paragraphs are found by words and by patterns, in source and translation", async () => {
    const testEngine = engineForTests(novel);
    const { assigned } = await working(testEngine, { chapters: ["第一章"] });
    await submitBatch(testEngine, assigned.slice(1, 2), () => "Dawn broke.");
    const found = async (args: object) =>
      dataOf<{ paragraphs: Row[] }>(await testEngine.call("find_paragraphs", args)).paragraphs.map(({ text }) => text);
    expect(await found({ keywords: ["结束", "雨"] })).toEqual(["雨停了。", "快结束了。", "结束。"]);
    expect(await found({ regex: "^.结束" })).toEqual(["快结束了。"]);
    expect(await found({ keywords: "dawn", in: "both" })).toEqual(["天亮了。"]);
    expect(await found({ keywords: "dawn" })).toEqual([]);
    expect(await found({ keywords: "了", chapter: "第二章", limit: 1 })).toEqual(["雨停了。"]);
    expect((await testEngine.call("find_paragraphs", { regex: "(" })).error?.code).toBe("bad_arguments");
    expect((await testEngine.call("find_paragraphs", {})).error?.code).toBe("bad_arguments");
  });
});

describe("tasks", () => {
  it("[002-query-then-submit] paragraphs are read for context, then submitted by paragraph_id", async () => {
    const testEngine = engineForTests(novel);
    const { task_id, assigned } = await working(testEngine, { chunk_size: 3 });
    expect(assigned).toHaveLength(3);
    const first = assigned[0] ?? "";
    dataOf(await testEngine.call("get_previous_paragraphs", { paragraph_id: first }));
    const answer = dataOf(await submitBatch(testEngine, assigned));
    expect(answer).toEqual({ accepted: assigned, unchanged: [], task_id, status: "working", done: 3, total: 3 });
    expect((await rowsOf(testEngine, "第一章"))[0]?.translation).toBe(`translated ${first}`);
    dataOf(await testEngine.call("update_task_status", { status: "review" }));
    expect(dataOf(await testEngine.call("update_task_status", { status: "end" }))).toEqual({ task_id, status: "end" });
    const next = dataOf<{ assigned: string[] }>(
      await testEngine.call("open_task", { book: "novel", type: "translation", chunk_size: 3 }),
    );
    expect(next.assigned[0]).toBe(await idOf(testEngine, "第一章", "他醒来。"));
  });

  it("what cannot be a translation rejects the batch with its reason; what is doubtful is stored, and the answer says why", async () => {
    const testEngine = engineForTests(novel);
    const { assigned } = await working(testEngine, { chapters: ["第一章"], target_language: "en" });
    const [, dawn = "", , woke = ""] = assigned;
    const thinking = await submitBatch(testEngine, [dawn, woke], (id) =>
      id === dawn ? "Dawn broke." : "<think>他 is he</think>He woke.",
    );
    expect(errorOf(thinking)).toEqual({
      code: "bad_arguments",
      message: `these are not translations, and nothing was stored:\n段落 ${woke}: contains the model's thinking (<think>)`,
    });
    expect(dataOf(await testEngine.call("task_info", {}))).toMatchObject({ done: [] });
    const doubtful = await submitBatch(testEngine, [dawn, woke], (id) =>
      id === dawn ? "Translation: Dawn broke." : "他醒来。",
    );
    expect(dataOf(doubtful)).toMatchObject({ accepted: [dawn, woke] });
    expect(doubtful.message).toContain(`check [ID: ${dawn}]: contains a comment on the translation: Translation:`);
    expect(doubtful.message).toContain(`check [ID: ${woke}]: is the same as the source`);
  });

  it("[002-assigned-only] one unassigned paragraph rejects the whole batch, and nothing is stored", async () => {
    const testEngine = engineForTests(novel);
    const { assigned } = await working(testEngine, { chapters: ["第一章"] });
    const foreign = await idOf(testEngine, "第二章", "雨停了。");
    const other = await idOf(testEngine, "第二章", "她走了。");
    expect(errorOf(await submitBatch(testEngine, [...assigned, foreign]))).toEqual({
      code: "not_assigned",
      message: `段落 ${foreign} 不在当前任务分配范围内`,
    });
    expect(errorOf(await submitBatch(testEngine, [foreign, other])).message).toBe(
      `段落 ${foreign} 不在当前任务分配范围内\n段落 ${other} 不在当前任务分配范围内`,
    );
    expect(dataOf(await testEngine.call("task_info", {}))).toMatchObject({ done: [], missing: assigned });
  });

  it("a mistyped id is unknown, never another paragraph, and the nearest assigned id is suggested", async () => {
    const testEngine = engineForTests(novel);
    const { assigned } = await working(testEngine, { chapters: ["第一章"] });
    const id = assigned[1] ?? "";
    const typed = `${id.slice(0, 2)}${id[3]}${id[2]}${id.slice(4)}`;
    const wrong = typed === id ? `${id.slice(0, 3)}${id[3] === "a" ? "b" : "a"}${id.slice(4)}` : typed;
    const rejected = await submitBatch(testEngine, [assigned[0] ?? "", wrong]);
    expect(errorOf(rejected)).toEqual({ code: "not_found", message: `段落不存在: ${wrong}` });
    expect(rejected.error?.candidates?.[0]).toBe(id);
    expect(rejected.message).toContain(id);
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
  ])("%s is rejected with the exact message", async (_what, paragraphs, message) => {
    const testEngine = engineForTests(novel);
    await working(testEngine, { chapters: ["第一章"] });
    expect(errorOf(await testEngine.call("add_translation_batch", { paragraphs }))).toEqual({
      code: "bad_arguments",
      message,
    });
  });

  it("the same text again is not an error; another text is a new selected version, and the old one stays", async () => {
    const testEngine = engineForTests(novel);
    const { assigned } = await working(testEngine, { chapters: ["第二章"] });
    const id = assigned[1] ?? "";
    await submitBatch(testEngine, [id], () => "one");
    expect(dataOf(await submitBatch(testEngine, [id], () => "one"))).toMatchObject({
      accepted: [],
      unchanged: [id],
      done: 1,
    });
    expect(dataOf(await submitBatch(testEngine, [id], () => "two"))).toMatchObject({ accepted: [id], unchanged: [] });
    const { translations } = dataOf<{ translations: { text: string; selected: boolean }[] }>(
      await testEngine.call("get_paragraph_info", { paragraph_id: id }),
    );
    expect(translations.map(({ text, selected }) => [text, selected])).toEqual([
      ["one", false],
      ["two", true],
    ]);
  });

  it("a translation goes through planning, preparing, working, review and end, and back from review; no state is skipped", async () => {
    const testEngine = engineForTests(novel);
    const { task_id, assigned } = dataOf<{ task_id: string; assigned: string[] }>(
      await testEngine.call("open_task", { book: "novel", type: "translation", chapters: ["第九章"] }),
    );
    const to = (status: string) => testEngine.call("update_task_status", { status });
    const expectRejected = async (status: string, ...statuses: string[]) => {
      const { error } = await to(status);
      expect(error?.code).toBe("wrong_state");
      for (const word of statuses) expect(error?.message).toContain(word);
    };
    expect(dataOf(await to("planning"))).toEqual({ task_id, status: "planning" });
    await expectRejected("working", "preparing");
    expect((await submitBatch(testEngine, assigned)).error?.code).toBe("wrong_state");
    dataOf(await to("preparing"));
    await expectRejected("review", "working");
    await expectRejected("planning", "working");
    dataOf(await to("working"));
    await expectRejected("end", "review");
    await expectRejected("review", assigned[0] ?? "?");
    dataOf(await submitBatch(testEngine, assigned));
    dataOf(await to("review"));
    expect((await submitBatch(testEngine, assigned)).error?.code).toBe("wrong_state");
    dataOf(await to("working"));
    dataOf(await to("review"));
    dataOf(await to("end"));
    dataOf(await to("end"));
    await expectRejected("working", "ended");
  });

  it.each(["polishing", "proofreading"])("%s has no review state", async (type) => {
    const testEngine = engineForTests(novel);
    await working(testEngine, { type, chapters: ["第一章"] });
    const { error } = await testEngine.call("update_task_status", { status: "review" });
    expect(error?.code).toBe("wrong_state");
    expect(error?.message).toContain("end");
    dataOf(await testEngine.call("update_task_status", { status: "end" }));
  });

  it("two open tasks of a kind never share a paragraph; a released one has none", async () => {
    const testEngine = engineForTests(novel);
    const { task_id, assigned } = await working(testEngine, { chapters: ["第一章"] });
    const again = await testEngine.call(
      "open_task",
      { book: "novel", type: "translation", paragraph_ids: [assigned[2]] },
      "other",
    );
    expect(again.error?.code).toBe("conflict");
    expect(again.error?.message).toContain(task_id);
    dataOf(await testEngine.call("open_task", { book: "novel", type: "polishing", chapters: ["第一章"] }, "other"));
    const neighbour = await testEngine.call(
      "open_task",
      { book: "novel", type: "translation", chapters: ["第二章"] },
      "third",
    );
    dataOf(neighbour);
    expect(dataOf(await testEngine.call("release_task", { task_id }))).toMatchObject({
      status: "released",
      missing: assigned,
    });
    expect((await submitBatch(testEngine, assigned, undefined, { task_id })).error?.code).toBe("wrong_state");
    dataOf(await testEngine.call("open_task", { book: "novel", type: "translation", chapters: ["第一章"] }, "other"));
  });

  it("a task without a language is rejected if the language is given as empty, and nothing is opened", async () => {
    const testEngine = engineForTests(novel);
    for (const target_language of ["", " \u3000\n"]) {
      const refused = await testEngine.call("open_task", { book: "novel", type: "translation", target_language });
      expect(errorOf(refused)).toEqual({ code: "bad_arguments", message: "target_language is empty" });
    }
    expect((await testEngine.call("task_info", {})).error?.message).toContain("no task open");
  });

  it("a task holds its paragraphs against others in its language only", async () => {
    const testEngine = engineForTests(novel);
    const open = (target_language: string, caller: string, more: object = { chapters: ["第一章"] }) =>
      testEngine.call("open_task", { book: "novel", type: "translation", target_language, ...more }, caller);
    const { assigned } = dataOf<{ assigned: string[] }>(await open("French", "a"));
    expect(dataOf(await open("Chinese", "b"))).toMatchObject({ assigned });
    expect((await open("French", "c")).error?.code).toBe("conflict");
    expect(dataOf(await open("Korean", "d", { chunk_size: 2 }))).toMatchObject({ assigned: assigned.slice(0, 2) });
  });

  it("a task in an unknown language holds its paragraphs against every other", async () => {
    const testEngine = engineForTests(novel);
    const args = { book: "novel", type: "translation", chapters: ["第一章"] };
    dataOf(await testEngine.call("open_task", args, "a"));
    const other = await testEngine.call("open_task", { ...args, target_language: "French" }, "b");
    expect(other.error?.code).toBe("conflict");
  });

  it("a call belongs to the one open task of its caller, else to the task that it names", async () => {
    const testEngine = engineForTests(novel);
    expect((await testEngine.call("task_info", {})).error?.message).toContain("task_id is required");
    const first = await working(testEngine, { chapters: ["第一章"] });
    expect(dataOf(await testEngine.call("task_info", {}))).toMatchObject({ task_id: first.task_id });
    const second = await working(testEngine, { chapters: ["第二章"] });
    const unclear = await testEngine.call("task_info", {});
    expect(unclear.error?.candidates).toEqual([first.task_id, second.task_id]);
    expect(dataOf(await testEngine.call("task_info", { task_id: first.task_id }, "other"))).toMatchObject({
      missing: first.assigned,
    });
    expect((await testEngine.call("task_info", {}, "other")).error?.code).toBe("bad_arguments");
    expect((await testEngine.call("read_chapter", { chapter: "第一章" }, "nobody")).error?.message).toBe(
      "book is required",
    );
  });

  it("without a choice the next unfinished chunk that no task holds is assigned, until none is left", async () => {
    const testEngine = engineForTests(novel);
    const seen: string[] = [];
    for (let turn = 0; turn < 7; turn++) {
      const opened = await testEngine.call(
        "open_task",
        { book: "novel", type: "translation", chunk_size: 2 },
        `agent ${turn}`,
      );
      seen.push(...dataOf<{ assigned: string[] }>(opened).assigned);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(11);
    const { error } = await testEngine.call("open_task", { book: "novel", type: "translation", chunk_size: 2 });
    expect(error).toMatchObject({ code: "not_found", message: expect.stringContaining("assigned to t-") });
  });

  it("if the source changes while a task is open, ids stay, and removed paragraphs are no longer missing", async () => {
    const testEngine = engineForTests(novel);
    const { assigned } = await working(testEngine, { chapters: ["第一章"] });
    await testEngine.outside("novel/卷一/第一章.md", "# 第一章\n\n序。\n\n天亮了，鸟叫了。\n\n＊＊＊\n\n「早。」\n");
    const rows = (await rowsOf(testEngine, "第一章")).filter(({ text }) => text !== "");
    expect(rows.map(({ id }) => assigned.indexOf(id))).toEqual([0, -1, 1, 2, 4]);
    const info = dataOf<{ missing: string[] }>(await testEngine.call("task_info", {}));
    expect(info.missing).toEqual(assigned.filter((_, index) => index !== 3));
    dataOf(await submitBatch(testEngine, info.missing));
    dataOf(await testEngine.call("update_task_status", { status: "review" }));
  });
});

describe("paragraphs whose source has changed since they were translated", () => {
  async function changedBook() {
    const testEngine = engineForTests({ "novel/1.md": "# One\n\nHe came.\n\nShe left.\n\nIt rained.\n" });
    const { task_id, assigned } = await working(testEngine, { target_language: "German" });
    dataOf(await submitBatch(testEngine, assigned));
    for (const status of ["review", "end"]) dataOf(await testEngine.call("update_task_status", { task_id, status }));
    await testEngine.outside("novel/1.md", "# One\n\nHe came home.\n\nShe left.\n\nIt rained hard.\n");
    return { testEngine, task_id, assigned, changed: [assigned[1] ?? "", assigned[3] ?? ""] };
  }

  it("they are counted and listed by chapter, in a chapter and in a task", async () => {
    const { testEngine, task_id, changed } = await changedBook();
    const listed = await testEngine.call("list_chapters", { book: "novel" });
    expect(listed.data).toMatchObject({ volumes: [{ chapters: [{ source_changed: 2 }] }] });
    const read = await testEngine.call("read_chapter", { book: "novel", chapter: "1.md" });
    expect(read.data).toMatchObject({ source_changed: changed });
    const info = await testEngine.call("task_info", { task_id });
    expect(info.data).toMatchObject({ source_changed: changed });
    for (const { message } of [listed, read, info])
      expect(message).toContain(`the source of 2 translated paragraphs has changed since: ${changed.join(", ")}`);
  });

  it("they are work to be done: the next task has them, until they are handed in, with other or the same words", async () => {
    const { testEngine, assigned, changed } = await changedBook();
    const opened = await testEngine.call("open_task", { book: "novel", type: "translation" });
    expect(dataOf(opened)).toMatchObject({ assigned, source_changed: changed, done: [assigned[0], assigned[2]] });
    for (const status of ["preparing", "working"]) dataOf(await testEngine.call("update_task_status", { status }));
    const [first = "", second = ""] = changed;
    dataOf(await submitBatch(testEngine, [first], () => "Er kam heim."));
    expect(dataOf(await submitBatch(testEngine, [second]))).toMatchObject({ unchanged: [second], done: 4 });
    expect(dataOf(await testEngine.call("task_info", {}))).toMatchObject({ source_changed: [], missing: [] });
    for (const status of ["review", "end"]) dataOf(await testEngine.call("update_task_status", { status }));
    const none = await testEngine.call("open_task", { book: "novel", type: "translation" });
    expect(none.error?.message).toBe("nothing is left for translation: every paragraph of the book is done");
  });

  it("those that the user has accepted stay as they are, and are named when nothing else is left", async () => {
    const { testEngine, changed } = await changedBook();
    const view = testEngine.engine.bookView("novel", testEngine.caller);
    const open = await view.open();
    open.write((work) => work.accept(changed, { language: "German", at: "2026-11-28", writer: "you" }));
    const none = await testEngine.call("open_task", { book: "novel", type: "translation" });
    expect(none.error?.message).toContain(
      `2 translated paragraphs has changed since: ${changed.join(", ")}; 2 of them`,
    );
    const { task_id } = await working(testEngine, { paragraph_ids: changed });
    dataOf(await submitBatch(testEngine, changed));
    expect(dataOf(await testEngine.call("task_info", { task_id }))).toMatchObject({ source_changed: changed });
  });
});

it("a book must be inside the caller's roots, and something else than a book is rejected", async () => {
  const testEngine = engineForTests({ ...novel, "empty/a.docx": "x", "a.docx": "x" });
  const codeOf = async (book: string) => (await testEngine.call("list_chapters", { book })).error?.code;
  expect(await codeOf("..")).toBe("outside_workspace");
  expect(await codeOf("/etc")).toBe("outside_workspace");
  expect(await codeOf("missing")).toBe("not_found");
  expect(await codeOf("empty")).toBe("not_found");
  expect(await codeOf("a.docx")).toBe("unsupported");
});

it("a hard-wrapped source is detected, and read as blocks if its book.json says so", async () => {
  const sentence = "It was a long and rainy autumn on the coast and nobody who lived there went out at all ";
  const wrapped = (sentence.repeat(6).match(/.{1,60} /g) ?? []).map((line) => line.trim()).join("\n");
  const text = `# One\n\n${wrapped}\n\n${wrapped}\n`;
  const lines = engineForTests({ "novel/1.md": text });
  const listed = await lines.call("list_chapters", { book: "novel" });
  expect(listed.data).toMatchObject({ paragraphs: "lines", hard_wrapped: true });
  expect(listed.message).toContain('{"paragraphs": "blocks"}');
  const testEngine = engineForTests({ "novel/1.md": text, "novel/.galley/book.json": '{"paragraphs": "blocks"}' });
  expect(dataOf(await testEngine.call("list_chapters", { book: "novel" }))).toMatchObject({
    paragraphs: "blocks",
    hard_wrapped: false,
    volumes: [{ chapters: [{ total_paragraphs: 5 }] }],
  });
  const [, , first] = await rowsOf(testEngine, "1.md");
  expect(first).toMatchObject({ paragraph_index: 2, text: sentence.repeat(6).trim() });
});

it("a batch has a size limit, and so has each text", async () => {
  const testEngine = engineForTests(novel, { batchLimit: () => 2 });
  const { assigned } = await working(testEngine, { chapters: ["第一章"] });
  const rejected = await submitBatch(testEngine, assigned.slice(0, 3));
  expect(errorOf(rejected)).toEqual({
    code: "too_large",
    message: "3 paragraphs are too many for one batch; at most 2",
  });
  expect((await submitBatch(testEngine, assigned.slice(0, 1), () => "长".repeat(20_001))).error?.code).toBe(
    "too_large",
  );
  expect(dataOf(await submitBatch(testEngine, assigned.slice(0, 2)))).toMatchObject({ done: 2 });
});
