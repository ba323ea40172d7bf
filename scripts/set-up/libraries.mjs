import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { SetUpError, say } from "./project.mjs";

/** What an Electron window and the tests need of Debian and Ubuntu; the second name is the one since 64-bit time_t (Debian 13, Ubuntu 24.04). */
const debianPackages = [
  ["xvfb"],
  ["libgtk-3-0", "libgtk-3-0t64"],
  ["libnss3"],
  ["libgbm1"],
  ["libasound2", "libasound2t64"],
  // No window needs it, but the tests of durability; nothing is installed for it alone.
  ["strace"],
];

/** Says what is not tested where strace is missing: those tests are skipped. */
export function tellMissingTracer() {
  if (process.platform !== "linux" || hasProgram("strace")) return;
  say(
    "skipped: strace is not installed, so nothing looks at the order of writes on the disk or fails SQLite's own calls. On Debian and Ubuntu: sudo apt-get install strace",
  );
}

/** Whether a program of this name is on the PATH. */
export const hasProgram = (name) =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => folder !== "" && existsSync(join(folder, name)));

/** Names of the shared libraries that `binary` is linked against and this Linux machine does not have. */
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

/** Candidates are virtual packages on the newer systems, which apt-cache does not show; so the first that is real wins. */
const packageNames = () => debianPackages.map((names) => names.find(aptKnows) ?? names[0]);

/**
 * Installs what this machine lacks to run `electron`, on Debian and Ubuntu as root; anyone else is told the command.
 * `display: "virtual"` asks for Xvfb too, `"none"` and `"real"` do not. Linux only; elsewhere there is nothing to do.
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
    say(`Set-up: this machine lacks ${missing.join(", ")}; installing with apt-get …`);
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
