import { readFileSync } from "node:fs";
import { inProject } from "../set-up/project.mjs";

/** The flag that allows packages with another Electron than the declared one. */
export const otherElectronFlag = "--other-electron";

/** The version of the Electron that is run and packed here: the one in its folder, whatever package.json declares. */
export const packedElectron = () => readFileSync(inProject("node_modules/electron/dist/version"), "utf8").trim();

/** The version that package.json declares. */
export const declaredElectron = () =>
  JSON.parse(readFileSync(inProject("package.json"), "utf8")).devDependencies.electron;

/**
 * An error message if the Electron that would be packed is not the declared one; null if it is. If the official download cannot be reached, the
 * set-up on Linux uses one that was republished on npm: for development and tests, never for users.
 */
export function describeElectronMismatch({ packed, declared }) {
  if (packed === declared) return null;
  return `Electron ${packed} would be packed, not the declared ${declared}: it is not an official release of Electron and may no longer be supported.`;
}

/** Why no package is made; null if Electron is the declared one, or `args` allow another one. */
export function packagingError(args, versions) {
  const mismatch = describeElectronMismatch(versions);
  if (mismatch === null || args.includes(otherElectronFlag)) return null;
  return `${mismatch} Remove node_modules/electron/dist, make https://github.com/electron/electron/releases reachable (or set ELECTRON_MIRROR), and try again. ${otherElectronFlag} packs it anyway, for tests only.`;
}

/** The sentence about the packed Electron in docs/packages.md. */
export function electronOnPage({ packed, declared }) {
  if (packed === declared) return `Electron ${packed}`;
  return `Electron ${packed}, **not the declared ${declared}**: the official download could not be reached, and these packages are for this test only`;
}
