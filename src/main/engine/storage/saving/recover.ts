import { constants } from "node:fs";
import { open, rename, unlink } from "node:fs/promises";
import { checkOpenedPath, readBytes } from "../files/read-bytes";
import { isMixture } from "../files/torn-write";
import { writeAll } from "../files/write-all";
import { cut } from "./in-place";
import { clearGivenUp, isGivenUp, type JournaledSave, unfinishedSaves } from "./save-journal";

/** An in-place write that a killed process left, and what was done about it. */
export type RecoveredSave = {
  /** Real path of the file. */
  realPath: string;
  /** The content before the save, and the intended content. */
  before: Uint8Array;
  after: Uint8Array;
  /**
   * `finished`: the file was a mixture and now holds `after`. `landed`: it already held `after`. `not begun`: it holds `before`. `changed
   * since`: another program has written it, so it was left alone. `gone`: the file no longer exists.
   */
  status: "finished" | "landed" | "not begun" | "changed since" | "gone";
};

/**
 * Finishes in-place writes of killed processes. A mixture is completed to the new bytes, not rolled back: the journal is durable only after
 * the save was decided, and nobody has built on the old bytes since. A file that is not a mixture of the two was written by a program that
 * does not know the journal, and is left alone. `withLock` holds the file's lock; `onRecovered` stores both texts, and only then is the
 * journal's entry removed. `only` handles a single file, and throws if it cannot be finished: nothing may build on a mixture.
 */
export async function recoverSaves(
  savesFolder: string,
  withLock: (realPath: string, task: () => Promise<RecoveredSave["status"]>) => Promise<RecoveredSave["status"]>,
  onRecovered: (save: RecoveredSave) => Promise<void>,
  { only }: { only?: string } = {},
): Promise<{ recovered: RecoveredSave[]; damaged: string[] }> {
  const { saves, damaged } = await unfinishedSaves(savesFolder);
  const recovered: RecoveredSave[] = [];
  for (const save of saves) {
    if (only !== undefined && save.target !== only) continue;
    try {
      const status = await withLock(save.target, () => finishSave(save));
      clearGivenUp(save.file);
      const result: RecoveredSave = { realPath: save.target, before: save.before, after: save.after, status };
      await onRecovered(result);
      recovered.push(result);
      await unlink(save.file);
    } catch (error) {
      // The disk may not be mounted yet: the journal stays for the next start.
      if (only !== undefined && isGivenUp(only)) throw error;
    }
  }
  // Reported once, then renamed and kept.
  if (only === undefined) for (const file of damaged) await rename(file, `${file}.damaged`).catch(() => {});
  return { recovered, damaged };
}

async function finishSave({ target, before, after }: JournaledSave): Promise<RecoveredSave["status"]> {
  const limit = Math.max(before.length, after.length) + 1;
  const now = await readBytes(target, limit).catch((error: { code?: string }) => {
    if (error.code === "too_large" || error.code === "unsupported") return "changed since" as const;
    throw error;
  });
  if (now === null) return "gone";
  if (now === "changed since") return now;
  if (now.bytes.equals(after)) return "landed";
  if (now.bytes.equals(before)) return "not begun";
  if (!isMixture(now.bytes, before, after)) return "changed since";
  const handle = await open(target, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  try {
    await checkOpenedPath(handle, target);
    await writeAll(handle, after);
    // What another program has appended since it was read stays.
    if (after.length < now.bytes.length) cut(handle.fd, after.length, now.bytes.length);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return "finished";
}
