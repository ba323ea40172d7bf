import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWorld, eventually, FakePage, type World } from "../testing/test-app";
import { listFolder } from "./workspace";

let world: World;
beforeEach(async () => {
  world = createWorld({ "a.md": "one\n", "note 10.md": "", "note 9.md": "", "picture.png": "" });
  mkdirSync(world.path("sub"));
  mkdirSync(world.path(".git"));
  mkdirSync(world.path("node_modules"));
  writeFileSync(world.path("sub/b.md"), "b\n");
  await world.start([""]);
});
afterEach(() => world.end());

const handlers = () => world.window.handlers;
const names = async () => {
  const listed = await handlers()["workspace:list"](world.folder);
  return listed.ok ? listed.entries.map(({ name }) => name) : listed.error.code;
};

test("a folder is listed with folders first and numbers in numeric order, without files that nobody edits", async () => {
  expect(await names()).toEqual(["sub", "a.md", "note 9.md", "note 10.md", "picture.png"]);
  const listed = await handlers()["workspace:list"](world.folder);
  expect(listed.ok && listed.entries.filter(({ isText }) => isText).map(({ name }) => name)).toEqual([
    "a.md",
    "note 9.md",
    "note 10.md",
  ]);
});

test("a folder of more entries than the limit reports how many are left out", async () => {
  const listed = await listFolder(world.folder, 3);
  expect([listed.entries.length, listed.leftOut]).toEqual([3, 2]);
  expect(await handlers()["workspace:list"](world.folder)).toMatchObject({ leftOut: 0 });
});

test("nothing outside the open folder is listed, created, moved or trashed, whatever the path looks like [A10]", async () => {
  symlinkSync("/etc", world.path("link"));
  for (const path of ["/etc", `${world.folder}/../data`, `${world.folder}-evil`, join(world.folder, "link", "x.md")]) {
    const answers = [
      await handlers()["workspace:list"](path),
      await handlers()["workspace:create"]({ path: join(path, "x.md"), kind: "file" }),
      await handlers()["workspace:rename"]({ from: world.path("a.md"), to: join(path, "x.md") }),
      await handlers()["workspace:trash"](join(path, "hosts")),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: "outside_workspace" } });
  }
  expect(world.desktop.trashed).toEqual([]);
  expect(await handlers()["document:open"]("/etc/passwd")).toMatchObject({ ok: false });
});

test("a new file never replaces an existing one", async () => {
  const path = world.path("a.md");
  expect(await handlers()["workspace:create"]({ path, kind: "file" })).toMatchObject({ ok: false });
  expect(world.read("a.md")).toBe("one\n");
  expect(await handlers()["workspace:create"]({ path: world.path("c.md"), kind: "file" })).toMatchObject({ ok: true });
  await eventually(() => expect(existsSync(world.path("c.md"))).toBe(true));
});

test("names that some system does not allow are rejected with a reason [A18]", async () => {
  for (const name of ["CON", "nul.md", "COM1.txt", "a?.md", "a:b.md", "dot.", "blank ", "x".repeat(300), "tab\t.md"]) {
    const answer = await handlers()["workspace:create"]({ path: join(world.folder, name), kind: "file" });
    expect(answer, name).toMatchObject({ ok: false, error: { code: "bad_arguments" } });
  }
  for (const name of ["-rf.md", "$HOME & co.md", "章节.md", "console.md"]) {
    const answer = await handlers()["workspace:create"]({ path: join(world.folder, name), kind: "file" });
    expect(answer, name).toMatchObject({ ok: true });
  }
});

