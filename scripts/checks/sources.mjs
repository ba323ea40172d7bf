import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { parseSync } from "vite";
import { inProject } from "../set-up/project.mjs";

const isCode = (path) => /\.(ts|tsx|mjs|cjs|js)$/.test(path) || path === "bin/galley";
const isSource = (path) => isCode(path) || /\.(css|html)$/.test(path);

/** Every source file of the project with its text, by its path from the root, without generated and installed files. */
export function readSources() {
  const sources = new Map();
  const add = (path) => sources.set(path, readFileSync(inProject(path), "utf8"));
  const walk = (folder) => {
    for (const entry of readdirSync(inProject(folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (isSource(path)) add(path);
    }
  };
  for (const folder of ["src", "faults", "e2e", "bench", "scripts", "bin"]) walk(folder);
  for (const name of readdirSync(inProject())) if (/\.config\.ts$/.test(name)) add(name);
  // It is imported for the version.
  add("package.json");
  return sources;
}

/** Whether only a test runner loads the file. */
export const isTest = (path) => /\.(test|spec|demo|pictures|agents|bench)\.(tsx?|mjs)$/.test(path);

/** Whether only tests use the file: a test, or code that tests share (`testing/`, `*.fixture.ts`, `*-for-tests.ts`, `*.child.ts`). */
export const isForTests = (path) => isTest(path) || /\/testing\/|\.(fixture|child)\.ts$|-for-tests\.tsx?$/.test(path);

/**
 * The imports and exports of a file: `imports: [{specifier, path, names, typesOnly}]`, where `path` is the imported source file or undefined for a
 * package, and `names` has the imported names or `*` for all; `exports: [{name, isType}]`.
 */
export function readModule(path, text, sources) {
  if (!isCode(path)) return { imports: linksOf(path, text, sources), exports: [] };
  const { module, errors } = parseSync(path.includes(".") ? path : `${path}.mjs`, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const imports = [];
  const addImport = (specifier, names, typesOnly) =>
    imports.push({ specifier, path: resolveFrom(path, specifier, sources), names, typesOnly });
  for (const { moduleRequest, entries } of module.staticImports) {
    const typesOnly = entries.length > 0 && entries.every((entry) => entry.isType);
    addImport(moduleRequest.value, entries.map(importedName), typesOnly);
  }
  const exports = [];
  for (const entry of module.staticExports.flatMap((statement) => statement.entries)) {
    const name = entry.exportName.kind === "Default" ? "default" : entry.exportName.name;
    if (entry.moduleRequest) {
      const isNamespace = entry.importName.kind !== "Name";
      addImport(entry.moduleRequest.value, [isNamespace ? "*" : entry.importName.name], entry.isType);
    }
    if (name) exports.push({ name, isType: entry.isType || isTypeInText(text, name) });
  }
  // `import("…")`, as an expression and as a type, and modules that are loaded by URL: workers, child processes.
  for (const [, specifier] of text.matchAll(/\bimport\(\s*"([\w@./:-]+)"\s*\)/g)) addImport(specifier, ["*"], false);
  // Data files are not sources.
  for (const [, specifier] of text.matchAll(/new URL\(\s*"([\w@./:-]+)",\s*import\.meta\.url/g))
    if (!specifier.endsWith(".bin")) addImport(specifier, ["*"], false);
  return { imports, exports };
}

const importedName = ({ importName }) =>
  importName.kind === "Name" ? importName.name : importName.kind === "Default" ? "default" : "*";

const isTypeInText = (text, name) => new RegExp(`export (declare )?(type|interface) ${name}\\b`).test(text);

/** Scripts, styles and fonts that an HTML page or a style sheet loads; an address in node_modules counts as its package. */
const linksOf = (path, text, sources) =>
  [...text.matchAll(/(?:src|href)="([^"]+)"|@import\s+"([^"]+)"/g)].map(([, link, style]) => {
    const specifier = (link ?? style).replace(/^.*node_modules\//, "");
    return { specifier, path: resolveFrom(path, specifier, sources), names: ["*"], typesOnly: false };
  });

/** The source file that a relative import means; undefined for a package. */
export function resolveFrom(path, specifier, sources) {
  if (!specifier.startsWith(".")) return undefined;
  const target = posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ""));
  const candidates = [target, ...[".ts", ".tsx", ".mjs", ".js"].map((end) => target + end), `${target}/index.ts`];
  return candidates.find((candidate) => sources.has(candidate));
}
