import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Session } from "../../shared/contract";
import { createTemporaries } from "../engine/storage/temporaries";
import { temporaryName } from "../engine/storage/temporary-files";
import { createWorld, eventually, FakePage, type World } from "./testing/test-app";

let world: World;
beforeEach(() => {
  world = createWorld({ "a.md": "one\n", "b.md": "two\n" });
});
afterEach(() => world.end());

const session = (docs: { path: string | null; doc: string }[]): Session => ({
  tabs: docs.map(({ path, doc }) => ({ path, doc, cursor: 1, scrollTop: 0, folds: [] })),
  active: docs[0]?.doc ?? null,
  sidebar: { open: true, width: 240 },
  expanded: [],
});

test("the very first start shows the welcome page as a document of its own, and creates no file", async () => {
  writeFileSync(join(world.folder, "..", "welcome.md"), "# Welcome\n");
  const state = await world.start();
  expect(state.documents).toMatchObject([{ name: "Welcome", path: null, text: "# Welcome\n", format: "markdown" }]);
  expect(readdirSync(world.folder).sort()).toEqual(["a.md", "b.md"]);
  await world.window.handlers["app:save-session"](session([]));
  world = await world.crash();
  expect((await world.start()).documents).toEqual([]);
});

test("a temporary file that a killed process left is deleted once the first window has painted, not before", async () => {
  const temporaries = createTemporaries(join(world.dataDir, "saves"));
  const name = temporaryName();
  temporaries.begin(world.folder, [name]);
  writeFileSync(world.path(name), "half a text");
  temporaries.close();
  await world.window.handlers["app:start"](undefined);
  expect(existsSync(world.path(name))).toBe(true);
  await world.window.handlers["app:painted"](undefined);
  await eventually(() => expect(readdirSync(join(world.dataDir, "saves"))).toEqual([]));
  expect(readdirSync(world.folder).sort()).toEqual(["a.md", "b.md"]);
});

test("tabs, the open folder and the active tab are back at the next start, under their old ids", async () => {
  await world.start([""]);
  const a = await world.open("a.md");
  const b = await world.open("b.md");
  await world.window.handlers["app:save-session"](session([b, a]));
  world = await world.crash();
  const state = await world.start();
  expect(state.workspace?.root).toBe(world.folder);
  expect(state.documents.map(({ doc, name }) => [doc, name])).toEqual([
    [b.doc, "b.md"],
    [a.doc, "a.md"],
  ]);
  expect(state.active).toBe(b.doc);
});

test("a tab whose file is deleted is reported in a sentence, and the others come back", async () => {
  await world.start();
  const a = await world.open("a.md");
  const b = await world.open("b.md");
  await world.window.handlers["app:save-session"](session([a, b]));
  world = await world.crash();
  rmSync(world.path("a.md"));
  const state = await world.start();
  expect(state.documents.map(({ name }) => name)).toEqual(["b.md"]);
  expect(state.notices.join()).toContain("a.md");
});

test("damaged session and recent files are set aside with a notice, damaged settings reported, and Galley starts", async () => {
  mkdirSync(world.dataDir, { recursive: true });
  for (const name of ["settings.json", "session.json", "recent.json"])
    writeFileSync(join(world.dataDir, name), "{oops");
  world = await world.crash();
  const state = await world.start();
  expect(state.notices).toHaveLength(3);
  expect(state.settings.theme).toBe("system");
  expect(readdirSync(world.dataDir).filter((name) => name.includes(".damaged-"))).toHaveLength(2);
});

test("settings are stored; one invalid entry does not affect the others", async () => {
  await world.start();
  await world.window.handlers["app:save-settings"]({ theme: "dark", fontSize: 20 });
  world = await world.crash();
  expect((await world.start()).settings).toMatchObject({ theme: "dark", fontSize: 20, lineWrap: true });
  await world.app.settle();
  writeFileSync(join(world.dataDir, "settings.json"), '{"theme":"pink","fontSize":20}');
  world = await world.crash();
  expect((await world.start()).settings).toMatchObject({ theme: "system", fontSize: 20 });
});

