import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inProject, SetUpError } from "../set-up/project.mjs";

/** Folders of packages, from node_modules on, whose code is in a bundle, according to its source map. */
export function packagesOfMap({ sources }) {
  const folders = sources.flatMap((source) => {
    const [, folder] = /(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/@][^/]*)\/[^?]*$/.exec(source) ?? [];
    return folder ?? [];
  });
  return [...new Set(folders.map(lastPackage))];
}

/** `node_modules/a/node_modules/@b/c/dist` → `node_modules/a/node_modules/@b/c`. */
const lastPackage = (folder) => {
  const at = folder.lastIndexOf("node_modules/") + "node_modules/".length;
  const segments = folder.slice(at).split("/");
  return folder.slice(0, at) + segments.slice(0, segments[0].startsWith("@") ? 2 : 1).join("/");
};

function* mapsBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.name.endsWith(".map")) yield join(entry.parentPath ?? entry.path, entry.name);
  }
}

/** The licence of a package: its name and version, the licence's id, and its text. */
function licenceOf(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const license = manifest.license ?? manifest.licenses?.[0];
  const id = typeof license === "object" ? license?.type : license;
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  const text = files.map((name) => readFileSync(join(folder, name), "utf8").trim()).join("\n\n");
  const author = typeof manifest.author === "object" ? manifest.author?.name : manifest.author;
  return {
    name: manifest.name,
    version: manifest.version,
    id: id ?? (text ? "as its text says" : null),
    author: author ?? null,
    text,
  };
}

/** One text with every package once, sorted by name; packages with the same licence text share it. */
export function noticesText(licences) {
  const byText = new Map();
  for (const licence of licences) {
    const key =
      licence.text || `${licence.id}, ${licence.author ?? "no author named"}. The package holds no text of it.`;
    byText.set(key, [...(byText.get(key) ?? []), licence]);
  }
  const title = ({ name, version, id }) => `${name} ${version} (${id})`;
  const entries = [...byText].map(([text, those]) => ({ titles: those.map(title).sort(), text }));
  entries.sort((a, b) => (a.titles[0] < b.titles[0] ? -1 : 1));
  const rule = "=".repeat(80);
  return [
    "Galley is under the MIT licence (LICENSE). It contains third-party software under these licences.",
    "The licences of Electron and Chromium are in LICENSE.electron.txt and LICENSES.chromium.html beside the program,",
    "the licence of Node, which runs the command line, in resources/node.",
    ...entries.map(({ titles, text }) => `${rule}\n${titles.join("\n")}\n\n${text}`),
    "",
  ].join("\n\n");
}

/** The licences of all packages that are bundled in out/, and of `others`, which are packed unbundled. Throws if a package has no licence. */
export function collectNotices(others) {
  const out = inProject("out");
  const direct = Object.keys(JSON.parse(readFileSync(inProject("package.json"), "utf8")).dependencies);
  const folders = new Set([...direct, ...others].map((name) => `node_modules/${name}`));
  for (const part of ["main", "preload", "renderer"]) {
    for (const map of mapsBelow(join(out, part))) {
      for (const folder of packagesOfMap(JSON.parse(readFileSync(map, "utf8")))) folders.add(folder);
    }
  }
  const known = new Map();
  for (const folder of [...folders].sort()) {
    if (!existsSync(inProject(folder, "package.json"))) continue;
    const licence = licenceOf(inProject(folder));
    if (!licence.id) throw new SetUpError(`${folder} has no licence: it cannot be distributed.`);
    known.set(`${licence.name} ${licence.version}`, licence);
  }
  return { count: known.size, text: noticesText([...known.values()]) };
}
