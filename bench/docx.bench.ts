/** Reading the paragraphs of Word documents, compared with python-docx, mammoth and pandoc (P11). */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "@playwright/test";
import { project } from "../e2e/launch";
import { type Runs, report } from "./figures";
import { docxRivals } from "./rivals/docx-rivals";
import { measureProcess } from "./rivals/measure-process";

async function measure(paragraphs: number, rounds: number): Promise<{ file: string; folder: string; ours: Runs[] }> {
  const folder = await mkdtemp(join(process.env["GALLEY_BENCH"] ?? tmpdir(), "galley-bench-"));
  const file = join(folder, "a.docx");
  const electron = join(project, "node_modules/electron/dist/electron");
  const run = join(project, "src/main/engine/testing/run-ts.mjs");
  const child = join(project, "bench/docx.child.ts");
  const args = ["--no-warnings", "--experimental-transform-types", run, child, file, `${rounds}`, `${paragraphs}`];
  const { stdout } = await promisify(execFile)(electron, args, { env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" } });
  const { galley, tool, edit } = JSON.parse(stdout) as Record<string, number[]>;
  const ours = [
    { name: "Galley", runs: galley ?? [] },
    { name: "Galley, read_file with ids", runs: tool ?? [] },
    { name: "Galley, office_artifact replaces words in one paragraph", runs: edit ?? [] },
  ];
  return { file, folder, ours };
}

test("paragraphs of a Word document", async () => {
  const { file, folder, ours } = await measure(12_700, 12);
  const rivals = await docxRivals(file, 5, 12_700);
  await report("Paragraphs of a Word document of 12,700, compared", [...ours, ...rivals], {
    wanted: "through the tool python-docx takes at least 6 × as long, mammoth 25 ×, and an edit at most twice a read",
    holds: (of) => {
      const tool = of("Galley, read_file").median;
      const edit = of("Galley, office_artifact").median;
      return of("python-docx").median >= 6 * tool && of("mammoth").median >= 25 * tool && edit <= 2 * tool;
    },
    missed: "What the tool adds to reading the paragraphs takes longer than reading them.",
  });
  await rm(folder, { recursive: true });
});

test("a Word document of 20,000 paragraphs", async () => {
  const { file, folder, ours } = await measure(20_000, 6);
  const rivals = [...(await docxRivals(file, 3, 20_000)), ...(await pandoc(file, 3))];
  await report("A Word document of 20,000 paragraphs, read and edited, compared", [...ours, ...rivals]);
  await rm(folder, { recursive: true });
});

/** pandoc runs as a separate process, timed from its start to its end. */
async function pandoc(file: string, rounds: number): Promise<Runs[]> {
  const runs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const timing = await measureProcess("pandoc", [file, "-t", "plain", "-o", `${file}.txt`]);
    if (timing === null) {
      console.log("left out: pandoc is not installed");
      return [];
    }
    runs.push(timing[0]);
  }
  return [{ name: "pandoc, to plain text", runs }];
}