test("a renamed document keeps its tab, its history and its unsaved edits", async () => {
  const page = new FakePage(world, await world.open("a.md"));
  page.type("one\nmine\n");
  const saved = await page.save();
  if (saved.status === "saved") page.saved(saved.version, page.text);
  page.type("one\nmine\nmore\n");
  await page.journal();
  const move = { from: world.path("a.md"), to: world.path("renamed.md") };
  expect(await handlers()["workspace:rename"](move)).toMatchObject({ ok: true });
  expect(world.desktop.events("document:moved")).toMatchObject([{ doc: page.doc, name: "renamed.md" }]);
  expect(await page.save()).toMatchObject({ status: "saved" });
  expect(world.read("renamed.md")).toBe("one\nmine\nmore\n");
  expect(existsSync(world.path("a.md"))).toBe(false);
  const listed = await handlers()["history:list"](page.doc);
  expect(listed.ok && listed.versions.length).toBeGreaterThanOrEqual(3);
});

test("a save that was running when its file was renamed is written to the renamed file", async () => {
  const page = new FakePage(world, await world.open("a.md"));
  const gate = Promise.withResolvers<void>();
  world.slow(gate.promise);
  page.type("one\nslow\n");
  const saving = page.save();
  const renaming = handlers()["workspace:rename"]({ from: world.path("a.md"), to: world.path("z.md") });
  setTimeout(() => {
    world.slow(null);
    gate.resolve();
  }, 50);
  expect(await saving).toMatchObject({ status: "saved" });
  expect(await renaming).toMatchObject({ ok: true });
  expect(world.read("z.md")).toBe("one\nslow\n");
  expect(existsSync(world.path("a.md"))).toBe(false);
});

test("documents in a renamed folder follow it", async () => {
  const page = new FakePage(world, await world.open("sub/b.md"));
  const move = { from: world.path("sub"), to: world.path("other") };
  expect(await handlers()["workspace:rename"](move)).toMatchObject({ ok: true });
  page.type("b\nmore\n");
  expect(await page.save()).toMatchObject({ status: "saved" });
  expect(world.read("other/b.md")).toBe("b\nmore\n");
});

test("a rename never replaces an existing file; a change of case alone is a rename", async () => {
  const taken = { from: world.path("a.md"), to: world.path("note 9.md") };
  expect(await handlers()["workspace:rename"](taken)).toMatchObject({ ok: false, error: { code: "wrong_state" } });
  const page = new FakePage(world, await world.open("a.md"));
  const cased = { from: world.path("a.md"), to: world.path("A.md") };
  expect(await handlers()["workspace:rename"](cased)).toMatchObject({ ok: true });
  page.type("one\nmore\n");
  expect(await page.save()).toMatchObject({ status: "saved" });
  expect(world.read("A.md")).toBe("one\nmore\n");
});

test("a folder cannot be moved into itself, and the open folder cannot be moved", async () => {
  const inside = { from: world.path("sub"), to: world.path("sub/deeper") };
  expect(await handlers()["workspace:rename"](inside)).toMatchObject({ ok: false });
  expect(await handlers()["workspace:trash"](world.folder)).toMatchObject({
    ok: false,
    error: { code: "unsupported" },
  });
});

test("a document in the trash is deleted for its tab, and its unsaved edits stay in history", async () => {
  const page = new FakePage(world, await world.open("a.md"));
  page.type("one\nunsaved\n");
  await page.journal();
  expect(await handlers()["workspace:trash"](world.path("a.md"))).toMatchObject({ ok: true });
  expect(world.desktop.events("document:gone")).toEqual([{ doc: page.doc }]);
  expect(await page.save()).toEqual({ status: "gone" });
  const listed = await handlers()["history:list"](page.doc);
  const [entry] = listed.ok ? listed.versions : [];
  const kept = await handlers()["history:text"]({ doc: page.doc, version_id: entry?.version_id ?? "" });
  expect(kept).toEqual({ ok: true, text: "one\nunsaved\n" });
});

test("the renderer is told when the entries of a folder that it shows change", async () => {
  await handlers()["workspace:watch"]([world.folder]);
  await new Promise((resolve) => setTimeout(resolve, 150));
  world.desktop.heard = [];
  writeFileSync(world.path("new.md"), "");
  await eventually(() => expect(world.desktop.events("workspace:changed")).toEqual([{ folders: [world.folder] }]));
});
