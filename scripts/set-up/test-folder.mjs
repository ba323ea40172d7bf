import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** The type of a file system in memory, as `statfs` gives it. */
const TMPFS = 0x0102_1994;

/** Room for what the tests write, and for the memory of their processes beside it. */
const NEEDED_BYTES = 4 * 2 ** 30;

/**
 * Creates a folder in memory for the temporary files of tests; null if `memory` is not a file system in memory with enough room. Unit tests write and
 * remove tens of thousands of small files, and on a disk they wait for it each time. `remove` removes the folder with everything that tests left there.
 */
export function folderInMemory(memory = "/dev/shm", needed = NEEDED_BYTES) {
  try {
    const { type, bsize, bavail } = statfsSync(memory);
    if (type !== TMPFS || bsize * bavail < needed) return null;
    const path = mkdtempSync(join(memory, "galley-tests-"));
    return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
  } catch {
    return null;
  }
}
