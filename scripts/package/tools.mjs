import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { isInstalled } from "../set-up/dependencies.mjs";
import { inProject, printLine, SetUpError } from "../set-up/project.mjs";

const wanted = inProject("scripts/package/tools");
// Outside the sources, so that checks of the sources do not scan 280 packages.
const folder = inProject("node_modules/.package-tools");

const packagesOf = (path) => {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch {
    return undefined;
  }
};

/**
 * Requires the packages that only packaging needs, by name. They are installed from their own lock file on first use, so that building and testing
 * Galley does not wait for them. Their install scripts do not run.
 */
export function packageTools() {
  const installed = packagesOf(join(folder, "node_modules/.package-lock.json"));
  if (!installed || !isInstalled(packagesOf(join(wanted, "package-lock.json")), installed)) {
    printLine("Set-up: installing the packaging tools (npm ci) …");
    mkdirSync(folder, { recursive: true });
    for (const name of ["package.json", "package-lock.json", ".npmrc"])
      copyFileSync(join(wanted, name), join(folder, name));
    const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"], {
      cwd: folder,
      stdio: ["ignore", 2, 2],
      shell: process.platform === "win32",
    });
    if (status !== 0) throw new SetUpError("npm ci failed for scripts/package/tools; its messages are above.");
  }
  return createRequire(join(folder, "package.json"));
}
