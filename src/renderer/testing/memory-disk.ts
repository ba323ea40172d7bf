import type { Events, TreeEntry } from "../../shared/contract";
import { folderOf, isWithin, nameOf } from "../ui/file-paths";

/** Passes an event of main to the window. */
export type Emit = <K extends keyof Events>(name: K, event: Events[K]) => void;

export type MemoryDisk = ReturnType<typeof createMemoryDisk>;

const isText = (path: string) => /\.(md|txt|markdown)$/.test(path);

/** A disk in memory: files as a map of paths to texts, and folders. Changes in watched folders are reported. */
export function createMemoryDisk(initial: Record<string, string>, emit: Emit) {
  const files = new Map(Object.entries(initial));
  const folders = new Set<string>();
  let watched: readonly string[] = [];

  const addParents = (path: string) => {
    for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) folders.add(folder);
  };
  for (const path of files.keys()) addParents(path);

  return {
    files,
    folders,
    addParents,
    has: (path: string) => files.has(path) || folders.has(path),
    watch(list: readonly string[]): void {
      watched = list;
    },
    /** The folder of this entry has changed. */
    notify(path: string): void {
      if (watched.includes(folderOf(path))) emit("workspace:changed", { folders: [folderOf(path)] });
    },
    list(folder: string): TreeEntry[] {
      const inside = (path: string) => path !== folder && folderOf(path) === folder;
      const entry = (path: string) => ({ path, name: nameOf(path) });
      return [
        ...[...folders].filter(inside).map((path) => ({ ...entry(path), kind: "folder" as const, isText: false })),
        ...[...files.keys()]
          .filter(inside)
          .map((path) => ({ ...entry(path), kind: "file" as const, isText: isText(path) })),
      ];
    },
    /** The documents below a folder, by relative path. */
    documentsIn: (root: string): string[] =>
      [...files.keys()]
        .filter((path) => isWithin(path, root) && isText(path))
        .map((path) => path.slice(root.length + 1))
        .sort(),
    move(from: string, to: string): void {
      for (const [path, text] of [...files]) {
        if (!isWithin(path, from)) continue;
        files.delete(path);
        files.set(to + path.slice(from.length), text);
      }
      for (const folder of [...folders]) {
        if (!isWithin(folder, from)) continue;
        folders.delete(folder);
        folders.add(to + folder.slice(from.length));
      }
    },
    remove(path: string): void {
      for (const file of [...files.keys()]) if (isWithin(file, path)) files.delete(file);
      for (const folder of [...folders]) if (isWithin(folder, path)) folders.delete(folder);
    },
  };
}
