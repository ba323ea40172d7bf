import { type FSWatcher, watch } from "node:fs";

/** Watches the folders whose listing the page shows. */
export type FolderWatch = {
  /** Replaces the list before. */
  set(folders: readonly string[]): void;
  close(): void;
};

const MOST_FOLDERS = 1000;

/**
 * `changed` hears which folders have other entries now, all of `restMs` in one go. A folder that the system cannot watch
 * is left out: the page lists it again when the person comes back to the window.
 */
export function createFolderWatch(changed: (folders: string[]) => void, restMs = 80): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  const touched = new Set<string>();
  let resting: NodeJS.Timeout | null = null;

  function touch(folder: string): void {
    touched.add(folder);
    resting ??= setTimeout(() => {
      resting = null;
      changed([...touched]);
      touched.clear();
    }, restMs);
  }

  function start(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (event, name) => {
        // Temporary files of atomic saves come and go; `change` is about what a file holds, not which there are.
        if (event === "rename" && !(name?.startsWith(".") && name.endsWith(".tmp"))) touch(folder);
      });
      watcher.on("error", () => {
        watcher.close();
        if (watchers.get(folder) === watcher) watchers.delete(folder);
        touch(folder);
      });
      watchers.set(folder, watcher);
    } catch {
      watchers.delete(folder);
    }
  }

  return {
    set(folders) {
      const wanted = new Set(folders.slice(0, MOST_FOLDERS));
      for (const [folder, watcher] of watchers) {
        if (wanted.has(folder)) continue;
        watcher.close();
        watchers.delete(folder);
      }
      for (const folder of wanted) if (!watchers.has(folder)) start(folder);
    },
    close() {
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
      if (resting) clearTimeout(resting);
    },
  };
}
