import { writeSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";

/** Writes everything, also if the system takes only a part each time. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, position = 0): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, position + at);
    if (bytesWritten === 0) throw takesNothing();
    at += bytesWritten;
  }
}

/** The same without leaving the thread, into the open file `fd`. */
export function writeAllSync(fd: number, bytes: Uint8Array, position = 0): void {
  for (let at = 0; at < bytes.length; ) {
    const count = writeSync(fd, bytes, at, bytes.length - at, position + at);
    if (count === 0) throw takesNothing();
    at += count;
  }
}

export const takesNothing = (): Error =>
  Object.assign(new Error("EIO: the disk takes nothing, and says no reason"), { code: "EIO" });
