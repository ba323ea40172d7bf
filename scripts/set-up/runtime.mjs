import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname } from "node:path";
import * as zlib from "node:zlib";
import { installedElectron } from "./electron.mjs";
import { inProject } from "./project.mjs";

/** Whether the engine can run in this process: SQLite without a flag, zstd, and the language of Node 24, on which all of its tests run. */
export const isEngineRuntime = () =>
  isBuiltin("node:sqlite") && typeof zlib.zstdCompressSync === "function" && typeof RegExp.escape === "function";

/** Remembers which Electron was seen to run as Node, so that the check of a tenth of a second runs only once. */
const memory = inProject("node_modules", ".galley-runtime");

function runsAsNode(electron) {
  const { size, mtimeMs } = statSync(electron);
  const name = `${electron} ${size} ${mtimeMs}`;
  try {
    if (readFileSync(memory, "utf8") === name) return true;
  } catch {
    // Not checked yet.
  }
  const { status } = spawnSync(electron, ["-e", "require('node:sqlite')"], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
    stdio: "ignore",
  });
  if (status !== 0) return false;
  try {
    mkdirSync(dirname(memory), { recursive: true });
    writeFileSync(memory, name);
  } catch {
    // The folder is not writable: the check is repeated next time.
  }
  return true;
}

/** The program that runs the engine in a separate process, and its environment variables; may download Node 24. */
export async function engineRuntime() {
  const electron = installedElectron();
  if (electron && runsAsNode(electron)) return { program: electron, env: { ELECTRON_RUN_AS_NODE: "1" } };
  const { ensureNode } = await import("./node-runtime.mjs");
  return { program: await ensureNode(), env: {} };
}
