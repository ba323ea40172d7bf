import { asSandboxedUser, startVirtualDisplay } from "../set-up/display.mjs";
import { inProject } from "../set-up/project.mjs";
import { readyBuild, readyElectron } from "../set-up/ready.mjs";
import { runCommand } from "../set-up/run-command.mjs";

/** How many tests run beside each other, unless `--workers=` says otherwise: each waits often, so three keep two cores busy. */
const WORKERS = 3;

/**
 * Runs `playwright test` with `args` against the built app, on Linux always in virtual displays: windows that take the
 * focus disturb people, and people disturb them. Each worker has a display of its own, for the tests disturb each other
 * as well: a window that opens takes the focus, which ends what an input method composes, and the clipboard is one.
 * `GALLEY_NO_SANDBOX` tells the tests where Chromium cannot sandbox.
 */
export async function play(args) {
  await readyElectron({ windows: process.platform === "linux" ? "hidden" : "shown" });
  await readyBuild();
  const workers = Number(args.findLast((arg) => arg.startsWith("--workers="))?.slice("--workers=".length)) || WORKERS;
  const displays = [];
  const cli = inProject("node_modules/@playwright/test/cli.js");
  const user = asSandboxedUser([
    process.execPath,
    cli,
    "test",
    `--workers=${workers}`,
    "--pass-with-no-tests",
    ...args,
  ]);
  try {
    while (process.platform === "linux" && displays.length < workers) displays.push(await startVirtualDisplay());
    const shown = { ...displays[0]?.env, GALLEY_TEST_DISPLAYS: JSON.stringify(displays.map(({ env }) => env)) };
    const env = { ...shown, ...user.env, ...(user.sandbox ? {} : { GALLEY_NO_SANDBOX: "1" }) };
    const { code } = await runCommand(user.argv, { env });
    return code;
  } finally {
    for (const { stop } of displays) stop();
  }
}
