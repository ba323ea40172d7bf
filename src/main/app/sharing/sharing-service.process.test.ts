import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SharingState } from "../../../shared/sharing";
import { type SharingServer, startSharingServer } from "../../sharing/sharing-server";
import type { SharedFolderStore } from "../../sharing/store/shared-folder-store";
import { openSqliteStore } from "../../sharing/store/sqlite-store";
import { createTestApp, eventually, FakePage, type TestApp } from "../testing/test-app";

let work: string;
let server: SharingServer;
let store: SharedFolderStore;
/** Secrets of links, by role. */
let secrets: Record<string, string>;
let apps: TestApp[];

beforeEach(async () => {
  work = realpathSync(mkdtempSync(join(tmpdir(), "galley-sharing-")));
  apps = [];
  mkdirSync(join(work, "server"));
  store = openSqliteStore(join(work, "server"), () => {});
  server = await startSharingServer({ port: 0, host: "127.0.0.1", store, log: () => {} });
  await renewLinks({ revoke: false });
});
afterEach(async () => {
  for (const app of apps) await app.end();
  await server.close();
  rmSync(work, { recursive: true, force: true });
});

async function renewLinks({ revoke }: { revoke: boolean }): Promise<void> {
  const links = await store.makeLinks({ roles: ["reader", "editor"], revoke });
  secrets = Object.fromEntries(links.map(({ role, secret }) => [role, secret]));
}

const link = (role: "editor" | "reader" = "editor") => `galley://127.0.0.1:${server.port}/#${secrets[role] ?? ""}`;

/** An app with its folder open. */
async function opened(files: Record<string, string> = {}): Promise<TestApp> {
  const app = createTestApp(files);
  apps.push(app);
  await app.start();
  await app.window.handlers["app:painted"](undefined);
  await app.window.openWorkspace(app.folder);
  return app;
}

const state = (app: TestApp): Promise<SharingState | null> => app.window.handlers["sharing:state"](undefined);
const joins = async (app: TestApp, text = link()) => app.window.handlers["sharing:join"](text);

/** Waits until the state of an app's folder is like this. */
const becomes = (app: TestApp, wanted: Partial<SharingState> | null) =>
  expect.poll(() => state(app)).toEqual(wanted === null ? null : expect.objectContaining(wanted));

test("two apps keep their folders in sync, know of each other, and merge what is being typed", async () => {
  const ann = await opened({ "a.md": "one\n\ntwo\n" });
  expect(await joins(ann)).toEqual({ ok: true });
  await becomes(ann, { status: "connected", role: "editor", files: 1, people: [], isStored: true });
  const ben = await opened();
  await joins(ben);
  await eventually(() => expect(ben.read("a.md")).toBe("one\n\ntwo\n"));
  const page = new FakePage(ann, await ann.open("a.md"));
  const selection = { anchor: 1, head: 3 };
  await ann.window.handlers["sharing:look"]({ path: ann.path("a.md"), selection });
  const somebody = { id: expect.any(Number), name: expect.any(String), section: null, agents: [] };
  await becomes(ben, { people: [{ ...somebody, path: "a.md", selection, isFileHere: true }] });
  await ann.window.handlers["sharing:look"]({ path: "/etc/hosts", selection });
  await becomes(ben, { people: [{ ...somebody, path: null, selection: null, isFileHere: false }] });
  // Ann types, unsaved, while Ben writes into another line.
  page.type("one, typed\n\ntwo\n");
  await page.journal();
  ben.write("a.md", "one\n\ntwo, by Ben\n");
  await eventually(() => {
    expect(ann.read("a.md")).toContain("two, by Ben");
    expect(ben.read("a.md")).toBe("one, typed\n\ntwo, by Ben\n");
  });
  expect(ann.desktop.events("sharing:changed").length).toBeGreaterThan(0);
});

test("a folder joins again when it is opened again, and no longer after it was left", async () => {
  const ann = await opened({ "a.md": "text\n" });
  await joins(ann);
  await becomes(ann, { status: "connected" });
  await ann.window.closeWorkspace();
  expect(await state(ann)).toBeNull();
  await ann.window.openWorkspace(ann.folder);
  await becomes(ann, { status: "connected", files: 1 });
  const again = await ann.crash();
  apps = [again];
  await again.start();
  await again.window.openWorkspace(again.folder);
  await becomes(again, { status: "connected", files: 1 });
  await again.window.handlers["sharing:leave"](undefined);
  expect(await state(again)).toBeNull();
  await again.window.closeWorkspace();
  await again.window.openWorkspace(again.folder);
  expect(await state(again)).toBeNull();
  expect(again.read("a.md")).toBe("text\n");
});

test("a wrong link is rejected with a sentence, a revoked one by the server, and nothing is changed", async () => {
  const ann = await opened({ "a.md": "text\n" });
  for (const [typed, message] of [
    ["nonsense", "not a link"],
    ["http://example.com/#abcdefghijklmnopqrstuvwxyz", "unencrypted"],
  ] as const) {
    const answer = await joins(ann, typed);
    expect(answer).toMatchObject({ ok: false, error: { message: expect.stringContaining(message) } });
  }
  expect(await state(ann)).toBeNull();
  const revoked = link();
  await renewLinks({ revoke: true });
  await joins(ann, revoked);
  await becomes(ann, { status: "refused", rejection: expect.stringContaining("revoked") });
  await joins(ann);
  await becomes(ann, { status: "connected" });
});

test("one process keeps a folder in sync: another Galley on the same data says so", async () => {
  const ann = await opened({ "a.md": "text\n" });
  const { holdFolder } = await import("../../sharing/member/hold-folder");
  const letGo = await holdFolder(ann.dataDir, realpathSync(ann.folder));
  await joins(ann);
  await becomes(ann, { status: "elsewhere", files: 0 });
  letGo?.();
  await joins(ann);
  await becomes(ann, { status: "connected" });
});
