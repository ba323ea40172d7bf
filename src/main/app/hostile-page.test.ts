import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Session } from "../../shared/contract";
import { requestSchemas } from "./requests";
import { createTestApp, eventually, type TestApp } from "./testing/test-app";

let testApp: TestApp;
let secret: string;
beforeEach(async () => {
  testApp = createTestApp({ "a.md": "one\n" });
  mkdirSync(join(testApp.folder, "..", "private"));
  secret = join(testApp.folder, "..", "private", "secret.md");
  writeFileSync(secret, "secret\n");
  await testApp.start([""]);
});
afterEach(() => testApp.end());

const doc = "4fca9b34-e87a-46fc-817a-3e908974d1bc";

test("a path upwards through a missing folder leads nowhere, for any request [A10 A18]", async () => {
  const handlers = testApp.window.handlers;
  const climb = `${testApp.folder}/missing/../../private`;
  const answers = [
    await handlers["document:open"](`${climb}/secret.md`),
    await handlers["workspace:list"](climb),
    await handlers["workspace:create"]({ path: `${climb}/new.md`, kind: "file" }),
    await handlers["workspace:rename"]({ from: `${climb}/secret.md`, to: testApp.path("mine.md") }),
    await handlers["workspace:rename"]({ from: testApp.path("a.md"), to: `${climb}/a.md` }),
    await handlers["workspace:trash"](`${climb}/secret.md`),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: "outside_workspace" } });
  expect(readFileSync(secret, "utf8")).toBe("secret\n");
  expect([testApp.desktop.trashed, existsSync(testApp.path("mine.md"))]).toEqual([[], false]);
});

test("a path from the renderer means one location, normalized as text and never through a link [A18]", () => {
  const list = requestSchemas["workspace:list"];
  for (const [asked, read] of [
    ["/a/../b", "/b"],
    ["/a/link/../../etc/passwd", "/etc/passwd"],
    ["/a/./b/", "/a/b"],
    ["/..", "/"],
    ["/a/..b", "/a/..b"],
  ])
    expect(list.parse(asked)).toBe(read);
});

test("a session that names files which the user never opened opens none of them at the next start [A10]", async () => {
  const { doc: open } = await testApp.open("a.md");
  const link = testApp.path("link.md");
  symlinkSync(secret, link);
  const tab = (path: string, id: string) => ({ path, doc: id, cursor: 0, scrollTop: 0, folds: [] });
  const session: Session = {
    tabs: [tab(secret, doc), tab(link, doc.replace("4", "5")), tab(testApp.path("a.md"), open)],
    active: doc,
    sidebar: { open: true, width: 200 },
    expanded: [],
  };
  await testApp.window.handlers["app:save-session"](session);
  testApp = await testApp.crash();
  const state = await testApp.start();
  expect(state.documents.map(({ name }) => name)).toEqual(["a.md"]);
  expect(await testApp.window.handlers["document:open"](secret)).toMatchObject({ ok: false });
  await eventually(() => expect(readFileSync(secret, "utf8")).toBe("secret\n"));
});

test("a session stores documents under the paths that main knows, whatever the renderer sends [A10]", async () => {
  const { doc: open } = await testApp.open("a.md");
  const session: Session = {
    tabs: [{ path: secret, doc: open, cursor: 3, scrollTop: 0, folds: [] }],
    active: open,
    sidebar: { open: true, width: 200 },
    expanded: [],
  };
  await testApp.window.handlers["app:save-session"](session);
  testApp = await testApp.crash();
  const state = await testApp.start();
  expect(state.session?.tabs).toMatchObject([{ path: testApp.path("a.md"), doc: open, cursor: 3 }]);
  expect(state.documents.map(({ name }) => name)).toEqual(["a.md"]);
});

test("the renderer cannot list, change or trash Galley's own data, even if the user opened a folder above it [A10]", async () => {
  const above = join(testApp.folder, "..");
  await testApp.window.dropped(above);
  const handlers = testApp.window.handlers;
  expect(await handlers["workspace:open"](above)).toMatchObject({ ok: true });
  mkdirSync(testApp.dataDir, { recursive: true });
  symlinkSync(testApp.dataDir, testApp.path("data"));
  const database = join(testApp.dataDir, "history.db");
  const answers = [
    await handlers["workspace:list"](testApp.dataDir),
    await handlers["workspace:list"](testApp.path("data")),
    await handlers["workspace:create"]({ path: join(testApp.dataDir, "settings.md"), kind: "file" }),
    await handlers["workspace:rename"]({ from: database, to: testApp.path("mine.md") }),
    await handlers["workspace:rename"]({ from: testApp.path("a.md"), to: join(testApp.dataDir, "journal.md") }),
    await handlers["workspace:rename"]({ from: testApp.dataDir, to: testApp.path("moved") }),
    await handlers["workspace:trash"](database),
    await handlers["document:open"](join(testApp.dataDir, "settings.json")),
    await handlers["document:open"](database),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: "outside_workspace" } });
  expect([testApp.desktop.trashed, existsSync(database)]).toEqual([[], true]);
});

test("Galley's own data cannot be opened as a folder, whoever asks [A10]", async () => {
  mkdirSync(join(testApp.dataDir, "journal"), { recursive: true });
  testApp.desktop.picks = [testApp.dataDir];
  expect(await testApp.window.handlers["workspace:open"](null)).toMatchObject({ ok: false });
  expect(await testApp.app.local.open(join(testApp.dataDir, "journal"))).toMatchObject({ ok: false });
  expect(testApp.window.workspace?.root).toBe(testApp.folder);
});
