import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { AGENT_END_TIMEOUT_MS } from "../core/limits";
import { recordRunning } from "./running-programs";

/** How much of what an agent writes to standard error is kept, from its end. */
const MAX_ERRORS = 16_384;

/** How a process ended: with its code or signal, or why it could not be started. */
export type ProcessEnd = { code: number | null; signal: string | null; failure: string | null };

/** A running agent: its pipes, and its end. */
export type AgentProcess = {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves once, when the process has ended or could not be started. */
  readonly ended: Promise<ProcessEnd>;
  /** The end of what it wrote to standard error, without escape sequences. */
  errors(): string;
  /** Ends it with everything that it started. Resolves when it has gone. */
  end(): Promise<void>;
};

/** Starts an agent in a process group of its own, so that it ends with its children. */
export function startAgent(
  { command, args }: { command: string; args: readonly string[] },
  {
    cwd,
    env,
    dataDir,
    endMs = AGENT_END_TIMEOUT_MS,
  }: {
    cwd: string;
    env: Record<string, string>;
    /** Where it is recorded as long as it runs. */
    dataDir: string;
    endMs?: number;
  },
): AgentProcess {
  const isWindows = process.platform === "win32";
  // npm's programs are .cmd files on Windows, which only a shell starts; the arguments are ours or the user's.
  const needsShell = isWindows && /\.(?:cmd|bat)$/i.test(command);
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(
    needsShell ? `"${command}"` : command,
    [...args],
    { cwd, env, stdio: ["pipe", "pipe", "pipe"], detached: !isWindows, windowsHide: true, shell: needsShell },
  );
  let errors = "";
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (text: string) => {
    errors = (errors + text.slice(-MAX_ERRORS)).slice(-MAX_ERRORS);
  });
  // A broken pipe is seen as the end of the process.
  child.stdin.on("error", () => undefined);
  child.stdout.on("error", () => undefined);
  child.stderr.on("error", () => undefined);

  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once("error", (error) => resolve({ code: null, signal: null, failure: error.message }));
    child.once("exit", (code, signal) => resolve({ code, signal, failure: null }));
  });
  const forget = recordRunning(dataDir, child.pid);
  void ended.then(() => {
    killGroup("SIGKILL");
    forget();
  });

  /** Children that have left the group are out of reach, as with any program that the user starts. */
  function killGroup(signal: "SIGTERM" | "SIGKILL"): void {
    if (child.pid === undefined) return;
    try {
      if (!isWindows) process.kill(-child.pid, signal);
      else spawn("taskkill", ["/pid", String(child.pid), "/t", "/f"], { stdio: "ignore", windowsHide: true });
    } catch {
      // Everybody in it has ended.
    }
  }

  return {
    stdin: child.stdin,
    stdout: child.stdout,
    ended,
    errors: () => plainErrors(errors),
    async end() {
      child.stdin.end();
      killGroup("SIGTERM");
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, endMs);
      });
      await Promise.race([ended, late]);
      clearTimeout(timer);
      killGroup("SIGKILL");
      await ended;
    },
  };
}

/** What a terminal would show, without its colours, cursor movements and other control characters. */
function plainErrors(text: string): string {
  return (
    stripVTControlCharacters(text)
      .replace(/\r\n?/g, "\n")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "")
      .trim()
  );
}
