import { chmodSync, existsSync, rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestApp, FakePage, type TestApp } from "../testing/test-app";

let testApp: TestApp;
beforeEach(() => {
  testApp = createTestApp({ "a.md": "one\ntwo\nthree\n", "crlf.md": "one\r\ntwo\r\n" });
});
afterEach(() => testApp.end());

const opened = async (name: string): Promise<FakePage> => {
  await testApp.start();
  return new FakePage(testApp, await testApp.open(name));
};

test("an edit is saved, and its own echo is not reported as a change", async () => {
  const page = await opened("a.md");
  page.type("one\nTWO\nthree\n");
  const answer = await page.save();
  expect(answer).toMatchObject({ status: "saved", seq: 1, notes: [] });
  expect(testApp.read("a.md")).toBe("one\nTWO\nthree\n");
  await testApp.window.handlers["document:check"](page.doc);
  expect(testApp.desktop.events("document:changed")).toEqual([]);
});

test("a save keeps the line endings of the file", async () => {
  const page = await opened("crlf.md");
  page.type("one\nnew\ntwo\n");
  await page.save();
  expect(testApp.read("crlf.md")).toBe("one\r\nnew\r\ntwo\r\n");
});

test("saving a text that is already on the disk does not write the file", async () => {
  const page = await opened("a.md");
  expect(await page.save()).toMatchObject({ status: "saved", version: page.version });
});

test("a save on an older version is stale, changes nothing, and returns the changes to the new one", async () => {
  const page = await opened("a.md");
  testApp.write("a.md", "zero\none\ntwo\nthree\n");
  page.type("one\ntwo\nthree\nfour\n");
  const answer = await page.save();
  if (answer.status !== "stale") throw new Error(answer.status);
  expect(page.after(answer.change)).toBe("zero\none\ntwo\nthree\n");
  expect(answer.change.by.kind).toBe("program");
  expect(testApp.read("a.md")).toBe("zero\none\ntwo\nthree\n");
  const { history } = await testApp.engine();
  expect((await history.list(testApp.path("a.md"))).map(({ by }) => by.kind)).toContain("program");
});

test("after a stale answer the merged text saves on the new version", async () => {
  const page = await opened("a.md");
  testApp.write("a.md", "zero\none\ntwo\nthree\n");
  page.type("one\ntwo\nthree\nfour\n");
  const answer = await page.save();
  if (answer.status !== "stale") throw new Error(answer.status);
  page.saved(answer.change.to, page.after(answer.change));
  page.type("zero\none\ntwo\nthree\nfour\n");
  expect(await page.save()).toMatchObject({ status: "saved", seq: 2 });
  expect(testApp.read("a.md")).toBe("zero\none\ntwo\nthree\nfour\n");
});

test("autosave never re-creates a file that was deleted; only the user can ask for it", async () => {
  const page = await opened("crlf.md");
  rmSync(testApp.path("crlf.md"));
  page.type("one\ntwo\nthree\n");
  expect(await page.save()).toEqual({ status: "gone" });
  expect(await page.save("by hand")).toEqual({ status: "gone" });
  expect(existsSync(testApp.path("crlf.md"))).toBe(false);
  expect(await page.save("recreate")).toMatchObject({ status: "saved" });
  expect(testApp.read("crlf.md")).toBe("one\r\ntwo\r\nthree\r\n");
});

test("re-creating does not overwrite a file that has come back with another text", async () => {
  const page = await opened("a.md");
  rmSync(testApp.path("a.md"));
  page.type("mine\n");
  expect(await page.save()).toEqual({ status: "gone" });
  testApp.write("a.md", "theirs\n");
  expect(await page.save("recreate")).toMatchObject({ status: "stale" });
  expect(testApp.read("a.md")).toBe("theirs\n");
});

test("two concurrent saves are written in order, and the file holds the second", async () => {
  const page = await opened("a.md");
  page.type("first\n");
  const first = page.save();
  page.type("second\n");
  const second = page.save();
  expect(await first).toMatchObject({ status: "saved", seq: 1 });
  // It was sent before the first reply, so it names the old base: the renderer merges and saves again.
  const answer = await second;
  if (answer.status !== "stale") throw new Error(answer.status);
  expect(page.after(answer.change)).toBe("first\n");
  expect(answer.change.by.kind).toBe("you");
  page.saved(answer.change.to, "first\n");
  page.type("second\n");
  expect(await page.save()).toMatchObject({ status: "saved" });
  expect(testApp.read("a.md")).toBe("second\n");
});

test("edits made while a slow save runs stay unsaved, in the journal, on the saved version [F19]", async () => {
  const page = await opened("a.md");
  const gate = Promise.withResolvers<void>();
  testApp.slow(gate.promise);
  page.type("one\ntwo\nthree\nfirst\n");
  const saving = page.save();
  page.type("one\ntwo\nthree\nfirst\nsecond\n");
  await page.journal();
  gate.resolve();
  testApp.slow(null);
  const answer = await saving;
  if (answer.status !== "saved") throw new Error(answer.status);
  expect(testApp.read("a.md")).toBe("one\ntwo\nthree\nfirst\n");

  const next = await testApp.crash();
  const [document] = (await next.start()).documents;
  testApp = next;
  expect(document).toMatchObject({ version: answer.version, text: "one\ntwo\nthree\nfirst\n", unsaved: { seq: 2 } });
  expect(document && new FakePage(next, document).text).toBe("one\ntwo\nthree\nfirst\nsecond\n");
});

