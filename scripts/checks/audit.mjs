import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describeElectronMismatch, packedElectron } from "../package/packed-electron.mjs";
import { inProject, root } from "../set-up/project.mjs";

/** The maximum time to wait for the registry, in milliseconds. */
const TIMEOUT_MS = 15_000;

/**
 * Packages that have an install script, and why it is not needed: .npmrc blocks all of them. A package that is not in this list must be reviewed
 * before it is added.
 */
const knownInstallScripts = {
  "@modelcontextprotocol/inspector": "builds itself from source; the package is already built",
  electron: "downloads Electron; scripts/set-up/electron.mjs does that instead",
  "electron-floor": "the same; only its types are used",
  fsevents: "macOS: ships built",
  "electron-winstaller": "Windows: copies a program for a target that is not used",
};

/** Electron supports its three newest majors, and releases one every eight weeks: 40.0.0 was released on this day. */
const ELECTRON_40_RELEASE = Date.UTC(2026, 0, 13);
const RELEASE_INTERVAL_MS = 8 * 7 * 24 * 60 * 60 * 1000;

/** An error message if the Electron version in package.json is not pinned or no longer supported at `now` (milliseconds); null if it is fine. */
export function describeOldElectron(version, now) {
  const major = Number(/^(\d+)\.\d+\.\d+$/.exec(version)?.[1]);
  if (!Number.isInteger(major)) return `Electron ${version} is not an exact version: it must be pinned`;
  const ends = ELECTRON_40_RELEASE + (major - 40 + 3) * RELEASE_INTERVAL_MS;
  if (now < ends) return null;
  return `Electron ${version} has been without support since ${new Date(ends).toISOString().slice(0, 10)}: upgrade to a newer version`;
}

/** Packages of a lock file that have an install script and have not been reviewed. */
export const unknownInstallScripts = ({ packages }) =>
  Object.entries(packages)
    .filter(([path, { hasInstallScript }]) => hasInstallScript && path !== "")
    .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length))
    .filter((name) => !(name in knownInstallScripts));

/**
 * The result of `npm audit --json`: the packages with severe vulnerabilities, or the reason why there is no answer. Registries and mirrors without an
 * audit service answer with an error, or with nothing.
 */
export function readAudit(text) {
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    return { status: "no answer", why: "the registry could not be reached" };
  }
  if (!answer.vulnerabilities)
    return {
      status: "no answer",
      why: answer.message ?? answer.error?.summary ?? "its answer was not an audit report",
    };
  const grave = Object.values(answer.vulnerabilities).filter(({ severity }) => ["high", "critical"].includes(severity));
  return { status: "answer", grave: grave.map(({ name, severity, range }) => `${name} ${range}: ${severity}`) };
}

/** The version of the installed Electron; null if there is none yet. */
function installedVersion() {
  try {
    return packedElectron();
  } catch {
    return null;
  }
}

/** Asks npm about the production dependencies. Resolves to the output that arrived in time. */
function askRegistry() {
  const args = ["audit", "--json", "--package-lock-only", "--omit=dev", "--fetch-retries=0"];
  const child = spawn("npm", args, {
    cwd: root,
    stdio: ["ignore", "pipe", "ignore"],
    shell: process.platform === "win32",
  });
  const timer = setTimeout(() => child.kill(), TIMEOUT_MS);
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (piece) => {
    text += piece;
  });
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve(text);
    };
    child.once("error", end);
    child.once("close", end);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const locks = ["", "scripts/package/tools/", "scripts/protocol-suites/"].map(
    (folder) => `${folder}package-lock.json`,
  );
  const unknown = locks.flatMap((path) => unknownInstallScripts(JSON.parse(readFileSync(inProject(path), "utf8"))));
  for (const name of unknown)
    console.log(`${name} has an install script: review it, then add it to scripts/checks/audit.mjs`);
  const isOffline = process.argv.includes("--no-network");
  // Tests must not depend on the current date or on what was published today: without network, the date is Electron 40's release.
  const { electron } = JSON.parse(readFileSync(inProject("package.json"), "utf8")).devDependencies;
  const oldVersion = describeOldElectron(electron, isOffline ? ELECTRON_40_RELEASE : Date.now());
  if (oldVersion !== null) console.log(oldVersion);
  const run = installedVersion();
  const mismatch = run === null ? null : describeElectronMismatch({ packed: run, declared: electron });
  if (mismatch !== null) console.log(`skipped: ${mismatch} Tests here do not cover the declared one.`);
  const audit = isOffline ? null : readAudit(await askRegistry());
  if (audit?.status === "no answer")
    console.log(`skipped: dependencies were not checked for known vulnerabilities (${audit.why})`);
  for (const line of audit?.grave ?? []) console.log(line);
  process.exitCode = oldVersion !== null || unknown.length > 0 || (audit?.grave?.length ?? 0) > 0 ? 1 : 0;
}
