import { readFileSync } from "node:fs";
import { inProject } from "../set-up/project.mjs";

/** The flag that lets a package be made with another Electron than the declared one. */
export const otherElectronFlag = "--other-electron";

/** The version of the Electron that is run here and packed: what lies in its folder, whatever package.json says. */
export const packedElectron = () => readFileSync(inProject("node_modules/electron/dist/version"), "utf8").trim();

/** The version that package.json declares. */
export const declaredElectron = () =>
  JSON.parse(readFileSync(inProject("package.json"), "utf8")).devDependencies.electron;

/**
 * What is wrong with the Electron that would be packed, in a sentence; null if it is the declared one. On Linux the set-up takes one that
 * somebody republished on npm if the official download cannot be reached: for development and tests, never for users.
 */
export function electronProblem({ packed, declared }) {
  if (packed === declared) return null;
  return `Electron ${packed} would be packed, not the declared ${declared}: it did not come from Electron's own releases and may be out of support.`;
}

/** Why no package is made; null if it is the declared Electron, or `args` ask for another one. */
export function packingRefusal(args, versions) {
  const problem = electronProblem(versions);
  if (problem === null || args.includes(otherElectronFlag)) return null;
  return `${problem} Remove node_modules/electron/dist, make https://github.com/electron/electron/releases reachable (or set ELECTRON_MIRROR), and try again. ${otherElectronFlag} packs it all the same, for tests only.`;
}

/** The sentence of the packages' page on what was packed. */
export function electronOnPage({ packed, declared }) {
  if (packed === declared) return `Electron ${packed}`;
  return `Electron ${packed}, **not the declared ${declared}**: the official download could not be reached, and these packages are for this test only`;
}
