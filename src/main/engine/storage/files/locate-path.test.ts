import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { locatePath } from "./locate-path";

let folder = "";
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "galley-locate-")));
  await writeFile(join(folder, "only.md"), "");
});
afterAll(() => rm(folder, { recursive: true }));

it("a relative path starts at the first root", async () => {
  expect(await locatePath("a/../b c.md", [folder, "/elsewhere"])).toBe(join(folder, "b c.md"));
  expect(await locatePath("-rf", [folder])).toBe(join(folder, "-rf"));
});

it("a relative path starts at the root's folder if the root is a file", async () => {
  expect(await locatePath("only.md", [join(folder, "only.md")])).toBe(join(folder, "only.md"));
  expect(await locatePath("other.md", [join(folder, "only.md")])).toBe(join(folder, "other.md"));
});

it("an absolute path stays as it is", async () => {
  expect(await locatePath("/elsewhere/a.md", [folder])).toBe("/elsewhere/a.md");
});

it.each([
  ["", [["/w"]], "path is empty"],
  ["a\0b", [["/w"]], "path contains a NUL character"],
  ["a", [[]], "no folder has been opened to this caller"],
] as const)("%j is rejected", async (path, [roots], message) => {
  await expect(locatePath(path, roots)).rejects.toThrow(message);
});
