import { type BigIntStats, existsSync, lstatSync, renameSync } from "node:fs";
import { type FileHandle, link, readFile, rename, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf } from "../files/disk-errors";
import { copyAttributes, type FilesWithoutAttributes } from "../files/extended-attributes";
import { type FileFolder, openFolder } from "../files/file-folder";
import { type FileBytes, holds, lstatIfThere } from "../files/read-bytes";
import { releaseTemporary, removeStrayTemporaries, temporaryName } from "../files/temporary-files";
import { versionOf } from "../files/version";
import { writeAll } from "../files/write-all";
import { startTemporary } from "./start-temporary";
import type { Temporaries } from "./temporaries";

/** The result of a replacement. Everything else is thrown, with the target as it was. */
export type ReplaceResult =
  | { status: "replaced"; version: string; notes: string[] }
  /** Another program wrote the file after it was read; nothing was done. */
  | { status: "moved on" }
  /** Another program wrote the file in the last moment: our bytes are in place, `lost` are the bytes it wrote. */
  | { status: "overtook"; lost: Buffer }
  /** A rename would lose what this file is, or is not possible here: write in place. */
  | { status: "not here"; why: string };

/** Test hooks that let another program write at the worst moment. */
export type Moments = {
  /** After the last check, before the rename. */
  beforeRename?: () => Promise<void> | void;
  /** After the rename or in-place write, before the check for another program's write. */
  afterRename?: () => Promise<void> | void;
  /** Before an in-place write makes the file longer. */
  beforeGrowth?: () => Promise<void> | void;
  /** During an in-place write. */
  amidWrite?: () => Promise<void> | void;
};

/**
 * Replaces a file so that its path always holds the old bytes or the new ones, also after a power cut: writes and syncs a temporary file
 * beside it; copies mode, owner and attributes; checks once more that the file is what was read; renames; syncs the folder. `current` is
 * null for a new file. The temporary is recorded in `temporaries` before it is made.
 */
export async function durableReplace(
  target: string,
  current: FileBytes | null,
  bytes: Uint8Array,
  { temporaries, withoutAttributes }: ReplaceContext,
  moments: Moments = {},
): Promise<ReplaceResult> {
  const folder = await openFolder(dirname(target));
  const sweeping = removeStrayTemporaries(dirname(target));
  try {
    return await replaceIn(folder, { target, current, bytes, temporaries, withoutAttributes, moments });
  } finally {
    await sweeping;
    await folder.close();
  }
}

/** What this process knows of its temporaries and of the files that it saves. */
export type ReplaceContext = { temporaries: Temporaries; withoutAttributes: FilesWithoutAttributes };

type Replacement = ReplaceContext & {
  target: string;
  current: FileBytes | null;
  bytes: Uint8Array;
  moments: Moments;
};

async function replaceIn(folder: FileFolder, replacement: Replacement): Promise<ReplaceResult> {
  const { target, current, bytes } = replacement;
  const temporary = temporaryName();
  // A second name for the file that is about to be replaced: shows what another program writes into it in the last moment.
  const oldFileLink = current && temporaryName();
  const path = folder.at(temporary);
  const end = replacement.temporaries.begin(
    dirname(target),
    oldFileLink === null ? [temporary] : [temporary, oldFileLink],
  );
  try {
    let handle: FileHandle;
    try {
      handle = await startTemporary(current && folder.at(basename(target)), path);
    } catch (error) {
      if (current && ["EACCES", "EPERM", "ENAMETOOLONG"].includes(codeOf(error))) {
        return { status: "not here", why: "its folder cannot be written to" };
      }
      throw error;
    }
    const saved: SaveState = { version: "", notes: [], hasNoAttributes: current === null };
    try {
      if (current) {
        const kept = await keepOwner(handle, current.stats);
        if (!kept) return { status: "not here", why: "it belongs to another user" };
        const attributes = replacement.withoutAttributes.has(target, current.stats)
          ? ({ status: "none" } as const)
          : copyAttributes(folder.at("."), basename(target), temporary);
        await writeAll(handle, bytes).finally(() => attributes);
        const found = await attributes;
        if (found.status === "lost") saved.notes.push(found.note);
        saved.hasNoAttributes = found.status === "none";
        await handle.chmod(Number(current.stats.mode & 0o7777n));
      } else {
        await writeAll(handle, bytes);
      }
      const synced = handle.sync();
      // Computed while the disk works.
      saved.version = versionOf(bytes);
      await synced;
    } finally {
      await handle.close();
    }
    return await moveIntoPlace(folder, { path, oldPath: oldFileLink && folder.at(oldFileLink) }, replacement, saved);
  } finally {
    await end((name) => unlink(folder.at(name)));
  }
}

async function keepOwner(handle: FileHandle, wanted: BigIntStats): Promise<boolean> {
  const own = await handle.stat({ bigint: true });
  if (own.uid === wanted.uid && own.gid === wanted.gid) return true;
  return handle.chown(Number(wanted.uid), Number(wanted.gid)).then(
    () => true,
    () => false,
  );
}

/** `hasNoAttributes`: the file is known to have no extended attributes. */
type SaveState = { version: string; notes: string[]; hasNoAttributes: boolean };

/** The path of the temporary, and the second name of the old file; null for a new file. */
type TemporaryPaths = { path: string; oldPath: string | null };

