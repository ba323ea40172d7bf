/** Lookups by name in the content library with 3,000 and 100,000 entries, compared with MiniSearch and Fuse.js in memory (P10). */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "@playwright/test";
import { project } from "../e2e/launch";
import { report } from "./figures";

const electron = join(project, "node_modules/electron/dist/electron");

for (const entries of [3_000, 100_000])
  test(`lookups in a library of ${entries} entries`, async () => {
    const run = join(project, "src/main/engine/testing/run-ts.mjs");
    const args = ["--no-warnings", run, join(project, "bench/library-lookup.child.ts"), String(entries), "5"];
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
    const { stdout } = await promisify(execFile)(electron, args, { env, maxBuffer: 1 << 24 });
    const { coming, runs } = JSON.parse(stdout) as { coming: number; runs: Record<string, number[]> };
    const inMicroseconds = (name: string) => (runs[name] ?? []).map((milliseconds) => milliseconds * 1000);
    await report(
      `A lookup among ${entries} entries, imported in ${(coming / 1000).toFixed(1)} s`,
      [
        { name: "MiniSearch, in memory: prefix match", runs: inMicroseconds("miniSearch") },
        { name: "Fuse.js, in memory: substring match", runs: inMicroseconds("fuse") },
        { name: "Galley, on disk: substring match, with the texts", runs: inMicroseconds("byName") },
        { name: "Galley, name, level, class and document", runs: inMicroseconds("filtered") },
        { name: "Galley, level and class only", runs: inMicroseconds("byFields") },
      ],
      undefined,
      "µs",
    );
  });
