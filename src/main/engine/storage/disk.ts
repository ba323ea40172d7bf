import { constants } from "node:fs";
import { access, link, readdir, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FileStore, FolderEntry, StoredFile, Written } from "../ports/file-store";
import { ToolError } from "../ports/tool-error";
import { codeOf, explain } from "./disk-errors";
import { durableReplace, type Moments } from "./durable-replace";
import { openFolder } from "./file-folder";
import { writeInPlace } from "./in-place";
import { createLock, type Lock } from "./lock";
import { arrival } from "./lock-queue";
import { makeFoldersInPlace, removeEmptyFolders } from "./make-folders-in-place";
import { defaultLimit, type FileBytes, foldedName, isWritable, lstatIfThere, readBytes, tooLarge } from "./read-bytes";
import { type RecoveredSave, recoverSaves } from "./recover";
import { resolvePath } from "./resolve-path";
import { isGivenUp } from "./save-journal";
import { createTurns, type Turns } from "./serial-queue";
import { createTemporaries, type Temporaries } from "./temporaries";
import { isTemporaryName, removeStrayTemporaries } from "./temporary-files";
import { versionOf } from "./version";

export type DiskOptions = {
  /** Shared by all Galley processes of this user, on a local disk: `<runtime>/locks`. */
  locksFolder: string;
  /** Journal of writes in place, and records of temporaries: `<data>/saves`. */
  savesFolder: string;
  /** The records of this process where it has some in that folder already; whoever made them closes them. */
  temporaries?: Temporaries;
  /** Bytes of another program that could not be left on disk, though they were written there; for history. */
  rescued?: (realPath: string, bytes: Uint8Array) => void;
  /** For tests. */
  moments?: Moments;
};

/** How long an empty file is given to be filled, in milliseconds. */
const emptyPause = 25;

/** The real disk. */
export type DiskStore = FileStore & {
  /** Finishes what killed processes left half written; once, at the start. See `recoverSaves`. */
  recover(keep: (save: RecoveredSave) => Promise<void>): Promise<{ recovered: RecoveredSave[]; damaged: string[] }>;
  /** Where whatever else makes temporaries in the user's folders puts them on record. */
  temporaries: Temporaries;
  /** Frees the lock files. */
  close(): void;
};

type Saving = DiskOptions & { temporaries: Temporaries };

/** An update whose file is changed by others between reading and writing is tried this often. */
const tries = 8;

/** The file store on the real disk: one durable save for all doors, in turns with every other process of this user. */
export function createDisk(given: DiskOptions): DiskStore {
  // Nothing is made before it is used.
  const own = createTemporaries(given.savesFolder);
  const options: Saving = { ...given, temporaries: given.temporaries ?? own };
  const lock: Lock = createLock(options.locksFolder);
  const inTurn = createTurns();

  const read = async (path: string, { limit = defaultLimit, links = "follow" }: ReadOptions = {}) => {
    const realPath = await resolvePath(path);
    refuseLinks(path, realPath, links);
    // A mixture that this process could not put back is no text of anybody's.
    if (isGivenUp(realPath)) await holding(await keysOf(realPath), () => settleBefore(realPath, options));
    const found = await readBytes(realPath, limit);
    return found && storedFile(realPath, found);
  };

  const holding: Holding = (keys, task, arrivedAt = arrival()) =>
    inTurns(inTurn, keys, () => lock.holding(keys, () => task(keys), arrivedAt));

  return {
    read,

    update(path, edit, { limit = defaultLimit, links = "follow", landed } = {}) {
      // Also among other processes: who waits here for tasks of our own has arrived already.
      const arrivedAt = arrival();
      // First in line by the name as it was given, so that updates come in the order of the calls.
      return inTurn(`as given ${path}`, async () => {
        for (let round = 1; round <= tries; round++) {
          const realPath = await resolvePath(path);
          refuseLinks(path, realPath, links);
          const written = await holding(
            await keysOf(realPath),
            async (keys) => {
              // While we waited, the path may have come to mean another file.
              const still = await resolvePath(path);
              if (still !== realPath || !(await keysOf(realPath)).every((key) => keys.includes(key))) return null;
              const done = await updateInTurn(realPath, edit, limit, options);
              if (done?.status === "written") await landed?.(done);
              return done;
            },
            arrivedAt,
          );
          if (written) return written;
        }
        throw keepsChanging(path);
      });
    },

    async list(folder) {
      const realPath = await resolvePath(folder);
      try {
        const entries = await readdir(realPath, { withFileTypes: true });
        return await Promise.all(
          entries
            .filter((entry) => !isTemporaryName(entry.name))
            .map(async (entry): Promise<FolderEntry> => {
              const target = entry.isSymbolicLink() ? await statTarget(join(realPath, entry.name)) : entry;
              const kind = target?.isFile() ? "file" : target?.isDirectory() ? "folder" : "other";
              return { name: entry.name, kind };
            }),
        );
      } catch (error) {
        throw explain(error, { path: folder, doing: "list" });
      }
    },

    async makeFolder(path) {
      try {
        makeFoldersInPlace(await resolvePath(path));
      } catch (error) {
        throw explain(error, { path, doing: "make" });
      }
    },

    async move(from, to) {
      await moveOnDisk(from, to, holding);
    },

    realPath: resolvePath,
    recover: (keep) =>
      recoverSaves(options.savesFolder, async (realPath, task) => holding(await keysOf(realPath), task), keep),
    temporaries: options.temporaries,
    close() {
      lock.close();
      own.close();
    },
  };
}

