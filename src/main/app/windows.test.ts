import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { applyChanges } from "../../core/text/change";
import type { Session } from "../../shared/contract";
import type { AppWindow } from "./app-window";
import { createWorld, eventually, FakePage, type World } from "./testing/test-app";

let world: World;
beforeEach(() => {
  world = createWorld({ "a.md": "one\n", "b.md": "two\n", "c.md": "three\n" });
  mkdirSync(world.path("sub"));
  writeFileSync(world.path("sub/d.md"), "four\n");
});
afterEach(() => world.end());

const view = { cursor: 2, scrollTop: 0, folds: [] };

const session = (docs: { path: string | null; doc: string }[]): Session => ({
  tabs: docs.map(({ path, doc }) => ({ path, doc, ...view })),
  active: docs[0]?.doc ?? null,
  sidebar: { open: true, width: 240 },
  expanded: [],
});

/** Opens a second window, starts its renderer, and opens these files. */
async function second(...names: string[]) {
  const window = await world.app.openWindow();
  await world.startIn(window);
  const documents = [];
  for (const name of names) {
    await window.dropped(world.path(name));
    const opened = await window.handlers["document:open"](world.path(name));
    if (!opened.ok || !opened.document) throw new Error("not opened");
    documents.push(opened.document);
  }
  return { window, documents, shown: world.shown(window) };
}

const moveTab = async (doc: string, from: AppWindow = world.window) => {
  const answer = await from.handlers["window:move-tab"]({ doc, view, typed: null });
  if (!answer.ok) throw new Error(answer.error.message);
  const [window = from] = world.app.windows;
  return { window, shown: world.shown(window) };
};

test("a document lives in one window: opened in another, its window comes to the front with its tab", async () => {
  await world.start();
  const a = await world.open("a.md");
  const { window } = await second("b.md");
  const { focused } = world.desktop;
  expect(await window.handlers["document:open"](world.path("a.md"))).toEqual({
    ok: true,
    document: null,
    workspace: null,
  });
  expect(world.desktop.events("document:forward")).toEqual([{ doc: a.doc }]);
  expect(world.desktop.focused).toBe(focused + 1);
  expect(world.app.front).toBe(world.window);
});

test("the progress of a replacement in the folder is sent only to the window that asked for it", async () => {
  await world.start([""]);
  const window = await world.app.openWindow(world.path("sub"));
  await world.startIn(window);
  const query = { text: "four", regex: false, caseSensitive: false, wholeWord: false, include: "", exclude: "" };
  const files = [{ path: world.path("sub/d.md"), paragraphs: null }];
  const answer = await window.handlers["replace:plan"]({ query, template: "five", keepCase: false, files });
  if (!answer.ok || !answer.plan) throw new Error("not planned");
  expect(await window.handlers["replace:run"](answer.plan.ticket)).toMatchObject({ report: { matches: 1 } });
  expect(world.shown(window).events("replace:progress")).toContainEqual({ done: 1, of: 1 });
  expect(world.desktop.events("replace:progress")).toEqual([]);
});

test("a position in a document of another window is shown there, and not for a document of the own window or of none", async () => {
  await world.start();
  const a = await world.open("a.md");
  const { window } = await second("b.md");
  await window.handlers["window:show-spot"]({ path: world.path("a.md"), spot: { line: 7 } });
  expect(world.desktop.events("document:forward")).toEqual([{ doc: a.doc, spot: { line: 7 } }]);
  await window.handlers["window:show-spot"]({ path: world.path("b.md"), spot: { line: 7 } });
  await window.handlers["window:show-spot"]({ path: world.path("c.md"), spot: { line: 7 } });
  await window.handlers["window:show-spot"]({ path: "/etc/passwd", spot: { from: 1 } });
  expect(world.desktop.events("document:forward")).toHaveLength(1);
});

