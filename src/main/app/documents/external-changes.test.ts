import { mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ChangeResult } from "../../engine/ports/documents";
import { createTestApp, eventually, FakePage, type TestApp } from "../testing/test-app";

let testApp: TestApp;
let page: FakePage;
beforeEach(async () => {
  testApp = createTestApp({ "a.md": "one\ntwo\n" });
  await testApp.start();
  page = new FakePage(testApp, await testApp.open("a.md"));
  await checked();
});
afterEach(() => testApp.end());

/** Compares the document with the disk, after all that is queued for it: if nothing has been sent by then, nothing has changed. */
const checked = () => testApp.window.handlers["document:check"](page.doc);
const changes = () => testApp.desktop.events("document:changed");

test("a write by another program reaches the renderer as changes to the version it has", async () => {
  testApp.write("a.md", "one\ntwo\nthree\n");
  await eventually(() => expect(changes()).toHaveLength(1));
  const [change] = changes();
  expect(change && page.after(change)).toBe("one\ntwo\nthree\n");
  expect(change?.by).toEqual({ kind: "program", name: "External change" });
  const listed = await testApp.window.handlers["history:list"](page.doc);
  expect(listed).toMatchObject({ ok: true, versions: [{ version: change?.to, reason: "found on disk" }] });
});

test("a change that keeps size and time is detected; one of the time alone is not a change", async () => {
  const past = new Date(Date.now() - 60_000);
  utimesSync(testApp.path("a.md"), past, past);
  await checked();
  expect(changes()).toEqual([]);
  testApp.write("a.md", "ONE\ntwo\n");
  utimesSync(testApp.path("a.md"), past, past);
  await eventually(() => expect(changes()).toHaveLength(1));
});

test("a file replaced by rename is one change", async () => {
  writeFileSync(testApp.path("other"), "replaced\n");
  renameSync(testApp.path("other"), testApp.path("a.md"));
  await eventually(() => expect(changes()).toHaveLength(1));
  expect(testApp.desktop.events("document:gone")).toEqual([]);
});

test("a deleted file is reported as deleted, and its return as well", async () => {
  rmSync(testApp.path("a.md"));
  await eventually(() => expect(testApp.desktop.events("document:gone")).toEqual([{ doc: page.doc }]));
  testApp.write("a.md", "back\n");
  await eventually(() => expect(changes()).toHaveLength(1));
  expect(testApp.desktop.events("document:moved")).toMatchObject([{ doc: page.doc, name: "a.md" }]);
});

test("a file that is missing for a moment is not deleted", async () => {
  rmSync(testApp.path("a.md"));
  await new Promise((resolve) => setTimeout(resolve, 60));
  testApp.write("a.md", "one\ntwo\n");
  await checked();
  expect(testApp.desktop.events("document:gone")).toEqual([]);
  expect(changes()).toEqual([]);
});

test("a file renamed by another program is followed, with its history", async () => {
  page.type("one\ntwo\nmine\n");
  const saved = await page.save();
  if (saved.status === "saved") page.saved(saved.version, page.text);
  renameSync(testApp.path("a.md"), testApp.path("b.md"));
  await eventually(() => expect(testApp.desktop.events("document:moved")).toMatchObject([{ name: "b.md" }]));
  page.type("one\ntwo\nmine\nmore\n");
  expect(await page.save()).toMatchObject({ status: "saved" });
  expect(testApp.read("b.md")).toBe("one\ntwo\nmine\nmore\n");
  const listed = await testApp.window.handlers["history:list"](page.doc);
  expect(listed.ok && listed.versions.length).toBeGreaterThanOrEqual(3);
});

test("a document follows when another program renames a folder above it, or moves it to another folder", async () => {
  const folders = ["part", "part/one", "other"];
  for (const folder of folders) mkdirSync(testApp.path(folder));
  testApp.write("part/one/c.md", "kept\n");
  writeFileSync(testApp.path("other/c.md"), "another\n");
  const moved = new FakePage(testApp, await testApp.open("part/one/c.md"));
  renameSync(testApp.path("part"), testApp.path("renamed"));
  const places = () => testApp.desktop.events("document:moved").map(({ path }) => path);
  await eventually(() => expect(places()).toEqual([testApp.path("renamed/one/c.md")]));
  renameSync(testApp.path("renamed/one/c.md"), testApp.path("renamed/c.md"));
  await eventually(() => expect(places()).toContain(testApp.path("renamed/c.md")));
  moved.type("kept\nmore\n");
  expect(await moved.save()).toMatchObject({ status: "saved" });
  expect(testApp.read("renamed/c.md")).toBe("kept\nmore\n");
  expect(testApp.read("other/c.md")).toBe("another\n");
  expect(testApp.desktop.events("document:gone")).toEqual([]);
});

