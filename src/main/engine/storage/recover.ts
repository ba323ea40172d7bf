import { constants } from "node:fs";
import { open, rename, unlink } from "node:fs/promises";
import { checkPlace, readBytes } from "./read-bytes";
import { isGivenUp, type JournaledSave, leftSaves, settled } from "./save-journal";
import { isMixture } from "./torn-write";
import { writeAll } from "./write-all";

/** A write in place that a killed process left, and what was done about it. */
export type RecoveredSave = {
  /** Real path of the file. */
  realPath: string;
  /** What was there before the save, and what it was to become. */
  before: Uint8Array;
  after: Uint8Array;
  /**
   * `finished`: the file was a mixture, and now holds `after`. `landed`: it holds `after` already. `not begun`: it holds `before`.
   * `changed since`: another program has written it, so that it was left alone. `gone`: there is no such file any more.
   */
  status: "finished" | "landed" | "not begun" | "changed since" | "gone";
};

/**
 * Finishes the writes in place that killed processes left half done. A mixture goes forward to the new bytes, not back: the journal is
 * durable only once the save was decided, and nobody has built on the old bytes since. A file that is no mixture of the two has been
 * written by someone who knew nothing of the journal, and stays as it is. `inTurn` holds the file's lock; `keep` puts the texts where
 * they can be found again, and only then is the journal's entry removed. `only` leaves the entries of other files for another time, and
 * throws where this file cannot be settled: nothing may be built on a mixture.
 */
export async function recoverSaves(
  savesFolder: string,
  inTurn: (realPath: string, task: () => Promise<RecoveredSave["status"]>) => Promise<RecoveredSave["status"]>,
  keep: (save: RecoveredSave) => Promise<void>,
  { only }: { only?: string } = {},
): Promise<{ recovered: RecoveredSave[]; damaged: string[] }> {
  const { saves, damaged } = await leftSaves(savesFolder);
  const recovered: RecoveredSave[] = [];
  for (const save of saves) {
    if (only !== undefined && save.target !== only) continue;
    try {
      const status = await inTurn(save.target, () => settle(save));
      settled(save.file);
      const result: RecoveredSave = { realPath: save.target, before: save.before, after: save.after, status };
      await keep(result);
      recovered.push(result);
      await unlink(save.file);
    } catch (error) {
      // The disk may not be there yet: the journal stays for the next start.
      if (only !== undefined && isGivenUp(only)) throw error;
    }
  }
  // Told once, then out of the way, and kept.
  if (only === undefined) for (const file of damaged) await rename(file, `${file}.damaged`).catch(() => {});
  return { recovered, damaged };
}

async function settle({ target, before, after }: JournaledSave): Promise<RecoveredSave["status"]> {
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
    await checkPlace(handle, target);
    await writeAll(handle, after);
    await handle.truncate(after.length);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return "finished";
}
