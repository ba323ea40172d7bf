import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasProgram } from "../../set-up/libraries.mjs";
import { inProject, printLine, SetUpError } from "../../set-up/project.mjs";

/** The maximum time for a command, in milliseconds: apt's downloads can take minutes. */
const LONGEST = 900_000;

/** The user in the clean system: not root, as Chromium's sandbox requires. */
const testUser = { uid: 1000, gid: 1000 };

const variables = (env) => Object.entries(env).map(([name, value]) => `${name}=${value}`);

/**
 * A file system without anything of this machine: a fresh Debian, made with debootstrap and entered with chroot, in which apt installs the package
 * with its dependencies. Needs root and Debian's mirror; must run in its own mount namespace (`unshare --mount`), so that its mounts end with this
 * process.
 */
export function debianRoot() {
  const base = inProject("out/package/debian-base");
  if (!existsSync(join(base, "etc/debian_version"))) {
    printLine("A clean Debian (debootstrap) …");
    rmSync(base, { recursive: true, force: true });
    const { status, stdout } = spawnSync("debootstrap", ["--variant=minbase", "bookworm", base], { encoding: "utf8" });
    if (status !== 0) throw new SetUpError(`debootstrap failed: ${stdout.slice(-1000)}`);
  }
  const root = mkdtempSync(join(tmpdir(), "galley-clean-system-"));
  // Not Node's copy function, which drops the sticky bit of /tmp.
  spawnSync("cp", ["-a", `${base}/.`, root]);
  cpSync("/etc/resolv.conf", join(root, "etc/resolv.conf"), { dereference: true });
  chmodSync(root, 0o755);
  mount("-t", "proc", "proc", join(root, "proc"));
  mount("--rbind", "/dev", join(root, "dev"));
  mkdirSync(join(root, "home/ann"), { recursive: true });
  chownSync(join(root, "home/ann"), testUser.uid, testUser.gid);
  const clean = (user, env, argv) => [
    "/usr/bin/env",
    "-i",
    "PATH=/usr/bin:/bin:/usr/sbin:/sbin",
    `HOME=${user === "root" ? "/root" : "/home/ann"}`,
    ...variables(env),
    ...argv,
  ];
  const entered = (user, env, argv) => [
    "chroot",
    ...(user === "root" ? [] : [`--userspec=${testUser.uid}:${testUser.gid}`]),
    root,
    ...clean(user, env, argv),
  ];
  // In a chroot nobody may create user namespaces, as on Ubuntu 24.04; after pivot_root everybody may, as on other systems.
  const pivot =
    'mount --rbind "$0" "$0" && cd "$0" && mkdir -p .old && pivot_root . .old && umount -l /.old && exec setpriv "$@"';
  const ids = [`--reuid=${testUser.uid}`, `--regid=${testUser.gid}`, "--clear-groups", "--"];
  const withNamespaces = (env, argv) => [
    ...["unshare", "--mount", "--propagation", "private", "sh", "-c", pivot, root],
    ...ids,
    ...clean("ann", env, argv),
  ];
  return {
    kind: "a fresh Debian 12 (debootstrap), as an unprivileged user",
    home: "/home/ann",
    at: (path) => join(root, path),
    /** Gives a file or folder below `home` to the test user. */
    give: (path) => spawnSync("chown", ["-R", `${testUser.uid}:${testUser.gid}`, join(root, path)]),
    runAsRoot: (argv, env = {}) => finished(entered("root", env, argv)),
    run: (argv, env = {}) => finished(entered("ann", env, argv)),
    command: (argv, env = {}) => entered("ann", env, argv),
    start: (argv, env = {}) => started(entered("ann", env, argv)),
    startWithNamespaces: (argv, env = {}) => started(withNamespaces(env, argv)),
    /** Keeps apt's downloads for the next run. */
    keepDownloads() {
      const packages = "var/cache/apt/archives";
      for (const name of readdirSync(join(root, packages)))
        if (name.endsWith(".deb")) copyFileSync(join(root, packages, name), join(base, packages, name));
    },
    remove() {
      for (const name of ["dev", "proc"]) spawnSync("umount", ["-l", join(root, name)]);
      // Never delete through a mount: /dev is this machine's own.
      if (readFileSync("/proc/self/mountinfo", "utf8").includes(` ${root}/`))
        printLine(`${root} is still mounted and stays.`);
      else rmSync(root, { recursive: true, force: true });
    },
  };
}

function mount(...args) {
  const { status, stderr } = spawnSync("mount", args, { encoding: "utf8" });
  if (status !== 0) throw new SetUpError(`mount failed: ${stderr}`);
}

/** Whether `debianRoot` works on this machine. */
export const canMakeDebianRoot = () => process.getuid?.() === 0 && hasProgram("debootstrap") && hasProgram("apt-get");

const finished = ([program, ...args]) => {
  const { status, signal, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    maxBuffer: 64_000_000,
    timeout: LONGEST,
  });
  return { code: status ?? signal, stdout, stderr };
};

/** Starts a command line. Returns the child process, its output on stderr, and a promise of its exit code or signal. */
export const started = ([program, ...args]) => {
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((resolve) => child.once("close", (code, signal) => resolve(code ?? signal)));
  const running = { child, output: "", ended };
  child.stderr.setEncoding("utf8").on("data", (text) => {
    running.output += text;
  });
  return running;
};

/** Without root or debootstrap: the deb's files in a folder, with the libraries of this machine and a minimal PATH. */
export function unpackedRoot(deb) {
  const root = mkdtempSync(join(tmpdir(), "galley-clean-system-"));
  const { status, stderr } = spawnSync("dpkg", ["-x", deb, root], { encoding: "utf8" });
  if (status !== 0) throw new SetUpError(`dpkg -x failed: ${stderr}`);
  const home = join(root, "home/ann");
  mkdirSync(home, { recursive: true });
  const bare = (env, argv) => [
    "/usr/bin/env",
    "-i",
    "PATH=/usr/bin:/bin",
    `HOME=${home}`,
    ...variables(env),
    ...argv.map((word) => (word.startsWith("/opt/") || word.startsWith("/usr/bin/galley") ? join(root, word) : word)),
  ];
  return {
    kind: "the deb's files in a separate folder, with this machine's libraries and a minimal PATH",
    home,
    at: (path) => (path.startsWith(root) ? path : join(root, path)),
    give: () => {},
    runAsRoot: null,
    run: (argv, env = {}) => finished(bare(env, argv)),
    command: (argv, env = {}) => bare(env, argv),
    start: (argv, env = {}) => started(bare(env, argv)),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
