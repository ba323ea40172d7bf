import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Session } from "../../shared/contract";
import { temporaryName } from "../engine/storage/files/temporary-files";
import { createTemporaries } from "../engine/storage/saving/temporaries";
import { createTestApp, eventually, FakePage, type TestApp } from "./testing/test-app";

let testApp: TestApp;
beforeEach(() => {
  testApp = createTestApp({ "a.md": "one\n", "b.md": "two\n" });
});
afterEach(() => testApp.end());

const session = (docs: { path: string | null; doc: string }[]): Session => ({
  tabs: docs.map(({ path, doc }) => ({ path, doc, cursor: 1, scrollTop: 0, folds: [] })),
  active: docs[0]?.doc ?? null,
  sidebar: { open: true, width: 240 },
  expanded: [],
});

test("the very first start shows the welcome page as a document of its own, and creates no file", async () => {
  writeFileSync(join(testApp.folder, "..", "welcome.md"), "# Welcome\n");
  const state = await testApp.start();
  expect(state.documents).toMatchObject([{ name: "Welcome", path: null, text: "# Welcome\n", format: "markdown" }]);
  expect(state.welcome).toBe(state.documents[0]?.doc);
  expect(readdirSync(testApp.folder).sort()).toEqual(["a.md", "b.md"]);
  await testApp.window.handlers["app:save-session"](session([]));
  testApp = await testApp.crash();
  expect((await testApp.start()).documents).toEqual([]);
});

test("a temporary file that a killed process left is deleted once the first window has painted, not before", async () => {
  const temporaries = createTemporaries(join(testApp.dataDir, "saves"));
  const name = temporaryName();
  temporaries.begin(testApp.folder, [name]);
  writeFileSync(testApp.path(name), "half a text");
  temporaries.close();
  await testApp.window.handlers["app:start"](undefined);
  expect(existsSync(testApp.path(name))).toBe(true);
  await testApp.window.handlers["app:painted"](undefined);
  await eventually(() => expect(readdirSync(join(testApp.dataDir, "saves"))).toEqual([]));
  expect(readdirSync(testApp.folder).sort()).toEqual(["a.md", "b.md"]);
});

test("tabs, the open folder and the active tab are back at the next start, under their old ids", async () => {
  await testApp.start([""]);
  const a = await testApp.open("a.md");
  const b = await testApp.open("b.md");
  await testApp.window.handlers["app:save-session"](session([b, a]));
  testApp = await testApp.crash();
  const state = await testApp.start();
  expect(state.workspace?.root).toBe(testApp.folder);
  expect(state.documents.map(({ doc, name }) => [doc, name])).toEqual([
    [b.doc, "b.md"],
    [a.doc, "a.md"],
  ]);
  expect(state.active).toBe(b.doc);
});

test("a tab whose file is deleted is reported in a sentence, and the others come back", async () => {
  await testApp.start();
  const a = await testApp.open("a.md");
  const b = await testApp.open("b.md");
  await testApp.window.handlers["app:save-session"](session([a, b]));
  testApp = await testApp.crash();
  rmSync(testApp.path("a.md"));
  const state = await testApp.start();
  expect(state.documents.map(({ name }) => name)).toEqual(["b.md"]);
  expect(state.notices.join()).toContain("a.md");
});

test("damaged session and recent files are set aside with a notice, damaged settings reported, and Galley starts", async () => {
  mkdirSync(testApp.dataDir, { recursive: true });
  for (const name of ["settings.json", "session.json", "recent.json"])
    writeFileSync(join(testApp.dataDir, name), "{oops");
  testApp = await testApp.crash();
  const state = await testApp.start();
  expect(state.notices).toHaveLength(3);
  expect(state.settings.theme).toBe("system");
  expect(readdirSync(testApp.dataDir).filter((name) => name.includes(".damaged-"))).toHaveLength(2);
});

test("settings are stored; one invalid entry does not affect the others", async () => {
  await testApp.start();
  await testApp.window.handlers["app:save-settings"]({ theme: "dark", fontSize: 20 });
  testApp = await testApp.crash();
  expect((await testApp.start()).settings).toMatchObject({ theme: "dark", fontSize: 20, lineWrap: true });
  await testApp.app.flush();
  writeFileSync(join(testApp.dataDir, "settings.json"), '{"theme":"pink","fontSize":20}');
  testApp = await testApp.crash();
  expect((await testApp.start()).settings).toMatchObject({ theme: "system", fontSize: 20 });
});

