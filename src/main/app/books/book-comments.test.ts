import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createEpub } from "../../engine/office/epub/create";
import { ToolError } from "../../engine/ports/tool-error";
import { createTestJobs, type TestJobs } from "./jobs/testing/test-jobs";

const made: TestJobs[] = [];

afterEach(async () => {
  for (const each of made.splice(0)) await each.end();
});

async function openBook(files: Record<string, string>) {
  const laid = await createTestJobs(files);
  made.push(laid);
  const { handlers } = laid.testApp.window;
  const { ask, book, rows } = laid;
  await ask(handlers["book:open"](book));
  const ids = async (chapter: string) => (await rows(chapter)).map(({ id }) => id);
  const threads = async (chapter: string) => (await ask(handlers["book:comments"]({ book, chapter }))).threads;
  const comment = async (paragraph: string, text: string) =>
    (await ask(handlers["book:comment"]({ book, paragraph, text }))).thread;
  type Change = Parameters<(typeof handlers)["book:change-comment"]>[0]["change"];
  const change = (chapter: string, thread: string, what: Change) =>
    handlers["book:change-comment"]({ book, chapter, thread, change: what });
  return { ...laid, handlers, ids, threads, comment, change };
}

const lines = "# One\n\nThe wind went on.\nNobody came.\nThe wind went on.\n";

describe("comments on paragraphs of a book", () => {
  it("are written, answered, resolved, deleted and brought back, and change no byte of the chapter", async () => {
    const { book, ids, threads, comment, change } = await openBook({ "v1/1.md": lines, "2.md": "Two.\n" });
    const [, , , , fifth = ""] = await ids("v1/1.md");
    const thread = await comment(fifth, "Again?");
    expect(await threads("2.md")).toEqual([]);
    await change("v1/1.md", thread, { kind: "reply", text: "Yes." });
    await change("v1/1.md", thread, { kind: "status", status: "resolved" });
    // Of two equal paragraphs it is on the one that was meant.
    expect(await threads("v1/1.md")).toMatchObject([
      {
        thread,
        paragraph: fifth,
        status: "resolved",
        words: "The wind went on.",
        messages: [{ text: "Again?", isMine: true }, { text: "Yes." }],
      },
    ]);
    await change("v1/1.md", thread, { kind: "delete" });
    expect(await threads("v1/1.md")).toEqual([]);
    await change("v1/1.md", thread, { kind: "restore" });
    expect(await threads("v1/1.md")).toHaveLength(1);
    expect(readFileSync(join(book, "v1/1.md"), "utf8")).toBe(lines);
    expect(await change("v1/1.md", "c_0000000000", { kind: "delete" })).toMatchObject({ ok: false });
  });

  it("can be brought back again after that has failed once", async () => {
    const { ids, threads, comment, change, testApp } = await openBook({ "1.md": lines });
    const [, , third = ""] = await ids("1.md");
    const thread = await comment(third, "Again?");
    await change("1.md", thread, { kind: "delete" });
    const { comments } = await testApp.engine();
    vi.spyOn(comments, "restore").mockRejectedValueOnce(new ToolError("failed", "the disk is full"));
    expect(await change("1.md", thread, { kind: "restore" })).toMatchObject({ ok: false, error: { code: "failed" } });
    expect(await change("1.md", thread, { kind: "restore" })).toMatchObject({ ok: true });
    expect(await threads("1.md")).toMatchObject([{ thread, messages: [{ text: "Again?" }] }]);
  });

  it("are those of the chapter's file for agents, and follow their paragraph when the source changes", async () => {
    const { book, ids, threads, comment, testApp } = await openBook({ "1.md": lines });
    const [, , , fourth = ""] = await ids("1.md");
    const thread = await comment(fourth, "Who?");
    const engine = await testApp.engine();
    const agent = { id: "a", name: "Claude", roots: [book] };
    const call = (args: object) => engine.run({ name: "comments", arguments: args, caller: agent });
    expect((await call({ action: "list", path: "1.md" })).data).toMatchObject({
      threads: [{ thread, line_from: 4, anchor: { quote: "Nobody came." } }],
    });
    expect((await call({ action: "reply", thread, text: "The postman." })).ok).toBe(true);
    writeFileSync(join(book, "1.md"), lines.replace("# One\n", "# One\n\nA new beginning.\n"));
    const [found] = await threads("1.md");
    expect(found).toMatchObject({ paragraph: fourth, messages: [{ text: "Who?" }, { text: "The postman." }] });
  });

  it("are found in paragraphs whose lines are joined, and in chapters of one file", async () => {
    const wrapped = "# One\n\nThe wind went\non all night.\n\nNobody came.\n\n# Two\n\nThe wind went\non all night.\n";
    const { book, handlers, ask, ids, threads, comment } = await openBook({ "1.md": wrapped });
    await ask(handlers["book:set-unit"]({ book, unit: "blocks" }));
    const rowsOf = async () => (await ids("1.md")).filter((id) => id !== "");
    const all = await rowsOf();
    const { rows } = await ask(handlers["book:rows"]({ book, chapter: "1.md" }));
    const last = rows.findLast(({ text }) => text === "The wind went on all night.")?.id ?? "";
    expect(all).toContain(last);
    await comment(last, "Joined");
    expect(await threads("1.md")).toMatchObject([{ paragraph: last, words: "The wind went\non all night." }]);
  });

  it("and their protection: agents change neither the source nor the translation of a protected paragraph", async () => {
    const { book, ask, handlers, ids, testApp } = await openBook({ "1.md": lines });
    await ask(handlers["book:set-language"]({ book, language: "German" }));
    const [, , third = "", fourth = ""] = await ids("1.md");
    const locked = async () => (await ask(handlers["book:comments"]({ book, chapter: "1.md" }))).locked;
    await ask(handlers["book:protect"]({ book, paragraph: fourth }));
    expect(await locked()).toEqual([fourth]);
    const engine = await testApp.engine();
    const agent = { id: "a", name: "Claude", roots: [book] };
    const call = (name: string, args: object) => engine.run({ name, arguments: { book, ...args }, caller: agent });
    expect((await call("open_task", { type: "translation", target_language: "German" })).ok).toBe(true);
    for (const status of ["preparing", "working"]) await call("update_task_status", { status });
    const handIn = (...given: string[]) =>
      call("add_translation_batch", {
        paragraphs: given.map((paragraph_id, index) => ({
          paragraph_id,
          translated_text: ["Der Wind wehte weiter.", "Niemand kam."][index],
        })),
      });
    const refused = await handIn(third, fourth);
    expect(refused.error?.code).toBe("protected");
    expect(refused.message).toContain(`whose translation must not be changed by agents: ${fourth}`);
    expect((await handIn(third)).data).toMatchObject({ accepted: [third] });
    const edit = { action: "patch", path: "1.md", old_text: "Nobody", new_text: "Somebody" };
    expect((await engine.run({ name: "text_editor", arguments: edit, caller: agent })).error?.code).toBe("protected");
    // The user translates it, and takes the protection away.
    expect(await handlers["book:translate"]({ book, paragraph: fourth, text: "Niemand.", base: null })).toMatchObject({
      ok: true,
    });
    await ask(handlers["book:protect"]({ book, paragraph: fourth }));
    expect(await locked()).toEqual([]);
    expect((await handIn(fourth)).ok).toBe(true);
  });
});

