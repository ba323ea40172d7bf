import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { applyChanges } from "../../core/text/change";
import type { Session } from "../../shared/contract";
import type { AppWindow } from "./app-window";
import { createTestApp, eventually, FakePage, type TestApp } from "./testing/test-app";

let testApp: TestApp;
beforeEach(() => {
  testApp = createTestApp({ "a.md": "one\n", "b.md": "two\n", "c.md": "three\n" });
  mkdirSync(testApp.path("sub"));
  writeFileSync(testApp.path("sub/d.md"), "four\n");
});
afterEach(() => testApp.end());

const view = { cursor: 2, scrollTop: 0, folds: [] };

const session = (docs: { path: string | null; doc: string }[]): Session => ({
  tabs: docs.map(({ path, doc }) => ({ path, doc, ...view })),
  active: docs[0]?.doc ?? null,
  sidebar: { open: true, width: 240 },
  expanded: [],
});

/** Opens a second window, starts its renderer, and opens these files. */
async function second(...names: string[]) {
  const window = await testApp.app.openWindow();
  await testApp.startIn(window);
  const documents = [];
  for (const name of names) {
    await window.dropped(testApp.path(name));
    const opened = await window.handlers["document:open"](testApp.path(name));
    if (!opened.ok || !opened.document) throw new Error("not opened");
    documents.push(opened.document);
  }
  return { window, documents, shown: testApp.windowOf(window) };
}

const moveTab = async (doc: string, from: AppWindow = testApp.window) => {
  const answer = await from.handlers["window:move-tab"]({ doc, view, typed: null });
  if (!answer.ok) throw new Error(answer.error.message);
  const [window = from] = testApp.app.windows;
  return { window, shown: testApp.windowOf(window) };
};

test("a document lives in one window: opened in another, its window comes to the front with its tab", async () => {
  await testApp.start();
  const a = await testApp.open("a.md");
  const { window } = await second("b.md");
  const { focused } = testApp.desktop;
  expect(await window.handlers["document:open"](testApp.path("a.md"))).toEqual({
    ok: true,
    document: null,
    workspace: null,
  });
  expect(testApp.desktop.events("document:forward")).toEqual([{ doc: a.doc }]);
  expect(testApp.desktop.focused).toBe(focused + 1);
  expect(testApp.app.front).toBe(testApp.window);
});

test("the progress of a replacement in the folder is sent only to the window that asked for it", async () => {
  await testApp.start([""]);
  const window = await testApp.app.openWindow(testApp.path("sub"));
  await testApp.startIn(window);
  const query = { text: "four", regex: false, caseSensitive: false, wholeWord: false, include: "", exclude: "" };
  const files = [{ path: testApp.path("sub/d.md"), paragraphs: null }];
  const answer = await window.handlers["replace:plan"]({ query, template: "five", keepCase: false, files });
  if (!answer.ok || !answer.plan) throw new Error("not planned");
  expect(await window.handlers["replace:run"](answer.plan.id)).toMatchObject({ report: { matches: 1 } });
  expect(testApp.windowOf(window).events("replace:progress")).toContainEqual({ done: 1, of: 1 });
  expect(testApp.desktop.events("replace:progress")).toEqual([]);
});

test("a position in a document of another window is shown there, and not for a document of the own window or of none", async () => {
  await testApp.start();
  const a = await testApp.open("a.md");
  const { window } = await second("b.md");
  await window.handlers["window:show-spot"]({ path: testApp.path("a.md"), spot: { line: 7 } });
  expect(testApp.desktop.events("document:forward")).toEqual([{ doc: a.doc, spot: { line: 7 } }]);
  await window.handlers["window:show-spot"]({ path: testApp.path("b.md"), spot: { line: 7 } });
  await window.handlers["window:show-spot"]({ path: testApp.path("c.md"), spot: { line: 7 } });
  await window.handlers["window:show-spot"]({ path: "/etc/passwd", spot: { from: 1 } });
  expect(testApp.desktop.events("document:forward")).toHaveLength(1);
});