test("a save that comes before the rename of a file, or of a folder above it, is noticed goes to its new place", async () => {
  mkdirSync(testApp.path("part"));
  testApp.write("part/c.md", "kept\n");
  const moved = new FakePage(testApp, await testApp.open("part/c.md"));
  renameSync(testApp.path("part"), testApp.path("renamed"));
  moved.type("kept\nmore\n");
  const saved = await moved.save();
  expect(saved).toMatchObject({ status: "saved" });
  expect(testApp.read("renamed/c.md")).toBe("kept\nmore\n");
  if (saved.status === "saved") moved.saved(saved.version, moved.text);
  renameSync(testApp.path("renamed/c.md"), testApp.path("renamed/d.md"));
  moved.type("kept\nmore\nend\n");
  expect(await moved.save()).toMatchObject({ status: "saved" });
  expect(testApp.read("renamed/d.md")).toBe("kept\nmore\nend\n");
  expect(testApp.desktop.events("document:gone")).toEqual([]);
});

test("a tool's write during a disk check is never reported out of order", async () => {
  const engine = await testApp.engine();
  const { read } = engine.documents;
  let isFirst = true;
  // The refresh reads the old bytes; a tool writes new ones before it is done.
  engine.documents.read = async (path, roots, asked) => {
    const found = await read(path, roots, asked);
    if (isFirst && asked === "person") {
      isFirst = false;
      await engine.documents.change(path, roots, {
        by: { kind: "agent", name: "agent" },
        reason: "patch",
        edit: () => ({ changes: [{ from: 0, to: 3, insert: "ONE" }] }),
      });
    }
    return found;
  };
  testApp.desktop.onEvent = ({ name, event }) => {
    if (name === "document:hand-over") void testApp.window.handlers["document:handed-over"](event.requestId);
  };
  await testApp.window.handlers["document:check"](page.doc);
  await checked();
  expect(isFirst).toBe(false);
  expect(changes().map(({ by }) => by.kind)).toEqual(["agent"]);
  const [change] = changes();
  expect(change && page.after(change)).toBe("ONE\ntwo\n");
});

test("an agent's write that has replaced the file but is not reported yet is not taken for another program's", async () => {
  const { documents, history } = await testApp.engine();
  const { noteExternal } = documents;
  const refreshes: Promise<unknown>[] = [];
  testApp.onReplaced(async () => {
    testApp.onReplaced(null);
    // Now the refresh finds the new bytes. The write continues once the refresh waits for it or has finished.
    const gate = new Promise<void>((resolve) => {
      documents.noteExternal = (...asked) => {
        resolve();
        return noteExternal(...asked);
      };
    });
    refreshes.push(testApp.window.handlers["document:check"](page.doc));
    await Promise.race([gate, ...refreshes]);
  });
  await documents.change(testApp.path("a.md"), [testApp.folder], {
    by: { kind: "agent", name: "agent" },
    reason: "patch",
    asker: "person",
    edit: () => ({ changes: [{ from: 0, to: 3, insert: "ONE" }] }),
  });
  await Promise.all(refreshes);
  await checked();
  expect(refreshes).toHaveLength(1);
  expect(changes().map(({ by }) => by.kind)).toEqual(["agent"]);
  const versions = await history.list(testApp.path("a.md"));
  expect(versions.map(({ reason }) => reason)).toEqual(["patch", "found on disk"]);
});

test("a write by another Galley process keeps its author's name", async () => {
  const { history } = await testApp.engine();
  const bytes = Buffer.from("by the command line\n");
  const { createHash } = await import("node:crypto");
  const version = createHash("sha256").update(bytes).digest("hex");
  const realPath = testApp.path("a.md");
  await history.record({ realPath, bytes, version, by: { kind: "agent", name: "claude" }, reason: "write" });
  writeFileSync(realPath, bytes);
  await eventually(() => expect(changes()).toMatchObject([{ by: { kind: "agent", name: "claude" } }]));
});

const agent = { kind: "agent" as const, name: "claude" };
const landedIn = ({ name }: { name: string }) => name === "document:changed" || name === "document:review";

