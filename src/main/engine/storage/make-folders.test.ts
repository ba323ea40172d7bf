import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeFolders } from "./make-folders";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-folders-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("makes what is missing and answers with the first that it made", () => {
  expect(makeFolders(join(folder, "a/b/c"), 0o700)).toBe(join(folder, "a"));
  expect(statSync(join(folder, "a/b/c")).mode & 0o777).toBe(0o700);
  expect(makeFolders(join(folder, "a/b/d"))).toBe(join(folder, "a/b/d"));
  expect(makeFolders(join(folder, "a/b"))).toBeUndefined();
});

test("a file in the way is an error, whether it is the last name or one above, and nothing is made", () => {
  writeFileSync(join(folder, "file"), "");
  expect(() => makeFolders(join(folder, "file"))).toThrow(/ENOTDIR/);
  expect(() => makeFolders(join(folder, "file/b/c"))).toThrow(/ENOTDIR/);
});

test.runIf(existsSync("/proc/self"))("where the system makes no folders it ends with an error", () => {
  expect(() => makeFolders("/proc/galley/a/b")).toThrow();
});
