import { existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderInMemory } from "./test-folder.mjs";

test("without a file system in memory, or with too little room in it, tests use the usual folder", () => {
  expect(folderInMemory(join(tmpdir(), "no such folder"))).toBeNull();
  expect(folderInMemory("/proc")).toBeNull();
  expect(folderInMemory("/dev/shm", Number.MAX_SAFE_INTEGER)).toBeNull();
});

test("the folder in memory is removed with everything that tests left in it", ({ skip }) => {
  const folder = folderInMemory("/dev/shm", 1);
  if (folder === null) return skip("this system has no file system in memory");
  writeFileSync(join(folder.path, "left"), "over");
  folder.remove();
  expect(existsSync(folder.path)).toBe(false);
});
