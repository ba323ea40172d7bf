import { utilityProcess } from "electron";

/** Starts an Electron utility process that runs one of our modules; see `WorkerProcess`. Only once the app is ready. */
export function startUtilityWorker(path: string, args: string[], megabytes: number) {
  const child = utilityProcess.fork(path, args, {
    serviceName: "Galley documents",
    // Electron accepts V8's own switches only in this form.
    execArgv: [`--js-flags=--max-old-space-size=${megabytes}`],
    stdio: "ignore",
  });
  return {
    post: (message: unknown): void => child.postMessage(message),
    onMessage: (handle: (message: unknown) => void): void => void child.on("message", handle),
    onEnd: (handle: () => void): void => void child.once("exit", handle),
    kill: (): void => void child.kill(),
  };
}
