import { ensureBuilt, isBuilt } from "./build.mjs";
import { ensureDependencies, hasDependencies } from "./dependencies.mjs";
import { lacksDisplay } from "./display.mjs";
import { ensureElectron, installedElectron } from "./electron.mjs";
import { ensureLibraries } from "./libraries.mjs";
import { SetUpError } from "./project.mjs";
import { takeTurns } from "./take-turns.mjs";

/** What the build tools can run on, as package.json says it, too. */
const hasNode = ([major, minor]) => major > 20 || (major === 20 && minor >= 19);

/** Dependencies alone: enough for lint and types. */
export async function readyDependencies() {
  if (!hasNode(process.versions.node.split(".").map(Number))) {
    throw new SetUpError(`Galley is built with tools that need Node 20.19 or newer; this is ${process.version}.`);
  }
  if (!hasDependencies()) await takeTurns(ensureDependencies);
}

/** A fresh build, which needs no dependencies to run: they are bundled. So these are only looked at where it is stale. */
export async function readyBuild() {
  if (isBuilt()) return;
  await readyDependencies();
  await takeTurns(ensureBuilt);
}

/**
 * Dependencies, Electron and what it needs of the system; answers with Electron's path. `windows`: whether windows will
 * be opened, `"hidden"` in a virtual display in any case, `"shown"` in the real one where there is one.
 */
export async function readyElectron({ windows }) {
  await readyDependencies();
  const electron = installedElectron() ?? (await takeTurns(ensureElectron));
  const virtual = windows === "hidden" || (windows === "shown" && lacksDisplay());
  ensureLibraries(electron, { display: virtual ? "virtual" : windows === "none" ? "none" : "real" });
  return electron;
}
