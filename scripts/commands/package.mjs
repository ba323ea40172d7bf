import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildApp } from "../package/build-app.mjs";
import { makeIcons } from "../package/icons.mjs";
import { debianName, packDebian, packTar } from "../package/linux-archives.mjs";
import { makeBundle } from "../package/mcp-bundle.mjs";
import { collectNotices } from "../package/notices.mjs";
import { declaredElectron, packagingError, packedElectron } from "../package/packed-electron.mjs";
import { besidePackages, stageApp } from "../package/stage-app.mjs";
import { hasProgram } from "../set-up/libraries.mjs";
import { inProject, printLine, SetUpError } from "../set-up/project.mjs";
import { readyBuild, readyElectron } from "../set-up/ready.mjs";

const MB = 1_000_000;

/** Fast for the package test, which discards the packages; small for releases. */
const compressions = { small: ["xz", 6], fast: ["gzip", 1] };

/**
 * Makes packages for this system in out/package: on Linux a tar.gz and, if dpkg-deb is installed, a deb; and an MCP bundle. Arguments are targets of electron-builder
 * (`AppImage`, `dmg`, `nsis`, `zip`), which are made instead: they are untested, and their tools are downloaded. `--fast` compresses less. Any other
 * Electron than the declared one is rejected without `--other-electron`.
 */
export async function run(args) {
  const electron = await readyElectron({ windows: "hidden" });
  const rejection = packagingError(args, { packed: packedElectron(), declared: declaredElectron() });
  if (rejection !== null) throw new SetUpError(rejection);
  await readyBuild();
  const { platform, arch } = process;
  const folder = inProject("out", "package");
  const targets = args.filter((arg) => !arg.startsWith("--"));
  const { version, description } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));

  printLine("Licences …");
  const notices = collectNotices(besidePackages({ platform, arch }));
  printLine(`It contains ${notices.count} third-party packages.`);
  stageApp(join(folder, "app"), { platform, arch, notices: notices.text });
  await makeIcons(join(folder, "icons"), electron);
  printLine(`Packing with Electron ${packedElectron()} …`);
  const usual = platform === "linux" ? ["dir"] : platform === "darwin" ? ["dmg", "zip"] : ["nsis", "zip"];
  await buildApp(targets.length > 0 ? targets : usual);
  const app = join(folder, "built", arch === "x64" ? "linux-unpacked" : `linux-${arch}-unpacked`);
  if (platform === "linux" && targets.length === 0) {
    for (const name of readdirSync(folder).filter((each) => /\.(deb|tar\.gz)$|^SHA256SUMS$/.test(each)))
      rmSync(join(folder, name));
    const name = `galley-${version}-linux-${arch}`;
    packTar(app, join(folder, `${name}.tar.gz`), name);
    const compression = compressions[args.includes("--fast") ? "fast" : "small"];
    if (hasProgram("dpkg-deb"))
      packDebian(app, join(folder, debianName({ version, arch })), { version, arch, compression });
    else printLine("No dpkg-deb here: no deb.");
  }
  if (targets.length === 0) {
    printLine("MCP bundle …");
    for (const name of readdirSync(folder).filter((each) => each.endsWith(".mcpb"))) rmSync(join(folder, name));
    const icons = join(folder, "icons");
    await makeBundle(folder, { version, description, platform, arch, notices: notices.text, icons });
  }
  printArtifacts(folder);
  return 0;
}

/** Prints the packages with their sizes, and writes their hashes to a file next to them. */
function printArtifacts(folder) {
  mkdirSync(folder, { recursive: true });
  const made = [folder, join(folder, "built")].flatMap((directory) =>
    existsSync(directory)
      ? readdirSync(directory)
          .filter((name) => /\.(deb|tar\.gz|AppImage|dmg|zip|exe|mcpb)$/.test(name))
          .map((name) => join(directory, name))
      : [],
  );
  const sums = made.map(
    (path) => `${createHash("sha256").update(readFileSync(path)).digest("hex")}  ${path.slice(folder.length + 1)}\n`,
  );
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
  for (const path of made) console.log(`${path} (${(statSync(path).size / MB).toFixed(1)} MB)`);
}
