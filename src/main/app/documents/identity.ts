import type { BigIntStats } from "node:fs";
import { stat } from "node:fs/promises";
import type { WorkingCopy } from "./open-document";

/** Identifies a file through renames: device and inode. */
export const identityOf = ({ dev, ino }: Pick<BigIntStats, "dev" | "ino">): string => `${dev}:${ino}`;

/** Stores the identity of the document's file. Most saves create a new file under the old name. */
export async function noteIdentity(copy: WorkingCopy): Promise<void> {
  const { place } = copy;
  if (!place) return;
  const info = await stat(place.realPath, { bigint: true }).catch(() => null);
  if (info && copy.place === place) copy.identity = identityOf(info);
}
