import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestApp, eventually, FakePage, type TestApp } from "../testing/test-app";
import { listFolder } from "./workspace";

let testApp: TestApp;
beforeEach(async () => {
  testApp = createTestApp({ "a.md": "one\n", "note 10.md": "", "note 9.md": "", "picture.png": "" });
  mkdirSync(testApp.path("sub"));
  mkdirSync(testApp.path(".git"));
  mkdirSync(testApp.path("node_modules"));
  writeFileSync(testApp.path("sub/b.md"), "b\n");
  await testApp.start([""]);
});
afterEach(() => testApp.end());

const handlers = () => testApp.window.handlers;
const names = async () => {
  const listed = await handlers()["workspace:list"](testApp.folder);
  return listed.ok ? listed.entries.map(({ name }) => name) : listed.error.code;
};

test("a folder is listed with folders first and numbers in numeric order, without files that nobody edits", async () => {
  expect(await names()).toEqual(["sub", "a.md", "note 9.md", "note 10.md", "picture.png"]);
  const listed = await handlers()["workspace:list"](testApp.folder);
  expect(listed.ok && listed.entries.filter(({ isText }) => isText).map(({ name }) => name)).toEqual([
    "a.md",
    "note 9.md",
    "note 10.md",
    "picture.png",
  ]);
});

test("a folder of more entries than the limit reports how many are left out", async () => {
  const listed = await listFolder(testApp.folder, 3);
  expect([listed.entries.length, listed.leftOut]).toEqual([3, 2]);
  expect(await handlers()["workspace:list"](testApp.folder)).toMatchObject({ leftOut: 0 });
});

test("nothing outside the open folder is listed, created, moved or trashed, whatever the path looks like [A10]", async () => {
  symlinkSync("/etc", testApp.path("link"));
  for (const path of [
    "/etc",
    `${testApp.folder}/../data`,
    `${testApp.folder}-evil`,
    join(testApp.folder, "link", "x.md"),
  ]) {
    const answers = [
      await handlers()["workspace:list"](path),
      await handlers()["workspace:create"]({ path: join(path, "x.md"), kind: "file" }),
      await handlers()["workspace:rename"]({ from: testApp.path("a.md"), to: join(path, "x.md") }),
      await handlers()["workspace:trash"](join(path, "hosts")),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: "outside_workspace" } });
  }
  expect(testApp.desktop.trashed).toEqual([]);
  expect(await handlers()["document:open"]("/etc/passwd")).toMatchObject({ ok: false });
});

test("a new file never replaces an existing one", async () => {
  const path = testApp.path("a.md");
  expect(await handlers()["workspace:create"]({ path, kind: "file" })).toMatchObject({ ok: false });
  expect(testApp.read("a.md")).toBe("one\n");
  expect(await handlers()["workspace:create"]({ path: testApp.path("c.md"), kind: "file" })).toMatchObject({
    ok: true,
  });
  await eventually(() => expect(existsSync(testApp.path("c.md"))).toBe(true));
});

test("names that some system does not allow are rejected with a reason [A18]", async () => {
  for (const name of ["CON", "nul.md", "COM1.txt", "a?.md", "a:b.md", "dot.", "blank ", "x".repeat(300), "tab\t.md"]) {
    const answer = await handlers()["workspace:create"]({ path: join(testApp.folder, name), kind: "file" });
    expect(answer, name).toMatchObject({ ok: false, error: { code: "bad_arguments" } });
  }
  for (const name of ["-rf.md", "$HOME & co.md", "章节.md", "console.md"]) {
    const answer = await handlers()["workspace:create"]({ path: join(testApp.folder, name), kind: "file" });
    expect(answer, name).toMatchObject({ ok: true });
  }
});

test("a renamed document keeps its tab, its history and its unsaved edits", async () => {
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("one\nmine\n");
  const saved = await page.save();
  if (saved.status === "saved") page.saved(saved.version, page.text);
  page.type("one\nmine\nmore\n");
  await page.journal();
  const move = { from: testApp.path("a.md"), to: testApp.path("renamed.md") };
  expect(await handlers()["workspace:rename"](move)).toMatchObject({ ok: true });
  expect(testApp.desktop.events("document:moved")).toMatchObject([{ doc: page.doc, name: "renamed.md" }]);
  expect(await page.save()).toMatchObject({ status: "saved" });
  expect(testApp.read("renamed.md")).toBe("one\nmine\nmore\n");
  expect(existsSync(testApp.path("a.md"))).toBe(false);
  const listed = await handlers()["history:list"](page.doc);
  expect(listed.ok && listed.versions.length).toBeGreaterThanOrEqual(3);
});