it("the paragraphs of an EPUB have comments and protection too, which change no byte of it", async () => {
  const { handlers, ask, testApp, book: folder } = await openBook({ "note.md": "A note.\n" });
  const book = join(folder, "sea.epub");
  const chapters = [{ title: "One", volume: "", text: lines.replaceAll("\n", "\n\n") }];
  const epub = createEpub({ title: "Sea", language: "en", identifier: "urn:sea", chapters });
  writeFileSync(book, epub);
  const { shown } = await ask(handlers["book:open"](book));
  await ask(handlers["book:set-language"]({ book, language: "German" }));
  const chapter = shown.volumes[0]?.chapters[0]?.id ?? "";
  const { rows } = await ask(handlers["book:rows"]({ book, chapter }));
  const paragraph = rows.findLast(({ text }) => text === "The wind went on.")?.id ?? "";
  const listed = () => ask(handlers["book:comments"]({ book, chapter }));
  const { thread } = await ask(handlers["book:comment"]({ book, paragraph, text: "Again?" }));
  await ask(handlers["book:change-comment"]({ book, chapter, thread, change: { kind: "reply", text: "Yes." } }));
  await ask(handlers["book:protect"]({ book, paragraph }));
  expect(await listed()).toMatchObject({
    threads: [{ thread, paragraph, words: "The wind went on.", messages: [{ text: "Again?" }, { text: "Yes." }] }],
    locked: [paragraph],
  });
  const engine = await testApp.engine();
  const agent = { id: "a", name: "Claude", roots: [folder] };
  const call = (name: string, args: object) => engine.run({ name, arguments: args, caller: agent });
  await call("open_task", { book, type: "translation", target_language: "German" });
  for (const status of ["preparing", "working"]) await call("update_task_status", { book, status });
  const batch = { book, paragraphs: [{ paragraph_id: paragraph, translated_text: "Der Wind wehte weiter." }] };
  expect((await call("add_translation_batch", batch)).error?.code).toBe("protected");
  expect((await call("workspace", { action: "delete", path: "sea.epub" })).error?.code).toBe("protected");
  await ask(handlers["book:protect"]({ book, paragraph }));
  expect((await listed()).locked).toEqual([]);
  expect(await call("add_translation_batch", batch)).toMatchObject({ ok: true });
  expect(await ask(handlers["comments:folder"](undefined))).toMatchObject({
    unread: 0,
    documents: [{ threads: [{ thread }] }],
  });
  expect(readFileSync(book).equals(epub)).toBe(true);
});
