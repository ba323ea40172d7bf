import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { realPathOf } from "./grants";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-grants-")));
  mkdirSync(join(folder, "in"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (...names: string[]) => join(folder, ...names);

test("a path that does not exist yet is resolved to what would be created, also through dangling links", async () => {
  symlinkSync("in/new.md", at("way.md"));
  symlinkSync("in/made", at("folder"));
  symlinkSync(at("way.md"), at("far.md"));
  expect(await realPathOf(at("way.md"))).toBe(at("in", "new.md"));
  expect(await realPathOf(at("far.md"))).toBe(at("in", "new.md"));
  expect(await realPathOf(at("folder", "a.md"))).toBe(at("in", "made", "a.md"));
  writeFileSync(at("in", "new.md"), "x");
  expect(await realPathOf(at("way.md"))).toBe(at("in", "new.md"));
});

test("a link to itself above a missing folder is rejected, and not followed forever", async () => {
  symlinkSync("gone/../a", at("a"));
  symlinkSync("gone/../c", at("b"));
  symlinkSync("gone/../b", at("c"));
  for (const name of ["a", "b", "c"])
    await expect(realPathOf(at(name, "x.md"))).rejects.toThrow("leads back to itself");
});
