import { existsSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolders, replaceWholeFile } from "../engine/storage";

/** Writes a file so that a crash leaves the old or the new text. Makes missing folders. */
export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  makeFolders(dirname(path));
  await replaceWholeFile(path, text, mode);
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
