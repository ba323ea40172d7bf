import type { WritableAtom } from "nanostores";
import type { TreeEntry } from "../../../shared/contract";
import type { TreeClipboard } from "./move-and-copy";
import type { TreeFolders } from "./tree-folders";
import { rowStartingWith, treeStep } from "./tree-rows";

/** Milliseconds within which typed letters belong to the same name. */
const TYPING_PAUSE = 700;

type Deps = {
  folders: TreeFolders;
  $clipboard: WritableAtom<TreeClipboard | null>;
  openEntry(path: string, focus?: "canvas"): Promise<void>;
  startRenaming(entry: TreeEntry): void;
  trash(path: string): Promise<void>;
  setClipboard(path: string, how: "cut" | "copied"): void;
  paste(): Promise<void>;
  undoRename(): Promise<void>;
};

/** The keys of the tree: those of ARIA's tree pattern (`treeStep`), those of a file manager, and letters that select by name. */
export function createTreeKeys(deps: Deps) {
  const { folders, $clipboard } = deps;
  const { $rows, $selected, entryOf } = folders;
  let typeAhead = { text: "", at: 0 };

  /** Enter, F2 and Delete act on the selected entry. */
  const actOn = (selected: string, key: string): boolean => {
    if (key === "Enter") void deps.openEntry(selected, "canvas");
    else if (key === "Delete") void deps.trash(selected);
    else if (key === "F2") {
      const entry = entryOf(selected);
      if (entry) deps.startRenaming(entry);
    } else return false;
    return true;
  };

  return {
    /** Handles the Ctrl or ⌘ shortcuts of a file manager; false for any other key. */
    handleShortcut(key: string): boolean {
      const selected = $selected.get();
      const entry = selected === null ? null : entryOf(selected);
      if (key === "x" && entry) deps.setClipboard(entry.path, "cut");
      else if (key === "c" && entry) deps.setClipboard(entry.path, "copied");
      else if (key === "v") void deps.paste();
      else if (key === "z") void deps.undoRename();
      else return false;
      return true;
    },
    /** Handles a key; false if the tree does not use it. `page` is the number of visible rows. */
    handleKey(key: string, page: number, now: number): boolean {
      const selected = $selected.get();
      const rows = $rows.get();
      if (selected !== null && actOn(selected, key)) return true;
      if (key === "Escape" && $clipboard.get()) {
        $clipboard.set(null);
        return true;
      }
      const isContinuing = now - typeAhead.at < TYPING_PAUSE && typeAhead.text !== "";
      if (key === " " && !isContinuing && selected !== null) {
        void deps.openEntry(selected);
        return true;
      }
      const step = treeStep(rows, selected, key, page);
      if (step) {
        if (step.do === "select") $selected.set(step.path);
        else if (step.do === "expand") folders.expand(step.paths);
        else folders.collapse(step.path);
        return true;
      }
      if ([...key].length === 1 && key !== "*") {
        const again = isContinuing && typeAhead.text === key;
        typeAhead = { text: isContinuing && !again ? typeAhead.text + key : key, at: now };
        const found = rowStartingWith(rows, selected, typeAhead.text);
        if (found !== null) $selected.set(found);
        return true;
      }
      return /^(Arrow|Home$|End$|Page)/.test(key);
    },
  };
}
