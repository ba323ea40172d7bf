import { setTimeout as sleep } from "node:timers/promises";
import type { FileStore, StoredFile } from "../../../ports/file-store";

/** A file compared with the version that was last known. */
export type DiskComparison = { status: "unchanged" } | { status: "changed"; file: StoredFile } | { status: "gone" };

/** How often a missing file is read again. A file that is being replaced, or deleted and made again, may be missing for a moment: 120 ms in all. */
const MAX_READS = 8;
const PAUSE_MS = 15;

/**
 * What an editor of a file does when the watch reports it: compares the file with the version last known (null: the file was gone). Only the bytes count: a touch is not a change, and a change that
 * kept size and time is one. A missing file counts as gone only after 120 ms.
 */
export async function compareWithDisk(
  store: Pick<FileStore, "read">,
  path: string,
  known: string | null,
  options?: Parameters<FileStore["read"]>[1],
): Promise<DiskComparison> {
  for (let round = 0; ; round++) {
    const file = await store.read(path, options);
    if (file) return file.version === known ? { status: "unchanged" } : { status: "changed", file };
    if (known === null) return { status: "unchanged" };
    if (round === MAX_READS) return { status: "gone" };
    await sleep(PAUSE_MS);
  }
}