/** Runs a task in the turn of all its keys, in this process and among all. */
type Holding = <Result>(
  keys: readonly string[],
  task: (keys: readonly string[]) => Promise<Result>,
  arrivedAt?: bigint,
) => Promise<Result>;

type ReadOptions = { limit?: number; links?: "follow" | "refuse" };

function refuseLinks(path: string, realPath: string, links: "follow" | "refuse"): void {
  if (links === "follow" || path === realPath) return;
  throw new ToolError("outside_workspace", `${path} leads to ${realPath} since it was checked; nothing was done`);
}

async function storedFile(realPath: string, { bytes }: FileBytes): Promise<StoredFile> {
  return { realPath, bytes, version: versionOf(bytes), writable: await isWritable(realPath) };
}

const statTarget = (path: string) => stat(path).catch(() => null);

/**
 * What an update of this path has to hold: the name in its folder, which outlives replacements of the file and is the same for every
 * spelling, and for a file with several names also the file itself. Folders that are still to be made count as part of the name.
 */
async function keysOf(realPath: string): Promise<string[]> {
  const found = await lstatIfThere(realPath).catch(() => null);
  let folder = dirname(realPath);
  let name = basename(realPath);
  for (;;) {
    const stats = await lstatIfThere(folder).catch(() => null);
    if (stats) {
      const keys = [`name ${stats.dev} ${stats.ino} ${foldedName(name)}`];
      if (found?.isFile() && found.nlink > 1n) keys.push(`file ${found.dev} ${found.ino}`);
      return keys.sort();
    }
    if (dirname(folder) === folder) return [`path ${foldedName(realPath)}`];
    name = join(basename(folder), name);
    folder = dirname(folder);
  }
}

/** The update of a file whose turn it is; null where the file changed in between, so that all of it has to be done again. */
async function updateInTurn(
  realPath: string,
  edit: Parameters<FileStore["update"]>[1],
  limit: number,
  options: Saving,
): Promise<Written | null> {
  await settleBefore(realPath, options);
  let found = await readBytes(realPath, limit);
  if (found?.bytes.length === 0) {
    // Many programs empty a file before they write it; whoever looks in between must not take that for its text.
    await sleep(emptyPause);
    found = await readBytes(realPath, limit);
  }
  const before = found && (await storedFile(realPath, found));
  const bytes = await edit(before);
  if (bytes === null || found?.bytes.equals(bytes)) {
    return { status: "unchanged", realPath, version: before?.version ?? "", before, notes: [] };
  }
  if (bytes.length > limit) throw tooLarge(realPath, bytes.length, limit);
  try {
    if (found) await access(realPath, constants.W_OK);
    const saved = await save(realPath, found, bytes, limit, options);
    return saved && { status: "written", realPath, before, version: saved.version, notes: saved.notes };
  } catch (error) {
    // Deleted under our hands: what to do about that is the edit's to say.
    if (found && codeOf(error) === "ENOENT") return null;
    throw explain(error, { path: realPath, doing: "save" });
  }
}

/**
 * A process may have been killed in the middle of writing this file in place, and nobody have started since. Finished now, before anything
 * is built on a mixture; later an edit that takes back half of that save would look like one.
 */
async function settleBefore(realPath: string, { savesFolder, rescued }: DiskOptions): Promise<void> {
  const keep = async ({ before, after }: RecoveredSave) => {
    for (const bytes of [before, after]) rescued?.(realPath, bytes);
  };
  await recoverSaves(savesFolder, (_, task) => task(), keep, { only: realPath }).catch((error: unknown) => {
    throw explain(error, { path: realPath, doing: "open" });
  });
}

type Saved = Pick<Written, "version" | "notes">;

/** Writes the bytes in the way that keeps what the file is; null where another program came first. */
async function save(
  realPath: string,
  found: FileBytes | null,
  bytes: Uint8Array,
  limit: number,
  options: Saving,
): Promise<Saved | null> {
  const { moments = {}, temporaries } = options;
  if (!found) return saveNew(realPath, bytes, options);
  let why = "it has other names (hard links), which stay the same file this way";
  if (!(await hasOtherNames(realPath, found))) {
    const replaced = await durableReplace(realPath, found, bytes, temporaries, moments);
    if (replaced.status === "replaced") return replaced;
    if (replaced.status === "overtook") await giveBack(realPath, bytes, replaced.lost, limit, options);
    if (replaced.status !== "not here") return null;
    why = replaced.why;
  }
  const journal = { folder: options.savesFolder, owner: temporaries.processId() };
  const written = await writeInPlace(realPath, found, bytes, journal, moments);
  if (written.status !== "written") return null;
  const notes = [`written in place, because ${why}`];
  if (written.found !== null) {
    // Perhaps its words with some of ours around them: kept as it is, since the next save starts from it.
    options.rescued?.(realPath, written.found);
    notes.push("another program changed the file while it was being saved");
  }
  return { version: versionOf(bytes), notes };
}

