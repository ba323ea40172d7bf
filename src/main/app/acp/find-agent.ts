import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import type { AgentProgram } from "./known-agents";

/** The program of an agent that is on this machine: an absolute path, and its arguments. */
export type FoundAgent = { command: string; args: readonly string[] };

/** Looks for the agent's commands in `path` (the variable PATH); null if there is none. */
export async function findAgent(
  { commands }: Pick<AgentProgram, "commands">,
  path: string,
): Promise<FoundAgent | null> {
  for (const { command, args } of commands) {
    const found = await findCommand(command, path);
    if (found !== null) return { command: found, args };
  }
  return null;
}

async function findCommand(command: string, path: string): Promise<string | null> {
  const endings = process.platform === "win32" ? ["", ".exe", ".cmd", ".bat"] : [""];
  if (isAbsolute(command)) {
    for (const ending of endings) if (await isProgram(command + ending)) return command + ending;
    return null;
  }
  // A path relative to nothing in particular would be looked for in the open folder, whose files are not trusted.
  if (/[\\/]/.test(command)) return null;
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    for (const ending of endings) {
      const candidate = join(folder, command + ending);
      if (await isProgram(candidate)) return candidate;
    }
  }
  return null;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false;
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
