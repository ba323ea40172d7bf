import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inProject, SetUpError } from "../set-up/project.mjs";
import { desktopEntry, mimePackage } from "./file-kinds.mjs";
import { iconSizes } from "./icon-files.mjs";

/**
 * The app's dependencies on Debian and Ubuntu; the second name is the one since 64-bit time_t. The other libraries are dependencies of GTK. No
 * program is linked against the last three: Chromium loads them by name, and without the first two of them it shows no window and no error.
 */
const depends = [
  "libgtk-3-0 | libgtk-3-0t64",
  "libnss3",
  "libgbm1",
  "libasound2 | libasound2t64",
  "libxtst6",
  "libnotify4",
  "libx11-xcb1",
  "libxcb-dri3-0",
  "libgl1",
];

/** Without these only the trash and opening links in the browser do not work. */
const recommends = ["libglib2.0-bin", "xdg-utils", "shared-mime-info", "desktop-file-utils"];

/** Debian's names of architectures by Node's names. */
const architectures = { x64: "amd64", arm64: "arm64", arm: "armhf" };

function runTool(program, args, env = {}) {
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8", env: { ...process.env, ...env } });
  if (error) throw new SetUpError(`${program} is needed for this package but could not be started: ${error.message}`);
  if (status !== 0) throw new SetUpError(`${program} failed: ${stderr}`);
}

/** Sets modes independently of the umask and npm: everyone can open folders, run programs and read files. */
function normalizeModes(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) continue;
    const isOpen = entry.isDirectory() || (lstatSync(path).mode & 0o100) !== 0;
    chmodSync(path, isOpen ? 0o755 : 0o644);
    if (entry.isDirectory()) normalizeModes(path);
  }
}

const bytesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + lstatSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);

/** The file name of a Debian package. */
export const debianName = ({ version, arch }) => `galley_${version}_${architectures[arch]}.deb`;

/** The text of a Debian package's `control` file. `size` is the installed size in bytes. */
export const controlText = ({ version, arch, size }) =>
  [
    "Package: galley",
    `Version: ${version}`,
    `Architecture: ${architectures[arch]}`,
    "Maintainer: The makers of Galley <galley@localhost>",
    `Installed-Size: ${Math.ceil(size / 1024)}`,
    `Depends: ${depends.join(", ")}`,
    `Recommends: ${recommends.join(", ")}`,
    "Section: editors",
    "Priority: optional",
    "Description: A canvas where people and AI agents edit the same documents",
    " You write; an agent reads and edits the same file; the page refreshes by",
    " itself, and nothing that either of you wrote is lost.",
    " .",
    " The command galley serves agents over MCP and makes single calls.",
    "",
  ].join("\n");

/** Packs the folder `app` as a tar.gz with one folder inside. Modes and owners do not depend on the user who packs it. */
export function packTar(app, file, name) {
  normalizeModes(app);
  const owned = ["--owner=0", "--group=0", "--numeric-owner", "--sort=name"];
  runTool("tar", ["-czf", file, ...owned, `--transform=s,^\\.,${name},`, "-C", app, "."]);
}

/** Packs the folder `app` as a Debian package. `compression` is dpkg-deb's name with a level: `xz -6`. */
export function packDebian(app, file, { version, arch, compression: [kind, level] }) {
  const tree = inProject("out/package/debian");
  const at = (...path) => join(tree, ...path);
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(at("opt"), { recursive: true });
  cpSync(app, at("opt/galley"), { recursive: true, verbatimSymlinks: true });
  for (const folder of ["usr/bin", "usr/share/applications", "usr/share/mime/packages", "usr/share/doc/galley"])
    mkdirSync(at(folder), { recursive: true });
  symlinkSync("/opt/galley/resources/bin/galley", at("usr/bin/galley"));
  writeFileSync(at("usr/share/applications/galley.desktop"), desktopEntry("/opt/galley/galley"));
  writeFileSync(at("usr/share/mime/packages/galley.xml"), mimePackage());
  cpSync(inProject("LICENSE"), at("usr/share/doc/galley/copyright"));
  for (const size of iconSizes.filter((each) => each <= 512)) {
    cpSync(
      inProject(`out/package/icons/${size}x${size}.png`),
      at(`usr/share/icons/hicolor/${size}x${size}/apps/galley.png`),
    );
  }
  cpSync(inProject("resources/icon.svg"), at("usr/share/icons/hicolor/scalable/apps/galley.svg"));
  const size = bytesBelow(tree);
  normalizeModes(tree);
  // If users may not create namespaces (Ubuntu 24.04), Chromium's setuid helper creates the sandbox; it must belong to root.
  chmodSync(at("opt/galley/chrome-sandbox"), 0o4755);
  mkdirSync(at("DEBIAN"));
  writeFileSync(at("DEBIAN/control"), controlText({ version, arch, size }));
  runTool("dpkg-deb", ["--root-owner-group", `-Z${kind}`, `-z${level}`, "--build", tree, file]);
  rmSync(tree, { recursive: true, force: true });
}
