import { type BigIntStats, existsSync, lstatSync, renameSync } from "node:fs";
import { type FileHandle, link, readFile, rename, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf } from "./disk-errors";
import { copyAttributes, knowWithout } from "./extended-attributes";
import { type FileFolder, openFolder } from "./file-folder";
import { type FileBytes, holds, lstatIfThere } from "./read-bytes";
import { startTemporary } from "./start-temporary";
import type { Temporaries } from "./temporaries";
import { releaseTemporary, removeStrayTemporaries, temporaryName } from "./temporary-files";
import { versionOf } from "./version";
import { writeAll } from "./write-all";

/** What became of a replacement. Everything else is thrown, with the target as it was. */
export type Replaced =
  | { status: "replaced"; version: string; notes: string[] }
  /** Another program wrote the file since it was read; nothing was done. */
  | { status: "moved on" }
  /** Another program wrote the file in the last moment: our bytes are there now, `lost` are the ones it wrote. */
  | { status: "overtook"; lost: Buffer }
  /** A rename cannot keep what this file is, or cannot be done here: write in place. */
  | { status: "not here"; why: string };

/** For tests that need another program to come at the worst moment. */
export type Moments = {
  /** The last look has been taken, the rename comes next. */
  beforeRename?: () => Promise<void> | void;
  /** The rename, or the write in place, is done, and whether anyone was overtaken is about to be looked at. */
  afterRename?: () => Promise<void> | void;
  /** An in-place write has begun. */
  amidWrite?: () => Promise<void> | void;
};

/**
 * Replaces a file so that at every moment, power cuts included, its path holds the old bytes or the new ones: a temporary file beside it,
 * written and synced; mode, owner and attributes; a last look whether the file is still what was read; rename; the folder synced.
 * `current` is null for a new file. The temporary is on record in `temporaries` before it is made.
 */
export async function durableReplace(
  target: string,
  current: FileBytes | null,
  bytes: Uint8Array,
  temporaries: Temporaries,
  moments: Moments = {},
): Promise<Replaced> {
  const folder = await openFolder(dirname(target));
  const sweeping = removeStrayTemporaries(dirname(target));
  try {
    return await replaceIn(folder, { target, current, bytes, temporaries, moments });
  } finally {
    await sweeping;
    await folder.close();
  }
}

type Job = {
  target: string;
  current: FileBytes | null;
  bytes: Uint8Array;
  temporaries: Temporaries;
  moments: Moments;
};

