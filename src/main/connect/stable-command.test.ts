import { expect, test } from "vitest";
import { type InstallLocation, ownAppImage, stableCommand } from "./stable-command";

const linux: InstallLocation = {
  isPackaged: true,
  platform: "linux",
  home: "/x/resources/app.asar",
  resources: "/opt/galley/resources",
  program: "/opt/galley/galley",
  env: {},
};

test("a deb and an unpacked tar.gz use the launcher beside the program", () => {
  expect(stableCommand(linux)).toEqual(["/opt/galley/resources/bin/galley"]);
  const unpacked = "/home/ann/galley-0.1.0-linux-x64";
  expect(stableCommand({ ...linux, resources: `${unpacked}/resources`, program: `${unpacked}/galley` })).toEqual([
    `${unpacked}/resources/bin/galley`,
  ]);
});

test("a checkout uses its own launcher", () => {
  expect(stableCommand({ ...linux, isPackaged: false, home: "/src/galley" })).toEqual(["/src/galley/bin/galley"]);
  expect(stableCommand({ ...linux, isPackaged: false, platform: "win32", home: "C:\\src" })).toEqual([
    "C:\\src\\bin\\galley.cmd",
  ]);
});

const mounted = {
  ...linux,
  resources: "/tmp/.mount_galleyAbC/resources",
  program: "/tmp/.mount_galleyAbC/galley",
  env: { APPIMAGE: "/home/ann/Apps/galley.AppImage", APPDIR: "/tmp/.mount_galleyAbC" },
};

test("an AppImage uses its own path, not the current mount point", () => {
  expect(stableCommand(mounted)).toEqual(["/home/ann/Apps/galley.AppImage", "--command-line"]);
  expect(ownAppImage(mounted)).toBe("/home/ann/Apps/galley.AppImage");
});

test("another program's AppImage, whose terminal started us, is not taken for ours", () => {
  const env = { APPIMAGE: "/home/ann/Editor.AppImage", APPDIR: "/tmp/.mount_editor" };
  expect(stableCommand({ ...linux, env })).toEqual(["/opt/galley/resources/bin/galley"]);
  const near = { ...mounted, env: { ...mounted.env, APPDIR: "/tmp/.mount_galley" } };
  expect(ownAppImage(near)).toBeNull();
  expect(ownAppImage({ program: "/a/galley", env: { APPIMAGE: "relative", APPDIR: "/a" } })).toBeNull();
});

test("macOS: an app that runs from a temporary path uses the path in Applications", () => {
  const resources = "/Applications/Galley.app/Contents/Resources";
  for (const passing of [
    "/private/var/folders/xy/T/AppTranslocation/8A/d/Galley.app/Contents/Resources",
    "/Volumes/Galley 0.1.0/Galley.app/Contents/Resources",
  ])
    expect(stableCommand({ ...linux, platform: "darwin", resources: passing })).toEqual([`${resources}/bin/galley`]);
  const own = "/Users/ann/Applications/Galley.app/Contents/Resources";
  expect(stableCommand({ ...linux, platform: "darwin", resources: own })).toEqual([`${own}/bin/galley`]);
});

test("Windows: the command is a program, since agents do not start a .cmd without a shell", () => {
  const resources = "C:\\Users\\Ann\\AppData\\Local\\Programs\\galley\\resources";
  expect(stableCommand({ ...linux, platform: "win32", resources })).toEqual([
    `${resources}\\node\\node.exe`,
    `${resources}\\app.asar.unpacked\\out\\main\\cli.js`,
  ]);
});
