import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recordAttempts } from "../../../shared/testing/record-attempts";
import { applyRewrite } from "../assistant/rewrite/apply-rewrite";
import { createTestApp, FakePage, type TestApp } from "../testing/test-app";

const first = "# A\n\none\n\n## B\n\ntwo\n\n## C\n\nthree\n";
let testApp: TestApp;
let page: FakePage;
beforeEach(async () => {
  testApp = createTestApp({ "a.md": first });
  await testApp.start();
  await testApp.window.openWorkspace(testApp.folder);
  page = new FakePage(testApp, await testApp.open("a.md"));
  testApp.desktop.onEvent = ({ name, event }) => {
    if (name === "document:changed" && event.doc === page.doc) {
      page.text = page.after(event);
      page.saved(event.to, page.text);
    }
    if (name === "document:hand-over") void testApp.window.handlers["document:handed-over"](event.requestId);
  };
});
afterEach(() => testApp.end());

const handlers = () => testApp.window.handlers;
const agent = async (name: string, old_text: string, new_text: string) => {
  const caller = { id: "1", name: "Claude", roots: [testApp.folder], request: "Say it otherwise" };
  const call = { name: "text_editor", arguments: { action: "patch", path: name, old_text, new_text }, caller };
  expect(await (await testApp.engine()).run(call)).toMatchObject({ ok: true });
};
const versions = async () => {
  const listed = await handlers()["history:list"](page.doc);
  if (!listed.ok) throw new Error(listed.error.message);
  return listed.versions;
};
const oldest = async () => (await versions()).at(-1)?.version_id ?? "";

test("a version shows the request, and how many words it added and removed", async () => {
  await agent("a.md", "two", "two and more");
  expect((await versions())[0]).toMatchObject({ request: "Say it otherwise", change: { added: 2, removed: 0 } });
});

test("restoring one section leaves every other byte unchanged", async () => {
  await agent("a.md", "two", "TWO");
  await agent("a.md", "three", "THREE");
  const asked = { doc: page.doc, version_id: await oldest(), section: "a/b" };
  expect(await handlers()["history:restore-section"](asked)).toEqual({ ok: true, line: 5, warnings: [] });
  expect(testApp.read("a.md")).toBe(first.replace("three", "THREE"));
});

test("restoring is undone by restoring: the original bytes are back", async () => {
  await agent("a.md", "two", "TWO");
  const [newest] = await versions();
  const version_id = await oldest();
  expect(await handlers()["history:restore"]({ doc: page.doc, version_id })).toEqual({ ok: true });
  expect(testApp.read("a.md")).toBe(first);
  await handlers()["history:restore"]({ doc: page.doc, version_id: newest?.version_id ?? "" });
  expect(testApp.read("a.md")).toBe(first.replace("two", "TWO"));
});

test("a section whose heading now appears twice is not guessed, and one that never existed is reported", async () => {
  await agent("a.md", "## C", "## B\n\nanother\n\n## C");
  const version_id = await oldest();
  const before = testApp.read("a.md");
  expect(await handlers()["history:restore-section"]({ doc: page.doc, version_id, section: "a/b" })).toMatchObject({
    error: { code: "ambiguous" },
  });
  expect(await handlers()["history:restore-section"]({ doc: page.doc, version_id, section: "a/x" })).toMatchObject({
    error: { code: "not_found" },
  });
  expect(testApp.read("a.md")).toBe(before);
});

test("a search finds the versions that contain a text in any case, with the line", async () => {
  await agent("a.md", "two", "TWO things");
  const asked = { doc: page.doc, sought: "two THINGS", after: null };
  expect(await handlers()["history:search"](asked)).toMatchObject({
    ok: true,
    found: [{ line: "TWO things" }],
    next: null,
  });
});

test("a deleted file is listed and can be restored; one that exists again is not overwritten", async () => {
  mkdirSync(join(testApp.folder, "deep"));
  testApp.write("deep/b.md", "kept\n");
  await agent("deep/b.md", "kept", "kept well");
  rmSync(join(testApp.folder, "deep"), { recursive: true });
  const gone = await handlers()["history:gone"](undefined);
  expect(gone).toMatchObject({ ok: true, files: [{ name: "deep/b.md", versions: 2 }] });
  const [file] = gone.ok ? gone.files : [];
  const asked = { path: file?.path ?? "", version_id: file?.newest.version_id ?? "" };
  expect(await handlers()["history:gone-text"](asked)).toEqual({ ok: true, text: "kept well\n" });
  expect(await handlers()["history:bring-back"](asked)).toMatchObject({ ok: true });
  expect(testApp.read("deep/b.md")).toBe("kept well\n");
  testApp.write("deep/b.md", "somebody's\n");
  expect(await handlers()["history:bring-back"](asked)).toMatchObject({ error: { code: "wrong_state" } });
  expect(testApp.read("deep/b.md")).toBe("somebody's\n");
  const outside = { path: "/etc/passwd", version_id: asked.version_id };
  expect(await handlers()["history:gone-text"](outside)).toMatchObject({ error: { code: "outside_workspace" } });
});

