import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { DocumentSnapshot } from "../../../shared/contract";
import type { OfficeWritten } from "../../../shared/office";
import { readPackage } from "../../engine/office/formats/read-package";
import { openZip } from "../../engine/office/package/zip";
import { createTestApp, eventually, type TestApp } from "../testing/test-app";
import { agentOf, requestsOf, startOfficeApp } from "./testing/office-app";

const made = join(import.meta.dirname, "../../engine/office/samples");
let testApp: TestApp;
const bytesOf = (name: string): Buffer => readFileSync(testApp.path(name));

beforeEach(async () => {
  testApp = await startOfficeApp(
    {
      "a.docx": "python-docx.docx",
      "a.odt": "libreoffice.odt",
      "b.odt": "libreoffice.odt",
      "c.xlsx": "libreoffice.xlsx",
      "d.pptx": "libreoffice.pptx",
    },
    { "a.md": "text\n" },
  );
});
afterEach(() => testApp.end());

const ask = requestsOf(() => testApp);
const paragraphs = async ({ doc }: DocumentSnapshot) =>
  (await ask("office:paragraphs", { doc, from: 0, count: 500 })).paragraphs;
const find = async (document: DocumentSnapshot, text: string) => {
  const found = (await paragraphs(document)).find((each) => each.text.startsWith(text));
  if (found === undefined) throw new Error(`no paragraph says ${text}`);
  return found;
};
const written = ({ written: answer }: { written: OfficeWritten }) => {
  if (answer.status === "stale") throw new Error(`it was stale: ${answer.now}`);
  expect(answer.status).toBe("written");
  return answer;
};
const agent = agentOf(() => testApp);
const changed = () => testApp.desktop.events("office:changed");
const texts = (name: string): string => readPackage(bytesOf(name), name.endsWith(".odt") ? "odt" : "docx", name).text;

