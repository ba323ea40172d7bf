import { spawn } from "node:child_process";
import { ToolError } from "../../engine/ports/tool-error";
import { searchPath } from "./agent-connections";
import { agentEnvironment } from "./agent-environment";
import { findAgent } from "./find-agent";
import { type AgentProgram, installLine } from "./known-agents";
import { acpMessages } from "./messages";
import { shownLine } from "./shown-text";

/** How long an installation may take. */
const INSTALL_TIMEOUT_MS = 600_000;

/** Runs the lines that install agents, one for each agent at a time, from whichever window. */
export type Installer = {
  /** Only if the line is the one that the user was shown. `begins` is awaited before it runs, `done` called after it has. */
  install(of: AgentProgram, shown: string, on: { begins(): Promise<void>; done(): void }): Promise<void>;
};

export function createInstaller(env: NodeJS.ProcessEnv): Installer {
  const running = new Map<string, Promise<void>>();

  async function install(of: AgentProgram, shown: string, on: Parameters<Installer["install"]>[2]): Promise<void> {
    const line = installLine(of);
    const [npm, ...args] = line ?? [];
    if (line === null || npm === undefined) throw new ToolError("unsupported", acpMessages.unknown);
    // The registry may have been read again since the user saw the line.
    if (line.join(" ") !== shown) throw new ToolError("stale", acpMessages.otherLine);
    const failed = (why: string) =>
      new ToolError("failed", acpMessages.installFailed(of.name, why), {
        hint: acpMessages.installFailedHint(line.join(" ")),
      });
    const there = await findAgent({ commands: [{ command: npm, args: [] }] }, searchPath(env));
    if (there === null) throw failed(acpMessages.installerMissing(npm));
    await on.begins();
    await runToEnd(there.command, args, agentEnvironment({ variables: null }, there.command, env), failed);
    on.done();
  }

  return {
    install(of, shown, on) {
      const known = running.get(of.id);
      if (known) return known;
      const work = install(of, shown, on).finally(() => running.delete(of.id));
      running.set(of.id, work);
      return work;
    },
  };
}

function runToEnd(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
  failed: (why: string) => ToolError,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const isWindows = process.platform === "win32";
    // There npm is started by a shell; its folder and Galley's data may have spaces in their names.
    const word = (text: string): string => (isWindows && /\s/.test(text) ? `"${text}"` : text);
    const options = { env, timeout: INSTALL_TIMEOUT_MS, shell: isWindows, windowsHide: true };
    const child = spawn(word(command), args.map(word), { ...options, stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors = (errors + text).slice(-4000);
    });
    child.once("error", (error) => reject(failed(shownLine(error.message, 200))));
    child.once("exit", (code) => (code === 0 ? resolve() : reject(failed(shownLine(errors, 300)))));
  });
}
