import { inProject } from "../set-up/project.mjs";
import { readyElectron } from "../set-up/ready.mjs";
import { runCommand } from "../set-up/run-command.mjs";

/**
 * Makes the vectors of what ships with the content library that are missing, some minutes for all of them, and drops those that nothing
 * needs any more. A unit test fails where they are not those of today's texts.
 */
export async function run() {
  const electron = await readyElectron({ windows: "none" });
  const runner = inProject("src/main/engine/testing/run-ts.mjs");
  const module = inProject("src/main/engine/library/search/shipped-vectors.child.ts");
  const { code } = await runCommand([electron, "--no-warnings", "--experimental-transform-types", runner, module], {
    env: { ELECTRON_RUN_AS_NODE: "1" },
  });
  return code;
}
