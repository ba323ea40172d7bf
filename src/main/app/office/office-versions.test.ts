import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DocumentSnapshot } from "../../../shared/contract";
import { eventually, type TestApp } from "../testing/test-app";
import { agentOf, requestsOf, startOfficeApp } from "./testing/office-app";

const files = ["a.docx", "b.odt", "c.xlsx", "d.ods", "e.pptx", "f.odp"];
const bytesOf = (name: string): Buffer => readFileSync(testApp.path(name));
let testApp: TestApp;

beforeEach(async () => {
  testApp = await startOfficeApp(Object.fromEntries(files.map((name) => [name, `libreoffice.${name.split(".")[1]}`])));
});
afterEach(() => testApp.end());

const ask = requestsOf(() => testApp);
const agent = agentOf(() => testApp);
const edits: Record<string, Record<string, unknown>> = {
  sheet: { operation: "set_cells", cells: { "Harvest!B2": 77 } },
  text: { operation: "append_text", content: "Added by hand 77." },
};

test("versions of each format are listed, named, compared by their words, searched, and restored byte for byte", async () => {
  for (const name of files) {
    const before = bytesOf(name);
    const { doc } = await testApp.open(name);
    await ask("office:content", doc);
    await agent({ action: "edit", path: name, ...(/xlsx|ods/.test(name) ? edits.sheet : edits.text) });
    const { versions } = await ask("history:list", doc);
    expect(versions.length, name).toBe(2);
    const [newest, oldest] = versions.map(({ version_id }) => version_id);
    await ask("history:mark", { doc, version_id: oldest ?? "", name: "As it came" });
    expect((await ask("history:list", doc)).versions.at(-1)?.mark, name).toBe("As it came");
    const then = await ask("history:text", { doc, version_id: oldest ?? "" });
    const now = await ask("history:text", { doc, version_id: newest ?? "" });
    expect(now.text, name).toContain("77");
    expect(then.text, name).not.toContain("77");
    const today = await ask("office:text", doc);
    expect(today.text, name).toBe(now.text);
    const { found } = await ask("history:search", { doc, sought: "77", after: null });
    expect(
      found.map(({ version_id }) => version_id),
      name,
    ).toEqual([newest]);
    await ask("history:restore", { doc, version_id: oldest ?? "" });
    expect(bytesOf(name).equals(before), name).toBe(true);
    expect((await ask("office:text", doc)).text, name).toBe(then.text);
  }
});

test("a version reads as a document does: headings, rows of tables, cells by their address, slides by their number", async () => {
  const text = async (name: string) => (await ask("office:text", (await testApp.open(name)).doc)).text.split("\n");
  expect(await text("a.docx")).toMatchInlineSnapshot(`
    [
      "# The garden",
      "In spring the garden is green, and a link leads out.",
      "## Trees",
      "• Apple",
      "• Pear",
      "    • Wild pear",
      "1. First",
      "2. Second",
      "| Tree | Height",
      "| Apple | 4 m",
      "花园里有三棵树。 Last words & an end.",
    ]
  `);
  expect(await text("d.ods")).toMatchInlineSnapshot(`
    [
      "Harvest!A1: Crop",
      "Harvest!B1: Kilos",
      "Harvest!C1: Price",
      "Harvest!D1: Total",
      "Harvest!E1: Sown",
      "Harvest!A2: Beans",
      "Harvest!B2: 3",
      "Harvest!C2: 2.5",
      "Harvest!D2: =B2*C2",
      "Harvest!E2: 2026-04-01",
      "Harvest!A3: Peas",
      "Harvest!B3: 4.5",
      "Harvest!C3: 3",
      "Harvest!D3: =B3*C3",
      "Harvest!E3: 2026-03-15",
      "Harvest!A4: Beans",
      "Harvest!B4: 7",
      "Harvest!C4: 2.5",
      "Harvest!D4: =B4*C4",
      "Harvest!E4: 2026-05-02",
      "Harvest!A6: Sum",
      "Harvest!B6: =TRUE()",
      "Harvest!D6: =SUM(D2:D4)",
      "Harvest!A8: merged words",
      "My 'own' sheet!A1: Key",
      "My 'own' sheet!B1: Value",
      "My 'own' sheet!A2: a",
      "My 'own' sheet!B2: 1",
      "My 'own' sheet!A3: b",
      "My 'own' sheet!B3: =Harvest!D6*2",
      "Hidden!A1: secret",
    ]
  `);
  expect(await text("e.pptx")).toMatchInlineSnapshot(`
    [
      "── 1 ──",
      "Garden plan",
      "• Beans",
      "Peas early",
      "✎ Say hello",
      "── 2 ──",
      "No placeholder title",
      "• one",
      "• two",
      "| a | b",
      "| c | d",
      "✎ ",
    ]
  `);
});

