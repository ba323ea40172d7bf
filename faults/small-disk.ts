import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const isRoot = process.getuid?.() === 0;
const done = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

/** Why a file system of our own cannot be mounted here; null where it can. */
export const mountMissing = (): string | null =>
  process.platform === "linux" && isRoot ? null : "only root may mount a small file system";

/** A file system of so many KiB at `place`, which is made; `use` has it, and then it goes. Throws where it cannot be mounted. */
export async function onSmallDisk<Result>(
  place: string,
  kibibytes: number,
  use: (disk: SmallDisk) => Promise<Result>,
): Promise<Result> {
  mkdirSync(place, { recursive: true });
  if (!done("mount", "-t", "tmpfs", "-o", `size=${kibibytes}k`, "tmpfs", place))
    throw new Error(`a file system of ${kibibytes} KiB could not be mounted`);
  const ballast = join(place, ".ballast");
  try {
    return await use({
      fill(leave = 0) {
        // What is free counts in blocks, of which the last may be needed for names.
        for (let size = 64 * 1024; size >= 4096; size /= 2) {
          while (free(place) - size >= leave) {
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
      readOnly: () => remount(place, "ro"),
      writable: () => remount(place, "rw"),
    });
  } finally {
    // What is still open in it keeps it only until it is closed.
    if (!done("umount", place)) done("umount", "-l", place);
  }
}

/** What is open for writing keeps it from being made read-only: then there would be no fault. */
function remount(place: string, how: "ro" | "rw"): void {
  if (!done("mount", "-o", `remount,${how}`, place)) throw new Error(`${place} could not be mounted as ${how}`);
}

/** What can be done to a small disk. */
export type SmallDisk = {
  /** Leaves at most so many bytes free. */
  fill(leave?: number): void;
  /** Frees what was filled. */
  empty(): void;
  readOnly(): void;
  writable(): void;
};

const free = (place: string): number => {
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize;
};
