import { mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWorld, eventually, FakePage, type World } from "../testing/test-app";

let world: World;
let page: FakePage;
beforeEach(async () => {
  world = createWorld({ "a.md": "one\ntwo\n" });
  await world.start();
  page = new FakePage(world, await world.open("a.md"));
  await settled();
});
afterEach(() => world.end());

const settled = () => new Promise((resolve) => setTimeout(resolve, 250));
const changes = () => world.desktop.events("document:changed");

test("a write by another program reaches the renderer as changes to the version it has", async () => {
  world.write("a.md", "one\ntwo\nthree\n");
  await eventually(() => expect(changes()).toHaveLength(1));
  const [change] = changes();
  expect(change && page.after(change)).toBe("one\ntwo\nthree\n");
  expect(change?.by).toEqual({ kind: "program", name: "another program" });
  const listed = await world.window.handlers["history:list"](page.doc);
  expect(listed).toMatchObject({ ok: true, versions: [{ version: change?.to, reason: "found on disk" }] });
});

test("a change that keeps size and time is detected; one of the time alone is not a change", async () => {
  const past = new Date(Date.now() - 60_000);
  utimesSync(world.path("a.md"), past, past);
  await settled();
  expect(changes()).toEqual([]);
  world.write("a.md", "ONE\ntwo\n");
  utimesSync(world.path("a.md"), past, past);
  await eventually(() => expect(changes()).toHaveLength(1));
});

test("a file replaced by rename is one change", async () => {
  writeFileSync(world.path("other"), "replaced\n");
  renameSync(world.path("other"), world.path("a.md"));
  await eventually(() => expect(changes()).toHaveLength(1));
  expect(world.desktop.events("document:gone")).toEqual([]);
});

test("a deleted file is reported as deleted, and its return as well", async () => {
  rmSync(world.path("a.md"));
  await eventually(() => expect(world.desktop.events("document:gone")).toEqual([{ doc: page.doc }]));
  world.write("a.md", "back\n");
  await eventually(() => expect(changes()).toHaveLength(1));
  expect(world.desktop.events("document:moved")).toMatchObject([{ doc: page.doc, name: "a.md" }]);
});

test("a file that is missing for a moment is not deleted", async () => {
  rmSync(world.path("a.md"));
  await new Promise((resolve) => setTimeout(resolve, 60));
  world.write("a.md", "one\ntwo\n");
  await settled();
  expect(world.desktop.events("document:gone")).toEqual([]);
  expect(changes()).toEqual([]);
});

test("a file renamed by another program is followed, with its history", async () => {
  page.type("one\ntwo\nmine\n");
  const saved = await page.save();
  if (saved.status === "saved") page.saved(saved.version, page.text);
  renameSync(world.path("a.md"), world.path("b.md"));
  await eventually(() => expect(world.desktop.events("document:moved")).toMatchObject([{ name: "b.md" }]));
  page.type("one\ntwo\nmine\nmore\n");
  expect(await page.save()).toMatchObject({ status: "saved" });
  expect(world.read("b.md")).toBe("one\ntwo\nmine\nmore\n");
  const listed = await world.window.handlers["history:list"](page.doc);
  expect(listed.ok && listed.versions.length).toBeGreaterThanOrEqual(3);
});

test("a tool's write during a disk check is never reported out of order", async () => {
  const engine = await world.engine();
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
  world.desktop.onEvent = ({ name, event }) => {
    if (name === "document:hand-over") void world.window.handlers["document:handed-over"](event.ticket);
  };
  await world.window.handlers["document:check"](page.doc);
  await settled();
  expect(isFirst).toBe(false);
  expect(changes().map(({ by }) => by.kind)).toEqual(["agent"]);
  const [change] = changes();
  expect(change && page.after(change)).toBe("ONE\ntwo\n");
});

test("an agent's write that has replaced the file but is not reported yet is not taken for another program's", async () => {
  const { documents, history } = await world.engine();
  const { writesLanded } = documents;
  const looks: Promise<unknown>[] = [];
  world.onReplaced(async () => {
    world.onReplaced(null);
    // Now the refresh finds the new bytes. The write continues once the refresh waits for it or has finished.
    const waits = new Promise<void>((resolve) => {
      documents.writesLanded = (...asked) => {
        resolve();
        return writesLanded(...asked);
      };
    });
    looks.push(world.window.handlers["document:check"](page.doc));
    await Promise.race([waits, ...looks]);
  });
  await documents.change(world.path("a.md"), [world.folder], {
    by: { kind: "agent", name: "agent" },
    reason: "patch",
    asked: "person",
    edit: () => ({ changes: [{ from: 0, to: 3, insert: "ONE" }] }),
  });
  await Promise.all(looks);
  await settled();
  expect(looks).toHaveLength(1);
  expect(changes().map(({ by }) => by.kind)).toEqual(["agent"]);
  const versions = await history.list(world.path("a.md"));
  expect(versions.map(({ reason }) => reason)).toEqual(["patch", "found on disk"]);
});