test("goals that are set in one window apply in the others, and are sent once", async () => {
  await world.start();
  const { window, shown } = await second("b.md");
  const goals = [{ path: world.path("b.md"), words: 500 }];
  await world.window.handlers["app:save-session"]({ ...session([]), goals });
  expect(shown.events("goals:changed")).toEqual([goals]);
  await window.handlers["app:save-session"]({ ...session([]), goals });
  await world.window.handlers["app:save-session"]({ ...session([]), goals });
  expect(shown.events("goals:changed")).toHaveLength(1);
});

test("events of a document are sent only to its own window", async () => {
  await world.start();
  await world.open("a.md");
  const { shown, documents } = await second("b.md");
  const engine = await world.engine();
  const caller = { id: "agent", name: "agent", roots: [world.folder] };
  const patch = (name: string, old_text: string) =>
    engine.run({
      name: "text_editor",
      arguments: { action: "patch", path: name, old_text, new_text: "new" },
      caller,
    });
  await patch("b.md", "two");
  expect(shown.events("document:changed")).toMatchObject([{ doc: documents[0]?.doc }]);
  expect(world.desktop.events("document:changed")).toEqual([]);
  await patch("a.md", "one");
  expect(shown.events("document:changed")).toHaveLength(1);
  expect(world.desktop.events("document:changed")).toHaveLength(1);
});

test("a renderer that names another window's document is rejected, whatever it asks", async () => {
  await world.start();
  const { doc, version } = await world.open("a.md");
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
  expect(world.read("a.md")).toBe("one\n");
  await world.app.settle();
  expect(existsSync(join(world.dataDir, "journal"))).toBe(false);
  expect(await world.window.handlers["document:close"]({ doc, discard: false })).toEqual({ ok: true });
});

test("a renderer cannot answer for another window's hand-over", async () => {
  await world.start();
  const page = new FakePage(world, await world.open("a.md"));
  const { window } = await second();
  page.type("one more\n");
  await page.journal();
  let other = 0;
  world.desktop.onEvent = ({ name, event }) => {
    if (name !== "document:hand-over") return;
    void window.handlers["document:handed-over"](event.ticket).then(() => other++);
  };
  const engine = await world.engine();
  const caller = { id: "agent", name: "agent", roots: [world.folder] };
  const seen = await engine.run({ name: "text_editor", arguments: { action: "read", path: "a.md" }, caller });
  expect(other).toBe(1);
  expect(seen.message).toContain("one more");
});

test("a tool sees unsaved edits in any window", async () => {
  await world.start();
  const { window, documents } = await second("b.md");
  const [open] = documents;
  if (!open) throw new Error("nothing open");
  const page = new FakePage(world, open, window);
  page.type("two, unsaved\n");
  await page.journal();
  const engine = await world.engine();
  const caller = { id: "agent", name: "agent", roots: [world.folder] };
  const seen = await engine.run({ name: "text_editor", arguments: { action: "read", path: "b.md" }, caller });
  expect(seen.message).toContain("two, unsaved");
});

test("a tab moves to a window of its own with its text, saved or not, and its first renderer no longer knows it", async () => {
  await world.start([""]);
  const page = new FakePage(world, await world.open("a.md"));
  page.type("one, typed\n");
  await page.journal();
  const late = page.type("one, typed on\n");
  const answer = await world.window.handlers["window:move-tab"]({ doc: page.doc, view, typed: late });
  expect(answer).toEqual({ ok: true });
  const [window = world.window] = world.app.windows;
  expect(window).not.toBe(world.window);
  const state = await world.startIn(window);
  expect(state.workspace?.root).toBe(world.folder);
  expect(state.active).toBe(page.doc);
  expect(state.session?.tabs).toMatchObject([{ doc: page.doc, cursor: 2 }]);
  const [open] = state.documents;
  expect(applyChanges(open?.text ?? "", open?.unsaved?.changes ?? [])).toBe("one, typed on\n");
  // Late requests of the previous renderer change nothing.
  await world.window.handlers["document:typed"]({ ...late, seq: 9, changes: [{ from: 0, to: 3, insert: "late" }] });
  if (!open) throw new Error("nothing open");
  const next = new FakePage(world, open, window);
  expect(await next.save()).toMatchObject({ status: "saved" });
  expect(world.read("a.md")).toBe("one, typed on\n");
});

