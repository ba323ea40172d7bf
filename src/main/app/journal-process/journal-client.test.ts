import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { applyChanges } from "../../../core/text/change";
import type { DocumentSnapshot } from "../../../shared/contract";
import type { Typing } from "../../../shared/typing";
import { createTestApp, FakePage, type TestApp } from "../testing/test-app";
import { type JournalInThread, journalInThread } from "./testing/journal-in-thread";

let testApp: TestApp;
let journal: JournalInThread;
let count: number;
beforeEach(async () => {
  count = 0;
  testApp = createTestApp({ "a.md": "one\n", "b.md": "two\n" });
  journal = journalInThread();
  testApp.desktop.startProcess = journal.start;
  await testApp.start();
  await expect.poll(() => journal.starts).toBe(1);
});
afterEach(() => testApp.end());

const subjectOf = (typing: Typing): string => {
  if (typing.name === "book:keep-targets") return `book ${typing.argument.book}`;
  if (typing.name === "comments:keep-drafts") return `comments ${typing.argument.doc}`;
  if (typing.name === "assistant:keep-draft") return `draft ${typing.argument.conversation}`;
  return `${typing.name === "office:typed" ? "office" : "text"} ${typing.argument.doc}`;
};
const pages = () => join(testApp.dataDir, "journal", "pages");
const runs = () => (existsSync(pages()) ? readdirSync(pages()) : []);
const written = () => runs().flatMap((run) => readdirSync(join(pages(), run)).filter((name) => name.endsWith(".json")));

/** The renderer sends edits while main is busy; resolves once they are on disk. */
async function whileBusy(typing: Typing): Promise<void> {
  const before = written().length;
  journal.send(testApp.desktop, { kind: "typed", subject: subjectOf(typing), count: ++count, typing });
  await expect.poll(() => written().length).toBeGreaterThan(before);
}
const typedIn = (page: FakePage, text: string): Typing => ({ name: "document:typed", argument: page.type(text) });

/** The app ends, and another one starts with the same documents. */
async function crash(): Promise<DocumentSnapshot[]> {
  await testApp.app.storeSession();
  testApp = await testApp.crash();
  return (await testApp.start()).documents;
}
const textOf = ({ text, unsaved }: DocumentSnapshot): string => applyChanges(text, unsaved?.changes ?? []);

test("edits that main did not confirm come back after a crash, over those in its journal", async () => {
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("one and\n");
  await page.journal();
  await whileBusy(typedIn(page, "one and more\n"));
  const [again] = await crash();
  expect(again && textOf(again)).toBe("one and more\n");
  expect(written()).toEqual([]);
  const [twice] = await crash();
  expect(twice && textOf(twice)).toBe("one and more\n");
});

test("the first edits of a document come back without any record of main's, also in a document without a file", async () => {
  await whileBusy(typedIn(new FakePage(testApp, await testApp.open("a.md")), "one first\n"));
  const untitled = await testApp.window.handlers["document:create"](undefined);
  await whileBusy(typedIn(new FakePage(testApp, untitled), "no file"));
  const texts = (await crash()).map(textOf);
  expect(texts.sort()).toEqual(["no file", "one first\n"]);
});

test("typing after a save that the renderer did not know of comes back on the saved text, not as a conflict with it", async () => {
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("one saved\n");
  expect(await page.save()).toMatchObject({ status: "saved" });
  await whileBusy(typedIn(page, "one saved, and more\n"));
  const [again] = await crash();
  expect(again).toMatchObject({ text: "one saved\n" });
  expect(again && textOf(again)).toBe("one saved, and more\n");
});

test("edits that were undone while main was busy do not come back", async () => {
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("one and\n");
  await page.journal();
  await whileBusy(typedIn(page, "one\n"));
  expect(await crash()).toEqual([]);
});

test("an older text that main had already confirmed does not win over main's own record", async () => {
  const page = new FakePage(testApp, await testApp.open("a.md"));
  await whileBusy(typedIn(page, "one old\n"));
  page.type("one new\n");
  await page.journal();
  const [again] = await crash();
  expect(again && textOf(again)).toBe("one new\n");
});

test("a reloaded renderer gets what was typed before it while main was busy", async () => {
  const page = new FakePage(testApp, await testApp.open("a.md"));
  await whileBusy(typedIn(page, "one and more\n"));
  testApp.window.rendererStopped("The page ended.");
  const { documents } = await testApp.start();
  expect(documents.map(textOf)).toEqual(["one and more\n"]);
  expect(written()).toEqual([]);
});

