import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { listSections, parseOutline } from "./sections";

const modules = join(dirname(createRequire(import.meta.url).resolve("commonmark-spec/package.json")), "..");

/** The headings that cmark-gfm found in one README, recorded by `node scripts/run.mjs headings`. */
type StoredReadme = { name: string; path: string; hash: string; headings: string[] };

const stored = readFileSync(join(import.meta.dirname, "readme-headings.fixture.txt"), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((row): StoredReadme => {
    const [name = "", file = "", digest = "", ...headings] = row.split(" ");
    return { name, path: join(modules, name.slice(0, name.lastIndexOf("@")), file), hash: digest, headings };
  });

function textOf({ path, hash: expected }: StoredReadme): string | null {
  if (!existsSync(path)) return null;
  const text = readFileSync(path, "utf8")
    .replace(/^\ufeff/, "")
    .replaceAll(/\r\n?/g, "\n");
  return hash("sha256", text).slice(0, 16) === expected ? text : null;
}

const headingsIn = (text: string): string[] =>
  listSections(parseOutline(text)).map(({ level, lineStart }) => `${level}:${lineStart}`);

test("READMEs of installed packages have the headings that cmark-gfm sees, and on the same lines", () => {
  expect(stored.length).toBeGreaterThanOrEqual(200);
  const found = stored.map((each) => ({ ...each, text: textOf(each) })).filter(({ text }) => text !== null);
  // Other package versions have other READMEs. When too few are left, the list must be recorded again.
  expect(found.length, "too few READMEs are as they were: node scripts/run.mjs headings").toBeGreaterThan(
    stored.length / 2,
  );
  const differing = found.flatMap(({ name, text, headings }) => {
    const ours = headingsIn(text ?? "");
    return ours.join() === headings.join() ? [] : [{ name, ours, theirs: headings }];
  });
  // There are none. A new one must be explained here or fixed.
  expect(differing).toEqual([]);
});