test("an untitled text, and one whose file has changed, move along and are merged in the new window", async () => {
  await world.start();
  const untitled = new FakePage(world, await world.window.handlers["document:create"](undefined));
  untitled.type("never saved\n");
  await untitled.journal();
  const { window, shown } = await moveTab(untitled.doc);
  const [open] = (await world.startIn(window)).documents;
  expect(open).toMatchObject({ doc: untitled.doc, path: null });
  expect(applyChanges(open?.text ?? "", open?.unsaved?.changes ?? [])).toBe("never saved\n");

  const page = new FakePage(world, await world.open("a.md"));
  page.type("one\nmine\n");
  await page.journal();
  world.write("a.md", "theirs\none\n");
  await world.window.handlers["document:check"](page.doc);
  window.takeOver(world.app.windows.flatMap((each) => each.own()).find(({ doc }) => doc === page.doc) as never, view);
  expect(shown.events("document:arrived")).toMatchObject([
    { document: { doc: page.doc, version: page.version }, view },
  ]);
  expect(shown.events("document:changed")).toMatchObject([{ doc: page.doc, from: page.version }]);
});

test("a document outside the folder moves to a window without a folder", async () => {
  await world.start(["sub"]);
  const a = await world.open("a.md");
  const { window } = await moveTab(a.doc);
  expect(window.workspace).toBeNull();
  await world.startIn(window);
  const d = await world.open("sub/d.md");
  expect((await moveTab(d.doc)).window.workspace?.root).toBe(world.path("sub"));
});

test("windows come back with folders, tabs, positions and their unsaved texts, each its own", async () => {
  await world.start([""]);
  const a = await world.open("a.md");
  await world.window.handlers["app:save-session"](session([a]));
  const { window, documents } = await second("sub/d.md");
  await window.dropped(world.path("sub"));
  await window.handlers["workspace:open"](world.path("sub"));
  const untitled = await window.handlers["document:create"](undefined);
  const page = new FakePage(world, untitled, window);
  page.type("kept\n");
  await page.journal();
  const first = new FakePage(world, a);
  first.type("one, typed\n");
  await first.journal();
  await window.handlers["app:save-session"](session([...documents, untitled]));

  world = await world.crash();
  // The user was in the second window last, so it is restored first.
  const state = await world.start();
  expect(state.workspace?.root).toBe(world.path("sub"));
  expect(state.documents.map(({ doc }) => doc)).toEqual([documents[0]?.doc, untitled.doc]);
  expect(state.documents[1]?.unsaved?.changes).toMatchObject([{ insert: "kept\n" }]);
  await eventually(() => expect(world.desktop.windows).toHaveLength(2));
  const [, other = world.window] = world.app.windows;
  expect(world.shown(other).place).toMatchObject({ focus: "behind", bounds: { x: 10, y: 20, width: 800 } });
  const behind = await world.startIn(other);
  expect(behind.workspace?.root).toBe(world.folder);
  expect(behind.documents).toMatchObject([{ doc: a.doc, unsaved: { changes: [{ insert: ", typed" }] } }]);
});

test("a session of one window, as it was stored before there were several, is read as such", async () => {
  await world.start();
  const a = await world.open("a.md");
  await world.app.settle();
  world = await world.crash();
  const old = { workspace: world.folder, session: session([a]) };
  writeFileSync(join(world.dataDir, "session.json"), JSON.stringify(old));
  world = await world.crash();
  const state = await world.start();
  expect(state.workspace?.root).toBe(world.folder);
  expect(state.documents.map(({ doc }) => doc)).toEqual([a.doc]);
  expect(state.notices).toEqual([]);
});

