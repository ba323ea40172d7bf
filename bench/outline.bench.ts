/** The outline of real Markdown, the READMEs of installed packages, beside markdown-it's two passes and commonmark.js. */
import { readFileSync } from "node:fs";
import { test } from "@playwright/test";
import { Parser } from "commonmark";
import MarkdownIt from "markdown-it";
import { installedReadmes } from "../src/main/engine/document/referee.fixture";
import { listSections, parseOutline } from "../src/main/engine/document/sections";
import { report } from "./figures";

const readmes = (): string =>
  installedReadmes()
    .map((path) => readFileSync(path, "utf8").replaceAll(/\r\n?/g, "\n"))
    .join("\n\n");

for (const megabytes of [1, 10]) {
  test(`outline of ${megabytes} MB`, async () => {
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
    const measured = Object.entries(contestants).map(([name, run]) => ({ name, run, runs: [] as number[] }));
    for (let round = 0; round < (megabytes > 1 ? 4 : 8); round++) {
      for (const { run, runs } of measured) {
        const start = performance.now();
        run();
        runs.push(performance.now() - start);
      }
    }
    await report(
      `Outline of ${megabytes} MB, ${listSections(parseOutline(text)).length} sections`,
      measured.map(({ name, runs }) => ({ name, runs })),
      "20 × faster than markdown-it, 8 × than its block pass (P1)",
    );
  });
}
