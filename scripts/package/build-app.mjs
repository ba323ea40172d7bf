import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { shipNode } from "../set-up/node-runtime.mjs";
import { inProject } from "../set-up/project.mjs";
import { builderConfig } from "./builder-config.mjs";
import { unixLauncher, windowsLauncher } from "./launchers.mjs";
import { packedElectron } from "./packed-electron.mjs";
import { stageCommandLine } from "./stage-app.mjs";
import { packageTools } from "./tools.mjs";
import { openWithScript } from "./windows-open-with.mjs";

const programs = { linux: "galley", darwin: "MacOS/Galley", win32: "Galley.exe" };

/** Adds Node, the command line, its launcher and the licences to a packed app. */
async function addCommandLine({ appOutDir, packager, electronPlatformName: platform }) {
  const resources = packager.getResourcesDir(appOutDir);
  // A leftover of the Electron distribution: an app that only loads from its archive does not use it.
  rmSync(join(resources, "default_app.asar"), { force: true });
  stageCommandLine(join(resources, "app.asar.unpacked"), { platform, arch: process.arch });
  mkdirSync(join(resources, "node"), { recursive: true });
  await shipNode(join(resources, "node"));
  const bin = join(resources, "bin");
  mkdirSync(bin, { recursive: true });
  const from = (...path) => relative(bin, join(...path));
  const ends = platform === "win32" ? ".exe" : "";
  const app = platform === "darwin" ? join(resources, "..", programs.darwin) : join(appOutDir, programs[platform]);
  const parts = {
    node: from(resources, "node", `node${ends}`),
    cli: from(resources, "app.asar.unpacked/out/main/cli.js"),
    app: from(app),
  };
  if (platform === "win32") writeFileSync(join(bin, "galley.cmd"), windowsLauncher(parts));
  else {
    writeFileSync(join(bin, "galley"), unixLauncher(parts));
    chmodSync(join(bin, "galley"), 0o755);
  }
  const licences = platform === "darwin" ? resources : appOutDir;
  copyFileSync(inProject("LICENSE"), join(licences, "LICENSE"));
  copyFileSync(inProject("out/package/app/THIRD-PARTY-NOTICES.txt"), join(licences, "THIRD-PARTY-NOTICES.txt"));
  copyFileSync(inProject("node_modules/electron/dist/LICENSE"), join(licences, "LICENSE.electron.txt"));
  if (platform === "linux") {
    // Desktop files, for users who unpack the archive and want the app in a menu.
    const icons = inProject("out/package/icons");
    mkdirSync(join(resources, "icons"), { recursive: true });
    for (const name of readdirSync(icons))
      if (name.endsWith(".png")) cpSync(join(icons, name), join(resources, "icons", name));
    // npm drops the mode bits of the Electron files.
    for (const name of ["galley", "chrome_crashpad_handler", "chrome-sandbox"]) chmodSync(join(appOutDir, name), 0o755);
  }
}

/**
 * Runs electron-builder on the staged app for this system; `targets` are its names. Linux's `dir` needs no download; every other target downloads its
 * tools.
 */
export async function buildApp(targets) {
  const { build, Platform } = packageTools()("electron-builder");
  const openWith = inProject("out/package/open-with.nsh");
  writeFileSync(openWith, openWithScript());
  const config = builderConfig({
    openWith,
    electronVersion: packedElectron(),
    icons: inProject("out/package/icons"),
    addCommandLine,
  });
  rmSync(inProject("out/package/built"), { recursive: true, force: true });
  return build({
    projectDir: inProject("out/package"),
    targets: Platform.current().createTarget(targets),
    config,
    publish: "never",
  });
}
