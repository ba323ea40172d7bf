import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** The free memory that the folder needs, in bytes. A container's /dev/shm often has 64 MiB. */
const NEEDED_BYTES = 2 * 1024 ** 3;

/**
 * A new folder on a disk in memory for the temporary files of tests: `env` makes it their temporary folder, `remove` removes it. Where there is none, and in
 * the long run, `env` is empty and they use the real disk. A third of the tests' time was spent on syncs of small files and on the inodes of deleted ones.
 * A process that is killed leaves the same files in both; what a cut of the power leaves is worked out from the calls that processes make.
 */
export function folderInMemory() {
  const path = makeFolder();
  if (path === null) return { env: {}, remove: () => undefined };
  return { env: { TMPDIR: path }, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

function makeFolder() {
  if (process.platform !== "linux" || process.env.GALLEY_LONG) return null;
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    if (bavail * bsize < NEEDED_BYTES) return null;
    const path = mkdtempSync(join("/dev/shm", "galley-tests-"));
    // Some tests run a process as another user, who must be able to pass.
    chmodSync(path, 0o711);
    return path;
  } catch {
    return null;
  }
}
