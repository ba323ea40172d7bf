import { copyFileSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Argument, DocumentSnapshot, Reply, RequestName } from "../../../shared/contract";
import type { OfficeDraft } from "../../../shared/office";
import { readArgument } from "../read-argument";
import { createTestApp, type TestApp } from "../testing/test-app";

const made = join(import.meta.dirname, "../../engine/office/samples");
let testApp: TestApp;
const put = (name: string, as: string): void => copyFileSync(join(made, name), testApp.path(as));

beforeEach(async () => {
  testApp = createTestApp();
  put("python-docx.docx", "a.docx");
  put("libreoffice.xlsx", "c.xlsx");
  await testApp.start();
});
afterEach(() => testApp.end());

async function ask<K extends RequestName>(name: K, argument: Argument<K>): Promise<Extract<Reply<K>, { ok: true }>> {
  const answer = await (testApp.window.handlers[name] as (asked: Argument<K>) => Promise<Reply<K>>)(argument);
  expect(answer).toMatchObject({ ok: true });
  return answer as Extract<Reply<K>, { ok: true }>;
}
const idOf = async ({ doc }: DocumentSnapshot, text: string): Promise<string> => {
  const { paragraphs } = await ask("office:paragraphs", { doc, from: 0, count: 500 });
  const found = paragraphs.find((each) => each.text === text);
  if (found === undefined) throw new Error(`no paragraph says ${text}`);
  return found.id;
};
const type = (doc: string, ...drafts: OfficeDraft[]) => testApp.window.handlers["office:typed"]({ doc, drafts });
const drafts = async (doc: string) => (await ask("office:drafts", doc)).drafts;
const kept = (): string[] => {
  try {
    return readdirSync(join(testApp.dataDir, "journal")).filter((name) => name.endsWith(".json"));
  } catch {
    return [];
  }
};
/** The process ends, and another one starts with the same documents. */
async function crash(): Promise<DocumentSnapshot | undefined> {
  testApp = await testApp.crash();
  const { documents } = await testApp.start();
  return documents[0];
}

const spring = "In spring the garden is green.";

test("an unsaved edit of a paragraph is there again after a crash, in the same paragraph", async () => {
  const document = await testApp.open("a.docx");
  const bytes = readFileSync(testApp.path("a.docx"));
  const paragraph = await idOf(document, spring);
  await type(document.doc, { paragraph, before: spring, text: "In spring the gard" });
  await type(document.doc, { paragraph, before: spring, text: "In spring the garden blooms" });
  const again = await crash();
  expect(again).toMatchObject({ doc: document.doc, name: "a.docx", office: { kind: "document" } });
  expect(readFileSync(testApp.path("a.docx"))).toEqual(bytes);
  const found = await drafts(document.doc);
  const id = await idOf(document, spring);
  expect(found).toEqual([{ paragraph: id, before: spring, text: "In spring the garden blooms", now: spring }]);

  // The renderer has the drafts now, and another crash loses nothing.
  await crash();
  expect(await drafts(document.doc)).toMatchObject([{ text: "In spring the garden blooms", now: spring }]);
});

test("steady typing is journaled within a second, even if the paragraph's position is not known yet", async () => {
  const document = await testApp.open("a.docx");
  const paragraph = await idOf(document, spring);
  const { models } = await testApp.app.office();
  models.positionsOf = () => new Promise(() => {});
  let text = spring;
  const journaled = () =>
    kept().some((name) => readFileSync(join(testApp.dataDir, "journal", name), "utf8").includes("aa"));
  for (const until = Date.now() + 1000; Date.now() < until && !journaled(); ) {
    text += "a";
    void type(document.doc, { paragraph, before: spring, text });
    await new Promise((done) => setTimeout(done, 50));
  }
  expect(journaled()).toBe(true);
});