test("a write by another Galley process keeps its author's name", async () => {
  const { history } = await world.engine();
  const bytes = Buffer.from("by the command line\n");
  const { createHash } = await import("node:crypto");
  const version = createHash("sha256").update(bytes).digest("hex");
  const realPath = world.path("a.md");
  await history.record({ realPath, bytes, version, by: { kind: "agent", name: "claude" }, reason: "write" });
  writeFileSync(realPath, bytes);
  await eventually(() => expect(changes()).toMatchObject([{ by: { kind: "agent", name: "claude" } }]));
});

const agent = { kind: "agent" as const, name: "claude" };
const landedIn = ({ name }: { name: string }) => name === "document:changed" || name === "document:review";

test("pending edits of another Galley process's agent are reported before the text itself", async () => {
  const { history, review } = await world.engine();
  const realPath = world.path("a.md");
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
  const told = world.desktop.heard.filter(landedIn);
  expect(told.findIndex(({ name }) => name === "document:changed")).toBeGreaterThan(0);
  expect(told[0]).toMatchObject({ name: "document:review", event: { version: to, writes: [{ id: "w" }] } });
});

test("pending edits are reported before the answer to a save that meets an agent's write, and before a write on unseen ones", async () => {
  const { documents } = await world.engine();
  const patch = (find: string, insert: string) =>
    documents.change(world.path("a.md"), [world.folder], {
      by: agent,
      reason: "patch",
      asked: "person",
      edit: (current) => {
        const from = current?.text.indexOf(find) ?? 0;
        return { changes: [{ from, to: from + find.length, insert }] };
      },
    });
  page.type("one\ntwo\nmine\n");
  // Both are requested at the same time; the agent's write comes first.
  const [written, saved] = await Promise.all([patch("one", "ONE"), page.save()]);
  expect(saved).toMatchObject({ status: "stale", change: { to: written.after.version, write: null } });
  const reviews = world.desktop.events("document:review");
  expect(reviews.some(({ version, writes }) => version === written.after.version && writes.length === 1)).toBe(true);
  await settled();
  world.desktop.heard.length = 0;
  // An external program writes, and before Galley has noticed, the agent writes on top of it.
  writeFileSync(world.path("a.md"), "ONE\ntwo\nthree\n");
  const { after } = await patch("two", "TWO");
  await eventually(() => expect(changes().map(({ to }) => to)).toContain(after.version));
  const order = world.desktop.heard.filter(landedIn);
  const at = order.findIndex((heard) => heard.name === "document:changed" && heard.event.to === after.version);
  const told = changes().find(({ to }) => to === after.version);
  // If Galley had noticed the external write, the agent's would be sent by itself.
  if (told?.write === null)
    expect(order[at - 1]).toMatchObject({ name: "document:review", event: { version: after.version } });
});

test("a folder that takes the file's place is not a text, and the text shown stays", async () => {
  rmSync(world.path("a.md"));
  mkdirSync(world.path("a.md"));
  await settled();
  expect(changes()).toEqual([]);
  rmSync(world.path("a.md"), { recursive: true });
  world.write("a.md", "again\n");
  await eventually(() => expect(changes()).toHaveLength(1));
  expect(readFileSync(world.path("a.md"), "utf8")).toBe("again\n");
});

test("restoring a version is a change like any other, and keeps unsaved edits", async () => {
  world.desktop.onEvent = async ({ name, event }) => {
    if (name !== "document:hand-over") return;
    const saved = await page.save();
    if (saved.status === "saved") page.saved(saved.version, page.text);
    await world.window.handlers["document:handed-over"](event.ticket);
  };
  page.type("one\ntwo\ntyped\n");
  const first = await page.save();
  if (first.status === "saved") page.saved(first.version, page.text);
  page.type("one\ntwo\ntyped\nmore\n");
  const listed = await world.window.handlers["history:list"](page.doc);
  const oldest = listed.ok ? listed.versions.at(-1) : undefined;
  const doc = page.doc;
  expect(await world.window.handlers["history:restore"]({ doc, version_id: oldest?.version_id ?? "" })).toEqual({
    ok: true,
  });
  expect(world.read("a.md")).toBe("one\ntwo\n");
  await eventually(() => expect(changes()).toHaveLength(1));
  const [change] = changes();
  expect(change && page.after(change)).toBe("one\ntwo\n");
  const after = await world.window.handlers["history:list"](doc);
  expect(after.ok && after.versions.map(({ reason }) => reason).slice(0, 2)).toEqual(["restored", "autosave"]);
});
