import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { asSandboxedUser, lacksDisplay, startVirtualDisplay } from "../set-up/display.mjs";
import { inProject, printLine, root } from "../set-up/project.mjs";
import { readyBuild, readyElectron } from "../set-up/ready.mjs";
import { runCommand } from "../set-up/run-command.mjs";
import { connectionHelp } from "./connection-help.mjs";
import { readArguments } from "./read-arguments.mjs";

const screenshot = inProject("out", "start.png");

/** Runs the app with `FILE_OR_FOLDER… [--data DIR]`. Without a display it uses a virtual one and writes a screenshot. */
export async function run(args) {
  const electron = await readyElectron({ windows: "shown" });
  await readyBuild();
  const { appArgs, folder, data } = readArguments(args, process.env.INIT_CWD ?? process.cwd());
  const display = lacksDisplay() ? await startVirtualDisplay() : undefined;
  const user = asSandboxedUser([electron]);
  if (!user.sandbox)
    printLine("Chromium cannot create a user namespace on this machine: the app runs without its sandbox.");
  // Without a desktop session Chromium logs many warnings about it.
  const switches = [...(user.sandbox ? [] : ["--no-sandbox"]), ...(display ? ["--log-level=3"] : [])];
  const argv = [...user.argv, ...switches, root, ...appArgs];
  const env = { ...display?.env, ...user.env, ...(display ? { GALLEY_SCREENSHOT: screenshot } : {}) };
  delete process.env.ELECTRON_RUN_AS_NODE;
  try {
    if (!display) return (await runCommand(argv, { env, group: "own" })).code;
    printLine("No display: using a virtual one (Xvfb).");
    mkdirSync(inProject("out"), { recursive: true });
    rmSync(screenshot, { force: true });
    const ended = runCommand(argv, { env, group: "own" }).then(({ code }) => ({ code }));
    const first = await Promise.race([ended, waitForScreenshot()]);
    if (first === "taken")
      printLine(
        `Galley is running. Screenshot: ${screenshot}\n\n${connectionHelp({ folder, data })}\n\nPress Ctrl+C to quit.`,
      );
    else if (first === "late")
      printLine("Galley is running, but its window was not ready within a minute: no screenshot.");
    return (await ended).code;
  } finally {
    display?.stop();
  }
}

async function waitForScreenshot() {
  for (let waited = 0; waited < 60_000; waited += 100) {
    if (existsSync(screenshot) && statSync(screenshot).size > 0) return "taken";
    await sleep(100);
  }
  return "late";
}
