import { asSandboxedUser, startVirtualDisplay } from "../set-up/display.mjs";
import { inProject } from "../set-up/project.mjs";
import { readyBuild, readyElectron } from "../set-up/ready.mjs";
import { runCommand } from "../set-up/run-command.mjs";
import { folderInMemory } from "./folder-in-memory.mjs";

/** The number of parallel tests, unless `--workers=` is given. Tests wait a lot, so four keep two cores busy. */
const WORKERS = 4;

/**
 * Runs `playwright test` with `args` on the built app. On Linux always in virtual displays: windows that take the focus disturb the user, and the
 * user disturbs them. Each worker has its own display, because tests disturb each other as well: a new window takes the focus, which ends a
 * composition, and there is only one clipboard. `GALLEY_NO_SANDBOX` tells the tests that Chromium cannot sandbox here.
 */
export async function play(args) {
  await readyElectron({ windows: process.platform === "linux" ? "hidden" : "shown" });
  await readyBuild();
  const workers = Number(args.findLast((arg) => arg.startsWith("--workers="))?.slice("--workers=".length)) || WORKERS;
  const displays = [];
  const memory = folderInMemory();
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
    const env = { ...shown, ...memory.env, ...user.env, ...(user.sandbox ? {} : { GALLEY_NO_SANDBOX: "1" }) };
    const { code } = await runCommand(user.argv, { env });
    return code;
  } finally {
    for (const { stop } of displays) stop();
    memory.remove();
  }
}