test("a window that others outlive forgets its tabs; the last one and those at the end come back", async () => {
  await world.start();
  const a = await world.open("a.md");
  await world.window.handlers["app:save-session"](session([a]));
  const { window, documents, shown } = await second("b.md");
  await window.handlers["app:save-session"](session(documents));
  shown.onEvent = ({ name, event }) => {
    if (name !== "app:closing") return;
    expect(event).toEqual({ why: "window" });
    void window.handlers["app:ready-to-close"]("ready");
  };
  expect(await shown.end()).toBe(true);
  expect(world.app.windows).toEqual([world.window]);
  expect(await window.handlers["document:text"](documents[0]?.doc ?? "")).toMatchObject({ ok: false });

  const third = await second("c.md");
  await third.window.handlers["app:save-session"](session(third.documents));
  world.app.list.isQuitting = true;
  for (const each of [world.desktop, third.shown]) {
    each.onEvent = ({ name, event }) => {
      if (name !== "app:closing") return;
      expect(event).toEqual({ why: "quit" });
      void each.listener?.handlers["app:ready-to-close"]("ready");
    };
  }
  expect(await Promise.all([world.desktop.end(), third.shown.end()])).toEqual([true, true]);
  world = await world.crash();
  expect((await world.start()).documents.map(({ name }) => name)).toEqual(["c.md"]);
  await eventually(() => expect(world.app.windows).toHaveLength(2));
  const [, other = world.window] = world.app.windows;
  expect((await world.startIn(other)).documents.map(({ name }) => name)).toEqual(["a.md"]);
});

test("a window stays open if the user keeps it for unsaved text, and the question has no time limit", async () => {
  await world.start();
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
  await world.start();
  const { window, shown } = await second();
  const untitled = await window.handlers["document:create"](undefined);
  const page = new FakePage(world, untitled, window);
  page.type("not saved\n");
  await page.journal();
  await window.handlers["app:save-session"](session([untitled]));
  const closing = shown.end();
  await window.handlers["app:ready-to-close"]("asking");
  world.app.list.isQuitting = true;
  void window.closeAsked();
  expect(await closing).toBe(true);
  world = await world.crash();
  const state = await world.start();
  expect(state.documents).toMatchObject([{ doc: untitled.doc, unsaved: { changes: [{ insert: "not saved\n" }] } }]);
});

test("unsaved text of a renderer that does not answer continues in another window", async () => {
  await world.start();
  const { window, documents, shown } = await second("b.md");
  const [open] = documents;
  if (!open) throw new Error("nothing open");
  const page = new FakePage(world, open, window);
  page.type("two, typed\n");
  await page.journal();
  const { focused } = world.desktop;
  const closing = shown.end();
  await window.handlers["app:ready-to-close"]("ready");
  expect(await closing).toBe(true);
  const [arrived] = world.desktop.events("document:arrived");
  // Nobody asked for it in this window, so it does not take the focus.
  expect([arrived?.view, world.desktop.focused]).toEqual([null, focused]);
  expect(arrived?.document).toMatchObject({ doc: page.doc, unsaved: { changes: [{ insert: ", typed" }] } });
  expect(await world.window.handlers["document:text"](page.doc)).toMatchObject({ ok: true });
});

test("the end of one renderer leaves the others alone; its text comes back there", async () => {
  await world.start();
  const a = new FakePage(world, await world.open("a.md"));
  const { window, documents, shown } = await second("b.md");
  const [open] = documents;
  if (!open) throw new Error("nothing open");
  const b = new FakePage(world, open, window);
  for (const page of [a, b]) {
    page.type(`${page.base}typed\n`);
    await page.journal();
  }
  await window.handlers["app:save-session"](session([open]));
  window.pageStopped("It had stopped.");
  const heard = world.desktop.heard.length;
  const state = await world.startIn(window);
  expect(state.documents).toMatchObject([{ doc: b.doc, unsaved: { changes: [{ insert: "typed\n" }] } }]);
  expect(state).toMatchObject({ notices: ["It had stopped."], active: b.doc });
  expect(world.desktop.heard.slice(heard).filter(({ name }) => name !== "document:readings")).toEqual([]);
  expect(await a.save()).toMatchObject({ status: "saved" });
  expect(shown.hasPage).toBe(true);
});

