import { closeSync, constants, fsyncSync, lstatSync, mkdirSync, openSync, readlinkSync, rmdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { codeOf } from "./disk-errors";
import { makeFolders } from "./make-folders";
import { checkOpened } from "./read-bytes";

/**
 * As `makeFolders`, for a path without links in a folder that others may change meanwhile. Where the system allows, each is made in the open
 * folder above it, which must be where its path says: one that is swapped for a link in between leads nowhere else.
 */
export function makeFoldersInPlace(realPath: string): string | undefined {
  if (process.platform !== "linux") return makeFolders(realPath);
  const missing: string[] = [];
  let at = realPath;
  for (; !isFolder(at) && at !== dirname(at); at = dirname(at)) missing.unshift(basename(at));
  let first: string | undefined;
  for (const name of missing) {
    const made = inFolder(at, (folder, sync) => {
      try {
        mkdirSync(join(folder, name));
        // What is written into a folder is lost with the folder's name.
        sync();
        return true;
      } catch (error) {
        // Another process was faster; whether that is a folder is seen when it is opened.
        if (codeOf(error) === "EEXIST") return false;
        throw error;
      }
    });
    at = join(at, name);
    if (made) first ??= at;
  }
  inFolder(at, () => {});
  return first;
}

/** Removes folders that were made for nothing, from the deepest up to `first`, as long as they are empty and in their place. */
export function removeEmptyFolders(deepest: string, first: string): void {
  try {
    for (let folder = deepest; folder.length >= first.length; folder = dirname(folder))
      inFolder(dirname(folder), (above) => rmdirSync(join(above, basename(folder))));
  } catch {
    // Somebody has put something there, or moved it away.
  }
}

/** Runs `task` with a path that leads to this very folder. By its own path where the system cannot do that, or it may not be read. */
function inFolder<Result>(realPath: string, task: (folder: string, sync: () => void) => Result): Result {
  const file = process.platform === "linux" ? openToHold(realPath) : null;
  if (file === null) return task(realPath, () => {});
  try {
    const held = `/proc/self/fd/${file}`;
    checkOpened(openedPath(held) ?? realPath, realPath);
    return task(held, () => syncIfPossible(file));
  } finally {
    release(file);
  }
}

/** Some file systems sync no folder: whoever writes into the new one syncs that, and says if it fails. */
function syncIfPossible(file: number): void {
  try {
    fsyncSync(file);
  } catch {
    // See above.
  }
}

/** Nothing was written through it, so that a close that fails has nothing to say. */
function release(file: number): void {
  try {
    closeSync(file);
  } catch {
    // It is closed all the same.
  }
}

function openToHold(realPath: string): number | null {
  try {
    return openSync(realPath, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    if (["EACCES", "EPERM"].includes(codeOf(error))) return null;
    throw error;
  }
}

function openedPath(held: string): string | null {
  try {
    return readlinkSync(held);
  } catch {
    return null;
  }
}

/** A file of that name, or above it, is an error; so is a link, since the path had none. */
function isFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return found !== undefined;
  throw Object.assign(new Error(`ENOTDIR: not a folder, '${path}'`), { code: "ENOTDIR", path });
}
