import { basename, dirname } from "node:path";
import type { Caller } from "../../ports/caller";
import type { EntryInfo, FileStore } from "../../ports/file-store";
import { ToolError } from "../../ports/tool-error";
import { guarded } from "../files/guarded";
import { locatePath } from "../files/locate-path";
import { type FileSearchResult, findFiles } from "./find-files";
import { folderTree, type TreeItem, type TreeOptions } from "./folder-tree";

/** Finds files by pattern for one caller; only inside its roots. */
export type FileFinder = {
  /** The files that match a pattern, without those that git ignores. Relative patterns start at the first root. */
  find(pattern: string, options: FinderOptions): Promise<FileSearchResult>;
  /** Whether a file exists at this absolute path; false if the caller may not see it. */
  isFile(path: string): Promise<boolean>;
  /** Whether a folder exists at this absolute path; false if the caller may not see it. */
  isFolder(path: string): Promise<boolean>;
  /** What is below a folder, as `folderTree` lists it. */
  tree(folder: string, options: Pick<TreeOptions, "depth" | "ignored">): AsyncGenerator<TreeItem, void>;
  /** What stands at this absolute path, without following a link; null if nothing does. */
  entry(path: string): Promise<EntryInfo | null>;
};

export type FinderOptions = {
  /** A second filter on each file. `namesEnding`: the pattern asks for this very file extension. */
  accepts(path: string, asked: { namesEnding: boolean }): boolean;
  limit: number;
  /** Milliseconds since 1970. */
  deadline: number;
};

export type FileFinderParts = { store: FileStore; forbidden: readonly string[]; caller: Caller; signal: AbortSignal };

/** The finder for one call. */
export function createFileFinder({ store, forbidden, caller, signal }: FileFinderParts): FileFinder {
  const { roots } = caller;
  const guardedStore = guarded(store, { roots, forbidden });
  return {
    async find(pattern, options) {
      const folder = await locatePath(".", roots);
      return findFiles(guardedStore, store, pattern, { ...options, folder, roots, signal });
    },
    isFolder: (path) =>
      guardedStore.list(path).then(
        () => true,
        () => false,
      ),
    tree: (folder, options) => folderTree(guardedStore, store, folder, { ...options, roots, signal }),
    entry: guardedStore.entry,
    async isFile(path) {
      try {
        // The file may itself be a root, so that its folder is outside the caller's roots.
        await guardedStore.realPath(path);
        const entries = await store.list(dirname(path));
        return entries.some(({ name, kind }) => name === basename(path) && kind === "file");
      } catch (error) {
        if (error instanceof ToolError) return false;
        throw error;
      }
    },
  };
}
