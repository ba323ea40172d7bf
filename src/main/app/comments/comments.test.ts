import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CommentDraft, ShownThread } from "../../../shared/comments";
import type { Handlers, Reply, RequestName } from "../../../shared/contract";
import { createTestApp, type TestApp } from "../testing/test-app";

let testApp: TestApp;
let doc: string;
beforeEach(async () => {
  testApp = createTestApp({ "a.md": "The brown fox sleeps.\n" });
  answerAtOnce();
  await testApp.start();
  doc = (await testApp.open("a.md")).doc;
});
afterEach(() => testApp.end());

/** The renderer has nothing unsaved. */
function answerAtOnce(): void {
  testApp.desktop.onEvent = ({ name, event }) => {
    if (name === "document:hand-over") void testApp.window.handlers["document:handed-over"](event.requestId);
  };
}

type Ok<Name extends RequestName> = Extract<Reply<Name>, { ok: true }>;

/** The answer of a request that must succeed. */
async function ask<Name extends RequestName & `comments:${string}`>(
  name: Name,
  argument: Parameters<Handlers[Name]>[0],
): Promise<Ok<Name>> {
  const answer = (await testApp.window.handlers[name](argument as never)) as Reply<Name> & { ok: boolean };
  expect(answer, name).toMatchObject({ ok: true });
  return answer as Ok<Name>;
}
const threads = async (): Promise<ShownThread[]> => (await ask("comments:list", doc)).threads;
const shown = async () =>
  (await threads()).map(({ status, messages }) => [status, ...messages.map(({ text }) => text)]);
const add = async (text: string) =>
  (await ask("comments:add", { doc, from: 4, words: "brown fox", text, needsMe: false })).thread;
const editing = async (thread: string, index: number) => {
  const message = (await threads()).find((each) => each.thread === thread)?.messages[index];
  return { doc, thread, at: message?.at ?? "", before: message?.text ?? "" };
};

test("a deleted thread comes back with its messages, its words and its id", async () => {
  const thread = await add("Why brown?");
  await ask("comments:reply", { doc, thread, text: "It is." });
  const before = await threads();
  const { undo } = await ask("comments:delete", { doc, thread });
  expect(await threads()).toEqual([]);
  await ask("comments:undo", { doc, undo });
  expect(await threads()).toEqual(before);
  const again = await testApp.window.handlers["comments:undo"]({ doc, undo });
  expect(again).toMatchObject({ ok: false, error: { code: "wrong_state" } });
  expect(await threads()).toHaveLength(1);
});

test("a deleted answer comes back in its place, with what others wrote since", async () => {
  const thread = await add("Why brown?");
  await ask("comments:reply", { doc, thread, text: "It is." });
  const { undo } = await ask("comments:edit", { ...(await editing(thread, 1)), text: null });
  await ask("comments:reply", { doc, thread, text: "Later." });
  await ask("comments:undo", { doc, undo });
  expect(await shown()).toEqual([["open", "Why brown?", "It is.", "Later."]]);
});

test("a changed message and a resolved thread are taken back, the last first", async () => {
  const thread = await add("Why brown?");
  const edit = await ask("comments:edit", { ...(await editing(thread, 0)), text: "Why red?" });
  const resolve = await ask("comments:set", { doc, thread, status: "resolved" });
  expect(await shown()).toEqual([["resolved", "Why red?"]]);
  await ask("comments:undo", { doc, undo: resolve.undo });
  expect(await shown()).toEqual([["open", "Why red?"]]);
  await ask("comments:undo", { doc, undo: edit.undo });
  expect(await shown()).toEqual([["open", "Why brown?"]]);
});

test("a change of a message that is no longer what the user saw is rejected, whatever now stands in its place", async () => {
  const thread = await add("Why brown?");
  await ask("comments:reply", { doc, thread, text: "First." });
  const seen = await editing(thread, 1);
  await ask("comments:edit", { ...seen, text: "Second." });
  for (const text of ["Third.", null]) {
    const answer = await testApp.window.handlers["comments:edit"]({ ...seen, text });
    expect(answer).toMatchObject({ ok: false, error: { code: "stale" } });
  }
  expect(await shown()).toEqual([["open", "Why brown?", "Second."]]);
});

