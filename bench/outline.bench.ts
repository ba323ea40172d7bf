/**
 * The outline of real Markdown, the READMEs of installed packages: a complete parse compared with other parsers, an update after an edit compared
 * with Lezer, and 100 MB in a separate process compared with cmark-gfm.
 */
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Text } from "@codemirror/state";
import { TreeFragment } from "@lezer/common";
import { parser as lezer } from "@lezer/markdown";
import { test } from "@playwright/test";
import { Parser } from "commonmark";
import MarkdownIt from "markdown-it";
import { build } from "vite";
import { project } from "../e2e/launch";
import { readParagraphs } from "../src/core/markdown/paragraphs";
import { installedReadmes } from "../src/core/markdown/referee.fixture";
import { listSections, parseOutline } from "../src/core/markdown/sections";
import { liveHeadings, openOutline, updateOutline } from "../src/core/outline/live-outline";
import { atMost, report, under } from "./figures";
import { measureProcess } from "./rivals/measure-process";
import { outlineRivals } from "./rivals/outline-rivals";

function realMarkdown(megabytes: number): string {
  const real = installedReadmes()
    .map((path) => readFileSync(path, "utf8").replaceAll(/\r\n?/g, "\n"))
    .join("\n\n");
  const length = megabytes * 1_000_000;
  return Buffer.from(real.repeat(Math.ceil(length / real.length)).slice(0, length)).toString();
}

let folder = "";
test.beforeAll(async () => {
  folder = await mkdtemp(join(process.env["GALLEY_BENCH"] ?? tmpdir(), "galley-outline-"));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

const timed = (run: () => unknown): number => {
  const start = performance.now();
  run();
  return performance.now() - start;
};

for (const megabytes of [1, 10]) {
  test(`outline of ${megabytes} MB`, async () => {
    const text = realMarkdown(megabytes);
    const markdown = new MarkdownIt("commonmark").enable("table");
    const reference = new Parser();
    const contestants: Record<string, () => unknown> = {
      "markdown-it, whole": () => markdown.parse(text, {}),
      "markdown-it, block pass": () => markdown.block.parse(text, markdown, {}, []),
      "commonmark.js": () => reference.parse(text),
      Galley: () => parseOutline(text),
      "Galley, with every title and path": () => listSections(parseOutline(text)).map(({ path }) => path),
      "Galley, paragraphs": () => readParagraphs(text, "markdown"),
    };
    const measured = Object.entries(contestants).map(([name, run]) => ({ name, run, runs: [] as number[] }));
    // Three in a row, so that no parser is measured while it collects the garbage of another one.
    for (let round = 0; round < (megabytes > 1 ? 3 : 6); round++) {
      for (const { run, runs } of measured) for (let again = 0; again < 3; again++) runs.push(timed(run));
    }
    const file = join(folder, `${megabytes}.md`);
    await writeFile(file, text);
    await report(
      `Outline of ${megabytes} MB, ${listSections(parseOutline(text)).length} sections`,
      [...measured.map(({ name, runs }) => ({ name, runs })), ...(await outlineRivals(file, megabytes > 1 ? 1 : 3))],
      {
        wanted: "20 × faster than markdown-it, 8 × than its block pass, 3 × than cmark-gfm",
        holds: (of) => {
          const ours = of("Galley").median;
          const isFaster = (name: string, times: number) => of(name).median >= times * ours;
          return isFaster("markdown-it, whole", 20) && isFaster("markdown-it, block", 8) && isFaster("cmark-gfm", 3);
        },
      },
    );
  });
}

const micro = (milliseconds: number): number => milliseconds * 1000;

const sliced = (doc: Text) => ({ length: doc.length, slice: (from: number, to: number) => doc.sliceString(from, to) });

for (const megabytes of [1, 10]) {
  test(`outline of ${megabytes} MB after an edit`, async () => {
    let text = realMarkdown(megabytes);
    let doc = Text.of(text.split("\n"));
    let tree = lezer.parse(text);
    let outline = openOutline(sliced(doc));
    const [theirs, ours, list]: [number[], number[], number[]] = [[], [], []];
    const at = Math.floor(text.length / 2);
    for (let key = 0; key < 200; key++) {
      const from = at + key;
      const changes = [{ from, to: from, insert: "x" }];
      doc = doc.replace(from, from, Text.of(["x"]));
      ours.push(
        timed(() => {
          outline = updateOutline(outline, changes, sliced(doc));
        }),
      );
      list.push(timed(() => liveHeadings(outline)));
      if (key % (megabytes > 1 ? 20 : 4) > 0) continue;
      text = Buffer.from(doc.sliceString(0)).toString();
      const kept = TreeFragment.applyChanges(TreeFragment.addTree(tree), [
        { fromA: from, toA: from, fromB: from, toB: from + 1 },
      ]);
      theirs.push(
        timed(() => {
          tree = lezer.parse(text, kept);
        }),
      );
    }
    await report(
      `Outline of ${megabytes} MB after an edit`,
      [
        { name: "Lezer, from its fragments", runs: theirs.map(micro) },
        { name: "Galley", runs: ours.map(micro) },
        { name: "Galley, a new list of all headings", runs: list.map(micro) },
      ],
      atMost("Galley", 1 / 30, "Lezer", "at most 1/30 of Lezer's"),
      "µs",
    );
  });
}

test("outline of 100 MB, a process from start to end", async () => {
  const file = join(folder, "100.md");
  await writeFile(file, realMarkdown(100));
  const entry = join(project, "bench/outline.child.ts");
  const outDir = join(project, "out/bench/outline");
  await build({
    root: project,
    configFile: false,
    logLevel: "error",
    build: { ssr: entry, outDir, emptyOutDir: true },
  });
  const child = join(outDir, "outline.child.js");
  const contestants: [name: string, command: string, args: string[]][] = [
    ["cmark-gfm", "cmark-gfm", ["-e", "table", file]],
    ["Galley, a window at a time", process.execPath, [child, "windows", file]],
    ["Galley, the text as a whole", process.execPath, [child, "whole", file]],
  ];
  const measured = contestants.map(([name]) => ({ name, times: [] as number[], sizes: [] as number[] }));
  for (let round = 0; round < 4; round++) {
    for (const [index, [name, command, args]] of contestants.entries()) {
      const taken = await measureProcess(command, args);
      if (!taken && round === 0) console.log(`left out: ${name} (or python3, which measures it) is not installed`);
      if (taken) measured[index]?.times.push(taken[0]);
      if (taken) measured[index]?.sizes.push(taken[1]);
    }
  }
  const there = measured.filter(({ times }) => times.length > 0);
  await report(
    "Outline of 100 MB, a whole process",
    there.map(({ name, times }) => ({ name, runs: times })),
    atMost("Galley, a window", 0.25, "cmark-gfm", "at most 0.25 × cmark-gfm"),
  );
  await report(
    "Outline of 100 MB, peak memory",
    there.map(({ name, sizes }) => ({ name, runs: sizes })),
    under("Galley, a window", "median", 220, "at most 2.2 × the file"),
    "MB",
  );
});
