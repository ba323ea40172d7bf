import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * The limits of one job, after which its process is killed: milliseconds of CPU time, and megabytes of JavaScript's heap. A process measures its own CPU
 * time; one that does not end itself is killed when `patience` times as many milliseconds have passed (4 unless given).
 */
export type WorkerLimits = { ms: number; megabytes: number; patience?: number };

/** A process that runs one of our modules and exchanges messages with it; it does not keep its parent running. */
export type WorkerProcess = {
  /** Sends a structured clone. */
  post(message: unknown): void;
  onMessage(handle: (message: unknown) => void): void;
  /** Called once, for any reason. */
  onEnd(handle: () => void): void;
  kill(): void;
};

/** Starts `module` as a process with these limits, passed as its last two arguments. Each runtime has its own implementation. */
export type StartWorker = (module: URL, limits: WorkerLimits) => WorkerProcess;

/** The last two arguments of a worker, as `readLimits` parses them. */
export const limitsAsArguments = ({ ms, megabytes }: WorkerLimits): string[] => [String(ms), String(megabytes)];

/** The limits that this process was started with. */
export function readLimits(): WorkerLimits {
  const [ms = Number.NaN, megabytes = Number.NaN] = process.argv.slice(-2).map(Number);
  return { ms, megabytes };
}

/** Starts workers as child processes of Node. Tests pass a `runner` in JavaScript for modules in TypeScript, and its flags. */
export const forkWorkers =
  ({ runner, flags = [] }: { runner?: string; flags?: string[] } = {}): StartWorker =>
  (module, limits) => {
    const path = fileURLToPath(module);
    const child = fork(runner ?? path, [...(runner ? [path] : []), ...limitsAsArguments(limits)], {
      serialization: "advanced",
      execArgv: ["--no-warnings", ...flags, `--max-old-space-size=${limits.megabytes}`],
      // V8's output as it crashes must not reach a terminal.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    child.unref();
    child.channel?.unref();
    return {
      // The process may have ended already, which `onEnd` reports.
      post: (message) => void (child.connected && child.send(message as object, () => {})),
      onMessage: (handle) => void child.on("message", handle),
      onEnd(handle) {
        let hasEnded = false;
        const end = () => {
          if (!hasEnded) handle();
          hasEnded = true;
        };
        child.once("exit", end);
        child.once("error", end);
      },
      kill: () => void child.kill("SIGKILL"),
    };
  };
