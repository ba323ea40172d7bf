import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { CommandError } from "./command";

/** An app that ends within this time, in milliseconds, did not start. */
const shortestLife = 3_000;

type Program = { command: string; args: string[]; env: NodeJS.ProcessEnv };

/**
 * Starts the desktop app with a file or folder, and lets go of it: it outlives this process. Refused in a sentence
 * where no window could appear, or where the app ends at once.
 */
export const startApp = async (path: string, dataDir: string | null, where?: "a new window"): Promise<void> => {
  if (lacksDisplay()) {
    throw new CommandError(
      "There is no display here, so Galley cannot be shown (neither DISPLAY nor WAYLAND_DISPLAY is set).",
    );
  }
  const { command, args, env } = appProgram();
  const options = [...(dataDir === null ? [] : ["--data", dataDir]), ...(where ? ["--new-window"] : [])];
  const words = [...args, path, ...options];
  const app = spawn(command, words, { detached: true, stdio: "ignore", env });
  await new Promise<void>((started, failed) => {
    const timer = setTimeout(started, shortestLife);
    app.once("error", (error) => failed(new CommandError(`Galley could not be started: ${error.message}.`)));
    app.once("exit", (code) => {
      clearTimeout(timer);
      // A second instance hands over to the first, and ends well.
      if (code === 0) started();
      else failed(new CommandError("Galley ended as soon as it was started."));
    });
  });
  app.unref();
};

const lacksDisplay = (): boolean =>
  process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;

const appProgram = (): Program => {
  const { ELECTRON_RUN_AS_NODE: asNode, ...env } = process.env;
  // What started us may know where the app is; in a package its launcher does.
  if (env.GALLEY_APP) return { command: env.GALLEY_APP, args: [], env };
  const script = resolve(import.meta.dirname, "..", "..", "scripts", "run.mjs");
  if (!existsSync(script))
    throw new CommandError("The Galley app was not found beside this command; start it by hand.");
  // In a checkout the start script knows what the machine lacks. It runs as Node, and starts the app as itself.
  return { command: process.execPath, args: [script, "start"], env: asNode ? process.env : env };
};