test("a save that was running when its file was renamed is written to the renamed file", async () => {
  const page = new FakePage(testApp, await testApp.open("a.md"));
  const gate = Promise.withResolvers<void>();
  testApp.slow(gate.promise);
  page.type("one\nslow\n");
  const saving = page.save();
  const renaming = handlers()["workspace:rename"]({ from: testApp.path("a.md"), to: testApp.path("z.md") });
  await testApp.writeWaits();
  testApp.slow(null);
  gate.resolve();
  expect(await saving).toMatchObject({ status: "saved" });
  expect(await renaming).toMatchObject({ ok: true });
  expect(testApp.read("z.md")).toBe("one\nslow\n");
  expect(existsSync(testApp.path("a.md"))).toBe(false);
});

test("documents in a renamed folder follow it", async () => {
  const page = new FakePage(testApp, await testApp.open("sub/b.md"));
  const move = { from: testApp.path("sub"), to: testApp.path("other") };
  expect(await handlers()["workspace:rename"](move)).toMatchObject({ ok: true });
  page.type("b\nmore\n");
  expect(await page.save()).toMatchObject({ status: "saved" });
  expect(testApp.read("other/b.md")).toBe("b\nmore\n");
});

test("a rename never replaces an existing file; a change of case alone is a rename", async () => {
  const taken = { from: testApp.path("a.md"), to: testApp.path("note 9.md") };
  expect(await handlers()["workspace:rename"](taken)).toMatchObject({ ok: false, error: { code: "wrong_state" } });
  const page = new FakePage(testApp, await testApp.open("a.md"));
  const cased = { from: testApp.path("a.md"), to: testApp.path("A.md") };
  expect(await handlers()["workspace:rename"](cased)).toMatchObject({ ok: true });
  page.type("one\nmore\n");
  expect(await page.save()).toMatchObject({ status: "saved" });
  expect(testApp.read("A.md")).toBe("one\nmore\n");
});

test("a folder cannot be moved into itself, and the open folder cannot be moved", async () => {
  const inside = { from: testApp.path("sub"), to: testApp.path("sub/deeper") };
  expect(await handlers()["workspace:rename"](inside)).toMatchObject({ ok: false });
  expect(await handlers()["workspace:trash"](testApp.folder)).toMatchObject({
    ok: false,
    error: { code: "unsupported" },
  });
});

test("a document in the trash is deleted for its tab, and its unsaved edits stay in history", async () => {
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("one\nunsaved\n");
  await page.journal();
  expect(await handlers()["workspace:trash"](testApp.path("a.md"))).toMatchObject({ ok: true });
  expect(testApp.desktop.events("document:gone")).toEqual([{ doc: page.doc }]);
  expect(await page.save()).toEqual({ status: "gone" });
  const listed = await handlers()["history:list"](page.doc);
  const [entry] = listed.ok ? listed.versions : [];
  const kept = await handlers()["history:text"]({ doc: page.doc, version_id: entry?.version_id ?? "" });
  expect(kept).toEqual({ ok: true, text: "one\nunsaved\n" });
});

test("an entry that the system cannot move to the trash stays, and the error says what to do", async () => {
  const page = new FakePage(testApp, await testApp.open("a.md"));
  testApp.desktop.trash = async () => {
    throw new Error("Failed to move item to trash");
  };
  expect(await handlers()["workspace:trash"](testApp.path("a.md"))).toMatchObject({
    ok: false,
    error: {
      message: "The system could not move a.md to the trash. It is where it was.",
      hint: expect.stringContaining("use your file manager"),
    },
  });
  expect(testApp.desktop.events("document:gone")).toEqual([]);
  page.type("one\nmore\n");
  expect(await page.save()).toMatchObject({ status: "saved" });
});

test("the renderer is notified when the entries of a folder that it shows change", async () => {
  await handlers()["workspace:watch"]([testApp.folder]);
  await new Promise((resolve) => setTimeout(resolve, 150));
  testApp.desktop.received = [];
  writeFileSync(testApp.path("new.md"), "");
  await eventually(() => expect(testApp.desktop.events("workspace:changed")).toEqual([{ folders: [testApp.folder] }]));
});
