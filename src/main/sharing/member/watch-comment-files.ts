import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { isWithin, watchFiles } from "../../engine/storage";

/** Folders with files of comments that are watched, at most. */
const MAX_FOLDERS = 2000;
const ENDING = ".json";

/**
 * Watches the comments that are stored in a folder, for what another process (`galley mcp`, Git) writes there. `onChange` receives the path of the document.
 * Call `refresh` to begin.
 */
export function watchCommentFiles(root: string, onChange: (realPath: string) => void) {
  const galley = join(root, ".galley");
  const comments = join(galley, "comments");
  let isClosed = false;
  const watcher = watchFiles({
    onPossibleChange: (file) => onChange(join(root, relative(comments, file).slice(0, -ENDING.length))),
    onFolderChange: () => void refresh(),
  });

  async function refresh(): Promise<void> {
    const [folders, files]: [string[], string[]] = [[root], []];
    const waiting = [galley];
    while (waiting.length > 0 && folders.length < MAX_FOLDERS) {
      const folder = waiting.shift() as string;
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
      // A folder that is not there cannot be watched: the one above it shows when it is made.
      if (entries === null) continue;
      folders.push(folder);
      for (const each of entries) {
        const path = join(folder, each.name);
        if (!isWithin(path, comments)) continue;
        if (each.isDirectory()) waiting.push(path);
        else if (each.isFile() && path.endsWith(ENDING)) files.push(path);
      }
    }
    if (isClosed) return;
    watcher.setFolders(folders);
    watcher.setFiles(files);
  }

  return {
    refresh,
    close() {
      isClosed = true;
      watcher.close();
    },
  };
}