describe("an Office document in a tab", () => {
  test("is opened like any document, with no text of its own", async () => {
    const document = await testApp.open("a.docx");
    expect(document).toMatchObject({
      text: "",
      readOnly: null,
      office: { format: "docx", kind: "document", canSuggest: true },
    });
    const { content } = await ask("office:content", document.doc);
    expect(content).toMatchObject({
      kind: "document",
      version: document.version,
      suggestions: 0,
      steps: { undo: 0, redo: 0 },
    });
    expect((await find(document, "Trees")).kind).toBe("heading");
  });

  test("is in the tree as a document that opens, and comes back at the next start", async () => {
    const listed = await ask("workspace:list", testApp.folder);
    expect(listed.entries.find(({ name }) => name === "a.docx")?.isText).toBe(true);
    const { doc } = await testApp.open("c.xlsx");
    const tab = { path: testApp.path("c.xlsx"), doc, cursor: 0, scrollTop: 0, folds: [] };
    await testApp.window.handlers["app:save-session"]({
      tabs: [tab],
      active: doc,
      sidebar: { open: true, width: 200 },
      expanded: [],
    });
    const next = await testApp.crash();
    const { documents } = await next.start();
    expect(documents).toMatchObject([{ doc, name: "c.xlsx", office: { kind: "spreadsheet" } }]);
    await next.end();
  });

  test("rejects requests for texts, and a text rejects its requests", async () => {
    const { doc } = await testApp.open("a.docx");
    const text = await testApp.open("a.md");
    expect(await testApp.window.handlers["office:content"](text.doc)).toMatchObject({
      ok: false,
      error: { code: "unsupported" },
    });
    const typed = { doc, base: "", seq: 1, changes: [] };
    expect(await testApp.window.handlers["document:save-as"](typed)).toMatchObject({
      ok: false,
      error: { code: "unsupported" },
    });
    const saved = await testApp.window.handlers["document:save"]({ ...typed, why: "auto" });
    expect(saved.status).not.toBe("saved");
    expect(openZip(bytesOf("a.docx"), "a.docx").names.length).toBeGreaterThan(5);
  });

  test("changes one part for an edit of the user, is reported before the answer, and is undone byte for byte", async () => {
    const before = bytesOf("a.docx");
    const document = await testApp.open("a.docx");
    const { id, text } = await find(document, "In spring the garden is green.");
    const answer = written(
      await ask("office:edit", {
        doc: document.doc,
        edits: [{ edit: "text", paragraph: id, before: text, text: "In summer the garden is green." }],
        how: "written",
      }),
    );
    expect(changed()).toMatchObject([
      {
        version: answer.version,
        by: { kind: "you" },
        splices: [{ at: 1, removed: 1, inserted: 1 }],
        content: { steps: { undo: 0 } },
      },
    ]);
    const [old, now] = [openZip(before, ""), openZip(bytesOf("a.docx"), "")];
    const different = now.names.filter((name) => !now.read(name)?.equals(old.read(name) ?? Buffer.alloc(0)));
    expect(different).toEqual(["word/document.xml"]);
    expect((await find(document, "In summer the garden is green.")).id).toBe(id);
    expect(
      (await find(document, "In summer the garden is green.")).runs.find(
        (run) => run.kind === "text" && run.text === "garden",
      ),
    ).toMatchObject({ style: { italic: true } });
    const undone = written(await ask("office:undo", document.doc));
    expect(undone.steps).toEqual({ undo: 0, redo: 1 });
    expect(bytesOf("a.docx").equals(before)).toBe(true);
    expect(written(await ask("office:redo", document.doc)).version).toBe(answer.version);
  });

  test("rejects an edit of words that somebody else has changed, with the current words", async () => {
    const document = await testApp.open("a.docx");
    const { id, text } = await find(document, "Apple");
    await agent({ action: "edit", path: "a.docx", operation: "replace_text", find: "In spring", replace: "In autumn" });
    const { written: other } = await ask("office:edit", {
      doc: document.doc,
      how: "written",
      edits: [{ edit: "text", paragraph: id, before: text, text: "Plum" }],
    });
    expect(other.status).toBe("written");
    const { written: stale } = await ask("office:edit", {
      doc: document.doc,
      how: "written",
      edits: [{ edit: "text", paragraph: id, before: text, text: "Cherry" }],
    });
    expect(stale).toEqual({ status: "stale", paragraph: id, address: null, now: "Plum" });
    expect(texts("a.docx")).toContain("In autumn");
  });

  test("undoes only the user's own words after another's write", async () => {
    const document = await testApp.open("a.docx");
    const { id, text } = await find(document, "Pear");
    const edits = [
      { edit: "text", paragraph: id, before: text, text: "Quince" } as const,
      { edit: "insert", after: id, text: "Medlar" } as const,
    ];
    written(await ask("office:edit", { doc: document.doc, edits, how: "written" }));
    expect(texts("a.docx")).toContain("Quince\nMedlar");
    await agent({ action: "edit", path: "a.docx", operation: "replace_text", find: "In spring", replace: "In autumn" });
    written(await ask("office:undo", document.doc));
    expect(texts("a.docx")).toContain("Pear");
    expect(texts("a.docx")).not.toMatch(/Quince|Medlar/);
    expect(texts("a.docx")).toContain("In autumn");
  });

  test("takes over what another program wrote, and reports its location", async () => {
    const document = await testApp.open("a.docx");
    await ask("office:content", document.doc);
    const other = createTestApp();
    copyFileSync(testApp.path("a.docx"), other.path("a.docx"));
    await (await other.engine()).run({
      name: "office_artifact",
      arguments: { action: "edit", path: "a.docx", operation: "replace_text", find: "Trees", replace: "Shrubs" },
      caller: { id: "2", name: "x", roots: [other.folder] },
    });
    writeFileSync(testApp.path("a.docx"), readFileSync(other.path("a.docx")));
    await other.end();
    await testApp.window.handlers["document:check"](document.doc);
    await eventually(() =>
      expect(changed()).toMatchObject([{ by: { kind: "program" }, splices: [{ at: 2, removed: 1, inserted: 1 }] }]),
    );
    rmSync(testApp.path("a.docx"));
    await testApp.window.handlers["document:check"](document.doc);
    expect(testApp.desktop.events("document:gone")).toEqual([{ doc: document.doc }]);
  });

  test("is read-only while an office program has it open, which is reported", async () => {
    const document = await testApp.open("b.odt");
    writeFileSync(testApp.path(".~lock.b.odt#"), ",anna,host,21.11.2026 10:00,file:///x;");
    await testApp.window.handlers["document:check"](document.doc);
    const [access] = testApp.desktop.events("document:access");
    expect(access?.readOnly).toBe("It is open in LibreOffice (anna). Close it there to edit it here.");
    const { id, text } = await find(document, "Apple");
    const refused = await testApp.window.handlers["office:edit"]({
      doc: document.doc,
      how: "written",
      edits: [{ edit: "text", paragraph: id, before: text, text: "Plum" }],
    });
    expect(refused).toMatchObject({ ok: false, error: { code: "conflict" } });
    rmSync(testApp.path(".~lock.b.odt#"));
    await testApp.window.handlers["document:check"](document.doc);
    expect(testApp.desktop.events("document:access").at(-1)?.readOnly).toBeNull();
  });
});

