/** Stopping in the middle of an answer, compared with the model SDK's own abort; the goal is 200 ms. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "@playwright/test";
import { project } from "../e2e/launch";
import { report, under } from "./figures";

const electron = join(project, "node_modules/electron/dist/electron");

test("stop of an answer", async () => {
  const run = join(project, "src/main/engine/testing/run-ts.mjs");
  const args = ["--no-warnings", "--experimental-transform-types", run, join(project, "bench/stop.child.ts"), "60"];
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
  const { stdout } = await promisify(execFile)(electron, args, { env });
  const { sdk, galley } = JSON.parse(stdout) as Record<string, number[]>;
  await report(
    "Stop in the middle of an answer",
    [
      { name: "the SDK's own abort", runs: sdk ?? [] },
      { name: "Galley, until the renderer knows", runs: galley ?? [] },
    ],
    under("Galley", "max", 200, "within 200 ms"),
  );
});
