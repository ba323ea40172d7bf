import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { CommandError } from "./command";

/** If the app ends within this time, in milliseconds, it did not start. */
const MIN_LIFE_MS = 3_000;

type Program = { command: string; args: string[]; env: NodeJS.ProcessEnv };

/**
 * Starts the desktop app with a file or folder, detached: it outlives this process. Fails with a sentence if no window can appear or the app ends at
 * once.
 */
export const startApp = async (path: string, dataDir: string | null, where?: "a new window"): Promise<void> => {
  if (lacksDisplay()) {
    throw new CommandError(
      "There is no display here, so Galley cannot be shown (neither DISPLAY nor WAYLAND_DISPLAY is set).",
    );
  }
  const { command, args, env } = appProgram();
  const options = [...(dataDir === null ? [] : ["--data", dataDir]), ...(where ? ["--new-window"] : [])];
  const appArgs = [...args, path, ...options];
  const app = spawn(command, appArgs, { detached: true, stdio: "ignore", env });
  await new Promise<void>((started, failed) => {
    const timer = setTimeout(started, MIN_LIFE_MS);
    app.once("error", (error) => failed(new CommandError(`Galley could not be started: ${error.message}.`)));
    app.once("exit", (code) => {
      clearTimeout(timer);
      // A second instance hands its request to the first one and exits with 0.
      if (code === 0) started();
      else failed(new CommandError("Galley exited right after it was started."));
    });
  });
  app.unref();
};

const lacksDisplay = (): boolean =>
  process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;

const appProgram = (): Program => {
  const { ELECTRON_RUN_AS_NODE: asNode, ...env } = process.env;
  // The process that started us may know where the app is; in a package the launcher does.
  if (env.GALLEY_APP) return { command: env.GALLEY_APP, args: [], env };
  const script = resolve(import.meta.dirname, "..", "..", "scripts", "run.mjs");
  if (!existsSync(script))
    throw new CommandError("The Galley app was not found beside this command; start it by hand.");
  // In a checkout the start script knows what the machine lacks. It runs as Node, and starts Electron as an app.
  return { command: process.execPath, args: [script, "start"], env: asNode ? process.env : env };
};
