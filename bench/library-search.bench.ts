/** Search of the content library: right answers to questions that were written beforehand, speed, and memory (P10). */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "@playwright/test";
import { project } from "../e2e/launch";
import { atMost, report } from "./figures";

const electron = join(project, "node_modules/electron/dist/electron");

async function child<Answer>(...args: string[]): Promise<Answer> {
  const flags = ["--no-warnings", "--experimental-transform-types", "--expose-gc"];
  const run = join(project, "src/main/engine/testing/run-ts.mjs");
  const { stdout } = await promisify(execFile)(
    electron,
    [...flags, run, join(project, "bench/library-search.child.ts"), ...args],
    { env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" }, maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout) as Answer;
}

test("right answers to the prepared questions", async () => {
  type Row = { name: string; half: string; group: string; first: number; five: number; count: number };
  const rows = await child<Row[]>("quality");
  for (const half of ["tuning", "held_out"]) {
    const groups = [...new Set(rows.map(({ group }) => group))];
    console.log(`\nQuestions, ${half} half: a right answer first / among five`);
    console.log(`  ${"".padEnd(30)} ${groups.map((group) => group.padStart(16)).join(" ")}`);
    for (const name of new Set(rows.map((row) => row.name))) {
      const cells = groups.map((group) => {
        const row = rows.find((each) => each.name === name && each.half === half && each.group === group);
        return `${row?.first.toFixed(2)} / ${row?.five.toFixed(2)}`.padStart(16);
      });
      console.log(`  ${name.padEnd(30)} ${cells.join(" ")}`);
    }
  }
});

for (const entries of [3_000, 100_000]) {
  test(`speed at ${entries} entries`, async () => {
    test.setTimeout(30 * 60_000);
    const { times, recalls } = await child<{ times: Record<string, number[]>; recalls: Record<string, number> }>(
      "speed",
      String(entries),
    );
    const runs = (name: string) => times[name] ?? [];
    const misspelt = ["Fuse.js", "MiniSearch", "Galley"].map((name) => ({
      name: `${name}, finding ${((recalls[name] ?? 0) * 100).toFixed(0)} %`,
      runs: runs(`misspelt ${name}`),
    }));
    await report(`Misspelt names among ${entries} entries`, misspelt, {
      wanted: "at least 15 × faster than Fuse.js",
      holds: (of) => 15 * of("Galley").median <= of("Fuse").median,
    });
    await report(
      `Questions over ${entries} entries`,
      [
        { name: "the embedding alone", runs: runs("embedding") },
        { name: "Galley, merged", runs: runs("merged") },
        { name: "Galley, words", runs: runs("words") },
        { name: "MiniSearch, words", runs: runs("MiniSearch") },
      ],
      atMost("Galley, merged", 1.5, "the embedding", "merged at most 1.5 × the embedding alone"),
    );
  });

  test(`memory at ${entries} entries`, async () => {
    test.setTimeout(30 * 60_000);
    const { words, model, vectors } = await child<Record<string, number>>("memory", String(entries));
    await report(
      `Memory of the search at ${entries} entries`,
      [
        { name: "the model, until it is idle", runs: [model ?? 0] },
        { name: "words", runs: [words ?? 0] },
        { name: "vectors", runs: [vectors ?? 0] },
      ],
      undefined,
      "MB",
    );
  });
}
