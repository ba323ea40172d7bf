import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app";

let testApp: TestApp;
afterEach(() => testApp.end());

async function begin(files: Record<string, string>) {
  testApp = createTestApp({});
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(testApp.path(name)), { recursive: true });
    writeFileSync(testApp.path(name), text);
  }
  await testApp.start([""]);
}
const copy = (from: string, folder: string, taken: "refuse" | "both" = "refuse") =>
  testApp.window.handlers["workspace:copy"]({ from, folder, taken });
const outside = () => {
  const folder = `${testApp.dataDir}-outside`;
  mkdirSync(folder, { recursive: true });
  return folder;
};

test("a file is copied with its bytes, and keeps its name if that is free", async () => {
  await begin({ "a.md": "A\r\n" });
  mkdirSync(testApp.path("n"));
  expect(await copy(testApp.path("a.md"), testApp.path("n"))).toEqual({ ok: true, path: testApp.path("n/a.md") });
  expect(readFileSync(testApp.path("n/a.md"), "utf8")).toBe("A\r\n");
  expect(await copy(testApp.path("a.md"), testApp.path("n"))).toMatchObject({
    ok: false,
    error: { code: "wrong_state" },
  });
  expect(await copy(testApp.path("a.md"), testApp.path("n"), "both")).toEqual({
    ok: true,
    path: testApp.path("n/a 2.md"),
  });
  expect(await copy(testApp.path("n/a 2.md"), testApp.path("n"), "both")).toEqual({
    ok: true,
    path: testApp.path("n/a 3.md"),
  });
});

test("a folder is copied with its content, links as links, and never into itself", async () => {
  await begin({ "n.v2/x.md": "X" });
  symlinkSync("x.md", testApp.path("n.v2/link.md"));
  expect(await copy(testApp.path("n.v2"), testApp.folder, "both")).toEqual({ ok: true, path: testApp.path("n.v2 2") });
  expect(readFileSync(testApp.path("n.v2 2/x.md"), "utf8")).toBe("X");
  expect(lstatSync(testApp.path("n.v2 2/link.md")).isSymbolicLink()).toBe(true);
  expect(await copy(testApp.path("n.v2"), testApp.path("n.v2"))).toMatchObject({ ok: false });
});

test("only files that the user dropped are copied from outside, and only into the open folder [A10]", async () => {
  await begin({ "a.md": "A" });
  const folder = outside();
  writeFileSync(`${folder}/b.md`, "B");
  expect(await copy(`${folder}/b.md`, testApp.folder)).toMatchObject({ ok: false });
  await testApp.window.dropped(`${folder}/b.md`);
  expect(await copy(`${folder}/b.md`, testApp.folder)).toEqual({ ok: true, path: testApp.path("b.md") });
  expect(await copy(testApp.path("a.md"), folder)).toMatchObject({ ok: false });
  expect(await copy(`${testApp.dataDir}/settings.json`, testApp.folder)).toMatchObject({ ok: false });
});

test("a copy that cannot be completed leaves nothing behind", async () => {
  await begin({ "n/a.md": "A", "n/b.md": "B" });
  chmodSync(testApp.path("n/b.md"), 0o000);
  const before = readdirSync(testApp.folder).sort();
  const copied = await copy(testApp.path("n"), testApp.folder, "both");
  // Root can read every file.
  if (process.getuid?.() !== 0) {
    expect(copied).toMatchObject({ ok: false, error: { code: "denied" } });
    expect(readdirSync(testApp.folder).sort()).toEqual(before);
  }
  chmodSync(testApp.path("n/b.md"), 0o644);
});