test("a tool's write right after a slow save reaches the renderer after the save's answer", async () => {
  const page = await opened("a.md");
  const gate = Promise.withResolvers<void>();
  testApp.slow(gate.promise);
  page.type("one\ntwo\nthree\nmine\n");
  const order: string[] = [];
  testApp.desktop.onEvent = ({ name, event }) => {
    if (name === "document:hand-over") void testApp.window.handlers["document:handed-over"](event.requestId);
    if (name === "document:changed") order.push(event.by.kind);
  };
  const saving = page.save().then((answer) => order.push(answer.status));
  const engine = await testApp.engine();
  const caller = { id: "x", name: "agent", roots: [testApp.folder] };
  const call = {
    name: "text_editor",
    arguments: { action: "patch", path: "a.md", old_text: "one", new_text: "ONE" },
    caller,
  };
  const writing = engine.run(call);
  await new Promise((resolve) => setTimeout(resolve, 50));
  gate.resolve();
  testApp.slow(null);
  await saving;
  expect((await writing).message).toContain("ONE");
  await testApp.window.handlers["document:check"](page.doc);
  expect(order).toEqual(["saved", "agent"]);
  expect(testApp.read("a.md")).toBe("ONE\ntwo\nthree\nmine\n");
});

test("changes that do not fit the text are rejected and change nothing", async () => {
  const page = await opened("a.md");
  const typed = { doc: page.doc, base: page.version, seq: 1, changes: [{ from: 5, to: 999, insert: "" }] };
  const answer = await testApp.window.handlers["document:save"]({ ...typed, why: "auto" });
  expect(answer).toMatchObject({ status: "refused", error: { code: "bad_arguments" } });
  expect(testApp.read("a.md")).toBe("one\ntwo\nthree\n");
});

test.skipIf(process.getuid?.() === 0)(
  "a folder that cannot be written is reported, and the text stays in the journal",
  async () => {
    const page = await opened("a.md");
    chmodSync(testApp.path("a.md"), 0o400);
    chmodSync(testApp.folder, 0o500);
    page.type("x\n");
    expect(await page.save()).toMatchObject({ status: "refused" });
    chmodSync(testApp.folder, 0o700);
  },
);

test("a document without a file cannot be saved, only saved as", async () => {
  await testApp.start();
  const page = new FakePage(testApp, await testApp.window.handlers["document:create"](undefined));
  page.type("hello");
  expect(await page.save()).toMatchObject({ status: "refused", error: { code: "wrong_state" } });
  testApp.desktop.picks = [testApp.path("new.md")];
  const answer = await testApp.window.handlers["document:save-as"](page.unsavedEdits());
  expect(answer).toMatchObject({ ok: true, document: { doc: page.doc, name: "new.md", text: "hello", unsaved: null } });
  expect(testApp.read("new.md")).toBe("hello");
});

test("a cancelled Save As changes nothing", async () => {
  const page = await opened("a.md");
  page.type("x");
  expect(await testApp.window.handlers["document:save-as"](page.unsavedEdits())).toEqual({ ok: true, document: null });
  expect(testApp.read("a.md")).toBe("one\ntwo\nthree\n");
});

test("Save As over a document in another tab tells that tab that its file is gone, and keeps its text in history", async () => {
  const page = await opened("a.md");
  const other = new FakePage(testApp, await testApp.open("crlf.md"));
  other.type("one\ntwo\nunsaved\n");
  await other.journal();
  testApp.desktop.picks = [testApp.path("crlf.md")];
  const answer = await testApp.window.handlers["document:save-as"](page.unsavedEdits());
  expect(answer).toMatchObject({ ok: true, document: { name: "crlf.md" } });
  expect(testApp.desktop.events("document:gone")).toEqual([{ doc: other.doc }]);
  expect(await other.save()).toMatchObject({ status: "refused" });
  const { history } = await testApp.engine();
  const [, before] = await history.list(testApp.path("crlf.md"));
  const kept = await Promise.all(
    (await history.list(testApp.path("crlf.md"))).map(({ version_id }) =>
      history.read(testApp.path("crlf.md"), version_id),
    ),
  );
  expect(before).toBeDefined();
  expect(kept.map((bytes) => Buffer.from(bytes ?? []).toString())).toContain("one\ntwo\nunsaved\n");
});

test("Save As to the document's own file is a save, and is not reported as a change", async () => {
  const page = await opened("crlf.md");
  page.type("one\nTWO\n");
  testApp.desktop.picks = [testApp.path("crlf.md")];
  expect(await testApp.window.handlers["document:save-as"](page.unsavedEdits())).toMatchObject({
    ok: true,
    document: { doc: page.doc },
  });
  await testApp.window.handlers["document:check"](page.doc);
  expect(testApp.read("crlf.md")).toBe("one\r\nTWO\r\n");
  expect(testApp.desktop.events("document:changed")).toEqual([]);
});
