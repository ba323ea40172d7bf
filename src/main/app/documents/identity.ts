import type { BigIntStats } from "node:fs";
import { stat } from "node:fs/promises";
import type { OpenDocument } from "./open-document";

/** Identifies a file through renames: device and inode. */
export const identityOf = ({ dev, ino }: Pick<BigIntStats, "dev" | "ino">): string => `${dev}:${ino}`;

/** Stores the identity of the document's file. Most saves create a new file under the old name. */
export async function noteIdentity(document: OpenDocument): Promise<void> {
  const { location } = document;
  if (!location) return;
  const info = await stat(location.realPath, { bigint: true }).catch(() => null);
  if (info && document.location === location) document.identity = identityOf(info);
}
