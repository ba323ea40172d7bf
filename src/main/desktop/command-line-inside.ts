import { spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * The words for the command line, where a packaged app was started for that: after `--command-line`, before which only switches
 * stand. Null for every other start. It is how an AppImage, which is one program only, serves agents.
 */
export function wordsForCommandLine(words: readonly string[]): string[] | null {
  const at = words.indexOf("--command-line");
  return at === -1 || words.slice(0, at).some((word) => !word.startsWith("-") || word === "--")
    ? null
    : words.slice(at + 1);
}

/** Runs the command line on the Node that is shipped, with our stdin, stdout and stderr; answers with its exit code. */
export function runCommandLine(words: readonly string[], world: { resources: string; app: string }): number {
  const { NODE_OPTIONS: _, NODE_PATH: __, ELECTRON_RUN_AS_NODE: ___, ...env } = process.env;
  const node = join(world.resources, "node", process.platform === "win32" ? "node.exe" : "node");
  const script = join(world.resources, "app.asar.unpacked", "out", "main", "cli.js");
  const { status, error } = spawnSync(node, [script, ...words], {
    stdio: "inherit",
    env: { ...env, GALLEY_APP: env["GALLEY_APP"] ?? world.app },
  });
  if (error) process.stderr.write(`Galley's command line could not be started: ${error.message}\n`);
  return status ?? 1;
}
