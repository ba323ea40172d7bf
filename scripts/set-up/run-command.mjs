import { spawn } from "node:child_process";
import { root } from "./project.mjs";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
// Each command that runs listens, and `npm run check` starts more than ten at once.
process.setMaxListeners(50);

/**
 * Runs a command to its end and returns its exit code, or 128 + number for a signal, like a shell. Signals that this process gets are passed on.
 * `output: "kept"` also returns the output. `group: "own"` keeps Ctrl+C from reaching the command twice, from the terminal and from this process: a
 * second signal ends Electron before it has saved.
 */
export function runCommand(argv, { env = {}, output = "shown", group = "shared", cwd = root } = {}) {
  const [program, ...args] = argv;
  const stdio = output === "kept" ? ["ignore", "pipe", "pipe"] : "inherit";
  const child = spawn(program, args, {
    cwd,
    stdio,
    detached: group === "own" && process.platform !== "win32",
    env: { ...process.env, ...env },
  });
  const pass = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, pass);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      printed += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      for (const name of signals) process.off(name, pass);
      resolve({ code: code ?? 128 + (signal === "SIGINT" ? 2 : signal === "SIGHUP" ? 1 : 15), printed });
    });
  });
}
