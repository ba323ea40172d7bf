import { statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { ensurePrivateFolder, ownNumber } from "./folders";
import { FileLock } from "./lock";

/**
 * The folder of the locks that all processes with this data share: in the data folder, so that nothing of the environment leads them
 * apart. Where it takes none (read-only, full, another user's, a disk that knows no locks), one of this user's own on a local disk that
 * every process finds without its environment; a name there that another user was faster to take is passed over. Made for this user
 * alone. Throws the data folder's reason where there is none at all.
 */
export async function lockFolder(dataDir: string): Promise<string> {
  let refused: unknown;
  for (const folder of [dataDir, ...localFolders()]) {
    const locks = join(folder, "locks");
    try {
      // Both: whoever owns the outer one could put another in the place of the inner one.
      if (folder !== dataDir) await ensurePrivateFolder(folder);
      await ensurePrivateFolder(locks);
      await checkLocks(locks);
      return locks;
    } catch (error) {
      refused ??= error;
    }
  }
  throw refused;
}

/** Throws where no file can be locked. */
async function checkLocks(folder: string): Promise<void> {
  const lock = new FileLock(join(folder, "check.lock"));
  try {
    // Held by another process that checks is as good.
    if (lock.tryTake()) lock.release();
  } finally {
    lock.close();
  }
}

function localFolders(): string[] {
  if (process.platform === "win32") return [join(tmpdir(), "Galley")];
  const user = ownNumber();
  const inHome = join(homedir(), ".cache", "galley");
  return [...sessionFolder().map((folder) => join(folder, "galley")), join("/tmp", `galley-${user}`), inHome];
}

/** The session's runtime folder where systemd has it, whether or not XDG_RUNTIME_DIR says so; no other user can make one. */
export function sessionFolder(): string[] {
  const folder = `/run/user/${ownNumber()}`;
  try {
    const { uid, mode } = statSync(folder);
    return uid === ownNumber() && (mode & 0o077) === 0 ? [folder] : [];
  } catch {
    return [];
  }
}