test("nothing is restored over a link that leads outside, nor from another file's history [A32]", async () => {
  const outside = join(testApp.folder, "..", "outside.md");
  writeFileSync(outside, "outside\n");
  const foreign = { doc: page.doc, version_id: "00000000-0000-4000-8000-000000000000" };
  testApp.write("b.md", "kept\n");
  await agent("b.md", "kept", "kept well");
  rmSync(testApp.path("b.md"));
  const gone = await handlers()["history:gone"](undefined);
  const [file] = gone.ok ? gone.files : [];
  const asked = { path: file?.path ?? "", version_id: file?.newest.version_id ?? "" };
  // Now there is a symbolic link at the path: first to a file, then dangling.
  for (const target of [outside, join(testApp.folder, "..", "new.md")]) {
    symlinkSync(target, testApp.path("b.md"));
    expect(await handlers()["history:bring-back"](asked)).toMatchObject({ ok: false });
    rmSync(testApp.path("b.md"));
  }
  for (const version_id of [asked.version_id, foreign.version_id, "../../settings", "", "'; drop table versions --"]) {
    expect(await handlers()["history:text"]({ doc: page.doc, version_id }), version_id).toMatchObject({ ok: false });
    expect(await handlers()["history:restore"]({ doc: page.doc, version_id }), version_id).toMatchObject({ ok: false });
  }
  for (const path of [outside, join(testApp.dataDir, "settings.json"), "/etc/passwd", testApp.path("../outside.md")]) {
    expect(await handlers()["history:gone-text"]({ ...asked, path })).toMatchObject({ ok: false });
    expect(await handlers()["history:bring-back"]({ ...asked, path })).toMatchObject({ ok: false });
  }
  recordAttempts(20);
  expect(readFileSync(outside, "utf8")).toBe("outside\n");
  expect(existsSync(join(testApp.folder, "..", "new.md"))).toBe(false);
});

test("a rewrite is merged with edits of the passage, and rejected if the same words were changed", async () => {
  const realPath = testApp.path("a.md");
  const document = { location: { path: realPath, realPath }, name: "a.md", conflict: "none" } as const;
  const ctx = { engine: () => testApp.engine() };
  const chosen = { original: "two", alternative: "two or so", model: "model-a", instruction: "Less sure" };
  await agent("a.md", "two", "about two");
  await applyRewrite(ctx, document, chosen, { from: first.indexOf("two"), now: "about two" });
  expect(testApp.read("a.md")).toBe(first.replace("two", "about two or so"));
  expect((await versions())[0]).toMatchObject({ by: { kind: "agent", name: "model-a" }, request: "Less sure" });
  const other = { ...chosen, original: "three", alternative: "3" };
  await agent("a.md", "three", "four");
  const at = testApp.read("a.md").indexOf("four");
  await expect(applyRewrite(ctx, document, other, { from: at, now: "four" })).rejects.toMatchObject({ code: "stale" });
  await expect(applyRewrite(ctx, document, other, { from: 0, now: "nowhere" })).rejects.toMatchObject({
    code: "stale",
  });
});

test("the timeline of a file of secrets has authors and times, and says that its texts are not stored [A32]", async () => {
  writeFileSync(join(testApp.folder, ".env"), "KEY=old\n");
  const { doc } = await testApp.open(".env");
  await agent(".env", "old", "new");
  const listed = await handlers()["history:list"](doc);
  if (!listed.ok) throw new Error(listed.error.message);
  expect(listed.versions.map(({ reason, bytes }) => [reason, bytes])).toEqual([
    ["patch", "not kept"],
    ["found on disk", "not kept"],
  ]);
  const [newest] = listed.versions;
  const refused = { ok: false, error: { message: expect.stringContaining("its earlier versions are not kept") } };
  const asked = { doc, version_id: newest?.version_id ?? "" };
  expect(await handlers()["history:text"](asked)).toMatchObject(refused);
  expect(await handlers()["history:restore"](asked)).toMatchObject(refused);
  expect(testApp.read(".env")).toBe("KEY=new\n");
  const caller = { id: "2", name: "Another", roots: [testApp.folder] };
  const call = (name: string, args: object) =>
    testApp.engine().then((engine) => engine.run({ name, arguments: { path: ".env", ...args }, caller }));
  expect(await call("doc_history", {})).toMatchObject({ message: expect.stringContaining("its texts are not") });
  expect(await call("doc_restore", { version_id: newest?.version_id })).toMatchObject({
    ok: false,
    error: { code: "unsupported" },
  });
  // History has no version to restore.
  expect(await call("text_editor", { action: "write", content: "KEY=mine\n" })).toMatchObject({
    ok: false,
    error: { code: "stale", hint: expect.stringContaining("Read it first") },
  });
  recordAttempts(5);
});

test("what the user pasted is told apart from what they typed", async () => {
  const save = async (text: string, pasted?: [number, number][]) => {
    page.type(text);
    const saved = await handlers()["document:save"]({ ...page.unsavedEdits(), why: "auto", pasted });
    if (saved.status !== "saved") throw new Error(saved.status);
    page.saved(saved.version, text);
  };
  const quote = "words of somebody else";
  await save(`${first}Mine: ${quote}.`, [[first.length + 6, first.length + 6 + quote.length]]);
  await save(`${first}Mine: ${quote}. More of mine.`);
  const authors = async () => {
    const answer = await handlers()["history:authors"](page.doc);
    if (!answer.ok) throw new Error(answer.error.message);
    let at = 0;
    return answer.authorship.spans.map(({ kind, length }) => {
      at += length;
      return `${kind}: ${page.text.slice(at - length, at)}`;
    });
  };
  const expected = [`unknown: ${first}`, "user: Mine: ", `pasted: ${quote}`, "user: .", "user:  More of mine."];
  expect(await authors()).toEqual(expected);
});
