import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and its missing parents. Returns the first folder it made; undefined if all existed. Node's recursive mkdir loops forever
 * where the system cannot make folders and reports the parent as missing, as `/proc` does; this one goes up to the nearest existing folder
 * and makes one after the other, or throws. Each is synced before it is used: if its name is lost in a power cut, so is its content.
 */
export function makeFolders(folder: string, mode = 0o777): string | undefined {
  const missing: string[] = [];
  for (let at = folder; !isFolder(at); at = dirname(at)) {
    if (at === dirname(at)) break;
    missing.unshift(at);
  }
  let first: string | undefined;
  for (const path of missing) {
    try {
      mkdirSync(path, { mode });
      syncFolder(dirname(path));
      first ??= path;
    } catch (error) {
      // Another process made it first.
      if (!(isCode(error, "EEXIST") && isFolder(path))) throw error;
    }
  }
  return first;
}

/**
 * Syncs a folder if the system can: Windows cannot open folders, some file systems cannot sync them. Whoever writes into it syncs it again
 * and reports a failure.
 */
function syncFolder(folder: string): void {
  try {
    const opened = openSync(folder, "r");
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // Not every system can sync a folder.
  }
}

/** A file at or above that path is an error. */
function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return found !== undefined;
  throw Object.assign(new Error(`ENOTDIR: not a folder, '${path}'`), { code: "ENOTDIR", path });
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
