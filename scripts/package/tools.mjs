import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isInstalled } from "../set-up/dependencies.mjs";
import { inProject, SetUpError, say } from "../set-up/project.mjs";

const folder = inProject("scripts/package/tools");

const packagesOf = (path) => {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch {
    return undefined;
  }
};

/**
 * The packages that only packaging needs, by name; installed by their own lock file when they are first asked for, so that
 * whoever only builds and tests Galley does not wait for them. No script of theirs runs at installation.
 */
export function packageTools() {
  const installed = packagesOf(`${folder}/node_modules/.package-lock.json`);
  if (!installed || !isInstalled(packagesOf(`${folder}/package-lock.json`), installed)) {
    say("Set-up: installing what packaging needs (npm ci) …");
    const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"], {
      cwd: folder,
      stdio: ["ignore", 2, 2],
      shell: process.platform === "win32",
    });
    if (status !== 0) throw new SetUpError("npm ci failed in scripts/package/tools; its messages are above.");
  }
  return createRequire(`${folder}/package.json`);
}