test("goals that are set in one window apply in the others, and are sent once", async () => {
  await testApp.start();
  const { window, shown } = await second("b.md");
  const goals = [{ path: testApp.path("b.md"), words: 500 }];
  await testApp.window.handlers["app:save-session"]({ ...session([]), goals });
  expect(shown.events("goals:changed")).toEqual([goals]);
  await window.handlers["app:save-session"]({ ...session([]), goals });
  await testApp.window.handlers["app:save-session"]({ ...session([]), goals });
  expect(shown.events("goals:changed")).toHaveLength(1);
});

test("events of a document are sent only to its own window", async () => {
  await testApp.start();
  await testApp.open("a.md");
  const { shown, documents } = await second("b.md");
  const engine = await testApp.engine();
  const caller = { id: "agent", name: "agent", roots: [testApp.folder] };
  const patch = (name: string, old_text: string) =>
    engine.run({
      name: "text_editor",
      arguments: { action: "patch", path: name, old_text, new_text: "new" },
      caller,
    });
  await patch("b.md", "two");
  expect(shown.events("document:changed")).toMatchObject([{ doc: documents[0]?.doc }]);
  expect(testApp.desktop.events("document:changed")).toEqual([]);
  await patch("a.md", "one");
  await expect.poll(() => testApp.desktop.events("document:changed")).toHaveLength(1);
  expect(shown.events("document:changed")).toHaveLength(1);
});

test("a renderer that names another window's document is rejected, whatever it asks", async () => {
  await testApp.start();
  const { doc, version } = await testApp.open("a.md");
  const { handlers } = (await second()).window;
  const typed = { doc, base: version, seq: 1, changes: [{ from: 0, to: 3, insert: "stolen" }] };
  const refused = { ok: false, error: { code: "not_found" } };
  expect(await handlers["document:text"](doc)).toMatchObject(refused);
  expect(await handlers["document:save"]({ ...typed, why: "auto" })).toMatchObject({ status: "refused" });
  expect(await handlers["document:save-as"](typed)).toMatchObject(refused);
  expect(await handlers["document:close"]({ doc, discard: true })).toMatchObject(refused);
  expect(await handlers["document:image"]({ doc, path: "x.png" })).toMatchObject(refused);
  expect(await handlers["document:add-image"]({ doc, name: null, bytes: new Uint8Array(1) })).toMatchObject(refused);
  expect(await handlers["history:list"](doc)).toMatchObject(refused);
  expect(await handlers["history:restore"]({ doc, version_id: "1" })).toMatchObject(refused);
  expect(await handlers["export:pick"]({ doc, kind: "html" })).toMatchObject(refused);
  expect(await handlers["links:back"](doc)).toMatchObject(refused);
  expect(await handlers["links:place"]({ doc, kind: "address", target: "b.md" })).toMatchObject(refused);
  expect(await handlers["window:move-tab"]({ doc, view, typed: null })).toMatchObject(refused);
  await handlers["document:typed"](typed);
  await handlers["document:conflict"]({ doc, mine: "stolen" });
  await handlers["document:check"](doc);
  expect(testApp.read("a.md")).toBe("one\n");
  await testApp.app.flush();
  expect(existsSync(join(testApp.dataDir, "journal"))).toBe(false);
  expect(await testApp.window.handlers["document:close"]({ doc, discard: false })).toEqual({ ok: true });
});

test("a renderer cannot answer for another window's hand-over", async () => {
  await testApp.start();
  const page = new FakePage(testApp, await testApp.open("a.md"));
  const { window } = await second();
  page.type("one more\n");
  await page.journal();
  let other = 0;
  testApp.desktop.onEvent = ({ name, event }) => {
    if (name !== "document:hand-over") return;
    void window.handlers["document:handed-over"](event.requestId).then(() => other++);
  };
  const engine = await testApp.engine();
  const caller = { id: "agent", name: "agent", roots: [testApp.folder] };
  const seen = await engine.run({ name: "text_editor", arguments: { action: "read", path: "a.md" }, caller });
  expect(other).toBe(1);
  expect(seen.message).toContain("one more");
});

