import { closeSync, constants, fsyncSync, lstatSync, mkdirSync, openSync, readlinkSync, rmdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { codeOf } from "../files/disk-errors";
import { makeFolders } from "../files/make-folders";
import { checkSamePath } from "../files/read-bytes";

/**
 * Like `makeFolders`, for a path without links in a folder that others may change meanwhile. If the system allows, each folder is made
 * inside its open parent, which must be where its path says: swapping a folder for a link in between cannot redirect it.
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
        // If the folder's name is lost in a power cut, so is its content.
        sync();
        return true;
      } catch (error) {
        // Another process made it first. Opening it shows whether it is a folder.
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

/** Removes folders that turned out not to be needed, from the deepest up to `first`, if they are still empty and in place. */
export function removeEmptyFolders(deepest: string, first: string): void {
  try {
    for (let folder = deepest; folder.length >= first.length; folder = dirname(folder))
      inFolder(dirname(folder), (above) => rmdirSync(join(above, basename(folder))));
  } catch {
    // Another program has put something into it, or moved it away.
  }
}

/** Runs `task` with a path that leads to this very folder. Uses its normal path if the system has no such paths, or the folder cannot be read. */
function inFolder<Result>(realPath: string, task: (folder: string, sync: () => void) => Result): Result {
  const file = process.platform === "linux" ? openToHold(realPath) : null;
  if (file === null) return task(realPath, () => {});
  try {
    const held = `/proc/self/fd/${file}`;
    checkSamePath(openedPath(held) ?? realPath, realPath);
    return task(held, () => syncIfPossible(file));
  } finally {
    release(file);
  }
}

/** Some file systems cannot sync a folder: whoever writes into the new one syncs it again and reports a failure. */
function syncIfPossible(file: number): void {
  try {
    fsyncSync(file);
  } catch {
    // See above.
  }
}

/** Nothing was written through the handle, so a failed close does not matter. */
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

/** A file at or above that path is an error; so is a link, since the path had none. */
function isFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return found !== undefined;
  throw Object.assign(new Error(`ENOTDIR: not a folder, '${path}'`), { code: "ENOTDIR", path });
}
