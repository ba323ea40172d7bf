/** The outline of real Markdown, the READMEs of installed packages, beside markdown-it's two passes and commonmark.js. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { Parser } from "commonmark";
import MarkdownIt from "markdown-it";
import { project } from "../e2e/launch";
import { listSections, parseOutline } from "../src/main/engine/document/sections";
import { report } from "./figures";

function readmes(): string {
  const files = globSync("node_modules/**/{README,readme,Readme,CHANGELOG}.md", { cwd: project }).sort();
  return files.map((file) => readFileSync(join(project, file), "utf8").replaceAll(/\r\n?/g, "\n")).join("\n\n");
}

for (const megabytes of [1, 10]) {
  test(`outline of ${megabytes} MB`, async () => {
    test.skip(!("globSync" in (await import("node:fs"))), "needs a Node with globSync");
    const real = readmes();
    const text = Buffer.from(
      real.repeat(Math.ceil((megabytes * 1_000_000) / real.length)).slice(0, megabytes * 1_000_000),
    ).toString();
    const markdown = new MarkdownIt("commonmark").enable("table");
    const reference = new Parser();
    const contestants: Record<string, () => unknown> = {
      "markdown-it, whole": () => markdown.parse(text, {}),
      "markdown-it, block pass": () => markdown.block.parse(text, markdown, {}, []),
      "commonmark.js": () => reference.parse(text),
      Galley: () => parseOutline(text),
    };
    const runs = Object.entries(contestants).map(([name, run]) => ({ name, run, milliseconds: [] as number[] }));
    for (let round = 0; round < (megabytes > 1 ? 4 : 8); round++) {
      for (const { run, milliseconds } of runs) {
        const start = performance.now();
        run();
        milliseconds.push(performance.now() - start);
      }
    }
    await report(
      `Outline of ${megabytes} MB, ${listSections(parseOutline(text)).length} sections`,
      runs,
      "20 × faster than markdown-it, 8 × than its block pass (P1)",
    );
  });
}
