import { spawn } from "node:child_process";
import type { SearchLimits } from "../ports/search";
import { ToolError } from "../ports/tool-error";

/** The result of a run: its output, or that the time ran out. Exit code 1 means no match, 2 an error. */
export type RipgrepRun = { status: "done"; code: number; errors: string } | { status: "stopped" };

const MAX_ERROR_LENGTH = 4_000;

/** The path of `rg`, from the package for this system. */
async function ripgrepPath(): Promise<string> {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    // A program inside the archive cannot be run, so it is unpacked beside it.
    return rgPath.replace(/\bapp\.asar\b(?!\.unpacked)/, "app.asar.unpacked");
  } catch (error) {
    throw new ToolError("unsupported", "searching is not possible: ripgrep is missing on this system", {
      hint: "Reinstall Galley, with its optional packages.",
      cause: error,
    });
  }
}

export type RipgrepOptions = {
  /** Its standard input. */
  input?: readonly Buffer[] | null;
  limits: SearchLimits;
  /** Receives the output as it arrives. */
  take(chunk: Buffer): void;
  /** Receives the debug output line by line, if `--debug` is among the arguments. */
  note?(line: string): void;
};

/** Runs `rg` without the user's configuration. Aborting, or reaching the deadline, kills it. */
export async function runRipgrep(
  args: readonly string[],
  { input = null, limits, take, note = () => {} }: RipgrepOptions,
): Promise<RipgrepRun> {
  const { signal, deadline } = limits;
  signal.throwIfAborted();
  const left = deadline - Date.now();
  if (left <= 0) return { status: "stopped" };
  const program = await ripgrepPath();
  return new Promise((resolve, reject) => {
    const env = { ...process.env };
    delete env["RIPGREP_CONFIG_PATH"];
    const child = spawn(program, ["--no-config", "--color=never", ...args], {
      stdio: [input === null ? "ignore" : "pipe", "pipe", "pipe"],
      env,
      windowsHide: true,
    });
    let errors = "";
    let rest = "";
    const handleLine = (line: string): void => {
      if (line.startsWith("rg: DEBUG|")) note(line);
      else if (errors.length < MAX_ERROR_LENGTH) errors += `${line}\n`;
    };
    let stopped = false;
    const stop = (): void => {
      stopped = true;
      child.kill("SIGKILL");
    };
    const timer = setTimeout(stop, left);
    signal.addEventListener("abort", stop, { once: true });
    child.stdout?.on("data", take);
    child.stderr?.on("data", (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split("\n");
      // A line that never ends is not kept.
      rest = (lines.pop() ?? "").slice(-MAX_ERROR_LENGTH);
      for (const line of lines) handleLine(line);
    });
    const ended = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    };
    child.once("error", (error) => {
      ended();
      reject(error);
    });
    child.once("close", (code) => {
      ended();
      if (rest !== "") handleLine(rest);
      if (signal.aborted) reject(signal.reason);
      else resolve(stopped ? { status: "stopped" } : { status: "done", code: code ?? 2, errors });
    });
    if (input !== null && child.stdin) {
      const { stdin } = child;
      // It may end before it has read everything: an invalid pattern, the deadline.
      stdin.on("error", () => {});
      for (const piece of input) stdin.write(piece);
      stdin.end();
    }
  });
}
