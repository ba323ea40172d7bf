import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "./disk-errors";
import { checkOpenedPath } from "./read-bytes";

/**
 * The folder of a file that is about to be replaced. If the system allows, it is held open, so that swapping a folder of the path for a
 * link cannot redirect the temporary file or the rename.
 */
export type FileFolder = {
  /** Path of an entry. */
  at(name: string): string;
  /** Makes renames and new names durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
};

/** Opens a folder whose path has no links in it. A folder that can be written but not read is used by its path. */
export async function openFolder(realPath: string): Promise<FileFolder> {
  const handle = process.platform === "win32" ? null : await openHandle(realPath);
  if (!handle) return { at: (name) => join(realPath, name), sync: async () => {}, close: async () => {} };
  const held = process.platform === "linux" ? `/proc/self/fd/${handle.fd}` : realPath;
  return {
    at: (name) => join(held, name),
    async sync() {
      await handle.sync().catch((error: unknown) => {
        // Some network drives cannot sync a folder; the rename itself has happened.
        if (!["EINVAL", "EPERM", "ENOTSUP", "EBADF", "EISDIR"].includes(codeOf(error))) throw error;
      });
    },
    // Never throws: by then the rename has happened and cannot be undone.
    close: () => handle.close().catch(() => {}),
  };
}

async function openHandle(realPath: string): Promise<FileHandle | null> {
  let handle: FileHandle;
  try {
    handle = await open(realPath, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    if (["EACCES", "EPERM"].includes(codeOf(error))) return null;
    throw error;
  }
  try {
    await checkOpenedPath(handle, realPath);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}