async function replaceIn(folder: FileFolder, job: Job): Promise<Replaced> {
  const { target, current, bytes } = job;
  const temporary = temporaryName();
  // A second name for the file about to be replaced: what another program writes into it in the last moment is found there.
  const keepsake = current && temporaryName();
  const path = folder.at(temporary);
  const end = job.temporaries.begin(dirname(target), keepsake === null ? [temporary] : [temporary, keepsake]);
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
    const saved: Saved = { version: "", notes: [], bare: current === null };
    try {
      if (current) {
        const kept = await keepOwner(handle, current.stats);
        if (!kept) return { status: "not here", why: "it belongs to another user" };
        const attributes = copyAttributes(folder.at("."), basename(target), temporary, current.stats);
        await writeAll(handle, bytes).finally(() => attributes);
        const found = await attributes;
        if (found.status === "lost") saved.notes.push(found.note);
        saved.bare = found.status === "none";
        await handle.chmod(Number(current.stats.mode & 0o7777n));
      } else {
        await writeAll(handle, bytes);
      }
      const synced = handle.sync();
      // While the disk works.
      saved.version = versionOf(bytes);
      await synced;
    } finally {
      await handle.close();
    }
    return await putInPlace(folder, { path, kept: keepsake && folder.at(keepsake) }, job, saved);
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

/** `bare`: the file has no extended attributes, for all we know. */
type Saved = { version: string; notes: string[]; bare: boolean };

/** Where the temporary is, and where the old file is kept meanwhile; null for a new file. */
type Beside = { path: string; kept: string | null };

async function putInPlace(folder: FileFolder, { path, kept }: Beside, job: Job, saved: Saved): Promise<Replaced> {
  const { target, current, bytes, moments } = job;
  const place = folder.at(basename(target));
  if (!current || kept === null) {
    await moments.beforeRename?.();
    if (!(await makeNew(path, place))) return { status: "moved on" };
    const said = await Promise.all([syncFolder(folder), readBack(target, bytes, saved)]);
    return { status: "replaced", version: saved.version, notes: [...saved.notes, ...said.flat()] };
  }
  const linked = await link(place, kept).then(
    () => true,
    () => false,
  );
  const seen = await isStill(target, current);
  if (!seen) return { status: "moved on" };
  await moments.beforeRename?.();
  const refused = await renameOver(path, place, seen, () => letOthersFinish(folder));
  if (refused === "moved on") return { status: "moved on" };
  if (refused) return { status: "not here", why: refused };
  await moments.afterRename?.();
  const [said, lost, read] = await Promise.all([
    syncFolder(folder),
    linked ? lateWrite(kept, current.bytes) : null,
    readBack(target, bytes, saved),
  ]);
  if (lost) return { status: "overtook", lost };
  return { status: "replaced", version: saved.version, notes: [...saved.notes, ...said, ...read] };
}

/** What is to be said of a file that was just saved, where it does not read back as it was written. */
async function readBack(target: string, bytes: Uint8Array, { bare }: Saved): Promise<string[]> {
  try {
    const now = await holds(target, asBuffer(bytes));
    if (now === null) return ["another program removed the file right after it was saved"];
    if (!now.same) return ["another program changed the file right after it was saved"];
    if (bare) knowWithout(now.stats);
    return [];
  } catch (error) {
    return [`saved, but it could not be read back to make sure (${codeOf(error)})`];
  }
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** From the rename on the new bytes are there, so that a failure here is said, but is no refusal. */
async function syncFolder(folder: FileFolder): Promise<string[]> {
  return folder.sync().then(
    () => [],
    (error: unknown) => [`saved, but the disk could not confirm that it would survive a power cut (${codeOf(error)})`],
  );
}

/** Gives a new file its name; false where another program was faster. */
async function makeNew(temporary: string, place: string): Promise<boolean> {
  try {
    // Unlike a rename, a link never replaces anything.
    await link(temporary, place);
    // From here on the file is there; a second name that stays for now is swept up later.
    await unlink(temporary).catch(() => {});
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EACCES", "EINVAL"].includes(codeOf(error)))
      throw error;
  }
  if (await lstatIfThere(place)) return false;
  await rename(temporary, place);
  return true;
}

/** What the system says of the file now, where it still is what was read, bytes and all. */
async function isStill(target: string, current: FileBytes): Promise<BigIntStats | null> {
  const now = await holds(target, current.bytes).catch(() => null);
  if (!now?.same) return null;
  const was = current.stats;
  const is = now.stats;
  const same = is.ino === was.ino && is.mode === was.mode && is.uid === was.uid && is.gid === was.gid;
  return same ? is : null;
}

/**
 * Returns when no other program is in the middle of renaming something in the folder. A rename holds the folder while the file system
 * notes it, some fifty microseconds, in which the old file is still to be seen; so does whoever asks for a name that nobody has asked for.
 */
function letOthersFinish(folder: FileFolder): void {
  const name = temporaryName();
  existsSync(folder.at(name));
  releaseTemporary(name);
}

/**
 * Null once done; otherwise why a rename is not possible here. The very last look and the rename are one right after the other, without
 * leaving the thread: another program that replaces the file in these microseconds is the one thing that no system call of Node's can prevent.
 */
async function renameOver(from: string, to: string, seen: BigIntStats, settle: () => void): Promise<string | null> {
  const deadline = Date.now() + (process.platform === "win32" ? 60_000 : 0);
  for (let pause = 10; ; pause = Math.min(pause + 10, 100)) {
    try {
      settle();
      if (!isSame(lstatSync(to, { bigint: true, throwIfNoEntry: false }), seen)) return "moved on";
      renameSync(from, to);
      return null;
    } catch (error) {
      const code = codeOf(error);
      if (!["EPERM", "EACCES", "EBUSY", "EXDEV"].includes(code)) throw error;
      // On Windows another program that only looks at the file keeps it from being replaced, for a moment.
      if (Date.now() >= deadline) return `the system does not let it be replaced (${code})`;
      await sleep(pause);
    }
  }
}

/** Equal times and sizes prove nothing, but another time or inode is reason enough to look again. */
function isSame(now: BigIntStats | undefined, seen: BigIntStats): boolean {
  return now !== undefined && now.ino === seen.ino && now.size === seen.size && now.mtimeNs === seen.mtimeNs;
}

/** How long a file must have been left alone for its writer to count as done, and how long that is waited for. */
const restNeeded = 50;
const patience = 1000;

/** What the replaced file holds, where that is no longer what was read; its writer is given time to finish. */
async function lateWrite(kept: string, expected: Buffer): Promise<Buffer | null> {
  const now = await holds(kept, expected).catch(() => null);
  if (now === null || now.same) return null;
  let bytes = await readFile(kept).catch(() => expected);
  const deadline = performance.now() + patience;
  for (;;) {
    await sleep(restNeeded);
    const again = await readFile(kept).catch(() => bytes);
    const resting = again.equals(bytes);
    bytes = again;
    if (resting || performance.now() > deadline) break;
  }
  return bytes.equals(expected) ? null : bytes;
}
