import { basename } from "node:path";
import type { Engine } from "../../engine";
import { isShownName } from "../core/file-names";

/** As many files can be opened by their names. */
const MOST_FILES = 50_000;

/** Not in a folder that the tree leaves out either. */
const isOpened = (path: string) => isShownName(basename(path)) && !/[\\/]node_modules[\\/]/.test(path);

/** What the page is told: paths in the open folder, and whether these are all. */
export type FolderFiles = { files: string[]; isAll: boolean };

/**
 * Lists what the canvas can open of a folder, as git sees it. One listing runs at a time: who asks while one runs for the
 * same folder gets its answer, and for another folder ends it.
 */
export function createFolderFiles(engine: () => Promise<Engine>): (root: string) => Promise<FolderFiles> {
  let running: { root: string; abort: AbortController; files: Promise<FolderFiles> } | null = null;

  const list = async (root: string, signal: AbortSignal): Promise<FolderFiles> => {
    const caller = { id: "canvas:files", name: "canvas", roots: [root] };
    return (await engine()).listFiles({ caller, signal, most: MOST_FILES, keeps: isOpened });
  };

  return (root) => {
    if (running?.root === root) return running.files;
    running?.abort.abort(new Error("Another folder is open now."));
    const abort = new AbortController();
    const mine = { root, abort, files: list(root, abort.signal) };
    running = mine;
    const end = () => {
      if (running === mine) running = null;
    };
    mine.files.then(end, end);
    return mine.files;
  };
}
