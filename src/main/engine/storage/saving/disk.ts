import { constants } from "node:fs";
import { access, link, readdir, rename, rmdir, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type KeyedQueue, keyedQueue } from "../../../../core/async/serial-queue";
import type { EntryInfo, FileStore, FolderEntry, StoredFile, WriteResult } from "../../ports/file-store";
import { ToolError } from "../../ports/tool-error";
import { codeOf, explain } from "../files/disk-errors";
import { FilesWithoutAttributes } from "../files/extended-attributes";
import { openFolder } from "../files/file-folder";
import {
  defaultLimit,
  type FileBytes,
  foldedName,
  isWritable,
  lstatIfThere,
  readBytes,
  tooLarge,
} from "../files/read-bytes";
import { resolvePath } from "../files/resolve-path";
import { isTemporaryName, removeStrayTemporaries } from "../files/temporary-files";
import { versionOf } from "../files/version";
import { createLock, type Lock } from "../locks/lock";
import { monotonicNow } from "../locks/lock-queue";
import { durableReplace, type Moments, type ReplaceContext } from "./durable-replace";
import { writeInPlace } from "./in-place";
import { makeFoldersInPlace, removeEmptyFolders } from "./make-folders-in-place";
import { type RecoveredSave, recoverSaves } from "./recover";
import { isGivenUp } from "./save-journal";
import { createTemporaries, type Temporaries } from "./temporaries";

export type DiskOptions = {
  /** Shared by all Galley processes of this user, on a local disk: `<runtime>/locks`. */
  locksFolder: string;
  /** Holds the journal of in-place writes and the records of temporaries: `<data>/saves`. */
  savesFolder: string;
  /** The records of this process, if it already has some in that folder. Whoever created them closes them. */
  temporaries?: Temporaries;
  /** Receives another program's bytes that Galley's save has overwritten, so that they can go into the history. */
  onRescued?: (realPath: string, bytes: Uint8Array) => void;
  /** For tests. */
  moments?: Moments;
};

/** Milliseconds that an empty file is given to be filled. */
const emptyPause = 25;

/** The real disk. */
export type DiskStore = FileStore & {
  /** Finishes what killed processes left half written; once, at the start. See `recoverSaves`. */
  recover(keep: (save: RecoveredSave) => Promise<void>): Promise<{ recovered: RecoveredSave[]; damaged: string[] }>;
  /** Records other temporaries that are made in the user's folders. */
  temporaries: Temporaries;
  /** Releases the lock files. */
  close(): void;
};

type DiskContext = DiskOptions & ReplaceContext;

/** How often an update is tried if others change the file between the read and the write. */
const MAX_ATTEMPTS = 8;

