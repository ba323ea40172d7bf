import { closeSync, constants, fchmodSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ToolError } from "../../ports/tool-error";
import { codeOf } from "../files/disk-errors";
import { checkOpenedPath, type FileBytes } from "../files/read-bytes";
import { isMixture } from "../files/torn-write";
import { takesNothing, writeAllSync } from "../files/write-all";
import type { Moments } from "./durable-replace";
import { giveUp, type JournalLocation, journalSave } from "./save-journal";

/** `found`: what another program wrote while this save was written, or right after it; it is what the file holds now. */
export type InPlaceResult = { status: "written"; found: Buffer | null } | { status: "moved on" };

/** Bytes that are compared and written at once, without leaving the thread in between. */
const PIECE = 64 * 1024;

/** After this many pieces other tasks get a turn on this thread. */
const PIECES_PER_TURN = 16;

/** A program that appends without a pause is followed this often while our own end is taken out from before its bytes. */
const MAX_ROUNDS = 1000;

/**
 * Writes a file without giving it a new inode, for files that a rename would change or cannot reach. A kill in the middle leaves a mixture
 * of old and new bytes; the journal, durable before the first byte changes, lets the next start finish it.
 *
 * Another program may write the file meanwhile. Each piece is compared with what was read right before it is overwritten; where it is
 * another by then, our pieces are taken back, theirs stay, and the answer is `moved on`. A longer text grows the file by appending, so that
 * what another program appends in the same moment is never overwritten. Between the look at a piece and its write, and between the look at
 * the size and the cut of a shorter text, lie some microseconds in which no system call of Node's shows what another program writes: what it
 * wrote then and we wrote over or cut off is lost.
 */
export async function writeInPlace(
  target: string,
  current: FileBytes,
  bytes: Uint8Array,
  journalLocation: JournalLocation,
  moments: Moments = {},
): Promise<InPlaceResult> {
  const handle = await open(target, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    await checkOpenedPath(handle, target);
    const journal = await journalSave(journalLocation, { target, before: current.bytes, after: bytes }).catch(
      (error) => {
        const message = `${target} can only be written in place, and the copy that makes this safe could not be kept in ${journalLocation.folder}`;
        const hint = `Make sure that there is space in ${journalLocation.folder} and that it can be written`;
        throw new ToolError("failed", `${message} (${codeOf(error)}); the file is as it was`, { cause: error, hint });
      },
    );
    let found: Buffer | null = null;
    const ours: Ours = { before: current.bytes, after: bytes, appended: 0, end: 0 };
    try {
      if (!(await stillHolds(handle, current))) {
        await journal.remove();
        return { status: "moved on" };
      }
      if (!(await overwrite(handle, target, ours, moments))) {
        await takeBack(handle, ours, "not cut");
        await journal.remove();
        return { status: "moved on" };
      }
      await moments.afterRename?.();
      found = await otherThan(handle, bytes).catch(() => null);
    } catch (error) {
      await takeBack(handle, ours, "maybe cut").catch(() => {
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

/** A write in place under way: how many bytes of `after` it has appended to the file, and where these ended right after that. */
type Ours = { before: Buffer; after: Uint8Array; appended: number; end: number };

/**
 * What is new at the end comes first: if the disk is full it fails there, and cutting it off again leaves the old file. False if another
 * program has written the file since it was read.
 */
async function overwrite(handle: FileHandle, target: string, ours: Ours, moments: Moments): Promise<boolean> {
  const { fd } = handle;
  const { before, after } = ours;
  letOthersFinish(fd);
  if (fstatSync(fd).size !== before.length) return false;
  if (moments.beforeGrowth) await moments.beforeGrowth();
  if (after.length > before.length && !append(fd, target, ours)) return false;
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
  if (after.length < before.length && !cut(fd, after.length, before.length)) return false;
  await handle.sync();
  return true;
}

/** Adds the end of a longer text behind whatever the file holds by then. False if `target` now names another file. */
function append(fd: number, target: string, ours: Ours): boolean {
  const appending = openSync(target, constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0));
  try {
    const [opened, meant] = [fstatSync(appending, { bigint: true }), fstatSync(fd, { bigint: true })];
    if (opened.ino !== meant.ino || opened.dev !== meant.dev) return false;
    const end = ours.after.subarray(ours.before.length);
    while (ours.appended < end.length) {
      const count = writeSync(appending, end, ours.appended, end.length - ours.appended);
      if (count === 0) throw takesNothing();
      ours.appended += count;
    }
    ours.end = fstatSync(fd).size;
    return true;
  } finally {
    closeSync(appending);
  }
}

/** Makes the file shorter, unless it is not of the `size` that is known: then nothing is done, and the answer is false. */
export function cut(fd: number, length: number, size: number): boolean {
  letOthersFinish(fd);
  if (fstatSync(fd).size !== size) return false;
  ftruncateSync(fd, length);
  return true;
}

/**
 * Returns when no other program is in the middle of a write to the file. Looks do not wait for such a write, but ours would, and then
 * overwrite what it wrote. Setting the mode that the file has waits as a write does, even where it is rejected.
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
async function takeBack(handle: FileHandle, ours: Ours, end: "maybe cut" | "not cut"): Promise<void> {
  const { fd } = handle;
  const { before, after } = ours;
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
  takeBackEnd(fd, ours);
  await handle.sync();
}

/** Removes what we have appended; what another program wrote before or behind it stays, and moves up. */
function takeBackEnd(fd: number, { before, after, appended, end }: Ours): void {
  const { size } = fstatSync(fd);
  const hasSpaceForUs = size > before.length && size <= after.length;
  if (hasSpaceForUs) {
    const tail = readPiece(fd, before.length, size - before.length);
    const isOurs = isMixture(tail, Buffer.alloc(tail.length), after.subarray(before.length));
    // One that another program has changed meanwhile is looked at below.
    if (isOurs && cut(fd, before.length, size)) return;
  }
  if (appended === 0) return;
  const sought = after.subarray(before.length, before.length + appended);
  // If another program had emptied the file, it begins before the old end.
  let start = end - appended;
  if (start < 0 || !readPiece(fd, start, appended).equals(sought)) {
    const at = readPiece(fd, before.length, Math.max(0, size - before.length)).indexOf(sought);
    start = at < 0 ? -1 : before.length + at;
  }
  if (start >= 0) closeGap(fd, start, appended);
}

/**
 * Removes bytes from the middle of a file by moving up what follows, then cutting. What is appended meanwhile is moved, too; if that never
 * rests, nothing is cut: then the last bytes stand there twice.
 */
function closeGap(fd: number, at: number, length: number): void {
  let from = at + length;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (cut(fd, from - length, from)) return;
    const { size } = fstatSync(fd);
    // Another program cut it: nothing more is known of where ours is.
    if (size < from) return;
    const following = readPiece(fd, from, Math.min(size - from, PIECE));
    writeAllSync(fd, following, from - length);
    from += following.length;
  }
}

/** What the file holds if that is not `bytes`: another program wrote it meanwhile. */
async function otherThan(handle: FileHandle, bytes: Uint8Array): Promise<Buffer | null> {
  const { size } = await handle.stat();
  const now = await readFrom(handle, size);
  return now.equals(bytes) ? null : now;
}