test("a tool sees unsaved edits in any window", async () => {
  await testApp.start();
  const { window, documents } = await second("b.md");
  const [open] = documents;
  if (!open) throw new Error("nothing open");
  const page = new FakePage(testApp, open, window);
  page.type("two, unsaved\n");
  await page.journal();
  const engine = await testApp.engine();
  const caller = { id: "agent", name: "agent", roots: [testApp.folder] };
  const seen = await engine.run({ name: "text_editor", arguments: { action: "read", path: "b.md" }, caller });
  expect(seen.message).toContain("two, unsaved");
});

test("a tab moves to a window of its own with its text, saved or not, and its first renderer no longer knows it", async () => {
  await testApp.start([""]);
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("one, typed\n");
  await page.journal();
  const late = page.type("one, typed on\n");
  const answer = await testApp.window.handlers["window:move-tab"]({ doc: page.doc, view, typed: late });
  expect(answer).toEqual({ ok: true });
  const [window = testApp.window] = testApp.app.windows;
  expect(window).not.toBe(testApp.window);
  const state = await testApp.startIn(window);
  expect(state.workspace?.root).toBe(testApp.folder);
  expect(state.active).toBe(page.doc);
  expect(state.session?.tabs).toMatchObject([{ doc: page.doc, cursor: 2 }]);
  const [open] = state.documents;
  expect(applyChanges(open?.text ?? "", open?.unsaved?.changes ?? [])).toBe("one, typed on\n");
  // Late requests of the previous renderer change nothing.
  await testApp.window.handlers["document:typed"]({ ...late, seq: 9, changes: [{ from: 0, to: 3, insert: "late" }] });
  if (!open) throw new Error("nothing open");
  const next = new FakePage(testApp, open, window);
  expect(await next.save()).toMatchObject({ status: "saved" });
  expect(testApp.read("a.md")).toBe("one, typed on\n");
});

test("an untitled text, and one whose file has changed, move along and are merged in the new window", async () => {
  await testApp.start();
  const untitled = new FakePage(testApp, await testApp.window.handlers["document:create"](undefined));
  untitled.type("never saved\n");
  await untitled.journal();
  const { window, shown } = await moveTab(untitled.doc);
  const [open] = (await testApp.startIn(window)).documents;
  expect(open).toMatchObject({ doc: untitled.doc, path: null });
  expect(applyChanges(open?.text ?? "", open?.unsaved?.changes ?? [])).toBe("never saved\n");

  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("one\nmine\n");
  await page.journal();
  testApp.write("a.md", "theirs\none\n");
  await testApp.window.handlers["document:check"](page.doc);
  window.receive(testApp.app.windows.flatMap((each) => each.own()).find(({ doc }) => doc === page.doc) as never, view);
  expect(shown.events("document:arrived")).toMatchObject([
    { document: { doc: page.doc, version: page.version }, view },
  ]);
  expect(shown.events("document:changed")).toMatchObject([{ doc: page.doc, from: page.version }]);
});

test("a document outside the folder moves to a window without a folder", async () => {
  await testApp.start(["sub"]);
  const a = await testApp.open("a.md");
  const { window } = await moveTab(a.doc);
  expect(window.workspace).toBeNull();
  await testApp.startIn(window);
  const d = await testApp.open("sub/d.md");
  expect((await moveTab(d.doc)).window.workspace?.root).toBe(testApp.path("sub"));
});

