import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const isRoot = process.getuid?.() === 0;
const done = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

/** Why a test file system cannot be mounted here; null if it can. */
export const mountMissing = (): string | null =>
  process.platform === "linux" && isRoot ? null : "only root may mount a small file system";

/** Mounts a file system of `kibibytes` at `mountPoint`, runs `use`, and unmounts it. Throws if it cannot be mounted. */
export async function onSmallDisk<Result>(
  mountPoint: string,
  kibibytes: number,
  use: (disk: SmallDisk) => Promise<Result>,
): Promise<Result> {
  mkdirSync(mountPoint, { recursive: true });
  if (!done("mount", "-t", "tmpfs", "-o", `size=${kibibytes}k`, "tmpfs", mountPoint))
    throw new Error(`a file system of ${kibibytes} KiB could not be mounted`);
  const ballast = join(mountPoint, ".ballast");
  try {
    return await use({
      fill(leave = 0) {
        // Free space is counted in blocks; the last one may be needed for names.
        for (let size = 64 * 1024; size >= 4096; size /= 2) {
          while (free(mountPoint) - size >= leave) {
            const before = existsSync(ballast) ? readFileSync(ballast) : Buffer.alloc(0);
            try {
              writeFileSync(ballast, Buffer.concat([before, Buffer.alloc(size)]));
            } catch {
              truncateSync(ballast, before.length);
              break;
            }
          }
        }
      },
      empty: () => rmSync(ballast, { force: true }),
      readOnly: () => remount(mountPoint, "ro"),
      writable: () => remount(mountPoint, "rw"),
    });
  } finally {
    // A lazy unmount keeps the file system only until its last file is closed.
    if (!done("umount", mountPoint)) done("umount", "-l", mountPoint);
  }
}

/** Files that are open for writing prevent the change to read-only: then there would be no fault. */
function remount(mountPoint: string, how: "ro" | "rw"): void {
  if (!done("mount", "-o", `remount,${how}`, mountPoint))
    throw new Error(`${mountPoint} could not be mounted as ${how}`);
}

/** Operations on a small disk. */
export type SmallDisk = {
  /** Fills the disk up to `leave` bytes of free space. */
  fill(leave?: number): void;
  /** Removes the filling. */
  empty(): void;
  readOnly(): void;
  writable(): void;
};

const free = (mountPoint: string): number => {
  const { bavail, bsize } = statfsSync(mountPoint);
  return bavail * bsize;
};
