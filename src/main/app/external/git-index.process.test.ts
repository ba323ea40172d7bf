/** The index that Git writes, in each of its forms. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readGitIndex } from "./git-index";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-git-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: folder, encoding: "utf8", env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" } });
const index = () => readFileSync(join(folder, ".git", "index"));

test.each(["2", "3", "4"])("version %s names every file with the content that Git has put there", (version) => {
  git("init", "-q");
  mkdirSync(join(folder, "notes 文"));
  for (const name of ["a.md", "ab.md", "notes 文/é.md", "notes 文/z.md"]) writeFileSync(join(folder, name), name);
  git("add", "-A");
  writeFileSync(join(folder, "later.md"), "x");
  if (version === "3") git("add", "-N", "later.md");
  git("update-index", "--index-version", version);
  const entries = readGitIndex(index());
  const listed = git("-c", "core.quotePath=false", "ls-files", "-s").trim().split("\n");
  expect(index().readUInt32BE(4)).toBe(Number(version));
  expect([...(entries ?? [])].map(([name, hash]) => `${hash} ${name}`)).toEqual(
    listed.map((line) => line.replace(/^\d+ (\w+) \d\t/, "$1 ")),
  );
});

test("what is not an index, or is cut or damaged, is read as none or in bounded time", () => {
  git("init", "-q");
  for (let at = 0; at < 20; at++) writeFileSync(join(folder, `${at}.md`), `${at}`);
  git("add", "-A");
  for (const version of ["2", "4"]) {
    git("update-index", "--index-version", version);
    const bytes = index();
    for (let end = 0; end < bytes.length - 40; end += 7)
      expect(() => readGitIndex(bytes.subarray(0, end))).not.toThrow();
    for (let at = 8; at < bytes.length; at += 3) {
      const damaged = Buffer.from(bytes);
      damaged[at] = 0xff;
      expect(() => readGitIndex(damaged)).not.toThrow();
    }
  }
  expect(readGitIndex(Buffer.from("DIRC"))).toBeNull();
});