test("windows come back with folders, tabs, positions and their unsaved texts, each its own", async () => {
  await testApp.start([""]);
  const a = await testApp.open("a.md");
  await testApp.window.handlers["app:save-session"](session([a]));
  const { window, documents } = await second("sub/d.md");
  await window.dropped(testApp.path("sub"));
  await window.handlers["workspace:open"](testApp.path("sub"));
  const untitled = await window.handlers["document:create"](undefined);
  const page = new FakePage(testApp, untitled, window);
  page.type("kept\n");
  await page.journal();
  const first = new FakePage(testApp, a);
  first.type("one, typed\n");
  await first.journal();
  await window.handlers["app:save-session"](session([...documents, untitled]));

  testApp = await testApp.crash();
  // The user was in the second window last, so it is restored first.
  const state = await testApp.start();
  expect(state.workspace?.root).toBe(testApp.path("sub"));
  expect(state.documents.map(({ doc }) => doc)).toEqual([documents[0]?.doc, untitled.doc]);
  expect(state.documents[1]?.unsaved?.changes).toMatchObject([{ insert: "kept\n" }]);
  await eventually(() => expect(testApp.desktop.windows).toHaveLength(2));
  const [, other = testApp.window] = testApp.app.windows;
  expect(testApp.windowOf(other).placement).toMatchObject({ focus: "behind", bounds: { x: 10, y: 20, width: 800 } });
  const behind = await testApp.startIn(other);
  expect(behind.workspace?.root).toBe(testApp.folder);
  expect(behind.documents).toMatchObject([{ doc: a.doc, unsaved: { changes: [{ insert: ", typed" }] } }]);
});

test("a session of one window, as it was stored before there were several, is read as such", async () => {
  await testApp.start();
  const a = await testApp.open("a.md");
  await testApp.app.flush();
  testApp = await testApp.crash();
  const old = { workspace: testApp.folder, session: session([a]) };
  writeFileSync(join(testApp.dataDir, "session.json"), JSON.stringify(old));
  testApp = await testApp.crash();
  const state = await testApp.start();
  expect(state.workspace?.root).toBe(testApp.folder);
  expect(state.documents.map(({ doc }) => doc)).toEqual([a.doc]);
  expect(state.notices).toEqual([]);
});

test("a window that others outlive forgets its tabs; the last one and those at the end come back", async () => {
  await testApp.start();
  const a = await testApp.open("a.md");
  await testApp.window.handlers["app:save-session"](session([a]));
  const { window, documents, shown } = await second("b.md");
  await window.handlers["app:save-session"](session(documents));
  shown.onEvent = ({ name, event }) => {
    if (name !== "app:closing") return;
    expect(event).toEqual({ why: "window" });
    void window.handlers["app:ready-to-close"]("ready");
  };
  expect(await shown.end()).toBe(true);
  expect(testApp.app.windows).toEqual([testApp.window]);
  expect(await window.handlers["document:text"](documents[0]?.doc ?? "")).toMatchObject({ ok: false });

  const third = await second("c.md");
  await third.window.handlers["app:save-session"](session(third.documents));
  testApp.app.list.isQuitting = true;
  for (const each of [testApp.desktop, third.shown]) {
    each.onEvent = ({ name, event }) => {
      if (name !== "app:closing") return;
      expect(event).toEqual({ why: "quit" });
      void each.listener?.handlers["app:ready-to-close"]("ready");
    };
  }
  expect(await Promise.all([testApp.desktop.end(), third.shown.end()])).toEqual([true, true]);
  testApp = await testApp.crash();
  expect((await testApp.start()).documents.map(({ name }) => name)).toEqual(["c.md"]);
  await eventually(() => expect(testApp.app.windows).toHaveLength(2));
  const [, other = testApp.window] = testApp.app.windows;
  expect((await testApp.startIn(other)).documents.map(({ name }) => name)).toEqual(["a.md"]);
});

