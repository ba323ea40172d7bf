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

test("missing folders are made, and the first of them is returned", () => {
  expect(makeFolders(join(folder, "a/b/c"), 0o700)).toBe(join(folder, "a"));
  expect(statSync(join(folder, "a/b/c")).mode & 0o777).toBe(0o700);
  expect(makeFolders(join(folder, "a/b/d"))).toBe(join(folder, "a/b/d"));
  expect(makeFolders(join(folder, "a/b"))).toBeUndefined();
});

test("a file as the last name or above it is an error, and nothing is made", () => {
  writeFileSync(join(folder, "file"), "");
  expect(() => makeFolders(join(folder, "file"))).toThrow(/ENOTDIR/);
  expect(() => makeFolders(join(folder, "file/b/c"))).toThrow(/ENOTDIR/);
});

test.runIf(existsSync("/proc/self"))("where the system makes no folders it ends with an error", () => {
  expect(() => makeFolders("/proc/galley/a/b")).toThrow();
});
