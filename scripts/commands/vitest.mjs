import { mkdirSync, rmSync } from "node:fs";
import { inProject } from "../set-up/project.mjs";
import { readyElectron } from "../set-up/ready.mjs";
import { runCommand } from "../set-up/run-command.mjs";
import { folderInMemory } from "./folder-in-memory.mjs";

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
  const memory = folderInMemory();
  const env = { ELECTRON_RUN_AS_NODE: "1", NODE_COMPILE_CACHE: compiled, ...memory.env };
  try {
    const { code } = await runCommand([...vitest, ...reporters, ...args], { env });
    return code;
  } finally {
    memory.remove();
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
