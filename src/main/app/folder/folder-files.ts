import { basename } from "node:path";
import type { Engine } from "../../engine";
import { IGNORED_NAMES } from "../core/file-names";
import { MAX_FOLDER_FILES } from "../core/limits";

/** Excludes `node_modules` and the files of the system, like the file tree. */
const isOffered = (path: string) =>
  !IGNORED_NAMES.has(basename(path)) && !/[\\/](?:node_modules|\.git)[\\/]/.test(path);

/** Paths relative to the open folder; `isAll` is false if the list was cut at the limit. */
export type FolderFiles = { files: string[]; isAll: boolean };

/**
 * Lists the files of a folder that git does not ignore, images and the like included. One listing runs at a time: a request
 * for the same folder shares it, one for another folder aborts it.
 */
export function createFolderFiles(engine: () => Promise<Engine>): (root: string) => Promise<FolderFiles> {
  let running: { root: string; abort: AbortController; files: Promise<FolderFiles> } | null = null;

  const list = async (root: string, signal: AbortSignal): Promise<FolderFiles> => {
    const caller = { id: "canvas:files", name: "canvas", roots: [root] };
    return (await engine()).listFiles({ caller, signal, most: MAX_FOLDER_FILES, keeps: isOffered });
  };

  return (root) => {
    if (running?.root === root) return running.files;
    running?.abort.abort(new Error("another folder was opened"));
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
