import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Writes a file with access `mode` so that a crash leaves the old or the new text: a temporary file beside it, sync, rename. Its folder must exist.
 */
export async function replaceWholeFile(path: string, text: string, mode: number): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    // One that a killed process with the same number left, or a link that somebody planted.
    await rm(temporary, { force: true });
    const file = await open(temporary, "wx", mode);
    try {
      await file.chmod(mode);
      await file.writeFile(text, "utf8");
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes renames and deletions in a folder survive a power cut, where the system can. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders and some network drives cannot sync them; the rename has happened anyway.
  const handle = await open(folder, "r").catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}
