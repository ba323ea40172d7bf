import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inProject } from "../set-up/project.mjs";

/** The entry that npm would resolve `name` to for the package at `path`: in its own or an outer node_modules. */
function findPackage(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, folder.lastIndexOf("/node_modules/"))) {
    const candidate = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`;
    if (packages[candidate]) return packages[candidate];
    if (!folder.includes("/node_modules/")) return packages[`node_modules/${name}`];
  }
}

/**
 * Errors that make a lock file work on one machine only: missing optional packages of another platform (`npm ci` rejects such a file, or leaves that
 * platform without its binary), registry addresses, and packages without a hash.
 */
export function lockErrors({ packages }, manifest) {
  const errors = [];
  for (const [path, entry] of Object.entries(packages)) {
    const wanted = { ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies };
    for (const name of Object.keys(wanted)) {
      if (!findPackage(packages, path, name))
        errors.push(`${path || "the project"} wants ${name}, which is not in the lock file`);
    }
    if (entry.resolved) errors.push(`${path} has the registry address ${entry.resolved}`);
    if (path !== "" && !entry.integrity) errors.push(`${path} has no hash`);
  }
  for (const kind of ["dependencies", "devDependencies"]) {
    for (const [name, version] of Object.entries(manifest[kind])) {
      if (packages[""][kind]?.[name] !== version)
        errors.push(`package.json wants ${name} ${version}: the lock file has another version`);
      if (!/^(npm:@?[^@]+@)?\d+\.\d+\.\d+/.test(version))
        errors.push(`${name} is not pinned to one version: ${version}`);
    }
  }
  return errors;
}

/** Checks that packages cannot run install scripts. Older versions of npm ignore `allowScripts` and only know this setting. */
export const scriptErrors = (npmrc) =>
  /^ignore-scripts=true$/m.test(npmrc) ? [] : [".npmrc lets packages run scripts when they are installed"];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = (name) => readFileSync(inProject(name), "utf8");
  const read = (name) => JSON.parse(text(name));
  const errors = ["", "scripts/package/tools/", "scripts/protocol-suites/"].flatMap((folder) => [
    ...lockErrors(read(`${folder}package-lock.json`), { devDependencies: {}, ...read(`${folder}package.json`) }),
    ...scriptErrors(text(`${folder}.npmrc`)),
  ]);
  for (const line of errors) console.log(line);
  process.exitCode = errors.length > 0 ? 1 : 0;
}
