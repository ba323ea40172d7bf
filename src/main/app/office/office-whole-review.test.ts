import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { docxOf, odtOf, packageOf } from "../../engine/office/package/packages.fixture";
import { eventually, type TestApp } from "../testing/test-app";
import { agentOf, requestsOf, startOfficeApp } from "./testing/office-app";

const schemas = "http://schemas.openxmlformats.org";
const relations = (type: string, target: string): string =>
  `<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="r1" Type="${schemas}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
const lines = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index));

/** Ten cells per row, all numbers except the title in A1. */
const xlsx = (rows: number): Uint8Array =>
  packageOf({
    "[Content_Types].xml": `<Types xmlns="${schemas}/package/2006/content-types"/>`,
    "_rels/.rels": relations("officeDocument", "xl/workbook.xml"),
    "xl/_rels/workbook.xml.rels": relations("worksheet", "worksheets/sheet1.xml"),
    "xl/workbook.xml": `<workbook xmlns="${schemas}/spreadsheetml/2006/main" xmlns:r="${schemas}/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${schemas}/spreadsheetml/2006/main"><sheetData>${lines(
      rows,
      (at) =>
        `<row r="${at + 1}">${lines(10, (column) => `<c r="${String.fromCharCode(65 + column)}${at + 1}"><v>${at * 10 + column}</v></c>`).join("")}</row>`,
    ).join("")}</sheetData></worksheet>`,
  });

const ods = (rows: number): Uint8Array => {
  const spaces = ["office", "text", "table"].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const row = (at: number) =>
    `<table:table-row>${lines(10, (column) => `<table:table-cell office:value-type="float" office:value="${at * 10 + column}"><text:p>${at * 10 + column}</text:p></table:table-cell>`).join("")}</table:table-row>`;
  return packageOf({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": `<office:document-content ${spaces.join(" ")}><office:body><office:spreadsheet><table:table table:name="S">${lines(rows, row).join("")}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });
};

/** With GALLEY_LONG=1 the workbooks exceed the real limit; otherwise the limit is lowered. */
const isLong = process.env["GALLEY_LONG"] !== undefined;
vi.mock("../../engine/ports/limits", async (original) => {
  const real = await original<typeof import("../../engine/ports/limits")>();
  return process.env["GALLEY_LONG"] === undefined ? { ...real, MAX_COMPARED_CELLS: 200 } : real;
});

/** Ten cells above the limit of cell-by-cell comparison. */
const tooMany = isLong ? 20_001 : 21;

let testApp: TestApp;
beforeEach(async () => {
  testApp = await startOfficeApp();
});
afterEach(() => testApp.end());

const ask = requestsOf(() => testApp);
const call = agentOf(() => testApp);
const bytesOf = (name: string): Buffer => readFileSync(testApp.path(name));

async function opened(name: string, bytes: Uint8Array) {
  writeFileSync(testApp.path(name), bytes);
  const { doc } = await testApp.open(name);
  await ask("office:content", doc);
  /** The pending hunks. Tab, tree, panel and `doc_history` must count the same. */
  const hunks = async () => {
    const found = (await ask("office:hunks", doc)).hunks;
    for (const detail of ["counts", "hunks"] as const) {
      const { documents } = await ask("review:list", detail);
      expect(documents.reduce((sum, { count }) => sum + count, 0)).toBe(found.length);
    }
    const history = JSON.stringify(await call({ path: name }, "doc_history"));
    expect(/(\d+) edits? waits? for/.exec(history)?.[1] ?? "0").toBe(String(found.length));
    return found;
  };
  const ids = async () => (await hunks()).map(({ id }) => id);
  const setCells = (cells: Record<string, unknown>) =>
    call({ action: "edit", path: name, operation: "set_cells", cells });
  const type = (cells: Record<string, string>) =>
    ask("office:edit", { doc, edits: [{ edit: "cells", sheet: "S", cells, before: {} }], how: "written" });
  const undo = async (manner: "whole" | "with the user's words" | "beside the user's words" = "whole") =>
    testApp.window.handlers["review:undo"]({ path: testApp.path(name), hunks: await ids(), manner });
  const keep = async () => ask("review:keep", { path: testApp.path(name), hunks: await ids() });
  return { doc, hunks, ids, setCells, type, undo, keep };
}

