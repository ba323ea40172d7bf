import { statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { ensurePrivateFolder, ownNumber } from "../files/folders";
import { FileLock } from "./lock";

/**
 * The folder of the locks that all processes with this data share. It is in the data folder, so that different environments use the same
 * locks. If locks are not possible there (read-only, full, another user's, no lock support), it is a folder of this user on a local disk
 * that every process finds without its environment, unless another user has taken that name. Made for this user alone. Throws the data
 * folder's error if no folder works.
 */
export async function lockFolder(dataDir: string): Promise<string> {
  let lastError: unknown;
  for (const folder of [dataDir, ...localFolders()]) {
    const locks = join(folder, "locks");
    try {
      // Checks both: the owner of the outer folder could replace the inner one.
      if (folder !== dataDir) await ensurePrivateFolder(folder);
      await ensurePrivateFolder(locks);
      await checkLocks(locks);
      return locks;
    } catch (error) {
      lastError ??= error;
    }
  }
  throw lastError;
}

/** Throws if files in the folder cannot be locked. */
async function checkLocks(folder: string): Promise<void> {
  const lock = new FileLock(join(folder, "check.lock"));
  try {
    // Another process holds it for the same check: locking works.
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

/** The user's runtime folder that systemd makes, even if XDG_RUNTIME_DIR is not set. No other user can make one. */
export function sessionFolder(): string[] {
  const folder = `/run/user/${ownNumber()}`;
  try {
    const { uid, mode } = statSync(folder);
    return uid === ownNumber() && (mode & 0o077) === 0 ? [folder] : [];
  } catch {
    return [];
  }
}
