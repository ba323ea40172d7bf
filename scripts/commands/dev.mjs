import { forgetBuild } from "../set-up/build.mjs";
import { asSandboxedUser, lacksDisplay, startVirtualDisplay } from "../set-up/display.mjs";
import { inProject, printLine } from "../set-up/project.mjs";
import { readyElectron } from "../set-up/ready.mjs";
import { runCommand } from "../set-up/run-command.mjs";

/** Runs the app, which reloads when its sources change. */
export async function run(args) {
  await readyElectron({ windows: "shown" });
  forgetBuild();
  const display = lacksDisplay() ? await startVirtualDisplay() : undefined;
  if (display) printLine("No display: using a virtual one (Xvfb), so no window is visible.");
  const vite = [process.execPath, inProject("node_modules/electron-vite/bin/electron-vite.js"), "dev"];
  const user = asSandboxedUser(vite);
  const flags = user.sandbox ? args : ["--noSandbox", ...args];
  try {
    const { code } = await runCommand([...user.argv, ...flags], { env: { ...display?.env, ...user.env } });
    return code;
  } finally {
    display?.stop();
  }
}
