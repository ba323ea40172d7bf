import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSpelling } from "./spelling";

let root: string;
let system: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "galley-spelling-"));
  system = join(root, "hunspell");
  mkdirSync(system);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const put = (name: string, aff: string | Buffer, dic: string | Buffer, folder = system) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.aff`), aff);
  writeFileSync(join(folder, `${name}.dic`), dic);
};

test("installed dictionaries are found by language, the user's own folder first, each in its own encoding", async () => {
  put("de_AT", "SET ISO8859-1\n", Buffer.from("1\nGr\u00fc\u00dfe\n", "latin1"));
  put("fr", "SET UTF-8\n", "1\nété\n");
  put("fr", "SET UTF-8\n", "1\nhiver\n", join(root, "data/dictionaries"));
  writeFileSync(join(system, "broken.dic"), "");
  const spelling = createSpelling(join(root, "data"), [system]);
  expect(await spelling.languages()).toEqual(["de-AT", "en", "en-GB", "fr"]);
  const { dictionaries } = await spelling.start(["de-DE", "fr-FR", "xx", "en-US"]);
  expect(dictionaries.map(({ language }) => language)).toEqual(["de-AT", "fr", "en"]);
  expect(dictionaries[0]?.dic).toContain("Grüße");
  expect(dictionaries[1]?.dic).toContain("hiver");
});

test("British English is bundled, and is the closest for regions that write it", async () => {
  const spelling = createSpelling(join(root, "data"), [system]);
  const languages = async (...wanted: string[]) =>
    (await spelling.start(wanted)).dictionaries.map(({ language }) => language);
  expect(await languages("en-GB")).toEqual(["en-GB"]);
  expect(await languages("en-AU", "en-IE")).toEqual(["en-GB"]);
  expect(await languages("en-US")).toEqual(["en"]);
  expect(await languages("en")).toEqual(["en"]);
  const [british] = (await spelling.start(["en-GB"])).dictionaries;
  expect(british?.dic).toMatch(/^colour\b/m);
  expect(british?.dic).not.toMatch(/^color\b/m);
});

test("a language without a dictionary has none, and one that is too large is rejected", async () => {
  const spelling = createSpelling(join(root, "data"), [system]);
  expect((await spelling.start(["zh-CN"])).dictionaries).toEqual([]);
  put("pl", "SET UTF-8\n", "1\na\n");
  truncateSync(join(system, "pl.dic"), 33 * 1024 * 1024);
  await expect(spelling.start(["pl"])).rejects.toThrow("more than 32 MB");
});

test("a word is added once, and only if it is a word", async () => {
  const spelling = createSpelling(join(root, "data"), [system]);
  await spelling.add("Galley");
  await spelling.add("Galley");
  await spelling.add("naïve");
  expect(readFileSync(join(root, "data/dictionary.txt"), "utf8")).toBe("Galley\nnaïve\n");
  expect((await spelling.start([])).words).toEqual(["Galley", "naïve"]);
  await expect(spelling.add("two words\n")).rejects.toThrow("not one word");
});
