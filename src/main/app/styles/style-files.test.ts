import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createStyleFiles } from "./style-files";

let data = "";
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "galley-styles-"));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

test("only regular files of the kind are listed, and only they can be read", async () => {
  const files = createStyleFiles(data);
  expect(await files.list("theme")).toEqual([]);
  mkdirSync(join(data, "themes", "folder.css"), { recursive: true });
  writeFileSync(join(data, "themes", "Sea.css"), ":root{}");
  writeFileSync(join(data, "themes", ".hidden.css"), "");
  writeFileSync(join(data, "themes", "note.txt"), "");
  writeFileSync(join(data, "settings.css"), "secret");
  symlinkSync("/dev/zero", join(data, "themes", "endless.css"));
  expect(await files.list("theme")).toEqual(["Sea"]);
  expect(new TextDecoder().decode(await files.read("theme", "Sea"))).toBe(":root{}");
  for (const name of ["../settings", "folder", "nothing", "endless", "", "a/../Sea"])
    await expect(files.read("theme", name), name).rejects.toThrow();
});

test("a file that is too large is rejected", async () => {
  mkdirSync(join(data, "themes"));
  writeFileSync(join(data, "themes", "big.css"), Buffer.alloc(300_000));
  await expect(createStyleFiles(data).read("theme", "big")).rejects.toThrow(/0.25 MB/);
});

test("a file that is added replaces none", async () => {
  const files = createStyleFiles(data);
  const path = join(data, "House.docx");
  writeFileSync(path, "one");
  expect(await files.add("word", path)).toBe("House");
  writeFileSync(path, "two");
  expect(await files.add("word", path)).toBe("House 2");
  expect(readFileSync(join(data, "word-styles", "House.docx"), "utf8")).toBe("one");
  await expect(files.add("theme", path)).rejects.toThrow(/\.css/);
});

test("a folder without styles begins with an example, and keeps what is there", async () => {
  const files = createStyleFiles(data);
  const example = await files.folder("theme");
  expect(readFileSync(example, "utf8")).toContain("--paper:");
  expect(await files.folder("theme")).toBe(join(data, "themes"));
  expect(existsSync(await files.folder("word"))).toBe(true);
});
