import { asSandboxedUser, startVirtualDisplay } from "../set-up/display.mjs";
import { inProject } from "../set-up/project.mjs";
import { readyBuild, readyElectron } from "../set-up/ready.mjs";
import { runCommand } from "../set-up/run-command.mjs";

/**
 * Runs `playwright test` with `args` against the built app, on Linux always in a virtual display: windows that take the
 * focus disturb people, and people disturb them. `GALLEY_NO_SANDBOX` tells the tests where Chromium cannot sandbox.
 */
export async function play(args) {
  await readyElectron({ windows: process.platform === "linux" ? "hidden" : "shown" });
  await readyBuild();
  const display = process.platform === "linux" ? await startVirtualDisplay() : undefined;
  const cli = inProject("node_modules/@playwright/test/cli.js");
  const user = asSandboxedUser([process.execPath, cli, "test", "--pass-with-no-tests", ...args]);
  try {
    const env = { ...display?.env, ...user.env, ...(user.sandbox ? {} : { GALLEY_NO_SANDBOX: "1" }) };
    const { code } = await runCommand(user.argv, { env });
    return code;
  } finally {
    display?.stop();
  }
}
