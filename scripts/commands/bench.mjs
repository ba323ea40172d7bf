import { asSandboxedUser, startVirtualDisplay } from "../set-up/display.mjs";
import { inProject } from "../set-up/project.mjs";
import { readyBuild, readyElectron } from "../set-up/ready.mjs";
import { runCommand } from "../set-up/run-command.mjs";

/** The files bench/*.bench.ts one after the other, under Electron as Node; they may open windows. */
export async function run(args) {
  const electron = await readyElectron({ windows: process.platform === "linux" ? "hidden" : "shown" });
  await readyBuild();
  const display = process.platform === "linux" ? await startVirtualDisplay() : undefined;
  const vitest = [electron, inProject("node_modules/vitest/vitest.mjs"), "run", "--config", "vitest.bench.config.ts"];
  const user = asSandboxedUser([...vitest, ...args]);
  try {
    const env = { ...display?.env, ...user.env, ...(user.sandbox ? {} : { GALLEY_NO_SANDBOX: "1" }) };
    const { code } = await runCommand(user.argv, { env: { ...env, ELECTRON_RUN_AS_NODE: "1" } });
    return code;
  } finally {
    display?.stop();
  }
}
