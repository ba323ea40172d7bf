import { constants } from "node:fs";
import { copyFile, type FileHandle, open, unlink } from "node:fs/promises";
import { codeOf } from "../files/disk-errors";

/**
 * Makes an empty, open temporary file that will replace `from`, or become a new file. On macOS and Windows it starts as the system's copy
 * of the file to replace. That keeps what Node has no calls for: on macOS extended attributes (tags, quarantine) and access lists, on
 * Windows hidden and system flags and alternate streams. Access lists of single files are not kept on Windows. UNTESTED there; `platform`
 * is for tests.
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
  // A new file gets 0666 minus the user's umask. A replacement gets its own mode before anyone can open it.
  return open(path, "wx", from === null ? 0o666 : 0o600);
}

/** Null if the file cannot be copied or its copy not written. It is then made as a new file, without the extras. */
async function startCopy(from: string, path: string): Promise<FileHandle | null> {
  try {
    // A clone if the disk supports it: no bytes are copied.
    await copyFile(from, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  } catch (error) {
    // The name belongs to somebody else's file: do not remove it.
    if (codeOf(error) === "EEXIST") throw error;
    await unlink(path).catch(() => {});
    return null;
  }
  let handle: FileHandle | null = null;
  try {
    // Windows cannot open a hidden file with "w", but can with "r+".
    handle = await open(path, "r+");
    await handle.truncate(0);
    return handle;
  } catch {
    await handle?.close();
    await unlink(path).catch(() => {});
    return null;
  }
}
