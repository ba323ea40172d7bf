import { inProject } from "../set-up/project.mjs";
import { readyElectron } from "../set-up/ready.mjs";
import { runCommand } from "../set-up/run-command.mjs";

/**
 * Computes missing embedding vectors for the bundled content library, which takes minutes for all of them, and removes unused ones. A unit test fails
 * if the vectors do not match the texts.
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