describe("an export of an Office document", () => {
  test("is shown in its folder, wherever the user saved it", async () => {
    const { doc } = await testApp.open("a.docx");
    const path = join(testApp.folder, "..", "elsewhere.txt");
    testApp.desktop.picks = [path];
    expect(await ask("office:export", { doc, kind: "txt" })).toEqual({ ok: true, path });
    expect(readFileSync(path, "utf8")).toContain("Trees");
    await testApp.window.handlers["export:reveal"](path);
    await testApp.window.handlers["export:reveal"](join(testApp.folder, "..", "another.txt"));
    expect(testApp.desktop.revealed).toEqual([path]);
  });

  test("that the user cancels writes nothing, and is not reported as an error", async () => {
    const { doc } = await testApp.open("a.docx");
    const path = testApp.path("a.txt");
    testApp.desktop.picks = [path];
    testApp.desktop.onEvent = ({ name }) => {
      if (name === "office:progress") void testApp.window.handlers["office:stop-export"](doc);
    };
    expect(await ask("office:export", { doc, kind: "txt" })).toEqual({ ok: true, path: null });
    expect(existsSync(path)).toBe(false);
  });
});

describe("agents' edits of an open Office document", () => {
  const review = () => testApp.desktop.events("office:review").at(-1);
  const waiting = async (count: number) => {
    await eventually(() => expect(review()?.hunks).toHaveLength(count));
    return review() as NonNullable<ReturnType<typeof review>>;
  };

  test("are pending by paragraph, and are undone to the original bytes", async () => {
    const before = bytesOf("a.docx");
    const document = await testApp.open("a.docx");
    await agent({ action: "edit", path: "a.docx", operation: "replace_text", find: "spring", replace: "winter" });
    const { hunks, path, writes } = await waiting(1);
    const { id } = await find(document, "In winter the garden is green.");
    expect(hunks[0]?.parts).toEqual([
      { paragraph: id, index: 1, slide: null, from: 3, to: 9, removed: "spring", isNew: false },
    ]);
    expect(writes).toMatchObject([{ by: "Claude", reason: "replace_text" }]);
    const { documents } = await ask("review:list", "hunks");
    expect(documents).toMatchObject([{ name: "a.docx", count: 1, hunks: [{ removed: "spring", inserted: "winter" }] }]);
    const ids = hunks.map((each) => each.id);
    expect(await ask("review:undo", { path, hunks: ids, manner: "whole" })).toEqual({
      ok: true,
      undone: ids,
      gone: [],
      left: [],
    });
    expect(bytesOf("a.docx").equals(before)).toBe(true);
    await waiting(0);
  });

  test("are undone without the words that the user wrote since", async () => {
    const document = await testApp.open("a.docx");
    await agent({ action: "edit", path: "a.docx", operation: "replace_text", find: "spring", replace: "winter" });
    await agent({ action: "edit", path: "a.docx", operation: "append_text", content: "An end." });
    const { id, text } = await find(document, "Apple");
    written(
      await ask("office:edit", {
        doc: document.doc,
        edits: [{ edit: "text", paragraph: id, before: text, text: "Plum" }],
        how: "written",
      }),
    );
    const { hunks, path } = await waiting(2);
    await ask("review:undo", { path, hunks: [hunks[0]?.id ?? ""], manner: "whole" });
    expect(texts("a.docx")).toMatch(/In spring the garden.*Plum.*An end\./s);
    await waiting(1);
    await ask("review:keep", { path, hunks: [hunks[1]?.id ?? ""] });
    await waiting(0);
    expect(texts("a.docx")).toContain("An end.");
  });

  test("are shown in their cells in a sheet", async () => {
    const document = await testApp.open("c.xlsx");
    await ask("office:content", document.doc);
    await agent({
      action: "edit",
      path: "c.xlsx",
      operation: "set_cells",
      cells: { "Harvest!B2": 9, "Harvest!A3": "Leeks" },
    });
    const { hunks, path } = await waiting(2);
    expect(hunks.flatMap(({ parts }) => parts)).toEqual([
      { sheet: "Harvest", address: "B2", before: "3", after: "9" },
      { sheet: "Harvest", address: "A3", before: "Peas", after: "Leeks" },
    ]);
    expect(changed().at(-1)?.cells?.[0]).toMatchObject({
      sheet: "Harvest",
      ranges: [
        { top: 2, bottom: 3 },
        { top: 6, bottom: 6 },
      ],
    });
    await ask("review:undo", { path, hunks: [hunks[1]?.id ?? ""], manner: "whole" });
    const { cells } = await ask("office:cells", {
      doc: document.doc,
      sheet: "Harvest",
      range: { top: 2, left: 1, bottom: 3, right: 2 },
    });
    expect(cells.map(({ text }) => text)).toEqual(["Beans", "9", "Peas", "4.5"]);
    await waiting(1);
  });
});

