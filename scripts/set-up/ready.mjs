import { ensureBuilt, isBuilt } from "./build.mjs";
import { ensureDependencies, hasDependencies } from "./dependencies.mjs";
import { lacksDisplay } from "./display.mjs";
import { ensureElectron, installedElectron } from "./electron.mjs";
import { ensureLibraries, lackingLibraries } from "./libraries.mjs";
import { SetUpError } from "./project.mjs";
import { runExclusively } from "./run-exclusively.mjs";

/** The Node versions that the build tools support, as in package.json. */
const hasNode = ([major, minor]) => major > 20 || (major === 20 && minor >= 19);

/** Installs dependencies only: enough for lint and types. */
export async function readyDependencies() {
  if (!hasNode(process.versions.node.split(".").map(Number))) {
    throw new SetUpError(`Galley is built with tools that need Node 20.19 or newer; this is ${process.version}.`);
  }
  if (!hasDependencies()) await runExclusively(ensureDependencies);
}

/** Builds if out/ is not up to date. The build bundles its dependencies, so they are only installed if it must run. */
export async function readyBuild() {
  if (isBuilt()) return;
  await readyDependencies();
  await runExclusively(ensureBuilt);
}

/**
 * Installs dependencies, Electron and the system packages it needs; returns Electron's path. `windows`: whether windows will be opened; `"hidden"`
 * always uses a virtual display, `"shown"` the real one if there is one.
 */
export async function readyElectron({ windows }) {
  await readyDependencies();
  const electron = installedElectron() ?? (await runExclusively(ensureElectron));
  const virtual = windows === "hidden" || (windows === "shown" && lacksDisplay());
  const needs = { display: virtual ? "virtual" : windows === "none" ? "none" : "real" };
  // Two steps of `npm test` may get here at the same time.
  if (lackingLibraries(electron, needs).length > 0) await runExclusively(async () => ensureLibraries(electron, needs));
  return electron;
}
