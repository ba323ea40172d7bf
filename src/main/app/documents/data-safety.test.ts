import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestApp, eventually, FakePage, type TestApp } from "../testing/test-app";

const text = "one\ntwo\nthree\n";
let testApp: TestApp;
let page: FakePage;
beforeEach(async () => {
  testApp = createTestApp({ "a.md": text, "b.md": "other\n" });
  await testApp.start();
  page = new FakePage(testApp, await testApp.open("a.md"));
});
afterEach(() => testApp.end());

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const call = async (args: Record<string, unknown>) =>
  (await testApp.engine()).run({
    name: "text_editor",
    arguments: { path: "a.md", ...args },
    caller: { id: "agent", name: "agent", roots: [testApp.folder] },
  });
const journalFile = () => join(testApp.dataDir, "journal", `${page.doc}.json`);
const journal = () => JSON.parse(readFileSync(journalFile(), "utf8"));
/** The read-only states that the renderer was sent. */
const access = () => testApp.desktop.events("document:access").map(({ readOnly }) => readOnly);

test("a tool's write tells the renderer which line endings and encoding the file has now", async () => {
  await call({ action: "read" });
  expect(await call({ action: "write", content: "one\r\ntwo\r\n" })).toMatchObject({ ok: true });
  const written = readFileSync(testApp.path("a.md"), "utf8").includes("\r\n") ? "CRLF" : "LF";
  const lastChange = () => testApp.desktop.events("document:changed").at(-1);
  await eventually(() => expect(lastChange()).toMatchObject({ lineEnding: written, encoding: "UTF-8" }));
  const { documents } = await testApp.engine();
  await documents.change(testApp.path("a.md"), [testApp.folder], {
    by: { kind: "agent", name: "x" },
    reason: "bytes",
    asker: "person",
    edit: () => ({ bytes: Buffer.from("\ufeffuno\r\ndue\r\n", "utf16le") }),
  });
  await eventually(() =>
    expect(lastChange()).toMatchObject({ lineEnding: "CRLF", encoding: expect.stringContaining("UTF-16 LE") }),
  );
});

test("edits that were all undone are not unsaved: the journal is empty and the document closes", async () => {
  page.type("ONE\ntwo\nthree\n");
  await page.journal();
  expect(existsSync(journalFile())).toBe(true);
  page.type(text);
  await page.journal();
  expect(existsSync(journalFile())).toBe(false);
  expect(await testApp.window.handlers["document:close"]({ doc: page.doc, discard: false })).toMatchObject({
    ok: true,
  });
});

test("an older text that arrives after the edits were undone does not come back", async () => {
  page.type("ONE\ntwo\nthree\n");
  const late = page.unsavedEdits();
  page.type(text);
  await page.journal();
  await testApp.window.handlers["document:typed"](late);
  expect(existsSync(journalFile())).toBe(false);
});

test("a conflict that only main had ends once main can save for the user after all", async () => {
  page.type(text.replace("two", "2"));
  await page.journal();
  testApp.write("a.md", text.replace("two", "TWO"));
  expect(await call({ action: "patch", old_text: "one", new_text: "ONE" })).toMatchObject({ ok: false });
  testApp.write("a.md", text);
  expect(await call({ action: "patch", old_text: "one", new_text: "ONE" })).toMatchObject({ ok: true });
  expect(testApp.read("a.md")).toBe("ONE\n2\nthree\n");
});

test("a renderer that missed main's save for it learns from the stale answer which of its text is on the disk", async () => {
  page.type(`${text}my words`);
  await page.journal();
  testApp.desktop.hasPage = false;
  await call({ action: "read" });
  testApp.desktop.hasPage = true;
  expect(testApp.read("a.md")).toBe(`${text}my words`);
  page.type(`${text}my words go on`);
  const answer = await page.save();
  expect(answer).toMatchObject({ status: "stale", change: { includes: 1, from: page.version } });
});

test("a renderer that reloaded during a slow save learns that its text is on the disk", async () => {
  const gate = Promise.withResolvers<void>();
  testApp.slow(gate.promise);
  page.type(`${text}my words`);
  const saving = page.save();
  const [document] = (await testApp.start()).documents;
  if (!document) throw new Error("no document");
  const fresh = new FakePage(testApp, document);
  expect(fresh.text).toBe(`${text}my words`);
  testApp.slow(null);
  gate.resolve();
  await saving;
  fresh.type(`${text}my words go on`);
  const answer = await fresh.save();
  expect(answer).toMatchObject({ status: "stale", change: { includes: 1, from: fresh.version } });
});

