import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { ToolError } from "../tool-error";
import { codeOf } from "./disk-errors";
import { type Moments, writeAll } from "./durable-replace";
import { checkPlace, type FileBytes } from "./read-bytes";
import { giveUp, type JournalPlace, journalSave } from "./save-journal";

/**
 * Writes a file without giving it a new inode, for files that a rename would change or cannot reach. A kill in the middle leaves a mixture
 * of old and new bytes; the journal, durable before the first byte changes, lets the next start finish it.
 */
export async function writeInPlace(
  target: string,
  current: FileBytes,
  bytes: Uint8Array,
  place: JournalPlace,
  moments: Moments = {},
): Promise<{ status: "written" } | { status: "moved on" }> {
  const handle = await open(target, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    await checkPlace(handle, target);
    const journal = await journalSave(place, { target, before: current.bytes, after: bytes }).catch((error) => {
      const message = `${target} can only be written in place, and the copy that makes this safe could not be kept in ${place.folder}`;
      const hint = `Make sure that there is space in ${place.folder} and that it can be written`;
      throw new ToolError("failed", `${message} (${codeOf(error)}); the file is as it was`, { cause: error, hint });
    });
    try {
      if (!(await stillHolds(handle, current))) {
        await journal.remove();
        return { status: "moved on" };
      }
      await overwrite(handle, current.bytes, bytes, moments);
    } catch (error) {
      await restore(handle, current.bytes).catch(() => {
        giveUp({ file: journal.file, target });
        throw new ToolError(
          "failed",
          `${target} could not be written, and what it held could not be put back; both texts are kept in ${journal.file}`,
          {
            cause: error,
            hint: "Try again, or start Galley again, once the disk is in order: it finishes the save by itself",
          },
        );
      });
      await journal.remove();
      throw error;
    }
    await journal.remove();
    return { status: "written" };
  } finally {
    // Everything was synced by then, or put back: what a close has to say changes neither.
    await handle.close().catch(() => {});
  }
}

async function stillHolds(handle: FileHandle, current: FileBytes): Promise<boolean> {
  const stats = await handle.stat({ bigint: true });
  if (stats.ino !== current.stats.ino || stats.size !== BigInt(current.bytes.length)) return false;
  const bytes = Buffer.allocUnsafe(current.bytes.length);
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, at, bytes.length - at, at);
    if (bytesRead === 0) return false;
    at += bytesRead;
  }
  return bytes.equals(current.bytes);
}

/** What is new at the end comes first: where the disk is full it fails there, and cutting it off again leaves the old file. */
async function overwrite(handle: FileHandle, before: Buffer, after: Uint8Array, moments: Moments): Promise<void> {
  if (after.length > before.length) await writeAll(handle, after.subarray(before.length), before.length);
  await moments.amidWrite?.();
  await writeAll(handle, after.subarray(0, Math.min(before.length, after.length)));
  if (after.length < before.length) await handle.truncate(after.length);
  await handle.sync();
}

async function restore(handle: FileHandle, before: Buffer): Promise<void> {
  await writeAll(handle, before);
  await handle.truncate(before.length);
  await handle.sync();
}