test("a suggestion that the user accepts is no longer pending", async () => {
  const { doc } = await testApp.open("a.docx");
  await agent({
    action: "edit",
    path: "a.docx",
    operation: "replace_text",
    track_changes: true,
    find: "spring",
    replace: "otherwise",
  });
  await agent({
    action: "edit",
    path: "a.docx",
    operation: "append_text",
    track_changes: true,
    content: "And more of it.",
  });
  const { hunks } = await ask("office:hunks", doc);
  expect(hunks.length).toBeGreaterThan(1);
  const { suggestions } = await ask("office:suggestions", doc);
  const more = suggestions.find(({ text }) => text === "And more of it.");
  const ids = suggestions.filter(({ paragraph }) => paragraph === more?.paragraph).map(({ id }) => id);
  expect(await ask("office:settle", { doc, ids, how: "accept" })).toMatchObject({ written: { status: "written" } });
  const left = (await ask("office:hunks", doc)).hunks;
  expect(left.length).toBe(hunks.length - 1);
  await ask("office:settle", { doc, ids: "all", how: "accept" });
  expect((await ask("office:hunks", doc)).hunks).toEqual([]);
  expect((await ask("office:text", doc)).text).toContain("otherwise");
});

test("a damaged file is reported in its tab, and shows no other notice", async () => {
  writeFileSync(testApp.path("bad.docx"), bytesOf("a.docx").subarray(0, 3000));
  const { doc } = await testApp.open("bad.docx");
  expect(await testApp.window.handlers["office:content"](doc)).toMatchObject({ ok: false });
  // Opens another document afterwards: when its review arrives, all earlier events have.
  const { doc: other } = await testApp.open("a.docx");
  await agent({ action: "edit", path: "a.docx", operation: "append_text", content: "More." });
  await eventually(() => expect(testApp.desktop.events("office:review").map((event) => event.doc)).toContain(other));
  expect(testApp.desktop.events("app:notice")).toEqual([]);
  expect((await ask("document:close", { doc, discard: false })).ok).toBe(true);
});

test("the system's program opens the file of the tab, and nothing that its name may lead to", async () => {
  const { doc } = await testApp.open("a.docx");
  await ask("office:open-in-program", doc);
  expect(testApp.desktop.openedPaths).toEqual([testApp.path("a.docx")]);
  writeFileSync(testApp.path("run.sh"), "#!/bin/sh\n");
  rmSync(testApp.path("a.docx"));
  symlinkSync(testApp.path("run.sh"), testApp.path("a.docx"));
  const refused = await testApp.window.handlers["office:open-in-program"](doc);
  expect(refused).toMatchObject({ ok: false });
  expect(testApp.desktop.openedPaths).toHaveLength(1);
  writeFileSync(testApp.path("b.docm"), "");
  const macros: DocumentSnapshot = await testApp.open("b.docm");
  expect(await testApp.window.handlers["office:open-in-program"](macros.doc)).toMatchObject({
    ok: false,
    error: { message: "b.docm may contain macros, so Galley doesn't open it in another program." },
  });
  expect(testApp.desktop.openedPaths).toHaveLength(1);
  const text: DocumentSnapshot = await testApp.open("run.sh");
  expect(await testApp.window.handlers["office:open-in-program"](text.doc)).toMatchObject({
    ok: false,
    error: { code: "unsupported" },
  });
});
