import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { inProject, printLine, root, SetUpError } from "./project.mjs";

const packagesOf = (path) => {
  try {
    return JSON.parse(readFileSync(inProject(path), "utf8")).packages;
  } catch {
    return undefined;
  }
};

/** Whether `installed` has everything in `wanted`; packages for other platforms may be missing. */
export function isInstalled(wanted, installed) {
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional }]) => {
    if (path === "") return true;
    const found = installed[path];
    if (!found) return Boolean(optional || devOptional);
    return found.version === version && found.integrity === integrity;
  });
}

/** Whether node_modules matches package-lock.json. */
export function hasDependencies() {
  const installed = packagesOf("node_modules/.package-lock.json");
  const wanted = packagesOf("package-lock.json");
  return Boolean(installed && wanted && isInstalled(wanted, installed));
}

/** Runs `npm ci` if node_modules is missing or does not match package-lock.json. */
export function ensureDependencies() {
  if (hasDependencies()) return;
  printLine("Set-up: installing dependencies (npm ci) …");
  // npm's stdout goes to stderr: our own stdout may carry a protocol.
  const { status, error } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
    // With NODE_ENV=production npm would skip the build tools.
    env: { ...process.env, NODE_ENV: "development" },
  });
  if (error) throw new SetUpError(`npm could not be started (${error.message}). Install npm, then try again.`);
  if (status !== 0)
    throw new SetUpError("npm ci failed; its messages are above. Check the network and the npm registry.");
}