test("edits that were sent before the renderer knew of its save apply to the saved text, not beside it", async () => {
  page.type(`${text}my words`);
  await page.save();
  // The renderer hangs after further edits, before it gets the reply.
  page.type(`${text}my words go on`);
  await page.journal();
  expect((await call({ action: "read" })).message).toContain("my words go on");
  expect(testApp.read("a.md")).toBe(`${text}my words go on`);
  expect(await call({ action: "patch", old_text: "one", new_text: "ONE" })).toMatchObject({ ok: true });
});

test("a renderer that stays behind while a tool writes again and again has no conflict with itself", async () => {
  await call({ action: "read" });
  // Events from the renderer arrive, events to it do not, as if it were busy.
  testApp.desktop.hasPage = false;
  const writes = [
    ["one", "ONE", " it"],
    ["two", "TWO", " rains"],
    ["three", "THREE", " again"],
  ] as const;
  let typed = text;
  for (const [old_text, new_text, more] of writes) {
    typed += more;
    page.type(typed);
    await page.journal();
    expect(await call({ action: "patch", old_text, new_text })).toMatchObject({ ok: true });
    typed += ",";
    page.type(typed);
    await page.journal();
  }
  expect(await call({ action: "read" })).toMatchObject({ ok: true });
  expect(testApp.read("a.md")).toBe("ONE\nTWO\nTHREE\n it, rains, again,");
  testApp.desktop.hasPage = true;
  page.type(`${typed} and on`);
  expect(await page.save()).toMatchObject({ status: "stale", change: { from: page.version, includes: page.seq - 1 } });
});

test("edits that arrive during a save that merges others' edits stand beside those edits, not over them", async () => {
  page.type(`${text}it`);
  await page.journal();
  testApp.write("a.md", `zero, before all\n${text}`);
  testApp.desktop.hasPage = false;
  const gate = Promise.withResolvers<void>();
  testApp.slow(gate.promise);
  const looking = call({ action: "read" });
  await testApp.writeWaits();
  page.type(`${text}it rains`);
  const journaling = page.journal();
  await wait(20);
  testApp.slow(null);
  gate.resolve();
  await Promise.all([looking, journaling]);
  const again = await testApp.crash();
  const back = (await again.start([])).documents.find(({ path }) => path?.endsWith("a.md"));
  testApp = again;
  // The watcher may have reported the file once more before the crash: then these edits are saved, and there is nothing to recover.
  const shown = back ? new FakePage(again, back).text : again.read("a.md");
  expect(shown).toBe(`zero, before all\n${text}it rains`);
});

test("a file whose folder is deleted is not saved automatically, and unsaved edits come back after a crash", async () => {
  page.type(`${text}typed\n`);
  await page.journal();
  rmSync(testApp.folder, { recursive: true });
  expect(await page.save()).toEqual({ status: "gone" });
  const answer = await page.save("recreate");
  expect(["saved", "refused"]).toContain(answer.status);
  if (answer.status === "saved") expect(testApp.read("a.md")).toBe(`${text}typed\n`);
  else expect(journal().changes).toEqual(page.unsavedEdits().changes);
});

for (const [kind, make, back] of [
  ["bytes that are not text", () => writeFileSync(testApp.path("a.md"), Buffer.alloc(2000)), () => {}],
  [
    "a folder",
    () => {
      rmSync(testApp.path("a.md"));
      mkdirSync(testApp.path("a.md"));
    },
    () => rmSync(testApp.path("a.md"), { recursive: true }),
  ],
  [
    "a named pipe",
    () => {
      rmSync(testApp.path("a.md"));
      execFileSync("mkfifo", [testApp.path("a.md")]);
    },
    () => rmSync(testApp.path("a.md")),
  ],
] as const) {
  test.skipIf(process.platform === "win32")(
    `a file that becomes ${kind} is reported to the renderer, the edits are in the journal, and no save reports success`,
    async () => {
      make();
      await eventually(() => expect(access()).toEqual([expect.any(String)]));
      page.type(`${text}typed\n`);
      await page.journal();
      expect(journal().changes).toEqual(page.unsavedEdits().changes);
      expect(await page.save()).toMatchObject({ status: "refused" });
      expect(await page.save("by hand")).toMatchObject({ status: "refused" });
      back();
      testApp.write("a.md", text);
      await eventually(() => expect(access()).toEqual([expect.any(String), null]));
      expect(await page.save()).toMatchObject({ status: "saved" });
      expect(testApp.read("a.md")).toBe(`${text}typed\n`);
    },
  );
}

