import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestApp, eventually, FakePage, type TestApp } from "../testing/test-app";

let testApp: TestApp;
beforeEach(() => {
  testApp = createTestApp({ "a.md": "one\ntwo\nthree\n" });
});
afterEach(() => testApp.end());

const crash = async () => {
  testApp = await testApp.crash();
};
const journalled = (): string[] => {
  const folder = join(testApp.dataDir, "journal");
  return readdirSync(folder).filter((name) => name.endsWith(".json"));
};

test("unsaved edits are back after a crash, on the text that they were made on", async () => {
  await testApp.start();
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("one\ntwo\nthree\nfour\n");
  await page.journal();
  await crash();
  const [document] = (await testApp.start()).documents;
  expect(document).toMatchObject({ doc: page.doc, text: "one\ntwo\nthree\n", unsaved: { seq: 1 }, gone: false });
  const back = new FakePage(testApp, document ?? expect.fail());
  expect(back.text).toBe("one\ntwo\nthree\nfour\n");
  expect(await back.save()).toMatchObject({ status: "saved" });
  expect(testApp.read("a.md")).toBe("one\ntwo\nthree\nfour\n");
  await eventually(() => expect(journalled()).toEqual([]));
});

test("saved edits leave nothing in the journal", async () => {
  await testApp.start();
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("x\n");
  await page.journal();
  expect(journalled()).toHaveLength(1);
  await page.save();
  await eventually(() => expect(journalled()).toEqual([]));
});

test("if the file changed while Galley was not running, the renderer gets the old text first and then the change", async () => {
  await testApp.start();
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("one\ntwo\nthree\nfour\n");
  await page.journal();
  await crash();
  testApp.write("a.md", "zero\none\ntwo\nthree\n");
  const [document] = (await testApp.start()).documents;
  const back = new FakePage(testApp, document ?? expect.fail());
  expect(back.base).toBe("one\ntwo\nthree\n");
  await eventually(() => expect(testApp.desktop.events("document:changed")).toHaveLength(1));
  const [change] = testApp.desktop.events("document:changed");
  expect(change && back.after(change)).toBe("zero\none\ntwo\nthree\n");
});

test("a save during recovery, before the renderer knows of the change, is stale and loses nothing", async () => {
  await testApp.start();
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("one\ntwo\nthree\nfour\n");
  await page.journal();
  await crash();
  testApp.write("a.md", "zero\none\ntwo\nthree\n");
  const [document] = (await testApp.start()).documents;
  const back = new FakePage(testApp, document ?? expect.fail());
  const answer = await back.save();
  if (answer.status !== "stale") throw new Error(answer.status);
  expect(back.after(answer.change)).toBe("zero\none\ntwo\nthree\n");
  expect(testApp.read("a.md")).toBe("zero\none\ntwo\nthree\n");
});

test("if the file was deleted meanwhile, its text comes back as a deleted document", async () => {
  await testApp.start();
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("one\ntwo\nthree\nfour\n");
  await page.journal();
  await crash();
  rmSync(testApp.path("a.md"));
  const [document] = (await testApp.start()).documents;
  expect(document).toMatchObject({ gone: true, path: testApp.path("a.md") });
  const back = new FakePage(testApp, document ?? expect.fail());
  expect(back.text).toBe("one\ntwo\nthree\nfour\n");
  expect(await back.save()).toEqual({ status: "gone" });
  expect(await back.save("recreate")).toMatchObject({ status: "saved" });
  expect(testApp.read("a.md")).toBe("one\ntwo\nthree\nfour\n");
});

test("a document that never had a file is back with its name and its text", async () => {
  await testApp.start();
  const page = new FakePage(testApp, await testApp.window.handlers["document:create"](undefined));
  page.type("a thought");
  await page.journal();
  await crash();
  const [document] = (await testApp.start()).documents;
  expect(document).toMatchObject({ doc: page.doc, path: null, name: "Untitled" });
  expect(new FakePage(testApp, document ?? expect.fail()).text).toBe("a thought");
});

test("a damaged journal file is set aside and reported, and the others come back", async () => {
  await testApp.start();
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("mine\n");
  await page.journal();
  await crash();
  const folder = join(testApp.dataDir, "journal");
  writeFileSync(join(folder, "aaaaaaaa-0000.json"), '{"doc": "aaaaaaaa-0000", "seq": -1');
  writeFileSync(join(folder, `.${page.doc}.json.99.tmp`), "half");
  const state = await testApp.start();
  expect(state.documents).toHaveLength(1);
  expect(state.notices.join()).toMatch(/could not be read.*aaaaaaaa-0000\.json\.damaged-/);
  expect(readdirSync(folder).some((name) => name.includes(".damaged-"))).toBe(true);
  expect(readdirSync(folder).some((name) => name.endsWith(".tmp"))).toBe(false);
});

