import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, expect, it } from "vitest";
import { ripgrep } from "./ripgrep";

const folder = mkdtempSync(join(tmpdir(), "galley-ripgrep-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("a search of Markdown files finds no others, nor hidden and ignored ones", async () => {
  mkdirSync(join(folder, ".hidden"));
  for (const name of ["a.md", "B.MARKDOWN", "c.txt", "d.docx", "ignored.md", ".hidden/e.md"])
    writeFileSync(join(folder, name), "kind: spell\n");
  writeFileSync(join(folder, "other.md"), "spell\n");
  writeFileSync(join(folder, ".gitignore"), "ignored.md\n");
  const query = {
    patterns: ["^kind:"],
    regex: true,
    caseSensitive: true,
    wholeWord: false,
    markdownOnly: true as const,
  };
  const limits = { signal: new AbortController().signal, deadline: Date.now() + 60_000 };
  const { candidates, packages } = (await ripgrep.filesBelow?.(folder, query, limits)) ?? {
    candidates: [],
    packages: [],
  };
  expect(candidates.map((path) => relative(folder, path)).sort()).toEqual(["B.MARKDOWN", "a.md"]);
  expect(packages).toEqual([]);
});