test("only the user's own messages are changed", async () => {
  const thread = await add("Why brown?");
  const engine = await testApp.engine();
  const caller = { id: "1", name: "Claude", roots: [testApp.folder] };
  await engine.run({ name: "comments", arguments: { action: "reply", thread, text: "No." }, caller });
  const answer = await testApp.window.handlers["comments:edit"]({ ...(await editing(thread, 1)), text: "Yes." });
  expect(answer).toMatchObject({ ok: false });
  expect(await shown()).toEqual([["open", "Why brown?", "No."]]);
});

test("messages of other people are listed as theirs, and cannot be changed", async () => {
  const sample = join(import.meta.dirname, "../../engine/office/samples/python-docx-comments.docx");
  copyFileSync(sample, testApp.path("b.docx"));
  doc = (await testApp.open("b.docx")).doc;
  const [first] = await threads();
  const thread = first?.thread ?? "";
  await ask("comments:reply", { doc, thread, text: "Much." });
  expect((await threads())[0]?.messages.map(({ isMine }) => isMine)).toEqual([false, true]);
  const answer = await testApp.window.handlers["comments:edit"]({ ...(await editing(thread, 0)), text: "Yes." });
  expect(answer).toMatchObject({ ok: false, error: { code: "stale" } });
  await ask("comments:edit", { ...(await editing(thread, 1)), text: "Little." });
  expect((await shown())[0]).toEqual(["open", "Greener than last year?", "Little."]);
});

test("asking for comments does not save what is being typed", async () => {
  await add("Why brown?");
  testApp.desktop.onEvent = () => undefined;
  const before = testApp.desktop.events("document:hand-over").length;
  expect(await threads()).toHaveLength(1);
  expect(testApp.desktop.events("document:hand-over")).toHaveLength(before);
});

test("a thread is unread from somebody else's answer until the user has seen it, also after a restart and a rename", async () => {
  await testApp.window.openWorkspace(testApp.folder);
  const thread = await add("Why brown?");
  const caller = { id: "1", name: "Claude", roots: [testApp.folder] };
  const answer = async (text: string) =>
    (await testApp.engine()).run({ name: "comments", arguments: { action: "reply", thread, text }, caller });
  const unread = async () => (await threads()).map(({ isUnread }) => isUnread);
  expect(await unread()).toEqual([false]);
  await answer("It is a fox.");
  expect(await unread()).toEqual([true]);
  await ask("comments:read", { doc, threads: [thread] });
  expect(await unread()).toEqual([false]);
  await testApp.window.handlers["workspace:rename"]({ from: testApp.path("a.md"), to: testApp.path("c.md") });
  expect(await unread()).toEqual([false]);
  testApp = await testApp.crash();
  answerAtOnce();
  await testApp.start();
  doc = (await testApp.open("c.md")).doc;
  expect(await unread()).toEqual([false]);
  await answer("And brown.");
  expect(await unread()).toEqual([true]);
});

test("the comments of the whole folder are listed by document, without those that are gone", async () => {
  await testApp.window.openWorkspace(testApp.folder);
  await add("Why brown?");
  writeFileSync(testApp.path("b.md"), "The sky is blue.\n");
  const other = await testApp.open("b.md");
  await ask("comments:add", { doc: other.doc, from: 4, words: "sky", text: "Is it?", needsMe: true });
  const listed = await ask("comments:folder", undefined);
  expect(listed.documents.map(({ name, threads: [first] }) => [name, first?.words, first?.needsMe])).toEqual([
    ["a.md", "brown fox", false],
    ["b.md", "sky", true],
  ]);
  rmSync(testApp.path("b.md"));
  const after = await ask("comments:folder", undefined);
  expect([after.documents.map(({ name }) => name), after.unread]).toEqual([["a.md"], 0]);
});

const drafts: CommentDraft[] = [
  { kind: "new", id: "1", from: 4, words: "brown fox", needsMe: true, text: "Half a" },
  { kind: "reply", thread: "c_0000000000", text: "Half an" },
];

