import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname } from "node:path";
import * as zlib from "node:zlib";
import { installedElectron } from "./electron.mjs";
import { inProject } from "./project.mjs";

/**
 * Whether the engine runs in this very process: SQLite without a flag, zstd, and the language of Node 24, the runtime
 * that all its tests run on.
 */
export const isEngineRuntime = () =>
  isBuiltin("node:sqlite") && typeof zlib.zstdCompressSync === "function" && typeof RegExp.escape === "function";

/** Remembers which Electron was seen to run as Node, so that trying it costs a tenth of a second only once. */
const memory = inProject("node_modules", ".galley-runtime");

function runsAsNode(electron) {
  const { size, mtimeMs } = statSync(electron);
  const name = `${electron} ${size} ${mtimeMs}`;
  try {
    if (readFileSync(memory, "utf8") === name) return true;
  } catch {
    // Never tried.
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
    // A folder that is not ours to write: it is tried again next time.
  }
  return true;
}

/** The program that runs the engine in a process of its own, and the variables it needs; may fetch a Node 24. */
export async function engineRuntime() {
  const electron = installedElectron();
  if (electron && runsAsNode(electron)) return { program: electron, env: { ELECTRON_RUN_AS_NODE: "1" } };
  const { ensureNode } = await import("./node-runtime.mjs");
  return { program: await ensureNode(), env: {} };
}