test.each(["a.docx", "a.odt"])("that are tracked changes of %s are listed, and accepted or rejected", async (path) => {
  const document = await testApp.open(path);
  const edit = { action: "edit", path, operation: "replace_text", track_changes: true };
  await agent({ ...edit, find: "spring", replace: "winter" });
  const { suggestions } = await ask("office:suggestions", document.doc);
  expect(suggestions).toMatchObject([
    { kind: "deletion", author: "Claude", text: "spring" },
    { kind: "insertion", author: "Claude", text: "winter" },
  ]);
  const { runs } = await find(document, "In winter the garden is green");
  expect(runs.flatMap((run) => (run.suggestion ? [run.suggestion.id] : []))).toEqual(suggestions.map(({ id }) => id));
  written(await ask("office:settle", { doc: document.doc, ids: "all", how: "reject" }));
  expect(
    (await find(document, "In spring the garden is green")).runs.every(({ suggestion }) => suggestion === undefined),
  ).toBe(true);
  written(await ask("office:undo", document.doc));
  written(await ask("office:settle", { doc: document.doc, ids: suggestions.map(({ id }) => id), how: "accept" }));
  expect((await ask("office:suggestions", document.doc)).suggestions).toEqual([]);
  expect(texts(path)).toContain("In winter the garden is green");
});

test("and the user's are made in cells and in texts of slides, and the history has every version", async () => {
  const sheet = await testApp.open("c.xlsx");
  const edit = {
    edit: "cells",
    sheet: "Harvest",
    cells: { B2: "1,250", C2: "12%", A10: "'007", E2: "2026-12-24" },
    before: { B2: "3" },
  } as const;
  written(await ask("office:edit", { doc: sheet.doc, edits: [edit], how: "written" }));
  const range = { top: 2, left: 1, bottom: 9, right: 5 };
  const { cells } = await ask("office:cells", { doc: sheet.doc, sheet: "Harvest", range });
  const input = (row: number, column: number) => cells.find((cell) => cell.row === row && cell.column === column);
  expect(input(2, 2)).toMatchObject({ type: "number", input: "1250" });
  expect(input(2, 3)).toMatchObject({ type: "number", input: "0.12" });
  expect(input(2, 5)).toMatchObject({ type: "date", input: "2026-12-24" });
  const deck = await testApp.open("d.pptx");
  const { slides } = await ask("office:slides", { doc: deck.doc, from: 0, count: 50 });
  const [title] = slides[0]?.shapes[0]?.paragraphs ?? [];
  const other = { edit: "text", paragraph: title?.id ?? "", before: "Garden plan", text: "Plan" } as const;
  written(await ask("office:edit", { doc: deck.doc, edits: [other], how: "written" }));
  expect((await ask("office:slides", { doc: deck.doc, from: 0, count: 1 })).slides[0]).toMatchObject({ title: "Plan" });
  expect(changed().at(-1)).toMatchObject({ splices: [{ at: 0, removed: 1, inserted: 1 }] });
  const { versions } = await ask("history:list", deck.doc);
  expect(versions.map(({ reason }) => reason)).toEqual(["edited", "found on disk"]);
  const oldest = versions.at(-1)?.version_id ?? "";
  expect((await ask("history:text", { doc: deck.doc, version_id: oldest })).text).toContain("Garden plan");
  await ask("history:restore", { doc: deck.doc, version_id: oldest });
  expect(bytesOf("d.pptx").equals(readFileSync(join(made, "libreoffice.pptx")))).toBe(true);
});