test("a window stays open if the user keeps it for unsaved text, and the question has no time limit", async () => {
  await testApp.start();
  const { window, shown } = await second("b.md");
  const answer = window.handlers["app:ready-to-close"];
  const closing = shown.end();
  await answer("asking");
  expect(window.isClosing).toBe(true);
  await answer("stays");
  expect(await closing).toBe(false);
  expect(window.isClosing).toBe(false);
  const again = shown.end();
  await answer("asking");
  await answer("ready");
  expect(await again).toBe(true);
});

test("quitting while a window asks loses nothing of it", async () => {
  await testApp.start();
  const { window, shown } = await second();
  const untitled = await window.handlers["document:create"](undefined);
  const page = new FakePage(testApp, untitled, window);
  page.type("not saved\n");
  await page.journal();
  await window.handlers["app:save-session"](session([untitled]));
  const closing = shown.end();
  await window.handlers["app:ready-to-close"]("asking");
  testApp.app.list.isQuitting = true;
  void window.requestClose();
  expect(await closing).toBe(true);
  testApp = await testApp.crash();
  const state = await testApp.start();
  expect(state.documents).toMatchObject([{ doc: untitled.doc, unsaved: { changes: [{ insert: "not saved\n" }] } }]);
});

test("unsaved text of a renderer that does not answer continues in another window", async () => {
  await testApp.start();
  const { window, documents, shown } = await second("b.md");
  const [open] = documents;
  if (!open) throw new Error("nothing open");
  const page = new FakePage(testApp, open, window);
  page.type("two, typed\n");
  await page.journal();
  const { focused } = testApp.desktop;
  const closing = shown.end();
  await window.handlers["app:ready-to-close"]("ready");
  expect(await closing).toBe(true);
  const [moved] = testApp.desktop.events("document:arrived");
  // Nobody asked for it in this window, so it does not take the focus.
  expect([moved?.view, testApp.desktop.focused]).toEqual([null, focused]);
  expect(moved?.document).toMatchObject({ doc: page.doc, unsaved: { changes: [{ insert: ", typed" }] } });
  expect(await testApp.window.handlers["document:text"](page.doc)).toMatchObject({ ok: true });
});

test("the end of one renderer leaves the others alone; its text comes back there", async () => {
  await testApp.start();
  const a = new FakePage(testApp, await testApp.open("a.md"));
  const { window, documents, shown } = await second("b.md");
  const [open] = documents;
  if (!open) throw new Error("nothing open");
  const b = new FakePage(testApp, open, window);
  for (const page of [a, b]) {
    page.type(`${page.base}typed\n`);
    await page.journal();
  }
  await window.handlers["app:save-session"](session([open]));
  window.rendererStopped("It had stopped.");
  const before = testApp.desktop.received.length;
  const state = await testApp.startIn(window);
  expect(state.documents).toMatchObject([{ doc: b.doc, unsaved: { changes: [{ insert: "typed\n" }] } }]);
  expect(state).toMatchObject({ notices: ["It had stopped."], active: b.doc });
  expect(testApp.desktop.received.slice(before).filter(({ name }) => name !== "document:readings")).toEqual([]);
  expect(await a.save()).toMatchObject({ status: "saved" });
  expect(shown.hasPage).toBe(true);
});

test("a file opened from outside goes to the window that has it, then to the nearest folder's, then to the front one", async () => {
  await testApp.start([""]);
  const a = await testApp.open("a.md");
  const { window, shown } = await second();
  await window.dropped(testApp.path("sub"));
  await window.handlers["workspace:open"](testApp.path("sub"));
  const third = await second();
  const names = (of: { events(name: "document:show"): { document: { name: string } }[] }) =>
    of.events("document:show").map(({ document }) => document.name);

  // The innermost folder wins, although another window was active last.
  testApp.window.focused();
  expect(await testApp.app.local.open(testApp.path("sub/d.md"))).toEqual({ ok: true });
  expect(names(shown)).toEqual(["d.md"]);
  await testApp.app.open([testApp.path("c.md")]);
  expect(names(testApp.desktop)).toEqual(["c.md"]);
  const outside = join(testApp.folder, "..", "outside.md");
  writeFileSync(outside, "x\n");
  third.window.focused();
  await testApp.app.open([outside]);
  expect(names(third.shown)).toEqual(["outside.md"]);
  // A file that is open goes to its own window, whichever folder contains it.
  const { window: moved } = await moveTab(a.doc);
  await testApp.startIn(moved);
  await testApp.app.local.open(testApp.path("a.md"));
  expect(testApp.app.front).toBe(moved);
});

