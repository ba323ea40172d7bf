import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inProject, printLine, root, SetUpError } from "./project.mjs";

const stampFile = inProject("out", "sources.stamp");
const parts = ["main", "preload", "renderer"];

/** Whether only tests use a file or folder of src/. */
const isForTests = (name) => name === "testing" || /\.(test\.tsx?|fixture\.ts|cases\.md)$/.test(name);

/** A hash of the paths, sizes and times of everything that the build reads, without what only tests use. */
function sourcesStamp() {
  const hash = createHash("sha256");
  const add = (path) => {
    const { size, mtimeMs } = statSync(inProject(path));
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  };
  const walk = (folder) => {
    for (const entry of readdirSync(inProject(folder), { withFileTypes: true }).sort(byName)) {
      if (isForTests(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else add(path);
    }
  };
  for (const file of ["package.json", "package-lock.json", "electron.vite.config.ts"]) add(file);
  walk("src");
  return hash.digest("hex");
}

const byName = (a, b) => (a.name < b.name ? -1 : 1);

/** Whether out/ is complete and was built from the current sources. */
export function isBuilt() {
  try {
    return (
      parts.every((part) => existsSync(inProject("out", part))) && readFileSync(stampFile, "utf8") === sourcesStamp()
    );
  } catch {
    return false;
  }
}

/** Makes the next command build again, because out/ will contain something else. */
export const forgetBuild = () => rmSync(stampFile, { force: true });

/** Builds out/ if it is missing or older than the sources. Prints nothing unless it fails. */
export function ensureBuilt() {
  if (!isBuilt()) build();
}

/** Builds in a separate folder and then swaps, so that a running app or agent misses its files only for an instant. */
export function build() {
  // Computed first: a file that is saved during the build makes the result stale.
  const stamp = sourcesStamp();
  const next = inProject("out.next");
  printLine("Set-up: building …");
  rmSync(next, { recursive: true, force: true });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [inProject("node_modules/electron-vite/bin/electron-vite.js"), "build", "--outDir", next, "--logLevel", "warn"],
    { cwd: root, stdio: ["ignore", "pipe", "pipe"], encoding: "utf8", env: { ...process.env, NODE_ENV: "production" } },
  );
  if (status !== 0) throw new SetUpError(`The build failed.\n${stdout}${stderr}`.trimEnd());
  mkdirSync(inProject("out"), { recursive: true });
  for (const part of parts) {
    rmSync(join(next, `${part}.old`), { recursive: true, force: true });
    if (existsSync(inProject("out", part))) renameSync(inProject("out", part), join(next, `${part}.old`));
    renameSync(join(next, part), inProject("out", part));
  }
  rmSync(next, { recursive: true, force: true });
  writeFileSync(stampFile, stamp);
}
