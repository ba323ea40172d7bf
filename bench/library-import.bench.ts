/** Adding, searching and removing 100,000 entries of the content library: how long each step takes, and how long it holds the main thread. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "@playwright/test";
import { project } from "../e2e/launch";
import { report } from "./figures";

const electron = join(project, "node_modules/electron/dist/electron");

test("a pack of 100,000 entries", async () => {
  const run = join(project, "src/main/engine/testing/run-ts.mjs");
  const flags = ["--no-warnings", "--expose-gc", "--experimental-transform-types"];
  const args = [...flags, run, join(project, "bench/library-import.child.ts"), "100000"];
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
  const { stdout } = await promisify(execFile)(electron, args, { env, maxBuffer: 1 << 24 });
  const { MiniSearch, ...steps } = JSON.parse(stdout) as Record<string, { time: number; held: number }>;
  const contestants = (figure: "time" | "held") =>
    Object.entries({ "MiniSearch, indexing": MiniSearch, ...steps }).map(([name, each]) => ({
      name,
      runs: each === undefined ? [] : [each[figure]],
    }));
  await report("100,000 entries of the library, each step", contestants("time"));
  await report("100,000 entries of the library, how long main is held", contestants("held"));
});