test("a document that an agent shows goes to the window that has it or whose folder contains it, and no window takes the focus", async () => {
  await testApp.start([""]);
  await testApp.open("a.md");
  const { window, shown } = await second();
  await window.dropped(testApp.path("sub"));
  await window.handlers["workspace:open"](testApp.path("sub"));
  const focused = [testApp.desktop.focused, shown.focused];
  for (const name of ["a.md", "sub/d.md"])
    expect(await testApp.app.canvas.show(testApp.path(name), { name: "Claude" })).toBe(true);
  const by = { kind: "agent", name: "Claude" };
  expect(testApp.desktop.events("document:show")).toMatchObject([{ document: { name: "a.md" }, by }]);
  expect(shown.events("document:show")).toMatchObject([{ document: { name: "d.md" }, by }]);
  expect([testApp.desktop.focused, shown.focused]).toEqual(focused);
  expect(testApp.app.front).toBe(window);
});

test("on request, a file or folder is shown in a window of its own, unless some window has it", async () => {
  await testApp.start([""]);
  await testApp.open("a.md");
  await testApp.app.local.open(testApp.path("sub"), "a new window");
  expect(testApp.app.windows.map(({ workspace }) => workspace?.name)).toEqual(["sub", "notes"]);
  await testApp.app.open([testApp.path("b.md")], "a new window");
  const [third = testApp.window] = testApp.app.windows;
  expect((await testApp.startIn(third)).documents.map(({ name }) => name)).toEqual(["b.md"]);
  await testApp.app.open([testApp.path("sub"), testApp.path("a.md")], "a new window");
  expect(testApp.desktop.windows).toHaveLength(3);
  expect(testApp.app.front).toBe(testApp.window);

  await testApp.window.handlers["app:save-session"](session([]));
  testApp = await testApp.crash();
  await testApp.app.open([testApp.path("c.md")], "a new window");
  await testApp.start();
  await eventually(() => expect(testApp.app.windows.length).toBeGreaterThan(3));
});

test("a folder that a window has comes to the front there; agents are accepted for the folders of all windows", async () => {
  await testApp.start([""]);
  const { window } = await second();
  await window.dropped(testApp.folder);
  expect(await window.handlers["workspace:open"](testApp.folder)).toEqual({ ok: true, workspace: null });
  expect(window.workspace).toBeNull();
  expect(testApp.app.front).toBe(testApp.window);
  expect(await window.handlers["window:open-folder"](testApp.folder)).toEqual({ ok: true });
  expect(testApp.desktop.windows).toHaveLength(2);
  const elsewhere = join(testApp.folder, "..", "elsewhere");
  mkdirSync(elsewhere);
  expect(testApp.app.local.accepts([elsewhere])).toBe(false);
  await window.dropped(elsewhere);
  await window.handlers["workspace:open"](elsewhere);
  expect(testApp.app.local.accepts([elsewhere])).toBe(true);
  expect(testApp.app.local.accepts([testApp.folder])).toBe(true);
  await window.handlers["workspace:close"](undefined);
  expect(testApp.app.local.accepts([elsewhere])).toBe(false);
});

