import { existsSync } from "node:fs";
import { otherElectronFlag } from "../package/packed-electron.mjs";
import { hasProgram } from "../set-up/libraries.mjs";
import { ensureNode } from "../set-up/node-runtime.mjs";
import { inProject, say } from "../set-up/project.mjs";
import { readyElectron } from "../set-up/ready.mjs";
import { runCommand } from "../set-up/run-command.mjs";
import { run as makePackages } from "./package.mjs";

/** Whether packages can be made and looked at on this machine. */
export const canTestPackages = () => process.platform === "linux" && hasProgram("dpkg-deb");

/**
 * Makes the Linux packages, installs, uses and removes them on a clean root file system, and writes docs/packages.md.
 * `--keep` tests those that are there. No part of `npm test`, since it takes minutes; `npm run test:long` ends with it. What it packs is thrown
 * away, so that it takes whichever Electron is there; the page says which.
 */
export async function run(args) {
  if (!canTestPackages()) {
    say("The package test runs on Linux with dpkg: packages of other systems are configured and untested.");
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
