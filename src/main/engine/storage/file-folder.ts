import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "./disk-errors";
import { checkPlace } from "./read-bytes";

/**
 * The folder of a file that is about to be replaced. Where the system allows, it is held open, so that the temporary file and the
 * rename cannot be led elsewhere by swapping a folder of the path for a link.
 */
export type FileFolder = {
  /** Path of an entry. */
  at(name: string): string;
  /** Makes renames and new names durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
};

/** Opens a folder whose path has no links in it. One that cannot be opened (write but no read permission) is used by its path. */
export async function openFolder(realPath: string): Promise<FileFolder> {
  const handle = process.platform === "win32" ? null : await openHandle(realPath);
  if (!handle) return { at: (name) => join(realPath, name), sync: async () => {}, close: async () => {} };
  const held = process.platform === "linux" ? `/proc/self/fd/${handle.fd}` : realPath;
  return {
    at: (name) => join(held, name),
    async sync() {
      await handle.sync().catch((error: unknown) => {
        // Some network drives do not know how; the rename itself has happened.
        if (!["EINVAL", "EPERM", "ENOTSUP", "EBADF", "EISDIR"].includes(codeOf(error))) throw error;
      });
    },
    // Never fails: by then the rename has happened, and there is nothing left to take back.
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
    await checkPlace(handle, realPath);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}
