import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing; answers with the first that it made, undefined where all were
 * there. Node's own recursive way never ends where the system makes no folders and says that the one above is missing,
 * as `/proc` does; this one goes up to the nearest folder that exists, then makes one after the other, or throws.
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
      first ??= path;
    } catch (error) {
      // Another process was faster.
      if (!(isCode(error, "EEXIST") && isFolder(path))) throw error;
    }
  }
  return first;
}

/** A file of that name, or above it, is an error. */
function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return found !== undefined;
  throw Object.assign(new Error(`ENOTDIR: not a folder, '${path}'`), { code: "ENOTDIR", path });
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