test("a history that does not answer delays neither journal nor editing", async () => {
  const { history } = await testApp.engine();
  const { record } = history;
  history.record = () => new Promise(() => {});
  try {
    page.type(`${text}typed\n`);
    await Promise.race([
      page.journal(),
      wait(15_000).then(() => {
        throw new Error("the journal waits for history");
      }),
    ]);
    expect(journal()).toMatchObject({ baseText: text, changes: page.unsavedEdits().changes });
  } finally {
    history.record = record;
  }
});

test("a version that history could not store does not count as stored: the journal has the text", async () => {
  const { history } = await testApp.engine();
  const { record } = history;
  history.record = () => Promise.reject(new Error("the disk is full"));
  page.type(`${text}first\n`);
  const saved = await page.save();
  if (saved.status !== "saved") throw new Error(saved.status);
  page.saved(saved.version, page.text);
  page.type(`${text}first\nsecond\n`);
  await page.journal();
  history.record = record;
  testApp.write("a.md", `zero\n${text}`);
  const next = await testApp.crash();
  const [document] = (await next.start()).documents;
  testApp = next;
  expect(document && new FakePage(next, document).text).toBe(`${text}first\nsecond\n`);
});

test("a journal that could not be written is written as soon as possible, even without further edits", async () => {
  const untitled = new FakePage(testApp, await testApp.window.handlers["document:create"](undefined));
  const folder = join(testApp.dataDir, "journal");
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, "in the way");
  untitled.type("a thought");
  await untitled.journal();
  expect(testApp.desktop.events("app:notice")).toHaveLength(1);
  rmSync(folder);
  await expect.poll(() => existsSync(join(folder, `${untitled.doc}.json`)), { interval: 100 }).toBe(true);
});

test("quitting waits for edits that are still on their way to the journal", async () => {
  const { history } = await testApp.engine();
  const { record } = history;
  history.record = async (entry) => {
    await wait(120);
    return record(entry);
  };
  page.type(`${text}typed\n`);
  void page.journal();
  const next = await testApp.crash();
  const [document] = (await next.start()).documents;
  testApp = next;
  expect(document && new FakePage(next, document).text).toBe(`${text}typed\n`);
});

test("a deleted file that has a copy beside it was deleted, not renamed: edits do not go into the copy", async () => {
  copyFileSync(testApp.path("a.md"), testApp.path("a backup.md"));
  rmSync(testApp.path("a.md"));
  await eventually(() => expect(testApp.desktop.events("document:gone")).toEqual([{ doc: page.doc }]));
  expect(testApp.desktop.events("document:moved")).toEqual([]);
  page.type("changed\n");
  expect(await page.save()).toEqual({ status: "gone" });
  expect(testApp.read("a backup.md")).toBe(text);
});

test("a file that was saved, then renamed by another program, is followed", async () => {
  page.type(`${text}saved\n`);
  const saved = await page.save();
  if (saved.status !== "saved") throw new Error(saved.status);
  page.saved(saved.version, page.text);
  await testApp.window.handlers["document:check"](page.doc);
  renameSync(testApp.path("a.md"), testApp.path("c.md"));
  await eventually(() => expect(testApp.desktop.events("document:moved")).toMatchObject([{ name: "c.md" }]));
  page.type(`${text}saved\nmore\n`);
  expect(await page.save()).toMatchObject({ status: "saved" });
  expect(testApp.read("c.md")).toBe(`${text}saved\nmore\n`);
});

