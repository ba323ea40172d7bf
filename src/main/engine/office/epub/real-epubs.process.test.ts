import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEpub } from "./read";
import { translateEpub } from "./translate";

const checker = "/usr/bin/epubcheck";
const has = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;
const isComplete = has("pandoc") && has("soffice") && has("java") && existsSync(checker);

const source = `---
title: The Tower
author: A. Keeper
lang: en
---

# One *bright* day

The keeper[^1] lit the **lamp** at [the tower](https://example.org/t) and *waited*.
Line two\\
after a break with \`code\`.

> A quotation with *words*.

- first item
    - nested **item**

| Name | Figure |
|------|--------|
| Oil  | 12     |

[^1]: A note about the keeper, with *stress*.

# Two

Nobody came (see [above](#one-bright-day)). H~2~O and ~~gone~~.
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-epub-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The checker's messages about a file, without its name and positions. */
function messagesOn(path: string): string[] {
  const { stdout, stderr } = spawnSync("java", ["-jar", realpathSync(checker), path], { encoding: "utf8" });
  return `${stdout}${stderr}`
    .split("\n")
    .filter((line) => /^(?:FATAL|ERROR|WARNING)/.test(line))
    .map((line) => line.replace(/: .*?\.epub\S*/, ""));
}

const count = (text: string, tag: string): number => text.split(new RegExp(`<${tag}[ >/]`)).length;

/** Some documents of a package in one text. */
const allText = (path: string, names: readonly string[]): string =>
  spawnSync("unzip", ["-p", path, ...names], { encoding: "utf8" }).stdout;

describe.skipIf(!isComplete || !process.env["GALLEY_LONG"])("EPUBs of pandoc and LibreOffice", () => {
  it.each(["pandoc", "LibreOffice"])(
    "one of %s has the same elements when translated, and no new messages of epubcheck",
    (by) => {
      const from = join(folder, "source.md");
      writeFileSync(from, source);
      const made = join(folder, "source.epub");
      if (by === "pandoc") spawnSync("pandoc", [from, "-o", made, "--toc"]);
      else {
        spawnSync("pandoc", [from, "-o", join(folder, "source.odt")]);
        spawnSync("soffice", [
          `-env:UserInstallation=file://${folder}/lo`,
          "--headless",
          "--convert-to",
          "epub",
          "--outdir",
          folder,
          join(folder, "source.odt"),
        ]);
      }
      const bytes = readFileSync(made);
      const book = readEpub(bytes, "source.epub");
      const documents = book.chapters.map(({ path, text }) => ({
        path,
        lines: text
          .split("\n")
          .flatMap((line, at) =>
            /\p{L}/u.test(line) ? [{ line: at, lines: 1, text: line.replaceAll("keeper", "Wärter") }] : [],
          ),
      }));
      const target = join(folder, "target.epub");
      writeFileSync(target, translateEpub(bytes, "source.epub", { language: "de", documents }));
      const names = book.chapters.map(({ path }) => path);
      const [before, after] = [allText(made, names), allText(target, names)];
      for (const tag of ["p", "em", "strong", "span", "a", "sup", "code", "br", "td", "li", "blockquote", "h1"])
        expect([tag, count(after, tag)]).toEqual([tag, count(before, tag)]);
      expect(after).toContain("Wärter");
      expect(messagesOn(target)).toEqual(messagesOn(made));
    },
    120_000,
  );
});
