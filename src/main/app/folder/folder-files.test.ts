import { mkdirSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Engine } from "../../engine/host/engine";
import { createTestApp, type TestApp } from "../testing/test-app";
import { createFolderFiles } from "./folder-files";

let testApp: TestApp;
beforeEach(async () => {
  testApp = createTestApp({
    "a.md": "one\n",
    README: "",
    "picture.png": "",
    ".hidden.md": "",
    ".gitignore": "drafts/\n*.log\n",
    "x.log": "",
  });
  for (const folder of ["笔记", "drafts", "node_modules/x"]) mkdirSync(testApp.path(folder), { recursive: true });
  for (const name of ["笔记/会议.md", "drafts/d.md", "node_modules/x/y.md"]) writeFileSync(testApp.path(name), "");
  await testApp.start([""]);
});
afterEach(() => testApp.end());

test("the open folder's files are listed as git sees them, by their relative paths, images included", async () => {
  const listed = await testApp.window.handlers["workspace:files"](undefined);
  expect(listed).toEqual({ ok: true, files: ["README", "a.md", "picture.png", "笔记/会议.md"], isAll: true });
});

test("without an open folder the list is empty", async () => {
  await testApp.window.handlers["workspace:close"](undefined);
  expect(await testApp.window.handlers["workspace:files"](undefined)).toMatchObject({ ok: false });
});

test("a request during a listing shares its answer, and a listing of another folder ends it", async () => {
  const asked: { root: string; signal: AbortSignal; done(): void }[] = [];
  const engine = {
    listFiles: ({ caller, signal }: { caller: { roots: string[] }; signal: AbortSignal }) =>
      new Promise((done) => {
        const root = caller.roots[0] ?? "";
        asked.push({ root, signal, done: () => done({ files: [root], isAll: true }) });
      }),
  } as unknown as Engine;
  const files = createFolderFiles(async () => engine);
  const first = files("/one");
  const again = files("/one");
  await Promise.resolve();
  const other = files("/two");
  await Promise.resolve();
  expect(asked.map(({ root, signal }) => [root, signal.aborted])).toEqual([
    ["/one", true],
    ["/two", false],
  ]);
  for (const { done } of asked) done();
  expect(await first).toEqual({ files: ["/one"], isAll: true });
  expect(await again).toBe(await first);
  expect((await other).files).toEqual(["/two"]);
  void files("/two");
  await Promise.resolve();
  expect(asked).toHaveLength(3);
});