async function hasOtherNames(realPath: string, { stats }: FileBytes): Promise<boolean> {
  if (stats.nlink === 1n) return false;
  // A save that was killed may have left a second name; that is no reason to write in place.
  await removeStrayTemporaries(dirname(realPath));
  return ((await lstatIfThere(realPath))?.nlink ?? 1n) > 1n;
}

async function saveNew(
  realPath: string,
  bytes: Uint8Array,
  { temporaries, moments = {} }: Saving,
): Promise<Saved | null> {
  const firstMade = makeFoldersInPlace(dirname(realPath));
  try {
    const replaced = await durableReplace(realPath, null, bytes, temporaries, moments);
    return replaced.status === "replaced" ? replaced : null;
  } catch (error) {
    if (firstMade) removeEmptyFolders(dirname(realPath), firstMade);
    throw error;
  }
}

/** Puts another program's bytes back, which it wrote into the file while it was being replaced; then the edit starts from them. */
async function giveBack(
  realPath: string,
  ours: Uint8Array,
  theirs: Buffer,
  limit: number,
  options: Saving,
): Promise<void> {
  const now = await readBytes(realPath, limit).catch(() => null);
  const replaced = now?.bytes.equals(ours)
    ? await durableReplace(realPath, now, theirs, options.temporaries).catch(() => null)
    : null;
  if (replaced?.status !== "replaced") options.rescued?.(realPath, theirs);
}

function keepsChanging(path: string): ToolError {
  return new ToolError(
    "stale",
    `${path} is being changed by another program faster than it can be saved; nothing was written`,
    {
      hint: "Wait until the other program is done, then try again",
    },
  );
}

function inTurns<Result>(turns: Turns, keys: readonly string[], task: () => Promise<Result>): Promise<Result> {
  const [first, ...others] = keys;
  return first === undefined ? task() : turns(first, () => inTurns(turns, others, task));
}

async function moveOnDisk(from: string, to: string, holding: Holding): Promise<void> {
  // A link is moved itself, not what it points to.
  const source = join(await resolvePath(dirname(from)), basename(from));
  const target = join(await resolvePath(dirname(to)), basename(to));
  const keys = [...new Set([...(await keysOf(source)), ...(await keysOf(target))])].sort();
  await holding(keys, async () => {
    try {
      const found = await lstatIfThere(source);
      if (!found) throw explain({ code: "ENOENT" }, { path: from, doing: "move" });
      const there = await lstatIfThere(target);
      // Only the case (or the Unicode form) changes, on a disk that knows no difference.
      const sameFile = there !== null && there.ino === found.ino && there.dev === found.dev && found.nlink === 1n;
      if (there && !sameFile) throw explain({ code: "EEXIST" }, { path: to, doing: "move" });
      await (found.isFile() && !sameFile ? moveFile(source, target) : rename(source, target));
    } catch (error) {
      throw explain(error, { path: to, doing: "move" });
    }
    // It has happened: a disk that cannot confirm it is no reason to say that nothing was changed.
    for (const folder of new Set([dirname(source), dirname(target)])) await syncFolder(folder).catch(() => {});
  });
}

async function syncFolder(folder: string): Promise<void> {
  const opened = await openFolder(folder);
  await opened.sync().finally(() => opened.close());
}

/** A link never replaces anything, a rename does. */
async function moveFile(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    if (["EEXIST", "ENOENT", "EXDEV", "ENOSPC", "EROFS", "EDQUOT"].includes(codeOf(error))) throw error;
    return rename(source, target);
  }
  try {
    await unlink(source);
  } catch (error) {
    // Gone already, so that it has moved all the same.
    if (codeOf(error) === "ENOENT") return;
    await takeBackName(source, target);
    throw error;
  }
}

/** A file with both names is neither moved nor where it was: the new name goes again, if it still is that file's. */
async function takeBackName(source: string, target: string): Promise<void> {
  try {
    const [old, fresh] = await Promise.all([lstatIfThere(source), lstatIfThere(target)]);
    if (old === null || fresh === null || old.ino !== fresh.ino || old.dev !== fresh.dev) return;
    await unlink(target);
  } catch (error) {
    throw new ToolError(
      "failed",
      `${source} has the name ${target} as well now, and the old name could not be removed`,
      {
        cause: error,
        hint: "Remove one of the two names once the disk is in order; both are the same file",
      },
    );
  }
}
