import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { stableCommand } from "../connect/stable-command";
import { CommandError } from "./command";

/** The command that starts this very `galley` again, from anywhere and after a restart: a program's absolute path and its arguments. */
export function ownCommand(): string[] {
  const { platform, env, execPath } = process;
  const home = homeOf(import.meta.dirname);
  if (home === null) throw new CommandError("The folder that Galley is installed in was not found.");
  return stableCommand({
    isPackaged: basename(home) === "app.asar.unpacked",
    platform: platform === "win32" || platform === "darwin" ? platform : "linux",
    home,
    resources: dirname(home),
    program: env["GALLEY_APP"] ?? execPath,
    env,
  });
}

/** The folder that holds `out/main/cli.js`, whichever part of the bundle this is. */
function homeOf(from: string): string | null {
  for (let at = from; ; at = dirname(at)) {
    if (existsSync(join(at, "out", "main", "cli.js"))) return at;
    if (at === dirname(at)) return null;
  }
}