test("Save As that fails leaves the other tab its file", async () => {
  const other = new FakePage(testApp, await testApp.open("b.md"));
  other.type("other, unsaved\n");
  await other.journal();
  // A lone surrogate, which no encoding can represent, is rejected by the engine.
  page.type("\ud800");
  testApp.desktop.picks = [testApp.path("b.md")];
  expect(await testApp.window.handlers["document:save-as"](page.unsavedEdits())).toMatchObject({ ok: false });
  expect(testApp.desktop.events("document:gone")).toEqual([]);
  expect(await other.save()).toMatchObject({ status: "saved" });
  expect(testApp.read("b.md")).toBe("other, unsaved\n");
});

test("a tab whose file was replaced by Save As comes back after a crash as a document of its own", async () => {
  const other = new FakePage(testApp, await testApp.open("b.md"));
  other.type("other, unsaved\n");
  await other.journal();
  testApp.desktop.picks = [testApp.path("b.md")];
  page.type("mine\n");
  expect(await testApp.window.handlers["document:save-as"](page.unsavedEdits())).toMatchObject({ ok: true });
  const next = await testApp.crash();
  const { documents } = await next.start();
  testApp = next;
  const back = documents.find(({ doc }) => doc === other.doc);
  expect(back).toMatchObject({ path: null });
  expect(back && new FakePage(next, back).text).toBe("other, unsaved\n");
  expect(testApp.read("b.md")).toBe("mine\n");
});

test("edits made while the Save As dialog is open stay in the journal, and late reports of older text do not replace them", async () => {
  page.type("first\n");
  const asked = page.unsavedEdits();
  const picked = Promise.withResolvers<string>();
  testApp.desktop.pickSavePath = () => picked.promise;
  const saving = testApp.window.handlers["document:save-as"](asked);
  page.type("first\nsecond\n");
  await page.journal();
  picked.resolve(testApp.path("c.md"));
  const answer = await saving;
  if (!answer.ok || !answer.document) throw new Error("refused");
  await testApp.window.handlers["document:typed"](asked);
  expect(journal()).toMatchObject({ path: testApp.path("c.md"), seq: 2, base: answer.document.version });
  const next = await testApp.crash();
  const { documents } = await next.start();
  testApp = next;
  const back = documents.find(({ doc }) => doc === page.doc);
  expect(back && new FakePage(next, back).text).toBe("first\nsecond\n");
});

test("a document that is saved for the first time is in the journal while its dialog is open", async () => {
  const picked = Promise.withResolvers<string | null>();
  testApp.desktop.pickSavePath = () => picked.promise;
  const untitled = new FakePage(testApp, await testApp.window.handlers["document:create"](undefined));
  untitled.type("never journaled before\n");
  const saving = testApp.window.handlers["document:save-as"](untitled.unsavedEdits());
  const kept = join(testApp.dataDir, "journal", `${untitled.doc}.json`);
  await eventually(() => expect(readFileSync(kept, "utf8")).toContain("never journaled before"));
  const next = await testApp.crash();
  const { documents } = await next.start();
  const back = documents.find(({ doc }) => doc === untitled.doc);
  expect(back && new FakePage(next, back).text).toBe("never journaled before\n");
  picked.resolve(null);
  await saving;
  testApp = next;
});

test("a version is in history before its write is reported", async () => {
  const newest: (string | undefined)[] = [];
  const asked: Promise<unknown>[] = [];
  testApp.desktop.onEvent = ({ name, event }) => {
    if (name === "document:hand-over") void testApp.window.handlers["document:handed-over"](event.requestId);
    if (name !== "document:changed") return;
    const listing = testApp.window.handlers["history:list"](page.doc).then((listed) => {
      newest.push(listed.ok && listed.versions.some(({ version }) => version === event.to) ? "there" : "missing");
    });
    asked.push(listing);
  };
  await call({ action: "patch", old_text: "one", new_text: "ONE" });
  testApp.write("a.md", "from outside\n");
  await eventually(() => expect(asked.length).toBeGreaterThan(1));
  await Promise.all(asked);
  expect(newest).not.toContain("missing");
});

test("a journal that cannot be read is reported at startup", async () => {
  const next = await testApp.crash();
  rmSync(join(next.dataDir, "journal"), { recursive: true, force: true });
  writeFileSync(join(next.dataDir, "journal"), "in the way");
  const { notices } = await next.start();
  testApp = next;
  expect(notices.join()).toContain("unsaved text");
});