test("a file opened from outside goes to the window that has it, then to the nearest folder's, then to the front one", async () => {
  await world.start([""]);
  const a = await world.open("a.md");
  const { window, shown } = await second();
  await window.dropped(world.path("sub"));
  await window.handlers["workspace:open"](world.path("sub"));
  const third = await second();
  const names = (of: { events(name: "document:show"): { document: { name: string } }[] }) =>
    of.events("document:show").map(({ document }) => document.name);

  // The innermost folder wins, although another window was active last.
  world.window.focused();
  expect(await world.app.local.open(world.path("sub/d.md"))).toEqual({ ok: true });
  expect(names(shown)).toEqual(["d.md"]);
  await world.app.open([world.path("c.md")]);
  expect(names(world.desktop)).toEqual(["c.md"]);
  const outside = join(world.folder, "..", "outside.md");
  writeFileSync(outside, "x\n");
  third.window.focused();
  await world.app.open([outside]);
  expect(names(third.shown)).toEqual(["outside.md"]);
  // A file that is open goes to its own window, whichever folder contains it.
  const { window: moved } = await moveTab(a.doc);
  await world.startIn(moved);
  await world.app.local.open(world.path("a.md"));
  expect(world.app.front).toBe(moved);
});

test("a document that an agent shows goes to the window that has it or whose folder contains it, and no window takes the focus", async () => {
  await world.start([""]);
  await world.open("a.md");
  const { window, shown } = await second();
  await window.dropped(world.path("sub"));
  await window.handlers["workspace:open"](world.path("sub"));
  const focused = [world.desktop.focused, shown.focused];
  for (const name of ["a.md", "sub/d.md"])
    expect(await world.app.canvas.show(world.path(name), { name: "Claude" })).toBe(true);
  const by = { kind: "agent", name: "Claude" };
  expect(world.desktop.events("document:show")).toMatchObject([{ document: { name: "a.md" }, by }]);
  expect(shown.events("document:show")).toMatchObject([{ document: { name: "d.md" }, by }]);
  expect([world.desktop.focused, shown.focused]).toEqual(focused);
  expect(world.app.front).toBe(window);
});

test("on request, a file or folder is shown in a window of its own, unless some window has it", async () => {
  await world.start([""]);
  await world.open("a.md");
  await world.app.local.open(world.path("sub"), "a new window");
  expect(world.app.windows.map(({ workspace }) => workspace?.name)).toEqual(["sub", "notes"]);
  await world.app.open([world.path("b.md")], "a new window");
  const [third = world.window] = world.app.windows;
  expect((await world.startIn(third)).documents.map(({ name }) => name)).toEqual(["b.md"]);
  await world.app.open([world.path("sub"), world.path("a.md")], "a new window");
  expect(world.desktop.windows).toHaveLength(3);
  expect(world.app.front).toBe(world.window);

  await world.window.handlers["app:save-session"](session([]));
  world = await world.crash();
  await world.app.open([world.path("c.md")], "a new window");
  await world.start();
  await eventually(() => expect(world.app.windows.length).toBeGreaterThan(3));
});

test("a folder that a window has comes to the front there; agents are accepted for the folders of all windows", async () => {
  await world.start([""]);
  const { window } = await second();
  await window.dropped(world.folder);
  expect(await window.handlers["workspace:open"](world.folder)).toEqual({ ok: true, workspace: null });
  expect(window.workspace).toBeNull();
  expect(world.app.front).toBe(world.window);
  expect(await window.handlers["window:open-folder"](world.folder)).toEqual({ ok: true });
  expect(world.desktop.windows).toHaveLength(2);
  const elsewhere = join(world.folder, "..", "elsewhere");
  mkdirSync(elsewhere);
  expect(world.app.local.accepts([elsewhere])).toBe(false);
  await window.dropped(elsewhere);
  await window.handlers["workspace:open"](elsewhere);
  expect(world.app.local.accepts([elsewhere])).toBe(true);
  expect(world.app.local.accepts([world.folder])).toBe(true);
  await window.handlers["workspace:close"](undefined);
  expect(world.app.local.accepts([elsewhere])).toBe(false);
});

