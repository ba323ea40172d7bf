/** The list of files of a shared folder: a Yjs map from paths to the ids of their texts. */
import * as Y from "yjs";
import { MAX_SHARED_FILES } from "../limits";
import { isSharedPath, isTextId } from "./document-name";
import { isWholeName } from "./whole-list";

export type FileList = {
  /** The shared folder's own id, which a server that was set up again does not have. Null before an editor has joined. */
  folder(): string | null;
  /** Gives the folder its id, if it has none. */
  name(folder: string): void;
  /** Text ids by path. Entries that no member of ours would make are left out. */
  entries(): Map<string, string>;
  add(path: string, id: string): void;
  remove(path: string): void;
  /** As one change, so that others see a rename and not a deletion. */
  rename(from: string, to: string): void;
};

/**
 * The update that gives a list another id for its folder; null if it has none. Members then merge everything as at the first time: what they and this
 * server once had in common no longer holds.
 */
export function renameFolder(list: Y.Doc, id: string): Uint8Array | null {
  if (fileList(list).folder() === null) return null;
  const before = Y.encodeStateVector(list);
  list.getMap("about").set("folder", id);
  return Y.encodeStateAsUpdate(list, before);
}

export function fileList(document: Y.Doc): FileList {
  const files = document.getMap("files");
  const about = document.getMap("about");
  return {
    folder() {
      const id = about.get("folder");
      return typeof id === "string" && isTextId(id) ? id : null;
    },
    name(folder) {
      if (about.get("folder") === undefined) about.set("folder", folder);
    },
    entries() {
      const found = new Map<string, string>();
      const ids = new Set<string>();
      for (const path of [...files.keys()].sort()) {
        const id = files.get(path);
        const isUsable =
          typeof id === "string" && isTextId(id) && !ids.has(id) && isSharedPath(path) && !isWholeName(path);
        if (!isUsable || found.size >= MAX_SHARED_FILES) continue;
        ids.add(id);
        found.set(path, id);
      }
      return found;
    },
    add: (path, id) => void files.set(path, id),
    remove: (path) => files.delete(path),
    rename(from, to) {
      const id = files.get(from);
      if (id === undefined) return;
      document.transact(() => {
        files.delete(from);
        files.set(to, id);
      });
    },
  };
}
