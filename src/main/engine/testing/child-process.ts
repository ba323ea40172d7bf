import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { HEAP_FLAGS } from "../../../shared/testing/heap-flags";

const runner = fileURLToPath(new URL("./run-ts.mjs", import.meta.url));

/** How to run one of our modules in its own process: program, first arguments, environment. */
export type ChildCommand = { program: string; leading: string[]; env: NodeJS.ProcessEnv };

/** The command for a module; arguments may follow. For tests that run it under another program (strace, setpriv). */
function childCommand(module: URL): ChildCommand {
  return {
    program: process.execPath,
    leading: ["--no-warnings", ...HEAP_FLAGS, runner, fileURLToPath(module)],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1", NODE_OPTIONS: "" },
  };
}

/** A child process of a test: its output lines, and how it ended. */
export type TestChild = {
  process: ChildProcess;
  lines: string[];
  /** Writes a line to its standard input. */
  send(line: string): void;
  /** Waits for an output line that begins with this text. Rejects if the process ends first. */
  printed(start: string): Promise<string>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; complaint: string }>;
};

/** Runs one of our modules in its own process. `before` is a program (with arguments) to run it under. */
export function startChild(
  module: URL,
  args: readonly string[],
  { before = [], env: more = {} }: { before?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): TestChild {
  const { program, leading, env } = childCommand(module);
  const [first = program, ...others] = [...before, program, ...leading, ...args];
  const child = spawn(first, others, { env: { ...env, ...more }, stdio: ["pipe", "pipe", "pipe"] });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let rest = "";
  let complaint = "";
  let hasEnded = false;
  child.stdin.on("error", () => {});
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    for (const check of waiting) check();
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    complaint += chunk;
  });
  const ended = new Promise<Awaited<TestChild["ended"]>>((resolve) => {
    child.on("error", (error) => {
      complaint += error.message;
    });
    child.on("close", (code, signal) => {
      hasEnded = true;
      resolve({ code, signal, complaint });
      for (const check of waiting) check();
    });
  });
  return {
    process: child,
    lines,
    // It may already have ended.
    send: (line) => void child.stdin.write(`${line}\n`, () => {}),
    ended,
    printed: (start) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const line = lines.find((one) => one.startsWith(start));
          if (line === undefined && !hasEnded) return;
          waiting.delete(check);
          if (line !== undefined) resolve(line);
          else reject(new Error(`the child ended without printing "${start}": ${complaint}`));
        };
        waiting.add(check);
        check();
      }),
  };
}
