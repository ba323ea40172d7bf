import { type BigIntStats, constants } from "node:fs";
import { access, type FileHandle, lstat, open, readlink } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { MAX_TOOL_FILE_BYTES } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import { codeOf, explain } from "./disk-errors";

/** The default size limit of a file: 64 MiB. */
export const defaultLimit = MAX_TOOL_FILE_BYTES;

/** The bytes of a regular file, and its stats when they were read. */
export type FileBytes = { bytes: Buffer; stats: BigIntStats };

/** How long a file that was just emptied is given to be filled again, in milliseconds, and how often it is looked at meanwhile. */
const FILLED_WITHIN_MS = 500;
const MAX_LOOKS = 20;

/**
 * Reads a regular file at a path without links; null if it does not exist. Rejects folders, FIFOs, devices and sockets without opening
 * them. A file that changes during the read is read again, and so is one that was just emptied: many programs empty a file before they
 * write it, and an empty text that is merged with the user's would be a conflict with all of it.
 */
export async function readBytes(realPath: string, limit: number): Promise<FileBytes | null> {
  for (let look = 1; ; look++) {
    const found = await readNow(realPath, limit);
    if (found === null || look === MAX_LOOKS || !wasJustEmptied(found)) return found;
    await sleep(FILLED_WITHIN_MS / MAX_LOOKS);
  }
}

/** Whether a file is empty, was not made so, and was changed a moment ago. Where the disk does not tell when a file was made, none is. */
function wasJustEmptied({ bytes, stats }: FileBytes): boolean {
  if (bytes.length > 0 || stats.birthtimeNs === 0n || stats.birthtimeNs >= stats.mtimeNs) return false;
  const age = Date.now() - Number(stats.mtimeMs);
  return age >= 0 && age < FILLED_WITHIN_MS;
}

async function readNow(realPath: string, limit: number): Promise<FileBytes | null> {
  try {
    // Opening some devices has effects, so the kind is checked first.
    if (!checkKind(await lstatIfThere(realPath), realPath)) return null;
    const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
    const handle = await open(realPath, flags).catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    });
    if (!handle) return null;
    try {
      checkKind(await handle.stat({ bigint: true }), realPath);
      await checkOpenedPath(handle, realPath);
      return await readSteady(handle, realPath, limit);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw explain(error, { path: realPath, operation: "read" });
  }
}

/** The first bytes of a file, cut at the end of a character if possible, and the size of the whole file. */
export type Beginning = { bytes: Buffer; size: number };

/**
 * Reads the first `bytes` of a regular file at a path without links; null if it does not exist or is not larger than `over`. Rejects what
 * `readBytes` rejects, and a file over `limit` before reading any of it.
 */
export async function readBeginning(
  realPath: string,
  { bytes, over, limit }: { bytes: number; over: number; limit: number },
): Promise<Beginning | null> {
  try {
    const found = await lstatIfThere(realPath);
    if (!found || !checkKind(found, realPath) || Number(found.size) <= over) return null;
    if (Number(found.size) > limit) throw tooLarge(realPath, Number(found.size), limit);
    const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
    const handle = await open(realPath, flags);
    try {
      const stats = await handle.stat({ bigint: true });
      checkKind(stats, realPath);
      await checkOpenedPath(handle, realPath);
      const buffer = Buffer.alloc(bytes);
      const { bytesRead } = await handle.read(buffer, 0, bytes, 0);
      const all = buffer.subarray(0, bytesRead);
      return { bytes: all.subarray(0, endOfText(all)), size: Number(stats.size) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw explain(error, { path: realPath, operation: "read" });
  }
}

/** Cuts after the last line break, or in a text of one line before a character that may be incomplete. */
function endOfText(bytes: Buffer): number {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isWide) return bytes.length - (bytes.length % 2);
  const lineBreak = bytes.lastIndexOf(10);
  if (lineBreak >= 0) return lineBreak + 1;
  let end = bytes.length;
  while (end > 0 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--;
  return end > 0 && (bytes[end - 1] ?? 0) >= 0xc0 ? end - 1 : bytes.length;
}

/** How many bytes are compared at once. */
const piece = 1024 * 1024;
/** Reused buffers: the first use of fresh memory costs more than the comparison. */
const spare: Buffer[] = [];

/**
 * Whether a regular file at a path without links holds exactly `expected`, with its stats; null if it does not exist. Cheaper than a read:
 * nothing is kept, and the first difference stops it.
 */
export async function holds(realPath: string, expected: Buffer): Promise<{ same: boolean; stats: BigIntStats } | null> {
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(realPath, flags).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });
  if (!handle) return null;
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile() || stats.size !== BigInt(expected.length)) return { same: false, stats };
    return { same: await comparesEqual(handle, expected), stats };
  } finally {
    await handle.close();
  }
}

