import { spawn } from "node:child_process";
import type { SearchLimits } from "../ports/search";
import { ToolError } from "../ports/tool-error";

/** How a run ended: what it wrote, or that the time was up. Exit code 1 is no match, 2 an error. */
export type RipgrepRun = { status: "done"; code: number; errors: string } | { status: "stopped" };

const mostErrors = 4_000;

/** Where `rg` is: a package that belongs to this system holds it. */
async function ripgrepPath(): Promise<string> {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    // A program inside an archive cannot be run; it lies beside it.
    return rgPath.replace(/\bapp\.asar\b(?!\.unpacked)/, "app.asar.unpacked");
  } catch (error) {
    throw new ToolError("unsupported", "searching is not possible: ripgrep is missing on this system", {
      hint: "Install Galley again, with its optional packages.",
      cause: error,
    });
  }
}

export type RipgrepOptions = {
  /** Its standard input. */
  input?: readonly Buffer[] | null;
  limits: SearchLimits;
  /** Gets what it writes, as it comes. */
  take(chunk: Buffer): void;
  /** Gets, line by line, what it says about its work where `--debug` is among the arguments. */
  note?(line: string): void;
};

/** Runs `rg` without any configuration of the user's. Aborting or the deadline kills it. */
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
    const tell = (line: string): void => {
      if (line.startsWith("rg: DEBUG|")) note(line);
      else if (errors.length < mostErrors) errors += `${line}\n`;
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
      // What is never ended is no line to wait for.
      rest = (lines.pop() ?? "").slice(-mostErrors);
      for (const line of lines) tell(line);
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
      if (rest !== "") tell(rest);
      if (signal.aborted) reject(signal.reason);
      else resolve(stopped ? { status: "stopped" } : { status: "done", code: code ?? 2, errors });
    });
    if (input !== null && child.stdin) {
      const { stdin } = child;
      // It may end before it has read all: a bad pattern, the deadline.
      stdin.on("error", () => {});
      for (const piece of input) stdin.write(piece);
      stdin.end();
    }
  });
}