/** The file store on the real disk. All transports save through it, and it takes turns with every other Galley process of this user. */
export function createDisk(given: DiskOptions): DiskStore {
  // Makes nothing on the disk before it is used.
  const own = createTemporaries(given.savesFolder);
  const options: DiskContext = {
    ...given,
    temporaries: given.temporaries ?? own,
    withoutAttributes: new FilesWithoutAttributes(given.locksFolder),
  };
  const lock: Lock = createLock(options.locksFolder);
  const enqueue = keyedQueue();

  const read = async (path: string, { limit = defaultLimit, links = "follow" }: ReadOptions = {}) => {
    const realPath = await resolvePath(path);
    rejectLinks(path, realPath, links);
    // A mixture that this process could not roll back is nobody's text.
    if (isGivenUp(realPath)) await withLocks(await keysOf(realPath), () => recoverBefore(realPath, options));
    const found = await readBytes(realPath, limit);
    return found && storedFile(realPath, found);
  };

  const withLocks: WithLocks = (keys, task, queuedAt = monotonicNow()) =>
    enqueueForAll(enqueue, keys, () => lock.withLocks(keys, () => task(keys), queuedAt));

  return {
    read,

    update(path, edit, { limit = defaultLimit, links = "follow", landed } = {}) {
      // Counts for the queue among processes too: the call waits in line from now on, even while it waits for tasks of this process.
      const queuedAt = monotonicNow();
      // Queued by the path as given first, so that updates run in the order of the calls.
      return enqueue(`as given ${path}`, async () => {
        for (let round = 1; round <= MAX_ATTEMPTS; round++) {
          const realPath = await resolvePath(path);
          rejectLinks(path, realPath, links);
          const written = await withLocks(
            await keysOf(realPath),
            async (keys) => {
              // While the task waited, the path may have come to lead to another file.
              const still = await resolvePath(path);
              if (still !== realPath || !(await keysOf(realPath)).every((key) => keys.includes(key))) return null;
              const done = await updateLocked(realPath, edit, limit, options);
              if (done?.status === "written") await landed?.(done);
              return done;
            },
            queuedAt,
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
        throw explain(error, { path: folder, operation: "list" });
      }
    },

    async makeFolder(path) {
      try {
        makeFoldersInPlace(await resolvePath(path));
      } catch (error) {
        throw explain(error, { path, operation: "make" });
      }
    },

    async move(from, to) {
      await moveOnDisk(from, to, withLocks);
    },

    async remove(path, allow) {
      const realPath = join(await resolvePath(dirname(path)), basename(path));
      await withLocks(await keysOf(realPath), () => removeLocked(realPath, allow, options));
    },

    entry: entryOnDisk,

    realPath: resolvePath,
    recover: (keep) =>
      recoverSaves(options.savesFolder, async (realPath, task) => withLocks(await keysOf(realPath), task), keep),
    temporaries: options.temporaries,
    close() {
      lock.close();
      own.close();
    },
  };
}

/** Runs a task while it holds the locks of all keys, in this process and among processes. */
type WithLocks = <Result>(
  keys: readonly string[],
  task: (keys: readonly string[]) => Promise<Result>,
  queuedAt?: bigint,
) => Promise<Result>;

type ReadOptions = { limit?: number; links?: "follow" | "refuse" };

function rejectLinks(path: string, realPath: string, links: "follow" | "refuse"): void {
  if (links === "follow" || path === realPath) return;
  throw new ToolError("outside_workspace", `${path} now leads to ${realPath}, which was not checked; nothing was done`);
}

async function storedFile(realPath: string, { bytes }: FileBytes): Promise<StoredFile> {
  return { realPath, bytes, version: versionOf(bytes), writable: await isWritable(realPath) };
}

const statTarget = (path: string) => stat(path).catch(() => null);

/**
 * The keys that an update of this path must lock: the name in its folder, which survives replacements of the file and is equal for every
 * spelling; and for a file with several names also the file itself. Folders that do not exist yet count as part of the name.
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

/** Updates a file whose locks are held; null if the file changed in between and the update must start again. */
async function updateLocked(
  realPath: string,
  edit: Parameters<FileStore["update"]>[1],
  limit: number,
  options: DiskContext,
): Promise<WriteResult | null> {
  await recoverBefore(realPath, options);
  let found = await readBytes(realPath, limit);
  if (found?.bytes.length === 0) {
    // Many programs empty a file before they write it: wait, so that the empty file is not taken for its text.
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
    // The file was deleted during the save: run the edit again, which then sees that it is missing.
    if (found && codeOf(error) === "ENOENT") return null;
    throw explain(error, { path: realPath, operation: "save" });
  }
}

/**
 * A process may have been killed during an in-place write of this file, with no start since. Finishes that write now, before anything
 * builds on the mixture; later, an edit that undoes half of that save would look like a mixture.
 */
async function recoverBefore(realPath: string, { savesFolder, onRescued }: DiskOptions): Promise<void> {
  const keep = async ({ before, after }: RecoveredSave) => {
    for (const bytes of [before, after]) onRescued?.(realPath, bytes);
  };
  await recoverSaves(savesFolder, (_, task) => task(), keep, { only: realPath }).catch((error: unknown) => {
    throw explain(error, { path: realPath, operation: "open" });
  });
}

type SaveResult = Pick<WriteResult, "version" | "notes">;

/** Writes the bytes in the way that keeps what the file is; null if another program changed it first. */
async function save(
  realPath: string,
  found: FileBytes | null,
  bytes: Uint8Array,
  limit: number,
  options: DiskContext,
): Promise<SaveResult | null> {
  const { moments = {}, temporaries } = options;
  if (!found) return saveNew(realPath, bytes, options);
  let why = "it has other names (hard links), which stay the same file this way";
  if (!(await hasOtherNames(realPath, found))) {
    const replaced = await durableReplace(realPath, found, bytes, options, moments);
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
    // What was found may be a mixture of their text and ours. It stays on disk, since the next save starts from it.
    options.onRescued?.(realPath, written.found);
    notes.push("another program changed the file while it was being saved");
  }
  return { version: versionOf(bytes), notes };
}

async function hasOtherNames(realPath: string, { stats }: FileBytes): Promise<boolean> {
  if (stats.nlink === 1n) return false;
  // A killed save may have left a second name. That is not a reason to write in place.
  await removeStrayTemporaries(dirname(realPath));
  return ((await lstatIfThere(realPath))?.nlink ?? 1n) > 1n;
}

async function saveNew(realPath: string, bytes: Uint8Array, options: DiskContext): Promise<SaveResult | null> {
  const firstMade = makeFoldersInPlace(dirname(realPath));
  try {
    const replaced = await durableReplace(realPath, null, bytes, options, options.moments);
    return replaced.status === "replaced" ? replaced : null;
  } catch (error) {
    if (firstMade) removeEmptyFolders(dirname(realPath), firstMade);
    throw error;
  }
}

/** Restores another program's bytes that were written while the file was being replaced, so that the edit can start from them. */
async function giveBack(
  realPath: string,
  ours: Uint8Array,
  theirs: Buffer,
  limit: number,
  options: DiskContext,
): Promise<void> {
  const now = await readBytes(realPath, limit).catch(() => null);
  const replaced = now?.bytes.equals(ours)
    ? await durableReplace(realPath, now, theirs, options).catch(() => null)
    : null;
  if (replaced?.status !== "replaced") options.onRescued?.(realPath, theirs);
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

function enqueueForAll<Result>(
  turns: KeyedQueue,
  keys: readonly string[],
  task: () => Promise<Result>,
): Promise<Result> {
  const [first, ...others] = keys;
  return first === undefined ? task() : turns(first, () => enqueueForAll(turns, others, task));
}

async function moveOnDisk(from: string, to: string, withLocks: WithLocks): Promise<void> {
  // Moves a link itself, not its target.
  const source = join(await resolvePath(dirname(from)), basename(from));
  const target = join(await resolvePath(dirname(to)), basename(to));
  const keys = [...new Set([...(await keysOf(source)), ...(await keysOf(target))])].sort();
  await withLocks(keys, async () => {
    try {
      const found = await lstatIfThere(source);
      if (!found) throw explain({ code: "ENOENT" }, { path: from, operation: "move" });
      const there = await lstatIfThere(target);
      // Only case or Unicode form changes, on a disk that ignores the difference.
      const sameFile = there !== null && there.ino === found.ino && there.dev === found.dev && found.nlink === 1n;
      if (there && !sameFile) throw explain({ code: "EEXIST" }, { path: to, operation: "move" });
      await (found.isFile() && !sameFile ? moveFile(source, target) : rename(source, target));
    } catch (error) {
      throw explain(error, { path: to, operation: "move" });
    }
    // The move has happened. If the disk cannot confirm it, reporting "nothing was changed" would be false.
    for (const folder of new Set([dirname(source), dirname(target)])) await syncFolder(folder).catch(() => {});
  });
}

/** Deletes what `allow` has agreed to: if the file changes meanwhile, it is asked about the new content. */
async function removeLocked(
  realPath: string,
  allow: Parameters<FileStore["remove"]>[1],
  options: DiskContext,
): Promise<void> {
  try {
    const there = await lstatIfThere(realPath);
    if (!there) throw explain({ code: "ENOENT" }, { path: realPath, operation: "delete" });
    if (there.isSymbolicLink())
      throw new ToolError("unsupported", `${realPath} is a link, which history cannot keep; nothing was changed`);
    if (there.isDirectory()) await rmdir(realPath);
    else await removeFile(realPath, allow, options);
  } catch (error) {
    throw explain(error, { path: realPath, operation: "delete" });
  }
  // The file is gone. If the disk cannot confirm it, reporting "nothing was changed" would be false.
  await syncFolder(dirname(realPath)).catch(() => {});
}

async function removeFile(
  realPath: string,
  allow: Parameters<FileStore["remove"]>[1],
  options: DiskContext,
): Promise<void> {
  await recoverBefore(realPath, options);
  let found = await readBytes(realPath, defaultLimit);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS && found; attempt++) {
    await allow(await storedFile(realPath, found));
    const now: FileBytes | null = await readBytes(realPath, defaultLimit);
    if (now?.bytes.equals(found.bytes)) return unlink(realPath);
    found = now;
  }
  if (found) throw keepsChanging(realPath);
}

async function entryOnDisk(path: string): Promise<EntryInfo | null> {
  try {
    const found = await lstatIfThere(join(await resolvePath(dirname(path)), basename(path)));
    if (!found) return null;
    const kind = found.isFile() ? "file" : found.isDirectory() ? "folder" : found.isSymbolicLink() ? "link" : "other";
    return { kind, bytes: Number(found.size), modified: Number(found.mtimeMs) };
  } catch (error) {
    throw explain(error, { path, operation: "open" });
  }
}

async function syncFolder(folder: string): Promise<void> {
  const opened = await openFolder(folder);
  await opened.sync().finally(() => opened.close());
}

/** Uses a link, which never replaces an existing file, as a rename would. */
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
    // The old name is already gone, so the move is complete.
    if (codeOf(error) === "ENOENT") return;
    await takeBackName(source, target);
    throw error;
  }
}

/** The file has both names after a failed move: removes the new one, if it still is that file's. */
async function takeBackName(source: string, target: string): Promise<void> {
  try {
    const [old, fresh] = await Promise.all([lstatIfThere(source), lstatIfThere(target)]);
    if (old === null || fresh === null || old.ino !== fresh.ino || old.dev !== fresh.dev) return;
    await unlink(target);
  } catch (error) {
    throw new ToolError("failed", `${source} now also has the name ${target}, and the old name could not be removed`, {
      cause: error,
      hint: "Remove one of the two names once the disk works again; both are the same file",
    });
  }
}