test("neither a document that is closed without saving nor a saved one stays in the journal", async () => {
  const page = new FakePage(testApp, await testApp.open("a.md"));
  await whileBusy(typedIn(page, "one gone\n"));
  await page.journal();
  await testApp.window.handlers["document:close"]({ doc: page.doc, discard: true });
  expect(written()).toEqual([]);
  const other = new FakePage(testApp, await testApp.open("b.md"));
  await whileBusy(typedIn(other, "two saved\n"));
  await testApp.window.handlers["document:save"]({ ...other.unsavedEdits(), why: "auto" });
  expect(testApp.read("b.md")).toBe("two saved\n");
  expect(written()).toEqual([]);
});

test("drafts of an Office document come back that were typed while main was busy", async () => {
  copyFileSync(join(import.meta.dirname, "../../engine/office/samples/python-docx.docx"), testApp.path("a.docx"));
  const { doc } = await testApp.open("a.docx");
  const asked = await testApp.window.handlers["office:paragraphs"]({ doc, from: 0, count: 500 });
  const paragraph = (asked.ok ? asked.paragraphs : []).find(({ text }) => text.startsWith("In spring"));
  if (!paragraph) throw new Error("the paragraph is not there");
  const drafts = [{ paragraph: paragraph.id, before: paragraph.text, text: "In summer." }];
  await whileBusy({ name: "office:typed", argument: { doc, drafts } });
  await crash();
  const back = await testApp.window.handlers["office:drafts"](doc);
  expect(back).toMatchObject({ ok: true, drafts: [{ text: "In summer.", now: paragraph.text }] });
});

test("comments come back that were typed while main was busy", async () => {
  const page = new FakePage(testApp, await testApp.open("a.md"));
  const drafts = [{ kind: "reply", thread: "c_0000000000", text: "Half an" } as const];
  await whileBusy({ name: "comments:keep-drafts", argument: { doc: page.doc, drafts: [...drafts] } });
  page.type("one saved\n");
  await page.save();
  await crash();
  const { doc } = await testApp.open("a.md");
  expect(await testApp.window.handlers["comments:drafts"](doc)).toMatchObject({ ok: true, drafts });
  expect(written()).toEqual([]);
});

test("targets of a book come back that were typed while main was busy", async () => {
  const book = testApp.path("book");
  mkdirSync(book);
  writeFileSync(join(book, "1.md"), "one");
  await testApp.window.openWorkspace(testApp.folder);
  const drafts = { p1: { text: "ei", base: null, baseText: "", language: "German" } };
  await whileBusy({ name: "book:keep-targets", argument: { book, drafts } });
  await crash();
  expect(await testApp.window.handlers["book:recover-targets"](book)).toMatchObject({ ok: true, drafts });
  expect(written()).toEqual([]);
});

test("a question that was typed in the panel while main was busy comes back", async () => {
  await testApp.window.openWorkspace(testApp.folder);
  const created = await testApp.window.handlers["assistant:create"](testApp.folder);
  const conversation = created.ok ? created.conversation.id : "";
  const draft = { text: "What is", chips: [] };
  await whileBusy({ name: "assistant:keep-draft", argument: { conversation, draft } });
  await crash();
  expect(await testApp.window.handlers["assistant:draft"]({ conversation })).toMatchObject({ ok: true, draft });
  expect(written()).toEqual([]);
});

test("a process that ends is started again with its renderers, and its records are removed", async () => {
  const page = new FakePage(testApp, await testApp.open("a.md"));
  await whileBusy(typedIn(page, "one lost\n"));
  const [first] = runs();
  journal.end();
  await expect.poll(() => journal.starts).toBe(2);
  await whileBusy(typedIn(page, "one and more\n"));
  await expect.poll(() => runs()).not.toContain(first);
  const [again] = await crash();
  expect(again && textOf(again)).toBe("one and more\n");
});

test("a process that does not answer is replaced, and nobody waits for it", async () => {
  const page = new FakePage(testApp, await testApp.open("a.md"));
  await whileBusy(typedIn(page, "one and more\n"));
  journal.hang();
  await testApp.window.handlers["document:save"]({ ...page.unsavedEdits(), why: "auto" });
  expect(testApp.read("a.md")).toBe("one and more\n");
  await expect.poll(() => journal.starts).toBe(2);
});

test("the renderer is notified if the process could not write", async () => {
  mkdirSync(join(pages(), ".."), { recursive: true });
  writeFileSync(pages(), "in the way");
  const page = new FakePage(testApp, await testApp.open("a.md"));
  const typing = typedIn(page, "one and more\n");
  journal.send(testApp.desktop, { kind: "typed", subject: subjectOf(typing), count: 1, typing });
  await expect
    .poll(() => testApp.desktop.events("app:notice"))
    .toEqual([expect.objectContaining({ message: expect.stringContaining("The journal") })]);
});
