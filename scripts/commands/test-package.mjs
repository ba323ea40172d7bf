import { existsSync } from "node:fs";
import { otherElectronFlag } from "../package/packed-electron.mjs";
import { hasProgram } from "../set-up/libraries.mjs";
import { ensureNode } from "../set-up/node-runtime.mjs";
import { inProject, printLine } from "../set-up/project.mjs";
import { readyElectron } from "../set-up/ready.mjs";
import { runCommand } from "../set-up/run-command.mjs";
import { run as makePackages } from "./package.mjs";

/** Whether this machine can make and test packages. */
export const canTestPackages = () => process.platform === "linux" && hasProgram("dpkg-deb");

/**
 * Makes the Linux packages, installs, uses and removes them on a clean root file system, and writes docs/packages.md. `--keep` tests the existing
 * packages. Not part of `npm test`, because it takes minutes; `npm run test:long` ends with it. The packages are discarded, so any installed Electron
 * will do; the page says which.
 */
export async function run(args) {
  if (!canTestPackages()) {
    printLine("The package test runs on Linux with dpkg: packages for other systems are configured but untested.");
    return 1;
  }
  await readyElectron({ windows: "hidden" });
  if (!args.includes("--keep") || !existsSync(inProject("out/package/SHA256SUMS"))) {
    const code = await makePackages(["--fast", otherElectronFlag]);
    if (code !== 0) return code;
  }
  const isRoot = process.getuid() === 0;
  const alone = isRoot && hasProgram("unshare") ? ["unshare", "--mount", "--propagation", "private"] : [];
  const { code } = await runCommand([...alone, await ensureNode(), inProject("scripts/package/test/run.mjs")]);
  return code;
}
