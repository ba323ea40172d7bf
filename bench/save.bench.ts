/**
 * A durable save in Galley (lock, read, temporary file, fsync, attributes, last check, rename, fsync of the folder, read back), compared with a plain
 * durable save.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "@playwright/test";
import { project } from "../e2e/launch";
import { atMost, report } from "./figures";

const saveGoal = atMost(
  "Galley",
  2,
  "temporary file",
  "at most 2 × temporary file, fsync, rename",
  "Both versions are read and hashed, so that nothing that another program wrote meanwhile is lost.",
);
const electron = join(project, "node_modules/electron/dist/electron");

for (const [label, bytes] of [
  ["10 KB", 10_000],
  ["4 MiB", 4 * 1024 * 1024],
] as const) {
  test(`save ${label}`, async () => {
    const run = join(project, "src/main/engine/testing/run-ts.mjs");
    const args = ["--no-warnings", run, join(project, "bench/save.child.ts"), String(bytes), "60"];
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
    const { stdout } = await promisify(execFile)(electron, args, { env });
    const { plain, plainWithBase, ours, history } = JSON.parse(stdout) as Record<
      "plain" | "plainWithBase" | "ours" | "history",
      number[]
    >;
    await report(
      `Durable save of ${label}`,
      [
        { name: "temporary file, fsync, rename", runs: plain },
        { name: "the same, also reading and hashing both versions", runs: plainWithBase },
        { name: "Galley", runs: ours },
        { name: "history, beside it", runs: history },
      ],
      bytes > 1_000_000 ? saveGoal : undefined,
    );
  });
}
