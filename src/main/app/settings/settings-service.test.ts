import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestApp, eventually, type TestApp } from "../testing/test-app";

let testApp: TestApp;
let file: string;
beforeEach(() => {
  testApp = createTestApp();
  mkdirSync(testApp.dataDir, { recursive: true });
  file = join(testApp.dataDir, "settings.json");
});
afterEach(() => testApp.end());

const save = (some: object) => testApp.window.handlers["app:save-settings"](some);
const stored = () => readFileSync(file, "utf8");

test("a change adds the changed settings to the file, and leaves everything else in it as it was", async () => {
  writeFileSync(file, '{\n  // at night\n  "theme": "dark",\n  "plans": [1]\n}\n');
  testApp = await testApp.crash();
  expect((await testApp.start()).settings).toMatchObject({ theme: "dark", fontSize: 16 });
  await save({ fontSize: 20 });
  expect(stored()).toBe('{\n  // at night\n  "theme": "dark",\n  "plans": [1],\n  "fontSize": 20\n}\n');
});

test("many concurrent changes are all in the file, in the order they were made", async () => {
  await testApp.start();
  await Promise.all([save({ fontSize: 18 }), save({ theme: "dark" }), save({ fontSize: 19 })]);
  expect(JSON.parse(stored().replace(/^\/\/.*\n/, ""))).toEqual({ fontSize: 19, theme: "dark" });
});

test("an edit of the file by another program takes effect at once, and a change in Galley keeps it", async () => {
  await testApp.start();
  await testApp.window.painted();
  await save({ fontSize: 20 });
  writeFileSync(file, '{"fontSize": 22, "theme": "light"}');
  await eventually(() => expect(testApp.desktop.events("settings:changed").at(-1)).toMatchObject({ fontSize: 22 }));
  expect(testApp.desktop.settings).toMatchObject({ fontSize: 22, theme: "light" });
  writeFileSync(file, '{"fontSize": 23, "theme": "light"}');
  // Galley has not noticed the edit yet: the change is merged into the file's text.
  expect(await save({ lineWrap: false })).toMatchObject({ fontSize: 23, theme: "light", lineWrap: false });
  expect(JSON.parse(stored())).toEqual({ fontSize: 23, theme: "light", lineWrap: false });
});

test("an invalid value in the file is reported with its line, and the valid ones take effect", async () => {
  await testApp.start();
  await testApp.window.painted();
  writeFileSync(file, '{\n  "theme": pink,\n  "fontSize": 300,\n  "lineWrap": false\n}');
  await eventually(() => expect(testApp.desktop.events("app:notice")).toHaveLength(2));
  const notices = testApp.desktop.events("app:notice").map(({ message }) => message);
  expect(notices[0]).toContain("line 2, column 12");
  expect(notices[1]).toContain("fontSize (300) on line 3");
  expect(testApp.desktop.settings).toMatchObject({ theme: "system", fontSize: 16, lineWrap: false });
});

test("a file that cannot be edited is set aside with its bytes, and replaced by one with the current settings", async () => {
  writeFileSync(file, '{"fontSize": 20, oops');
  testApp = await testApp.crash();
  const state = await testApp.start();
  expect(state.settings.fontSize).toBe(20);
  expect(state.notices.join()).toContain("line 1, column 18");
  expect(stored()).toBe('{"fontSize": 20, oops');
  await save({ theme: "dark" });
  const aside = readdirSync(testApp.dataDir).find((name) => name.startsWith("settings.json.damaged-")) ?? "";
  expect(readFileSync(join(testApp.dataDir, aside), "utf8")).toBe('{"fontSize": 20, oops');
  expect(JSON.parse(stored().replace(/^\/\/.*\n/, ""))).toEqual({ theme: "dark", fontSize: 20 });
  expect(testApp.desktop.events("app:notice")[0]?.message).toContain(aside);
});

test("a link to settings stored elsewhere stays a link", async () => {
  const elsewhere = join(testApp.folder, "dot-galley.json");
  writeFileSync(elsewhere, '{"fontSize": 20}');
  symlinkSync(elsewhere, file);
  testApp = await testApp.crash();
  await testApp.start();
  await save({ fontSize: 21 });
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(readFileSync(elsewhere, "utf8")).toBe('{"fontSize": 21}');
  renameSync(elsewhere, file);
  await save({ fontSize: 22 });
  expect(stored()).toBe('{"fontSize": 22}');
});

test("the file is created when it is requested, and opened in the system's editor", async () => {
  await testApp.start();
  expect(await testApp.window.handlers["app:open-settings-file"](undefined)).toEqual({ ok: true, path: file });
  expect(stored()).toContain("{\n}\n");
  expect(testApp.desktop.openedPaths).toEqual([file]);
});
