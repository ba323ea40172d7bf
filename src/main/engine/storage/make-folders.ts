import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing; answers with the first that it made, undefined where all were
 * there. Node's own recursive way never ends where the system makes no folders and says that the one above is missing,
 * as `/proc` does; this one goes up to the nearest folder that exists, then makes one after the other, or throws. Each is on the disk
 * before it is used: what is written into a folder is lost with the folder's name.
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
      // Another process was faster.
      if (!(isCode(error, "EEXIST") && isFolder(path))) throw error;
    }
  }
  return first;
}

/** As far as the system can: Windows opens no folder, some file systems sync none. Whoever writes into it syncs it again, and says if that fails. */
function syncFolder(folder: string): void {
  try {
    const opened = openSync(folder, "r");
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // See above.
  }
}

/** A file of that name, or above it, is an error. */
function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return found !== undefined;
  throw Object.assign(new Error(`ENOTDIR: not a folder, '${path}'`), { code: "ENOTDIR", path });
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