test("a file that is renamed in one window is followed in the one that has it open, and no other window loses its folder", async () => {
  await world.start([""]);
  const { documents, shown, window } = await second("b.md");
  const { handlers } = world.window;
  expect(await handlers["workspace:rename"]({ from: world.path("b.md"), to: world.path("z.md") })).toMatchObject({
    ok: true,
  });
  expect(shown.events("document:moved")).toMatchObject([{ doc: documents[0]?.doc, name: "z.md" }]);
  await window.dropped(world.path("sub"));
  await window.handlers["workspace:open"](world.path("sub"));
  for (const answer of [
    await handlers["workspace:trash"](world.path("sub")),
    await handlers["workspace:rename"]({ from: world.path("sub"), to: world.path("other") }),
  ])
    expect(answer).toMatchObject({ ok: false, error: { message: expect.stringContaining("sub") } });
});

test("settings, the recent list and the agents apply in every window at once", async () => {
  await world.start();
  const { shown, window } = await second();
  await window.handlers["app:save-settings"]({ fontSize: 21 });
  expect(world.desktop.events("settings:changed")).toMatchObject([{ fontSize: 21 }]);
  // The requester has the result and may have edited since.
  expect(shown.events("settings:changed")).toEqual([]);
  await world.open("a.md");
  world.app.clearRecent();
  for (const each of [world.desktop, shown]) {
    expect(each.events("recent:changed").at(-2)).toMatchObject([{ path: world.path("a.md") }]);
    expect(each.events("recent:changed").at(-1)).toEqual([]);
  }
  world.app.local.connected({ id: "1", name: "claude", roots: [world.folder] });
  for (const each of [world.desktop, shown])
    await eventually(() => expect(each.events("agents:changed").at(-1)).toMatchObject([{ name: "claude" }]));
  await window.handlers["spelling:add"]("galleyish");
  expect(world.desktop.events("spelling:added")).toEqual(["galleyish"]);
});

test("each window searches its own folder, and is told of changes there", async () => {
  await world.start([""]);
  const { window, shown } = await second();
  await window.dropped(world.path("sub"));
  await window.handlers["workspace:open"](world.path("sub"));
  const query = { regex: false, caseSensitive: false, wholeWord: false, include: "", exclude: "" };
  const search = async (of: AppWindow, text: string) => {
    const begun = await of.handlers["search:begin"]({ ...query, text, search: 1, unsaved: "included" });
    return begun.ok ? begun.page?.files.map(({ path }) => path) : begun.error;
  };
  expect(await search(window, "t")).toEqual([]);
  expect(await search(window, "four")).toEqual([world.path("sub/d.md")]);
  expect(await search(world.window, "two")).toEqual([world.path("b.md")]);
  const engine = await world.engine();
  const caller = { id: "agent", name: "agent", roots: [world.folder] };
  const args = { action: "patch", path: "b.md", old_text: "two", new_text: "2" };
  await engine.run({ name: "text_editor", arguments: args, caller });
  await eventually(() => expect(world.desktop.events("search:touched")).toHaveLength(1));
  expect(shown.events("search:touched")).toEqual([]);
});

test("an export path is valid only in the window that asked for it", async () => {
  await world.start();
  const a = await world.open("a.md");
  const { window } = await second();
  const path = world.path("a.html");
  world.desktop.picks = [path];
  const picked = await world.window.handlers["export:pick"]({ doc: a.doc, kind: "html" });
  const ticket = picked.ok ? (picked.place?.ticket ?? 0) : 0;
  const bytes = new TextEncoder().encode("x");
  expect(await window.handlers["export:write"]({ ticket, bytes })).toMatchObject({ ok: false });
  expect(existsSync(path)).toBe(false);
  expect(await world.window.handlers["export:write"]({ ticket, bytes })).toMatchObject({ ok: true });
});
