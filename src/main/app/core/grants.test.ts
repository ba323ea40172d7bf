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

test("what is not there yet counts as what would be made: through links to nothing, too", async () => {
  symlinkSync("in/new.md", at("way.md"));
  symlinkSync("in/made", at("folder"));
  symlinkSync(at("way.md"), at("far.md"));
  expect(await realPathOf(at("way.md"))).toBe(at("in", "new.md"));
  expect(await realPathOf(at("far.md"))).toBe(at("in", "new.md"));
  expect(await realPathOf(at("folder", "a.md"))).toBe(at("in", "made", "a.md"));
  writeFileSync(at("in", "new.md"), "x");
  expect(await realPathOf(at("way.md"))).toBe(at("in", "new.md"));
});

test("a link that leads back to itself over a folder that is not there is refused, and not followed for ever", async () => {
  symlinkSync("gone/../a", at("a"));
  symlinkSync("gone/../c", at("b"));
  symlinkSync("gone/../b", at("c"));
  for (const name of ["a", "b", "c"])
    await expect(realPathOf(at(name, "x.md"))).rejects.toThrow("leads back to itself");
});
