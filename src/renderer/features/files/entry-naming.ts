import type { WritableAtom } from "nanostores";
import type { Bridge, Notice, Outcome, TreeEntry } from "../../../shared/contract";
import { folderOf, nameOf, validateName, within } from "../../ui/file-paths";
import { messages } from "../../ui/messages";
import type { Notices } from "../../ui/notices";
import type { Naming } from "../../workbench/api/feature-stores";
import type { TreeFolders } from "./tree-folders";

type Deps = {
  bridge: Bridge;
  notices: Notices;
  platform: "linux" | "darwin" | "win32";
  $naming: WritableAtom<Naming>;
  folders: TreeFolders;
  open(path: string, focus: "canvas"): Promise<unknown>;
  rename(move: { from: string; to: string }): Promise<Outcome<{ path: string }> | null>;
  requestFocus(): void;
};

/** The field in which the name of a new or renamed entry is typed. */
export function createEntryNaming(deps: Deps) {
  const { bridge, notices, $naming, folders, requestFocus } = deps;

  const showError = ({ message, hint }: Notice) => notices.error(message, { hint: hint ?? null });

  const stopNaming = () => {
    $naming.set(null);
    requestFocus();
  };

  const nameErrorOf = (name: string): string | null => {
    const naming = $naming.get();
    if (!naming) return null;
    const folder = naming.kind === "create" ? naming.folder : folderOf(naming.entry.path);
    const own = naming.kind === "rename" ? naming.entry.name : null;
    const siblings = folders.entriesOf(folder).map((entry) => entry.name);
    return validateName(
      name,
      siblings.filter((sibling) => sibling !== own),
      deps.platform,
    );
  };

  const rename = async ({ path: from }: TreeEntry, name: string): Promise<void> => {
    const renaming = deps.rename({ from, to: within(folderOf(from), name) });
    // Close the field first: the name is valid, and the dialog about links may follow.
    stopNaming();
    const moved = await renaming;
    if (moved === null) return;
    if (!moved.ok) return void showError(moved.error);
    folders.handleMove(from, moved.path);
    await folders.read(folderOf(moved.path));
    folders.$selected.set(moved.path);
    notices.announce(messages.files.renamed(nameOf(moved.path)));
  };

  const create = async (folder: string, name: string, kind: "file" | "folder"): Promise<void> => {
    const made = await bridge.request("workspace:create", { path: within(folder, name), kind });
    stopNaming();
    if (!made.ok) return void showError(made.error);
    await folders.read(folder);
    folders.$selected.set(made.path);
    notices.announce(messages.files.created(nameOf(made.path)));
    if (kind === "folder") folders.expand([made.path]);
    else await deps.open(made.path, "canvas");
  };

  return {
    startCreating(what: "file" | "folder", folder: string | null = folders.targetFolder()): void {
      if (folder === null) return;
      if (!folders.$expanded.get().has(folder)) folders.expandTarget(folder);
      $naming.set({ kind: "create", folder, what });
    },
    startRenaming: (entry: TreeEntry) => $naming.set({ kind: "rename", entry }),
    stopNaming,
    nameErrorOf,
    async finishNaming(name: string): Promise<boolean> {
      const naming = $naming.get();
      if (!naming) return true;
      if (naming.kind === "rename" && name === naming.entry.name) stopNaming();
      else if (nameErrorOf(name) !== null) return false;
      else if (naming.kind === "rename") await rename(naming.entry, name);
      else await create(naming.folder, name, naming.what);
      return true;
    },
  };
}