describe.each([
  ["a.xlsx", xlsx],
  ["a.ods", ods],
])("%s of more cells than are compared one by one", (name, made) => {
  test("is pending as a whole, and Undo restores the original bytes", async () => {
    const start = made(tooMany);
    const { hunks, ids, setCells, undo } = await opened(name, start);
    await setCells({ "S!B2": 7 });
    expect(await hunks()).toMatchObject([{ isWhole: true, isMixed: false, parts: [] }]);
    expect((await ask("review:list", "hunks")).documents).toMatchObject([
      { count: 1, hunks: [{ isWhole: true, removed: "", inserted: "" }], writes: [{ by: "Claude" }] },
    ]);
    await eventually(() => expect(testApp.desktop.events("office:review").at(-1)?.hunks).toHaveLength(1));
    // A second write at another position is pending together with the first.
    await setCells({ "S!D9": 8 });
    expect(await hunks()).toMatchObject([{ isWhole: true, writes: [expect.any(String), expect.any(String)] }]);
    const waiting = await ids();
    expect(await undo()).toMatchObject({ ok: true, undone: waiting, gone: [], left: [] });
    expect(bytesOf(name).equals(start)).toBe(true);
    expect(await hunks()).toEqual([]);
  }, 120_000);

  test("is accepted by Keep, and later edits are pending again", async () => {
    const { hunks, setCells, keep, undo } = await opened(name, made(tooMany));
    await setCells({ "S!B2": 7 });
    const kept = bytesOf(name);
    await keep();
    expect([await hunks(), bytesOf(name).equals(kept)]).toEqual([[], true]);
    await setCells({ "S!B2": 9 });
    expect(await hunks()).toHaveLength(1);
    await undo();
    expect(bytesOf(name).equals(kept)).toBe(true);
  }, 120_000);

  test("stays pending when the user edits it, and is then undone only after the user confirms it", async () => {
    const start = made(tooMany);
    const { doc, hunks, ids, setCells, type, undo } = await opened(name, start);
    await setCells({ "S!B2": 7 });
    const agents = bytesOf(name);
    const waited = await hunks();
    await type({ C3: "mine" });
    expect(await hunks()).toMatchObject([{ isWhole: true, isMixed: true }]);
    expect(await undo()).toMatchObject({ ok: true, undone: [], left: await ids() });
    expect(await undo("beside the user's words")).toMatchObject({ ok: false, error: { code: "unsupported" } });
    // The user undoes their own edit: the agent's edit is still pending.
    await ask("office:undo", doc);
    expect([await hunks(), bytesOf(name).equals(agents)]).toEqual([waited, true]);
    await ask("office:redo", doc);
    expect(await undo("with the user's words")).toMatchObject({ ok: true, undone: [expect.any(String)] });
    expect([await hunks(), bytesOf(name).equals(start)]).toEqual([[], true]);
  }, 120_000);

  test("is pending as a whole if an agent's rows make it that large, with the edits that were pending before", async () => {
    const start = made(tooMany - 1);
    const { hunks, setCells, undo } = await opened(name, start);
    await setCells({ "S!B2": 7 });
    const fine = await hunks();
    expect(fine).toMatchObject([{ parts: [{ address: "B2" }] }]);
    await setCells({ [`S!A${tooMany}`]: 1, [`S!B${tooMany}`]: 2 });
    expect(await hunks()).toMatchObject([{ isWhole: true }]);
    await undo();
    expect([await hunks(), bytesOf(name).equals(start)]).toEqual([[], true]);
  }, 120_000);

  test("stays pending when another program writes it, which is reported as the user's own edit", async () => {
    const { setCells } = await opened(name, made(tooMany));
    await setCells({ "S!B2": 7 });
    writeFileSync(testApp.path(name), made(tooMany + 1));
    await expect
      .poll(async () => (await ask("review:list", "hunks")).documents)
      .toMatchObject([{ count: 1, hunks: [{ isWhole: true, isMixed: true }] }]);
  }, 120_000);
});

test.each([
  ["a.docx", docxOf, "w:p", "w:t", "w:r"],
  ["a.odt", odtOf, "text:p", "text:span", ""],
] as const)(
  "a word that an agent changes in %s of very many paragraphs is pending by itself",
  async (name, made, p, t, r) => {
    const inRun = (text: string) => (r === "" ? text : `<${r}>${text}</${r}>`);
    const paragraph = (at: number) =>
      `<${p}>${inRun(`<${t}>Paragraph ${at} has many green words in it.</${t}>`)}</${p}>`;
    const start = made(lines(isLong ? 50_000 : 3_000, paragraph).join(""));
    const { hunks, undo } = await opened(name, start);
    const edit = { action: "edit", path: name, operation: "replace_text" };
    await call({ ...edit, find: "Paragraph 1999 has", replace: "Paragraph 1999 had" });
    expect(await hunks()).toMatchObject([{ parts: [{ removed: "has" }] }]);
    await undo();
    expect([await hunks(), bytesOf(name).equals(start)]).toEqual([[], true]);
  },
  120_000,
);

test("what an agent writes over a file that cannot be read is pending, and Undo restores that file", async () => {
  writeFileSync(testApp.path("new.docx"), "");
  await (await testApp.engine()).documents.changeBytes(testApp.path("new.docx"), [testApp.folder], {
    by: { kind: "agent", name: "Claude" },
    reason: "export",
    edit: () => docxOf("<w:p><w:r><w:t>A</w:t></w:r></w:p>"),
  });
  const { documents } = await ask("review:list", "hunks");
  expect(documents).toMatchObject([{ count: 1, hunks: [{ isWhole: true }] }]);
  const { path, hunks } = documents[0] ?? { path: "", hunks: [] };
  await ask("review:undo", { path, hunks: hunks.map(({ id }) => id), manner: "whole" });
  expect(bytesOf("new.docx")).toHaveLength(0);
});
