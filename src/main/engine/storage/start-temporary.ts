import { constants } from "node:fs";
import { copyFile, type FileHandle, open, unlink } from "node:fs/promises";
import { codeOf } from "./disk-errors";

/**
 * Makes a temporary file, empty and open, that will take the place of `from`, or of nothing. On macOS and Windows it begins as the system's own copy of the file that it will replace:
 * that brings along what Node has no calls for, on macOS extended attributes (tags, quarantine) and access lists, on Windows hidden and system files and
 * alternate streams. Access lists of single files are not kept on Windows. UNTESTED there; `platform` is for tests.
 */
export async function startTemporary(
  from: string | null,
  path: string,
  platform: NodeJS.Platform = process.platform,
): Promise<FileHandle> {
  if (from !== null && (platform === "darwin" || platform === "win32")) {
    const copy = await startCopy(from, path);
    if (copy) return copy;
  }
  // A new file gets what the user's umask leaves of 0666; a replaced one gets its own mode before anyone can open it.
  return open(path, "wx", from === null ? 0o666 : 0o600);
}

/** Null where the file cannot be copied, or its copy not be written: it is then made anew, without what a copy would keep. */
async function startCopy(from: string, path: string): Promise<FileHandle | null> {
  try {
    // A clone where the disk can do that: no byte is copied to be thrown away.
    await copyFile(from, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  } catch (error) {
    // Whoever has this name is not ours to remove.
    if (codeOf(error) === "EEXIST") throw error;
    await unlink(path).catch(() => {});
    return null;
  }
  let handle: FileHandle | null = null;
  try {
    // Windows opens no hidden file to be made anew ("w"), but any to be written.
    handle = await open(path, "r+");
    await handle.truncate(0);
    return handle;
  } catch {
    await handle?.close();
    await unlink(path).catch(() => {});
    return null;
  }
}