test("pending edits of another Galley process's agent are reported before the text itself", async () => {
  const { history, review } = await testApp.engine();
  const realPath = testApp.path("a.md");
  const [before, after] = ["one\ntwo\n", "ONE\ntwo\n"];
  const { createHash } = await import("node:crypto");
  const [from, to] = [before, after].map((text) => createHash("sha256").update(text).digest("hex"));
  if (from === undefined || to === undefined) throw new Error("no versions");
  // What the other process does while it holds the file's lock.
  await history.record({ realPath, bytes: Buffer.from(after), version: to, by: agent, reason: "patch" });
  const changed = [{ from: 0, to: 3, insert: "ONE" }];
  const write = review.record({ id: "w", by: agent, reason: "patch" });
  await review.landed({ realPath, from, to, before, changes: changed, write });
  writeFileSync(realPath, after);
  await eventually(() => expect(changes()).toHaveLength(1));
  const events = testApp.desktop.received.filter(landedIn);
  expect(events.findIndex(({ name }) => name === "document:changed")).toBeGreaterThan(0);
  expect(events[0]).toMatchObject({ name: "document:review", event: { version: to, writes: [{ id: "w" }] } });
});

test("pending edits are reported before the answer to a save that meets an agent's write, and before a write on unseen ones", async () => {
  const { documents } = await testApp.engine();
  const patch = (find: string, insert: string, begun = () => {}) =>
    documents.change(testApp.path("a.md"), [testApp.folder], {
      by: agent,
      reason: "patch",
      asker: "person",
      edit: (current) => {
        begun();
        const from = current?.text.indexOf(find) ?? 0;
        return { changes: [{ from, to: from + find.length, insert }] };
      },
    });
  page.type("one\ntwo\nmine\n");
  // The save is requested while the agent's write is under way.
  const [written, saved] = await new Promise<[ChangeResult, Awaited<ReturnType<FakePage["save"]>>]>(
    (resolve, reject) => {
      const writing = patch("one", "ONE", () => void Promise.all([writing, page.save()]).then(resolve, reject));
      writing.catch(reject);
    },
  );
  expect(saved).toMatchObject({ status: "stale", change: { to: written.after.version, write: null } });
  const reviews = testApp.desktop.events("document:review");
  expect(reviews.some(({ version, writes }) => version === written.after.version && writes.length === 1)).toBe(true);
  await checked();
  testApp.desktop.received.length = 0;
  // An external program writes, and before Galley has noticed, the agent writes on top of it.
  writeFileSync(testApp.path("a.md"), "ONE\ntwo\nthree\n");
  const { after } = await patch("two", "TWO");
  await eventually(() => expect(changes().map(({ to }) => to)).toContain(after.version));
  const order = testApp.desktop.received.filter(landedIn);
  const at = order.findIndex((each) => each.name === "document:changed" && each.event.to === after.version);
  const events = changes().find(({ to }) => to === after.version);
  // If Galley had noticed the external write, the agent's would be sent by itself.
  if (events?.write === null)
    expect(order[at - 1]).toMatchObject({ name: "document:review", event: { version: after.version } });
});

test("a folder that takes the file's place is not a text, and the text shown stays", async () => {
  rmSync(testApp.path("a.md"));
  mkdirSync(testApp.path("a.md"));
  await checked();
  expect(changes()).toEqual([]);
  rmSync(testApp.path("a.md"), { recursive: true });
  testApp.write("a.md", "again\n");
  await eventually(() => expect(changes()).toHaveLength(1));
  expect(readFileSync(testApp.path("a.md"), "utf8")).toBe("again\n");
});

test("restoring a version is a change like any other, and keeps unsaved edits", async () => {
  testApp.desktop.onEvent = async ({ name, event }) => {
    if (name !== "document:hand-over") return;
    const saved = await page.save();
    if (saved.status === "saved") page.saved(saved.version, page.text);
    await testApp.window.handlers["document:handed-over"](event.requestId);
  };
  page.type("one\ntwo\ntyped\n");
  const first = await page.save();
  if (first.status === "saved") page.saved(first.version, page.text);
  page.type("one\ntwo\ntyped\nmore\n");
  const listed = await testApp.window.handlers["history:list"](page.doc);
  const oldest = listed.ok ? listed.versions.at(-1) : undefined;
  const doc = page.doc;
  expect(await testApp.window.handlers["history:restore"]({ doc, version_id: oldest?.version_id ?? "" })).toEqual({
    ok: true,
  });
  expect(testApp.read("a.md")).toBe("one\ntwo\n");
  await eventually(() => expect(changes()).toHaveLength(1));
  const [change] = changes();
  expect(change && page.after(change)).toBe("one\ntwo\n");
  const after = await testApp.window.handlers["history:list"](doc);
  expect(after.ok && after.versions.map(({ reason }) => reason).slice(0, 2)).toEqual(["restored", "autosave"]);
});