test("a file named at startup is open and in front; one that is missing is reported", async () => {
  const state = await world.start(["b.md", "missing.md"]);
  expect(state.documents.map(({ name }) => name)).toEqual(["b.md"]);
  expect(state.active).toBe(state.documents[0]?.doc);
  expect(state.notices.join()).toContain("missing.md");
});

test("a second start is handed over: a file is shown, a folder becomes the open one", async () => {
  await world.start();
  await world.app.open([world.path("a.md"), world.folder]);
  expect(world.desktop.events("document:show")).toMatchObject([{ document: { name: "a.md" }, by: { kind: "user" } }]);
  expect(world.desktop.events("workspace:opened")).toMatchObject([{ root: world.folder }]);
});

test("one file is one document, whatever path leads to it", async () => {
  await world.start();
  const a = await world.open("a.md");
  symlinkSync(world.path("a.md"), world.path("link.md"));
  expect((await world.open("link.md")).doc).toBe(a.doc);
  expect((await world.open("a.md")).doc).toBe(a.doc);
});

test("opening and closing changes no byte and leaves nothing in the journal", async () => {
  await world.start();
  const a = await world.open("a.md");
  expect(await world.window.handlers["document:close"]({ doc: a.doc, discard: false })).toEqual({ ok: true });
  expect(world.read("a.md")).toBe("one\n");
  expect(existsSync(join(world.dataDir, "journal"))).toBe(false);
});

test("closing with unsaved edits is rejected; discarded text stays in history", async () => {
  await world.start();
  const page = new FakePage(world, await world.open("a.md"));
  page.type("one\nunsaved\n");
  await page.journal();
  const { doc } = page;
  expect(await world.window.handlers["document:close"]({ doc, discard: false })).toMatchObject({ ok: false });
  expect(await world.window.handlers["document:close"]({ doc, discard: true })).toEqual({ ok: true });
  expect(readdirSync(join(world.dataDir, "journal"))).toEqual([]);
  const again = await world.open("a.md");
  const listed = await world.window.handlers["history:list"](again.doc);
  expect(listed).toMatchObject({ ok: true, versions: [{ reason: "closed without saving" }, {}] });
});

test("agents are grouped by their roots: inside the open folder, around an open document, elsewhere", async () => {
  await world.start();
  expect(world.app.local.accepts([world.folder])).toBe(false);
  await world.open("a.md");
  expect(world.app.local.accepts([world.folder])).toBe(true);
  expect(world.app.local.accepts([`${world.folder}-evil`])).toBe(false);
  await world.window.openWorkspace(world.folder);
  mkdirSync(world.path("sub"));
  expect(world.app.local.accepts([world.path("sub")])).toBe(true);
  expect(world.app.local.accepts([world.dataDir])).toBe(false);
});

test("connected agents are shown with their last call", async () => {
  await world.start();
  world.app.local.connected({ id: "1", name: "claude", roots: [world.folder] });
  world.app.local.called("1", "text_editor patch a.md");
  await eventually(() =>
    expect(world.desktop.events("agents:changed").at(-1)).toMatchObject([
      { name: "claude", lastCall: "text_editor patch a.md" },
    ]),
  );
  world.app.local.disconnected("1");
  await eventually(() => expect(world.desktop.events("agents:changed").at(-1)).toEqual([]));
});

test("galley open shows a file that exists and rejects one that does not [A22]", async () => {
  await world.start();
  expect(await world.app.local.open(world.path("b.md"))).toEqual({ ok: true });
  expect(world.desktop.events("document:show")).toMatchObject([{ document: { name: "b.md" }, by: { kind: "user" } }]);
  expect(await world.app.local.open(world.path("none.md"))).toMatchObject({ ok: false });
});

test("a binary file is rejected with a reason", async () => {
  await world.start();
  writeFileSync(world.path("x.md"), Buffer.from([1, 0, 2]));
  await world.window.dropped(world.path("x.md"));
  expect(await world.window.handlers["document:open"](world.path("x.md"))).toMatchObject({
    ok: false,
    error: { code: "binary" },
  });
});
