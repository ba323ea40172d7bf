import { lstatSync } from "node:fs";
import { enableCompileCache, flushCompileCache, getCompileCacheDir } from "node:module";
import { join } from "node:path";
import { dataFolder, makeFolders } from "../engine/storage";

/**
 * Lets Node keep the compiled code of what is loaded from now on in the user's data folder, so that later starts need not compile it. Node trusts what
 * it finds there as it trusts the program, so nothing is kept if `args` name another data folder or if somebody else could write into this one.
 */
export function keepCompiledCode(args: readonly string[], data: string = dataFolder()): void {
  if (getCompileCacheDir() !== undefined || args.some((arg) => arg === "--data" || arg.startsWith("--data="))) return;
  const folder = join(data, "code-cache");
  try {
    makeFolders(folder, 0o700);
    if (isOwn(data) && isOwn(folder)) enableCompileCache(folder);
  } catch {
    // A data folder that cannot be written is reported where it is needed.
  }
}

/** Writes what was compiled since the start. Node does so by itself when a process ends, but not in Electron. */
export function writeCompiledCode(): void {
  if (getCompileCacheDir() !== undefined) flushCompileCache();
}

/** Whether this is a folder, not a link, that belongs to this user and that no one else may write into. */
function isOwn(folder: string): boolean {
  const found = lstatSync(folder);
  if (!found.isDirectory()) return false;
  return process.platform === "win32" || (found.uid === process.getuid?.() && (found.mode & 0o022) === 0);
}
