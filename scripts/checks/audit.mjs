import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { electronProblem, packedElectron } from "../package/packed-electron.mjs";
import { inProject, root } from "../set-up/project.mjs";

/** How long the registry may take, in milliseconds. */
const PATIENCE = 15_000;

/**
 * Packages that would like to run a program when they are installed, and why that is no loss: .npmrc lets none of them.
 * One that is not in this list has to be looked at before it comes in.
 */
const wouldRun = {
  "@modelcontextprotocol/inspector": "builds itself from source; its package is built already",
  electron: "downloads Electron, which scripts/set-up/electron.mjs does",
  "electron-floor": "the same, for its types alone",
  fsevents: "macOS: ships built",
  "electron-winstaller": "Windows: copies a program for a target that is not used",
};

/** Electron supports its three newest majors, and makes one every eight weeks: 40.0.0 came on this day. */
const FORTY = Date.UTC(2026, 0, 13);
const WEEKS = 8 * 7 * 24 * 60 * 60 * 1000;

/** What is wrong with the version of Electron that package.json names, at a time in milliseconds; null while it is supported. */
export function oldElectron(version, now) {
  const major = Number(/^(\d+)\.\d+\.\d+$/.exec(version)?.[1]);
  if (!Number.isInteger(major)) return `Electron ${version} is no version of its own: it must be pinned`;
  const ends = FORTY + (major - 40 + 3) * WEEKS;
  if (now < ends) return null;
  return `Electron ${version} has been without support since ${new Date(ends).toISOString().slice(0, 10)}: take a newer one`;
}

/** Packages of a lock file that want to run a program at installation and that nobody has looked at. */
export const unknownScripts = ({ packages }) =>
  Object.entries(packages)
    .filter(([path, { hasInstallScript }]) => hasInstallScript && path !== "")
    .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length))
    .filter((name) => !(name in wouldRun));

/**
 * What an answer of `npm audit --json` comes to: the packages with a grave fault, or that it is no answer. Registries and
 * mirrors without this service answer with an error, or with nothing.
 */
export function readAudit(text) {
  let said;
  try {
    said = JSON.parse(text);
  } catch {
    return { status: "no answer", why: "the registry could not be reached" };
  }
  if (!said.vulnerabilities)
    return { status: "no answer", why: said.message ?? said.error?.summary ?? "it was no audit" };
  const grave = Object.values(said.vulnerabilities).filter(({ severity }) => ["high", "critical"].includes(severity));
  return { status: "answer", grave: grave.map(({ name, severity, range }) => `${name} ${range}: ${severity}`) };
}

/** The version of the Electron that is run here; null where there is none yet. */
function installedVersion() {
  try {
    return packedElectron();
  } catch {
    return null;
  }
}

/** Asks npm about what is shipped; ends with what came within the time. */
function askRegistry() {
  const args = ["audit", "--json", "--package-lock-only", "--omit=dev", "--fetch-retries=0"];
  const child = spawn("npm", args, {
    cwd: root,
    stdio: ["ignore", "pipe", "ignore"],
    shell: process.platform === "win32",
  });
  const timer = setTimeout(() => child.kill(), PATIENCE);
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
  const locks = ["package-lock.json", "scripts/package/tools/package-lock.json"];
  const unknown = locks.flatMap((path) => unknownScripts(JSON.parse(readFileSync(inProject(path), "utf8"))));
  for (const name of unknown)
    console.log(
      `${name} wants to run a program when it is installed: look at it, then name it in scripts/checks/audit.mjs`,
    );
  const isOffline = process.argv.includes("--no-network");
  // What time it is must not decide about a test any more than what was published today: there it is as if it were the first day.
  const { electron } = JSON.parse(readFileSync(inProject("package.json"), "utf8")).devDependencies;
  const old = oldElectron(electron, isOffline ? FORTY : Date.now());
  if (old !== null) console.log(old);
  const run = installedVersion();
  const problem = run === null ? null : electronProblem({ packed: run, declared: electron });
  if (problem !== null) console.log(`skipped: ${problem} Tests here say nothing about the declared one.`);
  const audit = isOffline ? null : readAudit(await askRegistry());
  if (audit?.status === "no answer")
    console.log(`skipped: known faults of dependencies were not asked for (${audit.why})`);
  for (const line of audit?.grave ?? []) console.log(line);
  process.exitCode = old !== null || unknown.length > 0 || (audit?.grave?.length ?? 0) > 0 ? 1 : 0;
}
