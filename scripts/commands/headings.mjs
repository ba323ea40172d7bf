import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inProject, printLine } from "../set-up/project.mjs";

const fixture = inProject("src/core/markdown/readme-headings.fixture.txt");
const most = 400;

/**
 * Records which headings cmark-gfm finds in the READMEs of installed packages, so that machines without cmark-gfm can compare. One line for each
 * file: `package@version file hash level:line …`. Skips packages that are only installed on some systems.
 */
export async function run() {
  const version = /\d+\.\d+\.\d+\.gfm\.\d+/.exec(parsed(["--version"]) ?? "")?.[0];
  if (version === undefined) {
    printLine("cmark-gfm is not installed (Debian package: cmark-gfm). The recorded headings were not changed.");
    return 1;
  }
  const rows = new Map();
  for (const { name, folder } of packages()) {
    const { version: release, os, cpu } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    if (os !== undefined || cpu !== undefined) continue;
    for (const file of readdirSync(folder).filter((each) => /^readme\.md$/i.test(each))) {
      const text = textOf(readFileSync(join(folder, file)));
      const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
      // Front matter is not part of CommonMark.
      if (rows.has(hash) || text.startsWith("---\n")) continue;
      rows.set(hash, [`${name}@${release}`, file, hash, ...headingsOf(text)].join(" "));
    }
  }
  const longest = [...rows.values()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, most);
  writeFileSync(fixture, `${[`# cmark-gfm ${version}`, ...longest.sort()].join("\n")}\n`);
  printLine(`Wrote the headings of ${longest.length} READMEs to ${fixture}.`);
  return 0;
}

function packages() {
  const modules = inProject("node_modules");
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
  return names
    .filter((name) => !name.startsWith("."))
    .map((name) => ({ name, folder: join(modules, name) }))
    .filter(({ folder }) => readdirSync(folder).includes("package.json"));
}

const textOf = (bytes) =>
  bytes.toString("utf8").replaceAll(/^\ufeff|\r\n?/g, (found) => (found[0] === "\r" ? "\n" : ""));

function headingsOf(text) {
  const printed = parsed(["--extension", "table", "--sourcepos", "--to", "xml"], text);
  // An indentation of two spaces means a top-level block; the text of a block contains no `<`. The last line is left out,
  // because for underlined headings cmark-gfm reports the line after.
  const found = printed.matchAll(/^ {2}<heading sourcepos="(\d+):[^"]*" level="(\d)"/gm);
  return [...found].map(([, line, level]) => `${level}:${line}`);
}

function parsed(args, input = "") {
  const { status, stdout } = spawnSync("cmark-gfm", args, { input, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  return status === 0 ? stdout : null;
}