test("what the user began to write survives a crash, and goes when it was sent", async () => {
  await ask("comments:keep-drafts", { doc, drafts });
  testApp = await testApp.crash();
  await testApp.start();
  doc = (await testApp.open("a.md")).doc;
  expect((await ask("comments:drafts", doc)).drafts).toEqual(drafts);
  await ask("comments:keep-drafts", { doc, drafts: [] });
  testApp = await testApp.crash();
  await testApp.start();
  doc = (await testApp.open("a.md")).doc;
  expect((await ask("comments:drafts", doc)).drafts).toEqual([]);
});

test("what the user began to write follows a renamed folder, and so does the way back from a deletion", async () => {
  mkdirSync(testApp.path("old"));
  renameSync(testApp.path("a.md"), testApp.path("old/a.md"));
  await testApp.window.openWorkspace(testApp.folder);
  doc = (await testApp.open("old/a.md")).doc;
  const thread = await add("Why?");
  const { undo } = await ask("comments:delete", { doc, thread });
  await ask("comments:keep-drafts", { doc, drafts });
  const moved = await testApp.window.handlers["workspace:rename"]({
    from: testApp.path("old"),
    to: testApp.path("new"),
  });
  expect(moved).toMatchObject({ ok: true });
  expect((await ask("comments:drafts", doc)).drafts).toEqual(drafts);
  await ask("comments:undo", { doc, undo });
  expect(await shown()).toEqual([["open", "Why?"]]);
});

test("comments of a Word document are listed, answered, resolved and deleted in the window, and all of it is taken back", async () => {
  const sample = join(import.meta.dirname, "../../engine/office/samples/python-docx-comments.docx");
  copyFileSync(sample, testApp.path("b.docx"));
  doc = (await testApp.open("b.docx")).doc;
  const [first] = await threads();
  expect(first).toMatchObject({ words: "very green", state: "anchored", messages: [{ name: "Maria", kind: "user" }] });
  const thread = first?.thread ?? "";
  await ask("comments:reply", { doc, thread, text: "Much." });
  expect(testApp.desktop.events("comments:changed")).toContainEqual({ docs: [doc] });
  const resolve = await ask("comments:set", { doc, thread, status: "resolved" });
  const before = await shown();
  expect(before[0]).toEqual(["resolved", "Greener than last year?", "Much."]);
  const removal = await ask("comments:delete", { doc, thread });
  expect(await shown()).toEqual([["open", "Both?\nOr one"]]);
  await ask("comments:undo", { doc, undo: removal.undo });
  expect((await shown()).sort()).toEqual(before.sort());
  await ask("comments:undo", { doc, undo: resolve.undo });
  expect(await shown()).toContainEqual(["open", "Greener than last year?", "Much."]);
  await ask("comments:add", { doc, from: 0, words: "garden", text: "Mine.", needsMe: false });
  expect(await shown()).toContainEqual(["open", "Mine."]);
});

test("a protected passage can be opened for suggestions and closed again; a limit is left as it is", async () => {
  await ask("comments:protect", { doc, from: 4, to: 13, kind: "paragraph", mode: "locked" });
  await ask("comments:protect", { doc, from: 0, to: 0, kind: "document", mode: "suggest", share: 10 });
  const locks = async () => (await ask("comments:list", doc)).locks;
  const modes = async () => (await locks()).map(({ kind, mode }) => `${kind} ${mode}`).sort();
  const set = async (mode: "locked" | "suggest") => {
    for (const { lock } of await locks()) await ask("comments:set-lock", { doc, lock, mode });
  };
  await set("suggest");
  expect(await modes()).toEqual(["document suggest", "paragraph suggest"]);
  await set("locked");
  expect(await modes()).toEqual(["document suggest", "paragraph locked"]);
});

test("a protection whose words are gone is listed as such, and can be removed", async () => {
  await ask("comments:protect", { doc, from: 4, to: 13, kind: "paragraph", mode: "locked" });
  const locks = async () => (await ask("comments:list", doc)).locks;
  expect(await locks()).toMatchObject([{ words: "The brown fox sleeps.", isLost: false }]);
  writeFileSync(testApp.path("a.md"), "Nothing alike, in 2026: 花园.\n");
  const [lost] = await locks();
  expect(lost).toMatchObject({ words: "The brown fox sleeps.", isLost: true, from: 0, to: 0 });
  await ask("comments:unprotect", { doc, lock: lost?.lock ?? "" });
  expect(await locks()).toEqual([]);
});
