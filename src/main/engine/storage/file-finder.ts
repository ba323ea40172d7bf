import { basename, dirname } from "node:path";
import type { Caller } from "../ports/caller";
import type { FileStore } from "../ports/file-store";
import { ToolError } from "../ports/tool-error";
import { type FoundFiles, findFiles } from "./find-files";
import { guarded } from "./guarded";
import { locatePath } from "./locate-path";

/** How one caller finds files by patterns; only what lies inside its roots is ever found. */
export type FileFinder = {
  /** The files that a pattern means, without what git ignores; relative patterns belong to the first root. */
  find(pattern: string, options: FinderOptions): Promise<FoundFiles>;
  /** Whether there is a file at this absolute path; what may not be looked at is none. */
  isFile(path: string): Promise<boolean>;
  /** Whether there is a folder at this absolute path; what may not be looked at is none. */
  isFolder(path: string): Promise<boolean>;
};

export type FinderOptions = {
  /** A second say on each file; what it refuses does not count. `namesEnding`: the pattern asks for this very ending. */
  keeps(path: string, asked: { namesEnding: boolean }): boolean;
  most: number;
  /** Milliseconds since 1970. */
  deadline: number;
};

export type FileFinderParts = { store: FileStore; forbidden: readonly string[]; caller: Caller; signal: AbortSignal };

/** The finder of one call. */
export function createFileFinder({ store, forbidden, caller, signal }: FileFinderParts): FileFinder {
  const { roots } = caller;
  const door = guarded(store, { roots, forbidden });
  return {
    async find(pattern, options) {
      const folder = await locatePath(".", roots);
      return findFiles(door, store, pattern, { ...options, folder, roots, signal });
    },
    isFolder: (path) =>
      door.list(path).then(
        () => true,
        () => false,
      ),
    async isFile(path) {
      try {
        // The file may be a root of its own, so that its folder is none of the caller's.
        await door.realPath(path);
        const entries = await store.list(dirname(path));
        return entries.some(({ name, kind }) => name === basename(path) && kind === "file");
      } catch (error) {
        if (error instanceof ToolError) return false;
        throw error;
      }
    },
  };
}
