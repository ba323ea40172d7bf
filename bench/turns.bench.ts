/** Sixteen processes that lock one file again and again: how long each waits for its turn, compared with sixteen turns one after the other. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "@playwright/test";
import { project } from "../e2e/launch";
import { report } from "./figures";

const electron = join(project, "node_modules/electron/dist/electron");
const processes = 16;

test("turns between processes", async () => {
  const run = join(project, "src/main/engine/testing/run-ts.mjs");
  const args = ["--no-warnings", run, join(project, "bench/turns.child.ts"), String(processes), "40", "5"];
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
  const { stdout } = await promisify(execFile)(electron, args, { env });
  const { waits, ms } = JSON.parse(stdout) as { waits: number[]; ms: number };
  await report(
    "16 processes that lock one file, each for 5 ms",
    [
      { name: "16 turns, one after the other", runs: [(ms / waits.length) * processes] },
      { name: "the wait for the lock", runs: waits },
    ],
    {
      wanted: "no wait longer than twice 16 turns",
      holds: (of) => of("the wait").max <= 2 * of("16 turns").median,
    },
  );
});
