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
  // Only the durability tests need it; it is not installed if nothing else is missing.
  ["strace"],
];

/** Prints which tests are skipped without strace. */
export function printMissingTracer() {
  if (process.platform !== "linux" || hasProgram("strace")) return;
  printLine(
    "skipped: strace is not installed, so the order of writes on disk and failures of SQLite's system calls are not tested. On Debian and Ubuntu: sudo apt-get install strace",
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

/**
 * Installs the packages that `electron` needs and that are missing, on Debian and Ubuntu as root; otherwise throws with the command. `display:
 * "virtual"` also requires Xvfb, `"none"` and `"real"` do not. Does nothing on other systems than Linux.
 */
export function ensureLibraries(electron, { display }) {
  if (process.platform !== "linux") return;
  const lacking = () => [
    ...missingLibraries(electron),
    ...(display === "virtual" && !hasProgram("Xvfb") ? ["Xvfb"] : []),
  ];
  const missing = lacking();
  if (missing.length === 0) return;
  const isDebian = hasProgram("apt-get");
  if (isDebian && process.getuid() === 0) {
    printLine(`Set-up: ${missing.join(", ")} not found; installing with apt-get …`);
    apt("update", "-qq");
    apt("install", "-y", "-qq", "--no-install-recommends", ...packageNames());
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

function apt(...args) {
  const { status } = spawnSync("apt-get", args, {
    stdio: ["ignore", "ignore", 2],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (status !== 0) throw new SetUpError(`apt-get ${args[0]} failed; its messages are above.`);
}
