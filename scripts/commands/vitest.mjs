import { mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { inProject } from "../set-up/project.mjs";
import { readyElectron } from "../set-up/ready.mjs";
import { runCommand } from "../set-up/run-command.mjs";

/** The file with a project's results, which `npm test` counts. */
export const resultsOf = (project) => inProject("out", "test-results", `${project}.json`);

/** Runs one project of vitest.config.ts in Electron as Node: the runtime that main has, whatever the system's Node is. */
export async function runTests(project, args) {
  const electron = await readyElectron({ windows: "none" });
  mkdirSync(inProject("out", "test-results"), { recursive: true });
  const flaky = inProject("scripts/commands/flaky-reporter.mjs");
  const reporters = ["default", "json", flaky].map((name) => `--reporter=${name}`);
  reporters.push(`--outputFile.json=${resultsOf(project)}`);
  const vitest = [
    electron,
    inProject("node_modules/vitest/vitest.mjs"),
    "run",
    "--project",
    project,
    "--passWithNoTests",
  ];
  const compiled = freshCompileCache(project);
  const memory = project === "unit" ? folderInMemory() : null;
  const env = { ELECTRON_RUN_AS_NODE: "1", NODE_COMPILE_CACHE: compiled, ...(memory ? { TMPDIR: memory } : {}) };
  try {
    const { code } = await runCommand([...vitest, ...reporters, ...args], { env });
    return code;
  } finally {
    if (memory) rmSync(memory, { recursive: true, force: true });
  }
}

/** The free memory that a folder in memory needs, in bytes. A container's /dev/shm often has 64 MiB. */
const NEEDED_BYTES = 2 * 1024 ** 3;

/**
 * A new folder on a disk in memory, or null where there is none. Most of the time of the unit tests was spent waiting for thousands of small syncs; what
 * must survive a kill or a power cut is tested by processes, on the real disk.
 */
function folderInMemory() {
  if (process.platform !== "linux") return null;
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize < NEEDED_BYTES ? null : mkdtempSync(join("/dev/shm", "galley-tests-"));
  } catch {
    return null;
  }
}

/**
 * An empty folder for Node's compile cache. Hundreds of processes of the tests run the same code: each compiles, and strips of its types, only what none
 * before it did.
 */
function freshCompileCache(project) {
  const folder = inProject("out", "compile-cache", project);
  rmSync(folder, { recursive: true, force: true });
  return folder;
}
