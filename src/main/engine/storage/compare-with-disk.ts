import { setTimeout as sleep } from "node:timers/promises";
import type { FileStore, StoredFile } from "../ports/file-store";

/** A file compared with the version that was last known. */
export type Look = { status: "unchanged" } | { status: "changed"; file: StoredFile } | { status: "gone" };

/** How often a missing file is read again. A file that is being replaced, or deleted and made again, may be missing for a moment: 120 ms in all. */
const looks = 8;
const between = 15;

/**
 * Compares a file with the version last known (null: the file was gone). Only the bytes count: a touch is not a change, and a change that
 * kept size and time is one. A missing file counts as gone only after 120 ms.
 */
export async function lookAgain(
  store: Pick<FileStore, "read">,
  path: string,
  known: string | null,
  options?: Parameters<FileStore["read"]>[1],
): Promise<Look> {
  for (let round = 0; ; round++) {
    const file = await store.read(path, options);
    if (file) return file.version === known ? { status: "unchanged" } : { status: "changed", file };
    if (known === null) return { status: "unchanged" };
    if (round === looks) return { status: "gone" };
    await sleep(between);
  }
}
