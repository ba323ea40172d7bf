import { atom, type ReadableAtom } from "nanostores";
import type { Bridge, Outcome, TreeEntry, Workspace } from "../../../shared/contract";
import { createEarlyTyping } from "../../ui/early-typing";
import { folderOf, isWithin, nameOf } from "../../ui/file-paths";
import { messages } from "../../ui/messages";
import type { Notices } from "../../ui/notices";
import type { Questions } from "../../ui/questions";
import type { Naming, Tree } from "../../workbench/api/feature-stores";
import { createEntryNaming } from "./entry-naming";
import { createMoveAndCopy, type TreeClipboard } from "./move-and-copy";
import { createTreeFolders, type TreeFolders } from "./tree-folders";
import { createTreeKeys } from "./tree-keys";
import { showTreeMenu } from "./tree-menu";

type Deps = {
  bridge: Bridge;
  platform: "linux" | "darwin" | "win32";
  $workspace: ReadableAtom<Workspace | null>;
  notices: Notices;
  questions: Questions;
  /** Opens a file in a tab; the focus moves to it or stays in the tree. */
  open(path: string, focus: "canvas" | "stays", where?: "here" | "beside"): Promise<unknown>;
  /** Opens a folder or an e-book in the translation view. */
  openBook(path: string): Promise<boolean>;
  /** Renames or moves an entry and updates links to it; null if the user cancelled. */
  rename(move: { from: string; to: string }): Promise<Outcome<{ path: string }> | null>;
  /** Copies a link to a file. */
  copyLink(path: string): Promise<void>;
  /** Undoes the last rename or move. */
  undoRename(): Promise<void>;
  /** Saves open documents under this path, so that the trash has their latest text. */
  beforeTrash(path: string): Promise<void>;
  /** Closes the tabs of trashed files. */
  afterTrash(path: string): Promise<void>;
};

