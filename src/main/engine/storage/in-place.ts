import { constants, fchmodSync, fstatSync, ftruncateSync, readSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ToolError } from "../ports/tool-error";
import { codeOf } from "./disk-errors";
import type { Moments } from "./durable-replace";
import { checkPlace, type FileBytes } from "./read-bytes";
import { giveUp, type JournalPlace, journalSave } from "./save-journal";
import { isMixture } from "./torn-write";
import { writeAllSync } from "./write-all";

/** `found`: what another program wrote while this save was written, or right after it; it is what the file holds now. */
export type InPlace = { status: "written"; found: Buffer | null } | { status: "moved on" };

/** Bytes that are compared and written at once, without leaving the thread in between. */
const PIECE = 64 * 1024;

/** After this many pieces other tasks get a turn on this thread. */
const PIECES_PER_TURN = 16;

/**
 * Writes a file without giving it a new inode, for files that a rename would change or cannot reach. A kill in the middle leaves a mixture
 * of old and new bytes; the journal, durable before the first byte changes, lets the next start finish it.
 *
 * Another program may write the file meanwhile. Each piece is compared with what was read right before it is overwritten; where it is
 * another by then, our pieces are taken back, theirs stay, and the answer is `moved on`. Between the look at a piece and its write lie some
 * microseconds in which no system call of Node's shows what another program writes: what it wrote then and we wrote over is lost.
 */
export async function writeInPlace(
  target: string,
  current: FileBytes,
  bytes: Uint8Array,
  place: JournalPlace,
  moments: Moments = {},
): Promise<InPlace> {
  const handle = await open(target, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    await checkPlace(handle, target);
    const journal = await journalSave(place, { target, before: current.bytes, after: bytes }).catch((error) => {
      const message = `${target} can only be written in place, and the copy that makes this safe could not be kept in ${place.folder}`;
      const hint = `Make sure that there is space in ${place.folder} and that it can be written`;
      throw new ToolError("failed", `${message} (${codeOf(error)}); the file is as it was`, { cause: error, hint });
    });
    let found: Buffer | null = null;
    try {
      if (!(await stillHolds(handle, current))) {
        await journal.remove();
        return { status: "moved on" };
      }
      if (!(await overwrite(handle, current.bytes, bytes, moments))) {
        await takeBack(handle, current.bytes, bytes, "not cut");
        await journal.remove();
        return { status: "moved on" };
      }
      await moments.afterRename?.();
      found = await otherThan(handle, bytes).catch(() => null);
    } catch (error) {
      await takeBack(handle, current.bytes, bytes, "maybe cut").catch(() => {
        giveUp({ file: journal.file, target });
        throw new ToolError(
          "failed",
          `${target} could not be written, and what it held could not be put back; both texts are kept in ${journal.file}`,
          {
            cause: error,
            hint: "Try again, or start Galley again, once the disk works again: it finishes the save by itself",
          },
        );
      });
      await journal.remove();
      throw error;
    }
    await journal.remove();
    return { status: "written", found };
  } finally {
    // Everything was synced by then, or put back: what a close has to say changes neither.
    await handle.close().catch(() => {});
  }
}

async function stillHolds(handle: FileHandle, current: FileBytes): Promise<boolean> {
  const stats = await handle.stat({ bigint: true });
  if (stats.ino !== current.stats.ino || stats.size !== BigInt(current.bytes.length)) return false;
  return (await readFrom(handle, current.bytes.length)).equals(current.bytes);
}

/** The first `length` bytes of the file. */
async function readFrom(handle: FileHandle, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await handle.read(bytes, at, length - at, at);
    if (bytesRead === 0) return bytes.subarray(0, at);
    at += bytesRead;
  }
  return bytes;
}

/**
 * What is new at the end comes first: if the disk is full it fails there, and cutting it off again leaves the old file. False if another
 * program has written the file since it was read.
 */
async function overwrite(handle: FileHandle, before: Buffer, after: Uint8Array, moments: Moments): Promise<boolean> {
  const { fd } = handle;
  letOthersFinish(fd);
  if (fstatSync(fd).size !== before.length) return false;
  if (after.length > before.length) writeAllSync(fd, after.subarray(before.length), before.length);
  if (moments.amidWrite) await moments.amidWrite();
  const size = Math.max(before.length, after.length);
  for (let at = 0, count = 1; at < before.length || at === 0; at += PIECE, count++) {
    if (count % PIECES_PER_TURN === 0) await nextTurn();
    const old = before.subarray(at, at + PIECE);
    const piece = after.subarray(at, Math.min(at + PIECE, before.length));
    letOthersFinish(fd);
    // The last thing before the write is to read: nothing else may come in between.
    if (fstatSync(fd).size !== size || !readPiece(fd, at, old.length).equals(old)) return false;
    writeAllSync(fd, piece, at);
  }
  if (after.length < before.length) {
    if (fstatSync(fd).size !== before.length) return false;
    ftruncateSync(fd, after.length);
  }
  await handle.sync();
  return true;
}

/**
 * Returns when no other program is in the middle of a write to the file. Looks do not wait for such a write, but ours would, and then
 * overwrite what it wrote. Setting the mode that the file has waits as a write does, even where it is refused.
 */
function letOthersFinish(fd: number): void {
  if (process.platform === "win32") return;
  try {
    fchmodSync(fd, fstatSync(fd).mode & 0o7777);
  } catch {
    // Another user's file: it has waited all the same.
  }
}

function readPiece(fd: number, at: number, length: number): Buffer {
  const piece = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(fd, piece, filled, length - filled, at + filled);
    if (count === 0) break;
    filled += count;
  }
  return piece.subarray(0, filled);
}

/**
 * Puts the old bytes back wherever the new ones are, or a mixture of both; what another program wrote stays. `maybe cut`: the end of a
 * shorter text may have been cut off already.
 */
async function takeBack(
  handle: FileHandle,
  before: Buffer,
  after: Uint8Array,
  end: "maybe cut" | "not cut",
): Promise<void> {
  const { fd } = handle;
  const { size } = fstatSync(fd);
  const isCut = end === "maybe cut" && size === after.length;
  for (let at = 0; at < before.length; at += PIECE) {
    const old = before.subarray(at, at + PIECE);
    const now = readPiece(fd, at, old.length);
    if (now.equals(old)) continue;
    // Another program cut it.
    if (now.length < old.length && !isCut) break;
    if (isMixture(now, old.subarray(0, now.length), after.subarray(at, at + now.length))) writeAllSync(fd, old, at);
  }
  if (size > before.length) {
    const tail = await readFrom(handle, Math.min(size, after.length + 1)).then((all) => all.subarray(before.length));
    const isOurs = isMixture(tail, Buffer.alloc(tail.length), after.subarray(before.length));
    // One that another program has cut meanwhile would be made longer.
    if (isOurs && fstatSync(fd).size === size) ftruncateSync(fd, before.length);
  }
  await handle.sync();
}

/** What the file holds if that is not `bytes`: another program wrote it meanwhile. */
async function otherThan(handle: FileHandle, bytes: Uint8Array): Promise<Buffer | null> {
  const { size } = await handle.stat();
  const now = await readFrom(handle, size);
  return now.equals(bytes) ? null : now;
}