test("a file that is renamed in one window is followed in the one that has it open, and no other window loses its folder", async () => {
  await testApp.start([""]);
  const { documents, shown, window } = await second("b.md");
  const { handlers } = testApp.window;
  expect(await handlers["workspace:rename"]({ from: testApp.path("b.md"), to: testApp.path("z.md") })).toMatchObject({
    ok: true,
  });
  expect(shown.events("document:moved")).toMatchObject([{ doc: documents[0]?.doc, name: "z.md" }]);
  await window.dropped(testApp.path("sub"));
  await window.handlers["workspace:open"](testApp.path("sub"));
  for (const answer of [
    await handlers["workspace:trash"](testApp.path("sub")),
    await handlers["workspace:rename"]({ from: testApp.path("sub"), to: testApp.path("other") }),
  ])
    expect(answer).toMatchObject({ ok: false, error: { message: expect.stringContaining("sub") } });
});

test("settings, the recent list and the agents apply in every window at once", async () => {
  await testApp.start();
  const { shown, window } = await second();
  await window.handlers["app:save-settings"]({ fontSize: 21 });
  expect(testApp.desktop.events("settings:changed")).toMatchObject([{ fontSize: 21 }]);
  // The requester has the result and may have edited since.
  expect(shown.events("settings:changed")).toEqual([]);
  await testApp.open("a.md");
  testApp.app.clearRecent();
  for (const each of [testApp.desktop, shown]) {
    expect(each.events("recent:changed").at(-2)).toMatchObject([{ path: testApp.path("a.md") }]);
    expect(each.events("recent:changed").at(-1)).toEqual([]);
  }
  testApp.app.local.connected({ id: "1", name: "claude", roots: [testApp.folder] });
  for (const each of [testApp.desktop, shown])
    await eventually(() => expect(each.events("agents:changed").at(-1)).toMatchObject([{ name: "claude" }]));
  await window.handlers["spelling:add"]("galleyish");
  expect(testApp.desktop.events("spelling:added")).toEqual(["galleyish"]);
});

test("each window searches its own folder, and is notified of changes there", async () => {
  await testApp.start([""]);
  const { window, shown } = await second();
  await window.dropped(testApp.path("sub"));
  await window.handlers["workspace:open"](testApp.path("sub"));
  const query = { regex: false, caseSensitive: false, wholeWord: false, include: "", exclude: "" };
  const search = async (of: AppWindow, text: string) => {
    const begun = await of.handlers["search:begin"]({ ...query, text, search: 1, unsaved: "included" });
    return begun.ok ? begun.page?.files.map(({ path }) => path) : begun.error;
  };
  expect(await search(window, "t")).toEqual([]);
  expect(await search(window, "four")).toEqual([testApp.path("sub/d.md")]);
  expect(await search(testApp.window, "two")).toEqual([testApp.path("b.md")]);
  const engine = await testApp.engine();
  const caller = { id: "agent", name: "agent", roots: [testApp.folder] };
  const args = { action: "patch", path: "b.md", old_text: "two", new_text: "2" };
  await engine.run({ name: "text_editor", arguments: args, caller });
  // On a busy machine the watcher still reports files that were made before the search.
  const touched = (of: typeof shown) => of.events("search:touched").flatMap(({ paths }) => paths);
  await eventually(() => expect(touched(testApp.desktop)).toContain(testApp.path("b.md")));
  expect(touched(shown)).not.toContain(testApp.path("b.md"));
});

test("an export path is valid only in the window that asked for it", async () => {
  await testApp.start();
  const a = await testApp.open("a.md");
  const { window } = await second();
  const path = testApp.path("a.html");
  testApp.desktop.picks = [path];
  const picked = await testApp.window.handlers["export:pick"]({ doc: a.doc, kind: "html" });
  const ticket = picked.ok ? (picked.place?.ticket ?? 0) : 0;
  const bytes = new TextEncoder().encode("x");
  expect(await window.handlers["export:write"]({ ticket, bytes })).toMatchObject({ ok: false });
  expect(existsSync(path)).toBe(false);
  expect(await testApp.window.handlers["export:write"]({ ticket, bytes })).toMatchObject({ ok: true });
});
