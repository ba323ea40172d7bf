import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { printLine, SetUpError } from "./project.mjs";

/**
 * Debian and Ubuntu packages that Electron's windows and the tests need; the second name is the one since 64-bit time_t (Debian 13, Ubuntu 24.04).
 */
const debianPackages = [
  ["xvfb"],
  ["libgtk-3-0", "libgtk-3-0t64"],
  ["libnss3"],
  ["libgbm1"],
  ["libasound2", "libasound2t64"],
  // Only the durability tests need the first and the tests with real keys the second; they are not installed if nothing else is missing.
  ["strace"],
  ["xdotool"],
];

/** Prints which tests are skipped without strace. */
export function printMissingTracer() {
  if (process.platform !== "linux" || hasProgram("strace")) return;
  printLine(
    "skipped: strace is not installed, so the order of writes on disk and failures of SQLite's system calls are not tested. On Debian and Ubuntu: sudo apt-get install strace",
  );
}

/** Prints which tests are skipped without xdotool. */
export function printMissingKeys() {
  if (process.platform !== "linux" || hasProgram("xdotool")) return;
  printLine(
    "skipped: xdotool is not installed, so the editor is not tested with real keys of the X server. On Debian and Ubuntu: sudo apt-get install xdotool",
  );
}

/** Whether a program with this name is on the PATH. */
export const hasProgram = (name) =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => folder !== "" && existsSync(join(folder, name)));

/** Shared libraries that `binary` is linked against and that are missing on this Linux machine. */
function missingLibraries(binary) {
  const { stdout } = spawnSync("ldd", [binary], { encoding: "utf8" });
  return `${stdout ?? ""}`
    .split("\n")
    .filter((line) => line.includes("not found"))
    .map((line) => line.trim().split(" ")[0]);
}

const aptKnows = (name) => {
  const { stdout } = spawnSync("apt-cache", ["show", "--no-all-versions", name], { encoding: "utf8" });
  return `${stdout ?? ""}`.startsWith("Package:");
};

/** On newer systems the first name is a virtual package, which apt-cache does not show; so the first real one is used. */
const packageNames = () => debianPackages.map((names) => names.find(aptKnows) ?? names[0]);

/** What `electron` needs and this machine lacks. `display: "virtual"` also requires Xvfb, `"none"` and `"real"` do not. Empty except on Linux. */
export function lackingLibraries(electron, { display }) {
  if (process.platform !== "linux") return [];
  return [...missingLibraries(electron), ...(display === "virtual" && !hasProgram("Xvfb") ? ["Xvfb"] : [])];
}

/** Installs the packages of what is lacking, on Debian and Ubuntu as root; otherwise throws with the command. */
export function ensureLibraries(electron, needs) {
  const lacking = () => lackingLibraries(electron, needs);
  const missing = lacking();
  if (missing.length === 0) return;
  const isDebian = hasProgram("apt-get");
  if (isDebian && process.getuid() === 0) {
    printLine(`Set-up: ${missing.join(", ")} not found; installing with apt-get …`);
    // Fails while another program updates the lists, which are good enough then.
    apt("update", "-qq");
    const status = apt("install", "-y", "-qq", "--no-install-recommends", ...packageNames());
    if (status !== 0) throw new SetUpError("apt-get install failed; its messages are above.");
    if (lacking().length === 0) return;
  }
  throw new SetUpError(
    [
      `This machine lacks ${lacking().join(", ")}, which Electron needs.`,
      isDebian
        ? `Run: sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packageNames().join(" ")}`
        : "Install GTK 3, NSS, libgbm, ALSA and Xvfb with your system's package manager.",
    ].join("\n"),
  );
}

/** Waits up to ten minutes for another program that installs packages; returns the exit status. */
function apt(...args) {
  return spawnSync("apt-get", ["-o", "DPkg::Lock::Timeout=600", ...args], {
    stdio: ["ignore", "ignore", 2],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  }).status;
}