async function comparesEqual(handle: FileHandle, expected: Buffer): Promise<boolean> {
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(piece);
  try {
    for (let at = 0; ; ) {
      // One byte more than remains shows whether the file has grown.
      const { bytesRead } = await handle.read(buffer, 0, Math.min(piece, expected.length - at + 1), at);
      if (at + bytesRead > expected.length) return false;
      if (buffer.compare(expected, at, at + bytesRead, 0, bytesRead) !== 0) return false;
      at += bytesRead;
      if (at === expected.length) return true;
      if (bytesRead === 0) return false;
    }
  } finally {
    if (spare.length < 4) spare.push(buffer);
  }
}

/** The stats of a path, links not followed; null if it does not exist. */
export async function lstatIfThere(path: string): Promise<BigIntStats | null> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** Whether this user may write an existing file. */
export async function isWritable(realPath: string): Promise<boolean> {
  return access(realPath, constants.W_OK).then(
    () => true,
    () => false,
  );
}

function checkKind(stats: BigIntStats | null, path: string): boolean {
  if (!stats) return false;
  if (stats.isFile()) return true;
  const kind = stats.isDirectory()
    ? "a folder"
    : stats.isFIFO()
      ? "a named pipe"
      : stats.isSocket()
        ? "a socket"
        : stats.isSymbolicLink()
          ? "a link that has just been put there"
          : "a device";
  throw new ToolError("unsupported", `${path} is ${kind}, not a file`);
}

/**
 * A folder of the path may have been swapped for a link after the path was resolved and checked. If the system can tell the path of an open
 * file, it must be the expected one.
 */
export async function checkOpenedPath(handle: FileHandle, realPath: string): Promise<void> {
  if (process.platform !== "linux") return;
  checkSamePath(await readlink(`/proc/self/fd/${handle.fd}`).catch(() => realPath), realPath);
}

/** Checks the path that the system reports for an open file. */
export function checkSamePath(openPath: string, realPath: string): void {
  // A file that another program has replaced meanwhile still belongs to this folder.
  const found = openPath.replace(/ \(deleted\)$/, "");
  if (found === realPath || foldedName(found) === foldedName(realPath) || openPath === realPath) return;
  throw new ToolError("outside_workspace", `${realPath} moved to ${openPath} while it was opened; nothing was done`, {
    hint: "List the folder to see what is there now, then try again",
  });
}

/** A path as disks that ignore case and Unicode form compare it; equal for all spellings of one file. */
export const foldedName = (path: string): string => path.normalize("NFC").toLowerCase().normalize("NFC");

async function readSteady(handle: FileHandle, path: string, limit: number): Promise<FileBytes> {
  for (let round = 1; ; round++) {
    const before = await handle.stat({ bigint: true });
    const bytes = await readAll(handle, Number(before.size), path, limit);
    const after = await handle.stat({ bigint: true });
    const steady = before.size === after.size && before.mtimeNs === after.mtimeNs && before.ctimeNs === after.ctimeNs;
    if (steady || round === 4) return { bytes, stats: after };
  }
}

async function readAll(handle: FileHandle, expected: number, path: string, limit: number): Promise<Buffer> {
  if (expected > limit) throw tooLarge(path, expected, limit);
  // One byte more than expected shows whether the file has grown, or reports a size of 0 as files in /proc do.
  let buffer = Buffer.allocUnsafeSlow(expected + 1);
  let filled = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, filled);
    filled += bytesRead;
    // A file of a known size ends here, which the stats afterwards confirm; one that reports size 0 may not.
    if (bytesRead === 0 || (filled === expected && expected > 0)) return buffer.subarray(0, filled);
    if (filled > limit) throw tooLarge(path, filled, limit);
    if (filled === buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(limit + 1, buffer.length * 2 + 64 * 1024));
      buffer.copy(larger, 0, 0, filled);
      buffer = larger;
    }
  }
}

/** The error for a file, or new content, that is over the limit. */
export function tooLarge(path: string, size: number, limit: number): ToolError {
  const inMiB = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, "")} MiB`;
  return new ToolError("too_large", `${path} has ${inMiB(size)}; the limit is ${inMiB(limit)}`);
}