/** The file tree: the folders with their rows and the selection, and the operations on entries. */
export function createTree(deps: Deps): Tree {
  const { bridge, $workspace, notices, questions } = deps;
  const $naming = atom<Naming>(null);
  const $clipboard = atom<TreeClipboard | null>(null);
  /** Incremented when the tree should take the focus. */
  const $focusWanted = atom(0);
  let isFocusWanted = false;
  const requestFocus = () => {
    isFocusWanted = true;
    $focusWanted.set($focusWanted.get() + 1);
  };

  const folders = createTreeFolders({ bridge, $workspace, $naming });
  const { $selected, entryOf } = folders;
  /** Incremented when a new name is asked for, and when that is given up. */
  let renaming = 0;
  const giveUpName = () => {
    renaming += 1;
  };
  // The entry has to be found first, and the tree may still have to be loaded.
  const early = createEarlyTyping({ isInContents: true, onEscape: giveUpName, onLeave: giveUpName });
  const naming = createEntryNaming({ ...deps, $naming, folders, requestFocus });
  const transfer = createMoveAndCopy({ ...deps, $clipboard, folders });

  const trash = async (path: string): Promise<void> => {
    // A review may offer to trash a file whose folder was never listed here.
    const entry = entryOf(path) ?? { name: nameOf(path), kind: "file" as const };
    const answer = await questions.ask({
      title: messages.files.trashQuestion(entry.name),
      detail: entry.kind === "folder" ? messages.files.trashFolderDetail : messages.files.trashFileDetail,
      choices: [{ id: "trash", label: messages.files.trashAction, kind: "dangerous" }],
    });
    if (answer !== "trash") return;
    await deps.beforeTrash(path);
    const gone = await bridge.request("workspace:trash", path);
    if (!gone.ok) {
      notices.error(gone.error.message, { hint: gone.error.hint ?? null });
      return;
    }
    await deps.afterTrash(path);
    await folders.read(folderOf(path));
    notices.announce(messages.files.trashed(entry.name));
  };

  const openEntry = async (
    path: string,
    focus: "canvas" | "stays" = "stays",
    where: "here" | "beside" = "here",
  ): Promise<void> => {
    const entry = entryOf(path);
    if (!entry) return;
    $selected.set(path);
    if (entry.kind === "file") await deps.open(path, focus, where);
    else if (folders.$expanded.get().has(path)) folders.collapse(path);
    else folders.expand([path]);
  };

  const actions = { ...deps, ...naming, ...transfer, openEntry, trash };
  const keys = createTreeKeys({ ...actions, folders, $clipboard });

  /** The file that was last asked to be shown. */
  let followed = "";

  let shownRoot: string | null = null;
  $workspace.subscribe((workspace) => {
    const root = workspace?.root ?? null;
    if (root === shownRoot) return;
    shownRoot = root;
    $naming.set(null);
    $clipboard.set(null);
    folders.reset(root);
  });

  return {
    $rows: folders.$rows,
    $expanded: folders.$expanded,
    $selected,
    $naming,
    $focusWanted,
    $clipboard,
    $dropInto: atom<string | null>(null),
    requestFocus,
    takeFocusRequest(): boolean {
      const was = isFocusWanted;
      isFocusWanted = false;
      return was;
    },
    expand: folders.expand,
    collapse: folders.collapse,
    collapseAll: folders.collapseAll,
    expandedHere: folders.expandedHere,
    restoreExpanded: folders.restoreExpanded,
    async follow(path: string): Promise<boolean> {
      followed = path;
      const entry = await findEntry(folders, () => $workspace.get()?.root, path);
      // Another document may be in front now.
      if (!entry || followed !== path) return false;
      if ($naming.get() === null) $selected.set(path);
      return true;
    },
    nameFieldShown: () => early.release(),
    async startRenaming(find: () => Promise<string | null>): Promise<void> {
      early.hold();
      const mine = ++renaming;
      const path = await find().catch((error) => {
        early.release();
        throw error;
      });
      if (mine !== renaming) return;
      const entry = path === null ? null : entryOf(path);
      if (entry) naming.startRenaming(entry);
      else early.release();
    },
    cut: (path: string) => transfer.setClipboard(path, "cut"),
    duplicate: (path: string) => transfer.copyInto(path, folderOf(path)),
    startCreating: naming.startCreating,
    stopNaming: naming.stopNaming,
    nameErrorOf: naming.nameErrorOf,
    finishNaming: naming.finishNaming,
    moveInto: transfer.moveInto,
    importFiles: transfer.importFiles,
    handleShortcut: keys.handleShortcut,
    trash,
    openEntry,
    openBook: deps.openBook,
    handleKey: keys.handleKey,
    async menu(path: string | null): Promise<void> {
      if (path !== null) $selected.set(path);
      const root = $workspace.get()?.root;
      if (root === undefined) return;
      const entry = path === null ? null : entryOf(path);
      await showTreeMenu(actions, { root, entry, canPaste: $clipboard.get() !== null });
    },
    refresh: folders.read,
  };
}

/**
 * The entry with this path, after the folders above it were listed and expanded. Null if there is none in the open
 * folder. `rootOf` is the open folder now.
 */
async function findEntry(
  { $expanded, entryOf, read, expand }: Pick<TreeFolders, "$expanded" | "entryOf" | "read" | "expand">,
  rootOf: () => string | undefined,
  path: string,
): Promise<TreeEntry | null> {
  const root = rootOf();
  if (root === undefined || path === root || !isWithin(path, root)) return null;
  const above: string[] = [];
  for (let folder = folderOf(path); folder !== root; folder = folderOf(folder)) above.unshift(folder);
  for (const folder of above) {
    if (!entryOf(folder)) await read(folderOf(folder));
    if (rootOf() !== root || entryOf(folder)?.kind !== "folder") return null;
    if (!$expanded.get().has(folder)) expand([folder]);
  }
  if (!entryOf(path)) await read(folderOf(path));
  return rootOf() === root ? entryOf(path) : null;
}
