import { existsSync } from "node:fs";
import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { makeFolders } from "../engine/storage";

/**
 * Writes a file so that a crash leaves the old or the new text: a temporary file beside it, sync, rename. Makes missing folders.
 */
export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const folder = dirname(path);
  makeFolders(folder);
  const temporary = join(folder, `.${basename(path)}.${process.pid}.tmp`);
  try {
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
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Follows links, so that a file that is kept elsewhere is written there. */
export async function realTarget(path: string): Promise<string> {
  return realpath(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return path;
    throw error;
  });
}

export const modeOf = async (path: string, fallback: number): Promise<number> =>
  stat(path).then(
    ({ mode }) => mode & 0o777,
    () => fallback,
  );

/** The folders that have to be made for a file, the outermost first. */
export function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let at = dirname(path); !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  return missing;
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders and some network drives cannot sync them; the rename has happened anyway.
  const handle = await open(folder, "r").catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}
