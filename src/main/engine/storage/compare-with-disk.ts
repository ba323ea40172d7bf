import { setTimeout as sleep } from "node:timers/promises";
import type { FileStore, StoredFile } from "../ports/file-store";

/** How a file stands to the version that was known of it. */
export type Look = { status: "unchanged" } | { status: "changed"; file: StoredFile } | { status: "gone" };

/** A file that is replaced, or deleted and made again, may be missing for a moment: 120 ms, as so many looks with pauses between. */
const looks = 8;
const between = 15;

/**
 * Compares a file with the version last known (null: it was gone). Only the bytes count, so that a touch is no change, and a
 * change that kept size and time is one. A missing file is gone only after 120 ms without it.
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
