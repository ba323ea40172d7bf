import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isInstalled } from "./dependencies.mjs";
import { inProject, printLine, SetUpError } from "./project.mjs";

const packagesOf = (path) => {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch {
    return undefined;
  }
};

/**
 * Installs packages that only one command needs, from a lock file of their own, so that building and testing Galley does not wait for them. Their install
 * scripts do not run. `wanted` is the folder of the lock file, in the project; `name` is a folder in node_modules, outside the sources, so that checks of
 * the sources do not scan hundreds of packages. Returns that folder.
 */
export function installSeparately(wanted, name, description) {
  const folder = inProject("node_modules", name);
  const installed = packagesOf(join(folder, "node_modules/.package-lock.json"));
  if (installed && isInstalled(packagesOf(inProject(wanted, "package-lock.json")), installed)) return folder;
  printLine(`Set-up: installing ${description} (npm ci) …`);
  mkdirSync(folder, { recursive: true });
  for (const file of ["package.json", "package-lock.json", ".npmrc"])
    copyFileSync(inProject(wanted, file), join(folder, file));
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new SetUpError(`npm ci failed for ${wanted}; its messages are above.`);
  return folder;
}

/** Installs the official suites and the inspector of the Model Context Protocol, which the long tests run. */
export const installProtocolSuites = () =>
  installSeparately("scripts/protocol-suites", ".protocol-suites", "the protocol's suites");