async function moveIntoPlace(
  folder: FileFolder,
  { path, oldPath }: TemporaryPaths,
  replacement: Replacement,
  saved: SaveState,
): Promise<ReplaceResult> {
  const { target, current, moments } = replacement;
  const targetPath = folder.at(basename(target));
  if (!current || oldPath === null) {
    await moments.beforeRename?.();
    if (!(await makeNew(path, targetPath))) return { status: "moved on" };
    const syncNotes = await Promise.all([syncFolder(folder), readBack(replacement, saved)]);
    return { status: "replaced", version: saved.version, notes: [...saved.notes, ...syncNotes.flat()] };
  }
  const linked = await link(targetPath, oldPath).then(
    () => true,
    () => false,
  );
  const seen = await currentStats(target, current);
  if (!seen) return { status: "moved on" };
  await moments.beforeRename?.();
  const failure = await renameOver(path, targetPath, seen, () => letOthersFinish(folder));
  if (failure === "moved on") return { status: "moved on" };
  if (failure) return { status: "not here", why: failure };
  await moments.afterRename?.();
  const [syncNotes, lost, read] = await Promise.all([
    syncFolder(folder),
    linked ? lateWrite(oldPath, current.bytes) : null,
    readBack(replacement, saved),
  ]);
  if (lost) return { status: "overtook", lost };
  return { status: "replaced", version: saved.version, notes: [...saved.notes, ...syncNotes, ...read] };
}

/** Notes for the user if the saved file does not read back as it was written. */
async function readBack(
  { target, bytes, withoutAttributes }: Replacement,
  { hasNoAttributes }: SaveState,
): Promise<string[]> {
  try {
    const now = await holds(target, asBuffer(bytes));
    if (now === null) return ["another program removed the file right after it was saved"];
    if (!now.same) return ["another program changed the file right after it was saved"];
    if (hasNoAttributes) withoutAttributes.add(target, now.stats);
    return [];
  } catch (error) {
    return [`saved, but it could not be read back to make sure (${codeOf(error)})`];
  }
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** After the rename the new bytes are in place, so a failed sync is a note and not an error. */
async function syncFolder(folder: FileFolder): Promise<string[]> {
  return folder.sync().then(
    () => [],
    (error: unknown) => [`saved, but the disk could not confirm that it would survive a power cut (${codeOf(error)})`],
  );
}

/** Gives a new file its name; false if another program made one first. */
async function makeNew(temporary: string, path: string): Promise<boolean> {
  try {
    // Unlike a rename, a link never replaces an existing file.
    await link(temporary, path);
    // The file is in place now; a remaining second name is cleaned up later.
    await unlink(temporary).catch(() => {});
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EACCES", "EINVAL"].includes(codeOf(error)))
      throw error;
  }
  if (await lstatIfThere(path)) return false;
  await rename(temporary, path);
  return true;
}

/** The stats of the file if it still is what was read, bytes included; else null. */
async function currentStats(target: string, current: FileBytes): Promise<BigIntStats | null> {
  const now = await holds(target, current.bytes).catch(() => null);
  if (!now?.same) return null;
  const was = current.stats;
  const is = now.stats;
  const same = is.ino === was.ino && is.mode === was.mode && is.uid === was.uid && is.gid === was.gid;
  return same ? is : null;
}

/**
 * Returns when no other program is in the middle of a rename in this folder. A rename locks the folder for some fifty microseconds, in
 * which the old file is still visible; looking up a name that nobody has asked for waits for that lock.
 */
function letOthersFinish(folder: FileFolder): void {
  const name = temporaryName();
  existsSync(folder.at(name));
  releaseTemporary(name);
}

/**
 * Null once renamed; `moved on` if another program changed the file; otherwise why a rename is not possible. The last check and the rename
 * follow each other without leaving the thread: a replacement by another program in these microseconds cannot be prevented with Node's
 * system calls.
 */
async function renameOver(
  from: string,
  to: string,
  seen: BigIntStats,
  waitForOthers: () => void,
): Promise<string | null> {
  const deadline = Date.now() + (process.platform === "win32" ? 60_000 : 0);
  for (let pause = 10; ; pause = Math.min(pause + 10, 100)) {
    try {
      waitForOthers();
      if (!isSame(lstatSync(to, { bigint: true, throwIfNoEntry: false }), seen)) return "moved on";
      renameSync(from, to);
      return null;
    } catch (error) {
      const code = codeOf(error);
      if (!["EPERM", "EACCES", "EBUSY", "EXDEV"].includes(code)) throw error;
      // On Windows, a program that has the file open prevents its replacement for a moment.
      if (Date.now() >= deadline) return `the system does not let it be replaced (${code})`;
      await sleep(pause);
    }
  }
}

/** Equal times and sizes prove nothing, but a different time or inode means that the file must be checked again. */
function isSame(now: BigIntStats | undefined, seen: BigIntStats): boolean {
  return now !== undefined && now.ino === seen.ino && now.size === seen.size && now.mtimeNs === seen.mtimeNs;
}

/** Milliseconds without a change after which the file's writer counts as done, and how long to wait for that. */
const REST_NEEDED = 50;
const PATIENCE = 1000;

/** What the replaced file holds, if it is no longer what was read; waits for its writer to finish. */
async function lateWrite(kept: string, expected: Buffer): Promise<Buffer | null> {
  const now = await holds(kept, expected).catch(() => null);
  if (now === null || now.same) return null;
  let bytes = await readFile(kept).catch(() => expected);
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    await sleep(REST_NEEDED);
    const again = await readFile(kept).catch(() => bytes);
    const resting = again.equals(bytes);
    bytes = again;
    if (resting || performance.now() > deadline) break;
  }
  return bytes.equals(expected) ? null : bytes;
}
