import { spawn } from "node:child_process";
import { mkdir, mkdtemp, realpath, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { ToolError } from "../../engine/ports/tool-error";
import { INSTALL_TIMEOUT_MS } from "../core/limits";
import { searchPath } from "./agent-connections";
import { agentEnvironment } from "./agent-environment";
import { type ArchiveLimits, downloadArchive, usualLimits } from "./download-archive";
import { findAgent } from "./find-agent";
import type { Installation } from "./installation";
import { type AgentProgram, installation, installLine } from "./known-agents";
import { acpMessages } from "./messages";
import { shownLine } from "./shown-text";
import { unpackArchive } from "./unpack-archive";

/** Where the programs that install agents come from, if they are missing. */
const pages: Readonly<Record<string, string>> = {
  npm: "https://nodejs.org",
  uv: "https://docs.astral.sh/uv/getting-started/installation/",
};

type Installed = {
  begins(): Promise<void>;
  /** `sha256`: of the archive; null if there was none. */
  done(sha256: string | null): void;
};

/** Installs agents, each once at a time, from whichever window. */
export type Installer = {
  /** Only if the line is the one that the user was shown. `begins` is awaited before a program of the agent is replaced, `done` called afterwards. */
  install(of: AgentProgram, shown: string, on: Installed): Promise<void>;
};

export function createInstaller({
  env,
  limits = usualLimits,
}: {
  env: NodeJS.ProcessEnv;
  limits?: ArchiveLimits;
}): Installer {
  const running = new Map<string, Promise<void>>();

  /** The program with the environment that it gets; throws if it is not on PATH. */
  async function programNamed(name: string, agent: string) {
    const there = await findAgent({ commands: [{ command: name, args: [] }] }, searchPath(env));
    if (there !== null)
      return { command: there.command, env: agentEnvironment({ variables: null }, there.command, env) };
    const page = pages[name];
    throw new ToolError("failed", acpMessages.installFailed(agent, acpMessages.installerMissing(name)), {
      ...(page === undefined ? {} : { hint: acpMessages.installerHint(page) }),
    });
  }

  async function runLine(
    of: AgentProgram,
    { words, variables }: Extract<Installation, { kind: "line" }>,
    on: Installed,
  ) {
    const [name = "", ...args] = words;
    const program = await programNamed(name, of.name);
    await on.begins();
    const failed = (why: string) =>
      new ToolError("failed", acpMessages.installFailed(of.name, why), {
        hint: acpMessages.installFailedHint(installLine(of) ?? ""),
      });
    await runToEnd(program.command, args, { ...program.env, ...variables }, failed);
    on.done(null);
  }

  /** What is there is replaced only when all of the archive is unpacked and checked. */
  async function takeArchive(
    of: AgentProgram,
    { archive, folder }: Extract<Installation, { kind: "archive" }>,
    on: Installed,
  ) {
    const tar = archive.kind === "zip" ? { command: "", env: {} } : await programNamed("tar", of.name);
    const parent = dirname(folder);
    await mkdir(parent, { recursive: true });
    const work = await mkdtemp(join(await realpath(parent), ".new-"));
    try {
      const file = join(work, "archive");
      const sha256 = await downloadArchive(archive, file, limits);
      const unpacked = join(work, "program");
      await unpackArchive(file, archive, { folder: unpacked, limits, tar: tar.command, env: tar.env });
      await on.begins();
      if (await isThere(folder)) await rename(folder, join(work, "before"));
      await rename(unpacked, folder);
      on.done(sha256);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      throw new ToolError(error.code, acpMessages.installFailed(of.name, error.message), {
        hint: acpMessages.download.hint,
      });
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }

  async function install(of: AgentProgram, shown: string, on: Installed): Promise<void> {
    const wanted = installation(of);
    if (wanted === null) throw new ToolError("unsupported", acpMessages.unknown);
    // The registry may have been read again since the user saw the line.
    if (installLine(of) !== shown) throw new ToolError("stale", acpMessages.otherLine);
    await (wanted.kind === "line" ? runLine(of, wanted, on) : takeArchive(of, wanted, on));
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

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

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
    // A folder that happens to be current may have settings for the program.
    const cwd = homedir();
    const options = { cwd, env, timeout: INSTALL_TIMEOUT_MS, shell: isWindows, windowsHide: true };
    const child = spawn(word(command), args.map(word), { ...options, stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors = (errors + text).slice(-4000);
    });
    child.once("error", (error) => reject(failed(shownLine(error.message, 200))));
    child.once("exit", (code) => (code === 0 ? resolve() : reject(failed(shownLine(errors, 300)))));
  });
}
