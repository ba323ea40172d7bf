/** From the start of the process to a visible document that can be edited, compared with a bare Electron window. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { test } from "@playwright/test";
import { start } from "../e2e/launch";
import { atMost, type Runs, report, sampleMarkdown } from "./figures";
import { buildRival, startRival, startToMark } from "./rival";

const rounds = 7;
/** After its first start Galley writes the compiled code of main some seconds later. */
const COMPILED_CODE_MS = 6000;
const startGoal = atMost("Galley", 1.25, "bare window", "at most 1.25 × the bare window");

for (const [label, bytes] of [
  ["10 KB", 10_000],
  ["1 MB", 1_000_000],
  ["10 MB", 10_000_000],
] as const) {
  test(`start with a document of ${label}`, async () => {
    await buildRival();
    const root = await mkdtemp(join(tmpdir(), "galley-bench-"));
    const home = await mkdtemp(join(tmpdir(), "galley-bench-home-"));
    await writeFile(join(root, "sample.md"), sampleMarkdown(bytes));
    const contestants: Runs[] = ["bare window", "window with CodeMirror", "Galley"].map((name) => ({
      name,
      runs: [],
    }));
    for (let round = 0; round <= rounds; round++) {
      const figures: number[] = [];
      for (const kind of ["window", "editor"] as const) {
        const { app, page } = await startRival(kind, join(root, "sample.md"));
        figures.push(await startToMark(app, page, "ready"));
        await app.close();
      }
      const galley = await start({ root, home, open: ["sample.md"] });
      figures.push(await startToMark(galley.app, galley.page, "galley:ready"));
      if (round === 0) await wait(COMPILED_CODE_MS);
      await galley.close();
      // The first round only warms up the disk cache, the compiled code of both and Galley's history.
      if (round > 0) figures.forEach((figure, index) => void contestants[index]?.runs.push(figure));
    }
    await report(`Start to typing-ready, ${label}`, contestants, startGoal);
  });
}
