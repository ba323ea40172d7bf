import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestApp, eventually, FakePage, type TestApp } from "../testing/test-app";

const text = "# Letter\n\nDear Anna,\n\nthe harbour was empty.\n\nBert\n";
let testApp: TestApp;
let page: FakePage;
beforeEach(async () => {
  testApp = createTestApp({ "a.md": text });
  await testApp.start();
  page = new FakePage(testApp, await testApp.open("a.md"));
});
afterEach(() => testApp.end());

/** A renderer that saves its unsaved edits on request and then answers. */
const pageAnswers = () => {
  testApp.desktop.onEvent = async ({ name, event }) => {
    if (name !== "document:hand-over") return;
    const saved = await page.save();
    if (saved.status === "saved") page.saved(saved.version, page.text);
    await testApp.window.handlers["document:handed-over"](event.requestId);
  };
};

const call = async (args: Record<string, unknown>) =>
  (await testApp.engine()).run({
    name: "text_editor",
    arguments: { path: "a.md", ...args },
    caller: { id: "agent", name: "agent", roots: [testApp.folder] },
  });
const patch = (old_text: string, new_text: string) => call({ action: "patch", old_text, new_text });

test("an agent reads unsaved edits", async () => {
  pageAnswers();
  page.type(`${text}P.S. Bring the map.\n`);
  expect((await call({ action: "read" })).message).toContain("P.S. Bring the map.");
  expect(testApp.read("a.md")).toContain("P.S. Bring the map.");
});

test("an agent's write is made on top of unsaved edits, and the renderer gets exactly its changes", async () => {
  pageAnswers();
  page.type(`${text}P.S.\n`);
  expect((await patch("empty", "full")).ok).toBe(true);
  expect(testApp.read("a.md")).toBe(`${text}P.S.\n`.replace("empty", "full"));
  // The answer to the agent does not wait for the message to the renderer.
  await eventually(() => expect(testApp.desktop.events("document:changed")).not.toEqual([]));
  const [change] = testApp.desktop.events("document:changed");
  expect(change && page.after(change)).toBe(`${text}P.S.\n`.replace("empty", "full"));
  expect(change).toMatchObject({ by: { kind: "agent" }, includes: null });
});

test("if the renderer does not answer, the journal's text counts, and the renderer learns how much of it is saved", async () => {
  page.type(`${text}typed\n`);
  await page.journal();
  const started = performance.now();
  expect((await call({ action: "read" })).message).toContain("typed");
  expect(performance.now() - started).toBeGreaterThan(200);
  const [change] = testApp.desktop.events("document:changed");
  expect(change).toMatchObject({ includes: 1, by: { kind: "you" }, from: page.version });
  expect(change && page.after(change)).toBe(`${text}typed\n`);
  expect(testApp.read("a.md")).toBe(`${text}typed\n`);
});

test("if the file has changed meanwhile, the journal's text is merged with it", async () => {
  page.type(`${text}typed\n`);
  await page.journal();
  testApp.write("a.md", text.replace("Anna", "Carla"));
  expect((await call({ action: "read" })).message).toContain("typed");
  const both = `${text.replace("Anna", "Carla")}typed\n`;
  expect(testApp.read("a.md")).toBe(both);
  for (const change of testApp.desktop.events("document:changed")) page.saved(change.to, page.after(change));
  expect(page.base).toBe(both);
  expect(testApp.desktop.events("document:changed").map(({ includes }) => includes)).toEqual([null, 1]);
});

test("if both changed the same words nothing is saved, and no tool may write until the user has resolved the conflict", async () => {
  page.type(text.replace("empty", "foggy"));
  await page.journal();
  testApp.write("a.md", text.replace("empty", "frozen"));
  expect(await patch("Anna", "All")).toMatchObject({ ok: false, error: { code: "conflict" } });
  expect(testApp.read("a.md")).toBe(text.replace("empty", "frozen"));
  await testApp.window.handlers["document:conflict"]({ doc: page.doc, mine: page.text });
  expect((await call({ action: "read" })).ok).toBe(true);
  await testApp.window.handlers["document:conflict"]({ doc: page.doc, mine: null });
  pageAnswers();
  const [change] = testApp.desktop.events("document:changed");
  if (!change) throw new Error("the renderer was not notified");
  page.saved(change.to, page.after(change));
  page.type(page.base);
  expect((await patch("Anna", "All")).ok).toBe(true);
});

test("the user's side of a conflict is stored in history", async () => {
  await testApp.window.handlers["document:conflict"]({ doc: page.doc, mine: "only mine" });
  const listed = await testApp.window.handlers["history:list"](page.doc);
  if (!listed.ok) throw new Error(listed.error.message);
  const [entry] = listed.versions;
  const kept = await testApp.window.handlers["history:text"]({ doc: page.doc, version_id: entry?.version_id ?? "" });
  expect(kept).toEqual({ ok: true, text: "only mine" });
});

test("a hand-over during a slow save waits for it, and the agent sees what it saved", async () => {
  const gate = Promise.withResolvers<void>();
  testApp.slow(gate.promise);
  page.type(`${text}slow\n`);
  const saving = page.save();
  const reading = call({ action: "read" });
  setTimeout(() => {
    testApp.slow(null);
    gate.resolve();
  }, 400);
  expect((await reading).message).toContain("slow");
  expect(await saving).toMatchObject({ status: "saved" });
  expect(testApp.desktop.events("document:changed")).toEqual([]);
});

test("late answers and answers with unknown ids change nothing", async () => {
  await testApp.window.handlers["document:handed-over"](999);
  expect((await call({ action: "read" })).ok).toBe(true);
});

test("open_in_canvas shows the document in the agent's name without taking the focus; without it nothing is shown", async () => {
  pageAnswers();
  await call({ action: "write", path: "new.md", content: "# New\n" });
  expect(testApp.desktop.events("document:show")).toEqual([]);
  const answer = await call({ action: "write", path: "shown.md", content: "# Shown\n", open_in_canvas: true });
  expect(answer.data).toMatchObject({ open_in_canvas: true });
  expect(testApp.desktop.events("document:show")).toMatchObject([
    { document: { name: "shown.md", text: "# Shown\n" }, by: { kind: "agent", name: "agent" } },
  ]);
  expect(testApp.desktop.focused).toBe(0);
});

test("a document that the user opens with a tool comes to the front", async () => {
  await testApp.app.canvas.show(testApp.path("a.md"), { name: "you, by command", isUser: true });
  expect(testApp.desktop.events("document:show")).toMatchObject([{ document: { name: "a.md" }, by: { kind: "user" } }]);
});

test("a tool cannot name an untitled document", async () => {
  const untitled = await testApp.window.handlers["document:create"](undefined);
  expect(await call({ action: "read", path: untitled.name })).toMatchObject({
    ok: false,
    error: { code: "not_found" },
  });
});

test("a conflict that only main had ends once the renderer has saved", async () => {
  page.type(text.replace("empty", "foggy"));
  await page.journal();
  testApp.write("a.md", text.replace("empty", "frozen"));
  expect(await patch("Anna", "All")).toMatchObject({ ok: false, error: { code: "conflict" } });
  const [change] = testApp.desktop.events("document:changed");
  if (!change) throw new Error("the renderer was not notified");
  page.saved(change.to, page.after(change));
  page.type(text.replace("empty", "foggy and frozen"));
  expect(await page.save()).toMatchObject({ status: "saved" });
  expect((await patch("Anna", "All")).ok).toBe(true);
});