test("if the text under unsaved edits is lost, the edits come back by themselves", async () => {
  await testApp.start();
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("one\ntwo\nthree\nfour\n");
  await page.journal();
  await crash();
  const folder = join(testApp.dataDir, "journal");
  const path = join(folder, `${page.doc}.json`);
  const record = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...record, base: "0".repeat(64) }));
  const state = await testApp.start();
  const recovered = state.documents.find(({ name }) => name.startsWith("Recovered"));
  expect(new FakePage(testApp, recovered ?? expect.fail()).text).toBe("four\n");
  expect(state.notices.join()).toContain("a.md");
});

test("a renderer that crashed gets what it had handed over, and may continue its numbering", async () => {
  await testApp.start();
  const page = new FakePage(testApp, await testApp.open("a.md"));
  for (let count = 0; count < 5; count++) page.type(`${page.text}${count}\n`);
  await page.save();
  testApp.window.rendererStopped("The page had stopped and was started again.");
  const state = await testApp.window.handlers["app:start"](undefined);
  expect(state.notices).toEqual(["The page had stopped and was started again."]);
  const back = new FakePage(testApp, state.documents[0] ?? expect.fail());
  expect(back.text).toBe(page.text);
  // The new renderer counts from 1 again, and its edits are not taken for late ones.
  back.type(`${back.text}after\n`);
  await back.journal();
  expect(journalled()).toHaveLength(1);
});

test("the base of unsaved edits survives in memory whatever else is written meanwhile", async () => {
  await testApp.start();
  testApp.desktop.onEvent = ({ name, event }) => {
    if (name === "document:hand-over") void testApp.window.handlers["document:handed-over"](event.requestId);
  };
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("one\ntwo\nthree\nmine\n");
  await page.journal();
  const { documents } = await testApp.engine();
  for (let count = 0; count < 30; count++) {
    await documents.change(testApp.path("a.md"), [testApp.folder], {
      by: { kind: "agent", name: "agent" },
      reason: "write",
      edit: () => ({ content: `line ${count}\none\ntwo\nthree\n` }),
    });
  }
  testApp.window.rendererStopped("stopped");
  const [document] = (await testApp.window.handlers["app:start"](undefined)).documents;
  expect(document).toMatchObject({ version: page.version, text: "one\ntwo\nthree\n", unsaved: { seq: 1 } });
});

test("a renderer that crashed while the file changed is notified again, and shows its conflict again", async () => {
  await testApp.start();
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("one\nmine\nthree\n");
  await page.journal();
  testApp.write("a.md", "one\ntheirs\nthree\n");
  await eventually(() => expect(testApp.desktop.events("document:changed")).toHaveLength(1));
  await testApp.window.handlers["document:conflict"]({ doc: page.doc, mine: page.text });
  testApp.window.rendererStopped("stopped");
  const [document] = (await testApp.window.handlers["app:start"](undefined)).documents;
  const back = new FakePage(testApp, document ?? expect.fail());
  expect([back.base, back.text]).toEqual(["one\ntwo\nthree\n", "one\nmine\nthree\n"]);
  await eventually(() => expect(testApp.desktop.events("document:changed")).toHaveLength(2));
  const change = testApp.desktop.events("document:changed").at(-1);
  expect(change && back.after(change)).toBe("one\ntheirs\nthree\n");
});

test("two records of one file both come back, the second as a complete document of its own", async () => {
  await testApp.start();
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("one\ntwo\nthree\nfour\n");
  await page.journal();
  await crash();
  const folder = join(testApp.dataDir, "journal");
  const record = JSON.parse(readFileSync(join(folder, `${page.doc}.json`), "utf8"));
  const other = { ...record, doc: "00000000-0000", changes: [{ from: 0, to: 0, insert: "zero\n" }] };
  writeFileSync(join(folder, "00000000-0000.json"), JSON.stringify(other));
  const { documents, notices } = await testApp.start();
  const texts = documents.map((document) => new FakePage(testApp, document).text);
  expect(texts.sort()).toEqual(["one\ntwo\nthree\nfour\n", "zero\none\ntwo\nthree\n"]);
  expect(notices.join()).toContain("in a separate document");
});

test("a journal that cannot be written is reported to the user once, and saving still works", async () => {
  await testApp.start();
  const page = new FakePage(testApp, await testApp.open("a.md"));
  writeFileSync(join(testApp.dataDir, "journal"), "in the way");
  for (let count = 0; count < 3; count++) {
    page.type(`${page.text}${count}\n`);
    await page.journal();
  }
  expect(testApp.desktop.events("app:notice")).toHaveLength(1);
  expect(testApp.desktop.events("app:notice")[0]?.message).toContain("The journal");
  expect(await page.save()).toMatchObject({ status: "saved" });
  expect(testApp.read("a.md")).toBe(page.text);
});
