import { spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * The arguments for the command line, if the packaged app was started with `--command-line` (only switches may precede it); else null. An AppImage is
 * a single program, so this is how it serves agents.
 */
export function commandLineArgs(argv: readonly string[]): string[] | null {
  const at = argv.indexOf("--command-line");
  return at === -1 || argv.slice(0, at).some((word) => !word.startsWith("-") || word === "--")
    ? null
    : argv.slice(at + 1);
}

/** Runs the command line on the bundled Node, with our stdin, stdout and stderr. Returns its exit code. */
export function runCommandLine(argv: readonly string[], folders: { resources: string; app: string }): number {
  const { NODE_OPTIONS: _, NODE_PATH: __, ELECTRON_RUN_AS_NODE: ___, ...env } = process.env;
  const node = join(folders.resources, "node", process.platform === "win32" ? "node.exe" : "node");
  const script = join(folders.resources, "app.asar.unpacked", "out", "main", "cli.js");
  const { status, error } = spawnSync(node, [script, ...argv], {
    stdio: "inherit",
    env: { ...env, GALLEY_APP: env["GALLEY_APP"] ?? folders.app },
  });
  if (error) process.stderr.write(`Galley's command line could not be started: ${error.message}\n`);
  return status ?? 1;
}
