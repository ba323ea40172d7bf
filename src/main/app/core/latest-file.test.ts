import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { latestFile } from "./latest-file";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-latest-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("the newest text wins, however fast the writes follow, and nothing else is left behind", async () => {
  const file = latestFile(join(folder, "deep", "x.json"));
  const all = Array.from({ length: 100 }, (_, count) => file.set(String(count)));
  await Promise.all(all);
  expect(readFileSync(join(folder, "deep", "x.json"), "utf8")).toBe("99");
  expect(readdirSync(join(folder, "deep"))).toEqual(["x.json"]);
});

test("a removal that overtakes a write leaves no file", async () => {
  const file = latestFile(join(folder, "x.json"));
  const writing = file.set("text");
  await Promise.all([writing, file.set("more"), file.set(null)]);
  expect(existsSync(join(folder, "x.json"))).toBe(false);
});

test("a write that fails is reported, and the next one works", async () => {
  const path = join(folder, "x.json");
  const file = latestFile(join(folder, "x.json", "under-a-file.json"));
  const other = latestFile(path);
  await other.set("in the way");
  await expect(file.set("text")).rejects.toThrow();
  await other.set(null);
  await file.set("text");
  expect(readFileSync(join(path, "under-a-file.json"), "utf8")).toBe("text");
});