test("a paragraph that somebody rewrote meanwhile is found by its neighbours, and both texts are reported", async () => {
  const document = await testApp.open("a.docx");
  const paragraph = await idOf(document, spring);
  await type(document.doc, { paragraph, before: spring, text: "In spring I wait." });
  const engine = await testApp.engine();
  const edit = { action: "edit", path: testApp.path("a.docx"), operation: "replace_text", find: spring };
  const caller = { id: "1", name: "Claude", roots: [testApp.folder] };
  const written = await engine.run({
    name: "office_artifact",
    arguments: { ...edit, replace: "In spring it rains." },
    caller,
  });
  expect(written).toMatchObject({ ok: true });
  await crash();
  const id = await idOf(document, "In spring it rains.");
  expect(await drafts(document.doc)).toEqual([
    { paragraph: id, before: spring, text: "In spring I wait.", now: "In spring it rains." },
  ]);
});

test("text that was saved before the crash does not come back a second time", async () => {
  const document = await testApp.open("a.docx");
  const paragraph = await idOf(document, spring);
  const text = "In spring we write.";
  await type(document.doc, { paragraph, before: spring, text });
  await ask("office:edit", {
    doc: document.doc,
    edits: [{ edit: "text", paragraph, before: spring, text }],
    how: "written",
  });
  await crash();
  expect(await drafts(document.doc)).toEqual([]);
  expect(kept()).toEqual([]);
});

test("an unsaved edit of a cell comes back to its cell, and is deleted once it is discarded", async () => {
  const { doc } = await testApp.open("c.xlsx");
  const { content } = await ask("office:content", doc);
  const sheet = content.kind === "spreadsheet" ? (content.sheets[0]?.name ?? "") : "";
  await type(doc, { sheet, address: "Z99", before: "", text: "=SUM(" });
  await crash();
  expect(await drafts(doc)).toEqual([{ sheet, address: "Z99", before: "", text: "=SUM(", now: "" }]);
  await type(doc);
  expect(kept()).toEqual([]);
  expect(await drafts(doc)).toEqual([]);
});

test("a document with unsaved edits is not closed automatically; if its file is deleted, they come back as a text document", async () => {
  const document = await testApp.open("a.docx");
  const paragraph = await idOf(document, spring);
  await type(document.doc, { paragraph, before: spring, text: "Words of mine" });
  expect(await testApp.window.handlers["document:close"]({ doc: document.doc, discard: false })).toMatchObject({
    ok: false,
    error: { code: "wrong_state" },
  });
  rmSync(testApp.path("a.docx"));
  testApp = await testApp.crash();
  const { documents, notices } = await testApp.start();
  expect(documents).toHaveLength(1);
  expect(documents[0]?.unsaved?.changes).toEqual([{ from: 0, to: 0, insert: "Words of mine" }]);
  expect(notices.join()).toContain("a.docx");
  expect(kept()).toHaveLength(1);
});

test("a renderer that asks a second time gets the ids that it has; discarding closes without a question", async () => {
  const document = await testApp.open("a.docx");
  const paragraph = await idOf(document, spring);
  await type(document.doc, { paragraph, before: spring, text: "Half a" });
  expect(await drafts(document.doc)).toEqual([{ paragraph, before: spring, text: "Half a", now: spring }]);
  await ask("document:close", { doc: document.doc, discard: true });
  expect(kept()).toEqual([]);
});

test("a large paste is journaled, and written, like any other edit", async () => {
  const document = await testApp.open("a.docx");
  const paragraph = await idOf(document, spring);
  const text = "All of it at once. ".repeat(150_000);
  const asked = readArgument("office:typed", { doc: document.doc, drafts: [{ paragraph, before: spring, text }] });
  if (asked.status !== "fits") throw new Error(asked.why);
  await testApp.window.handlers["office:typed"](asked.argument);
  expect((await drafts(document.doc)).map((draft) => draft.text.length)).toEqual([text.length]);
  const edits = [{ edit: "text" as const, paragraph, before: spring, text }];
  const edit = readArgument("office:edit", { doc: document.doc, edits, how: "written" });
  if (edit.status !== "fits") throw new Error(edit.why);
  expect((await ask("office:edit", edit.argument)).written).toMatchObject({ status: "written" });
  expect(await drafts(document.doc)).toEqual([]);
});
