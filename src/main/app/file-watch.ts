import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";

/** Watches the files behind open documents. */
export type FileWatch = {
  /** Real paths. Replaces the list before. */
  set(realPaths: readonly string[]): void;
  close(): void;
};

/**
 * Watches the folders that hold the files, since a file that is replaced takes its own watch with it. `touched` hears a
 * file's real path once it has been at rest for `restMs`; whether it changed is for the reader to find out.
 */
export function createFileWatch(touched: (realPath: string) => void, restMs = 60): FileWatch {
  const folders = new Map<string, { watcher: FSWatcher; names: Set<string> }>();
  const resting = new Map<string, NodeJS.Timeout>();

  function touch(realPath: string): void {
    clearTimeout(resting.get(realPath));
    resting.set(
      realPath,
      setTimeout(() => {
        resting.delete(realPath);
        touched(realPath);
      }, restMs),
    );
  }

  function start(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        const names = folders.get(folder)?.names ?? new Set<string>();
        for (const known of names) if (name === null || name === known) touch(`${folder}/${known}`);
      });
      watcher.on("error", () => stop(folder));
      folders.set(folder, { watcher, names: new Set() });
    } catch {
      // The system cannot watch here: coming back to the window looks at the disk instead.
    }
  }

  function stop(folder: string): void {
    folders.get(folder)?.watcher.close();
    folders.delete(folder);
  }

  return {
    set(realPaths) {
      const wanted = Map.groupBy(realPaths, dirname);
      for (const folder of folders.keys()) if (!wanted.has(folder)) stop(folder);
      for (const [folder, paths] of wanted) {
        if (!folders.has(folder)) start(folder);
        const known = folders.get(folder);
        if (known) known.names = new Set(paths.map((path) => basename(path)));
      }
    },
    close() {
      for (const folder of [...folders.keys()]) stop(folder);
      for (const timer of resting.values()) clearTimeout(timer);
    },
  };
}
