import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * What one job may take before its process is ended: milliseconds of computing, however much else the machine does, and megabytes of
 * JavaScript's heap.
 */
export type WorkerLimits = { ms: number; megabytes: number };

/** A process that runs a module of ours and exchanges messages with it; it keeps nobody running. */
export type WorkerProcess = {
  /** Sends a structured clone. */
  post(message: unknown): void;
  onMessage(handle: (message: unknown) => void): void;
  /** Called once, however it ended. */
  onEnd(handle: () => void): void;
  kill(): void;
};

/** Starts `module` as a process with these limits, which it finds as its last two arguments. Each runtime has its own way. */
export type StartWorker = (module: URL, limits: WorkerLimits) => WorkerProcess;

/** The last two arguments of a worker, as `readLimits` reads them. */
export const limitsAsArguments = ({ ms, megabytes }: WorkerLimits): string[] => [String(ms), String(megabytes)];

/** The limits that this process was started with. */
export function readLimits(): WorkerLimits {
  const [ms = Number.NaN, megabytes = Number.NaN] = process.argv.slice(-2).map(Number);
  return { ms, megabytes };
}

/** Starts workers as child processes of Node. A test has a `runner` in JavaScript for its modules in TypeScript, and flags for that. */
export const forkWorkers =
  ({ runner, flags = [] }: { runner?: string; flags?: string[] } = {}): StartWorker =>
  (module, limits) => {
    const path = fileURLToPath(module);
    const child = fork(runner ?? path, [...(runner ? [path] : []), ...limitsAsArguments(limits)], {
      serialization: "advanced",
      execArgv: ["--no-warnings", ...flags, `--max-old-space-size=${limits.megabytes}`],
      // What V8 prints as it ends belongs into nobody's terminal.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    child.unref();
    child.channel?.unref();
    return {
      // It may have ended already, which `onEnd` says.
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
