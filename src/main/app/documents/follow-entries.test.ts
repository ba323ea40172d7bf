import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestApp, FakePage, type TestApp } from "../testing/test-app";

let testApp: TestApp;
beforeEach(async () => {
  testApp = createTestApp({ "a.md": "one\n", "links.md": "[a](a.md)\n" });
  mkdirSync(testApp.path("sub"));
  writeFileSync(testApp.path("sub/b.md"), "# Top\n\nb\n");
  await testApp.start([""]);
});
afterEach(() => testApp.end());

const workspace = async (args: Record<string, unknown>) => {
  const caller = { id: "1", name: "anna", roots: [testApp.folder] };
  return (await testApp.engine()).run({ name: "workspace", arguments: args, caller });
};

test("a document that an agent moves stays open under its new name, with its unsaved edits", async () => {
  const page = new FakePage(testApp, await testApp.open("a.md"));
  page.type("one\nmine\n");
  await page.journal();
  expect(await workspace({ action: "move", path: "a.md", to: "new/c.md" })).toMatchObject({ ok: true });
  expect(testApp.desktop.events("document:moved")).toMatchObject([{ doc: page.doc, name: "c.md" }]);
  expect(testApp.desktop.events("document:gone")).toEqual([]);
  expect(testApp.read("new/c.md")).toBe("one\nmine\n");
  expect(testApp.read("links.md")).toBe("[a](new/c.md)\n");
  expect(existsSync(testApp.path("a.md"))).toBe(false);
});

test("documents in a folder that an agent moves follow it", async () => {
  const page = new FakePage(testApp, await testApp.open("sub/b.md"));
  expect(await workspace({ action: "move", path: "sub", to: "other" })).toMatchObject({ ok: true });
  expect(testApp.desktop.events("document:moved")).toMatchObject([{ doc: page.doc, path: testApp.path("other/b.md") }]);
});

test("a document that an agent deletes is marked as gone, and comes back when it is restored", async () => {
  const page = new FakePage(testApp, await testApp.open("a.md"));
  const deleted = await workspace({ action: "delete", path: "a.md" });
  expect(deleted).toMatchObject({ ok: true });
  expect(testApp.desktop.events("document:gone")).toMatchObject([{ doc: page.doc }]);
  const removed = deleted.data?.["deleted"] as { version_id: string }[] | undefined;
  const caller = { id: "1", name: "anna", roots: [testApp.folder] };
  const restore = { name: "doc_restore", arguments: { path: "a.md", version_id: removed?.[0]?.version_id }, caller };
  expect(await (await testApp.engine()).run(restore)).toMatchObject({ ok: true });
  expect(testApp.desktop.events("document:moved")).toMatchObject([{ doc: page.doc, name: "a.md" }]);
});

test("what is open is listed for an agent", async () => {
  expect((await workspace({ action: "open" })).message).toBe("no document of this folder is open");
  await testApp.open("sub/b.md");
  expect((await workspace({ action: "open" })).data).toMatchObject({
    documents: [{ path: "sub/b.md", front: false, unsaved: false }],
  });
});

test("a folder that a window has open is neither moved nor deleted through a folder above it", async () => {
  const above = { id: "1", name: "anna", roots: [testApp.path("..")] };
  const args = { action: "delete", path: testApp.folder };
  const engine = await testApp.engine();
  expect(await engine.run({ name: "workspace", arguments: args, caller: above })).toMatchObject({ ok: false });
  expect(testApp.read("a.md")).toBe("one\n");
});
