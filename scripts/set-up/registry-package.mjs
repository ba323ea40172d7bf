import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { SetUpError } from "./project.mjs";

/**
 * Downloads one exact package with npm (which knows the user's registry and proxy), checks its SHA-512 (base64) and passes the tarball's path to
 * `use`; the tarball is deleted afterwards. Scripts of the package never run.
 */
export async function withRegistryPackage({ spec, sha512 }, use) {
  const folder = mkdtempSync(join(tmpdir(), "galley-package-"));
  try {
    const pack = spawnSync("npm", ["pack", spec, "--silent", "--ignore-scripts"], {
      // npm writes the tarball into its working folder; a path as an argument would be split at spaces by a Windows shell.
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
      shell: process.platform === "win32",
    });
    const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
    if (pack.status !== 0 || !tarball) {
      throw new SetUpError(`${spec} could not be fetched from the npm registry: ${`${pack.stderr ?? ""}`.trim()}`);
    }
    const hash = createHash("sha512");
    await pipeline(createReadStream(join(folder, tarball)), hash);
    const found = hash.digest("base64");
    if (found !== sha512)
      throw new SetUpError(`${spec} has SHA-512 ${found}, not the pinned ${sha512}; it was not used.`);
    return await use(join(folder, tarball));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Unpacks `inside` (a path in the package) of `tarball` into the existing folder `into`, without its first `strip` folders. */
export function unpack(tarball, inside, into, strip) {
  const args = ["-xzf", tarball, "-C", into, `--strip-components=${strip}`, inside];
  const { status, stderr } = spawnSync("tar", args, { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" });
  if (status !== 0) throw new SetUpError(`${inside} could not be unpacked with tar: ${stderr ?? "tar is missing"}`);
}