test("a file named at startup is open and in front; one that is missing is reported", async () => {
  const state = await testApp.start(["b.md", "missing.md"]);
  expect(state.documents.map(({ name }) => name)).toEqual(["b.md"]);
  expect(state.active).toBe(state.documents[0]?.doc);
  expect(state.notices.join()).toContain("missing.md");
});

test("a second start is handed over: a file is shown, a folder becomes the open one", async () => {
  await testApp.start();
  await testApp.app.open([testApp.path("a.md"), testApp.folder]);
  expect(testApp.desktop.events("document:show")).toMatchObject([{ document: { name: "a.md" }, by: { kind: "user" } }]);
  expect(testApp.desktop.events("workspace:opened")).toMatchObject([{ root: testApp.folder }]);
});

test("one file is one document, whatever path leads to it", async () => {
  await testApp.start();
  const a = await testApp.open("a.md");
  symlinkSync(testApp.path("a.md"), testApp.path("link.md"));
  expect((await testApp.open("link.md")).doc).toBe(a.doc);
  expect((await testApp.open("a.md")).doc).toBe(a.doc);
});

test("opening and closing changes no byte and leaves nothing in the journal", async () => {
  await testApp.start();
  const a = await testApp.open("a.md");
  expect(await testApp.window.handlers["document:close"]({ doc: a.doc, discard: false })).toEqual({ ok: true });
  expect(testApp.read("a.md")).toBe("one\n");
  expect(existsSync(join(testApp.dataDir, "journal"))).toBe(false);
});

test("closing with unsaved edits is rejected; discarded text stays in history", async () => {
  await testApp.start();
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("one\nunsaved\n");
  await page.journal();
  const { doc } = page;
  expect(await testApp.window.handlers["document:close"]({ doc, discard: false })).toMatchObject({ ok: false });
  expect(await testApp.window.handlers["document:close"]({ doc, discard: true })).toEqual({ ok: true });
  expect(readdirSync(join(testApp.dataDir, "journal"))).toEqual([]);
  const again = await testApp.open("a.md");
  const listed = await testApp.window.handlers["history:list"](again.doc);
  expect(listed).toMatchObject({ ok: true, versions: [{ reason: "closed without saving" }, {}] });
});

test("agents are grouped by their roots: inside the open folder, around an open document, elsewhere", async () => {
  await testApp.start();
  expect(testApp.app.local.accepts([testApp.folder])).toBe(false);
  await testApp.open("a.md");
  expect(testApp.app.local.accepts([testApp.folder])).toBe(true);
  expect(testApp.app.local.accepts([`${testApp.folder}-evil`])).toBe(false);
  await testApp.window.openWorkspace(testApp.folder);
  mkdirSync(testApp.path("sub"));
  expect(testApp.app.local.accepts([testApp.path("sub")])).toBe(true);
  expect(testApp.app.local.accepts([testApp.dataDir])).toBe(false);
});

test("connected agents are shown with their last call", async () => {
  await testApp.start();
  testApp.app.local.connected({ id: "1", name: "claude", roots: [testApp.folder] });
  testApp.app.local.called("1", "text_editor patch a.md");
  await eventually(() =>
    expect(testApp.desktop.events("agents:changed").at(-1)).toMatchObject([
      { name: "claude", lastCall: "text_editor patch a.md" },
    ]),
  );
  testApp.app.local.disconnected("1");
  await eventually(() => expect(testApp.desktop.events("agents:changed").at(-1)).toEqual([]));
});

test("galley open shows a file that exists and rejects one that does not [A22]", async () => {
  await testApp.start();
  expect(await testApp.app.local.open(testApp.path("b.md"))).toEqual({ ok: true });
  expect(testApp.desktop.events("document:show")).toMatchObject([{ document: { name: "b.md" }, by: { kind: "user" } }]);
  expect(await testApp.app.local.open(testApp.path("none.md"))).toMatchObject({ ok: false });
});

test("a file that is not text, whatever its name, opens in the viewer", async () => {
  await testApp.start();
  writeFileSync(testApp.path("x.md"), Buffer.from([1, 0, 2]));
  await testApp.window.dropped(testApp.path("x.md"));
  expect(await testApp.window.handlers["document:open"](testApp.path("x.md"))).toMatchObject({
    ok: true,
    document: { room: "viewer", name: "x.md" },
  });
});
