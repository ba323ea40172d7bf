/** Memory of all processes of the idle app together, compared with a bare CodeMirror window with the same file. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { test } from "@playwright/test";
import { start } from "../e2e/launch";
import { atMost, type Runs, report, sampleMarkdown } from "./figures";
import { buildRival, startRival } from "./rival";
import { totalMemory } from "./total-memory";

const rounds = 3;
const idleGoal = atMost(
  "Galley",
  1.2,
  "window with CodeMirror",
  "at most 1.2 × the window with CodeMirror",
  "In part: the journal, which keeps typing safe while main is busy, is a process of its own of some 40 MB.",
);
const idleMs = 5000;

for (const [label, bytes] of [
  ["10 KB", 10_000],
  ["1 MB", 1_000_000],
] as const) {
  test(`idle memory with ${label}`, async () => {
    await buildRival();
    const root = await mkdtemp(join(tmpdir(), "galley-bench-"));
    await writeFile(join(root, "sample.md"), sampleMarkdown(bytes));
    const contestants: Runs[] = ["window with CodeMirror", "Galley"].map((name) => ({ name, runs: [] }));
    for (let round = 0; round < rounds; round++) {
      const rival = await startRival("editor", join(root, "sample.md"));
      await rival.page.waitForFunction(() => performance.getEntriesByName("ready").length > 0);
      await wait(idleMs);
      contestants[0]?.runs.push(await totalMemory(rival.app));
      await rival.app.close();
      const galley = await start({ root, open: ["sample.md"] });
      await wait(idleMs);
      contestants[1]?.runs.push(await totalMemory(galley.app));
      await galley.close();
    }
    await report(`Idle memory, ${label}`, contestants, idleGoal, "MB");
    await rm(root, { recursive: true, force: true });
  });
}
