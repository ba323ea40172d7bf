import type { ReadableAtom, WritableAtom } from "nanostores";
import type { Bridge, Notice, Outcome, Workspace } from "../../../shared/contract";
import { folderOf, isWithin, nameOf, within } from "../../ui/file-paths";
import { messages } from "../../ui/messages";
import type { Notices } from "../../ui/notices";
import type { Questions } from "../../ui/questions";
import type { TreeFolders } from "./tree-folders";

/** The entry that Paste moves (cut) or copies. */
export type TreeClipboard = { path: string; how: "cut" | "copied" };

type Deps = {
  bridge: Bridge;
  notices: Notices;
  questions: Questions;
  $workspace: ReadableAtom<Workspace | null>;
  $clipboard: WritableAtom<TreeClipboard | null>;
  folders: TreeFolders;
  rename(move: { from: string; to: string }): Promise<Outcome<{ path: string }> | null>;
  beforeTrash(path: string): Promise<void>;
};

/** Moves and copies entries between folders: by drag, by the clipboard, and from other programs. */
export function createMoveAndCopy(deps: Deps) {
  const { bridge, notices, questions, $workspace, $clipboard, folders } = deps;

  const showError = ({ message, hint }: Notice) => notices.error(message, { hint: hint ?? null });

  const moveInto = async (from: string, folder: string): Promise<void> => {
    if (folderOf(from) === folder || isWithin(folder, from)) return;
    const moved = await deps.rename({ from, to: within(folder, nameOf(from)) });
    if (moved === null) return;
    if (!moved.ok) return void showError(moved.error);
    folders.handleMove(from, moved.path);
    folders.expandTarget(folder);
    await Promise.all([folders.read(folderOf(from)), folders.read(folder)]);
    folders.$selected.set(moved.path);
    notices.announce(messages.files.movedTo(nameOf(moved.path), nameOf(folder)));
  };

  /** Shows the copied entry in its folder and selects it, or shows why there is none. */
  const showCopied = async (copied: Outcome<{ path: string }>): Promise<void> => {
    if (!copied.ok) return void showError(copied.error);
    const folder = folderOf(copied.path);
    folders.expandTarget(folder);
    await folders.read(folder);
    folders.$selected.set(copied.path);
    notices.announce(messages.files.copied(nameOf(copied.path), nameOf(folder)));
  };

  /** Copies an entry into a folder, under a free name. */
  const copyInto = async (from: string, folder: string): Promise<void> =>
    showCopied(await bridge.request("workspace:copy", { from, folder, taken: "both" }));

  /** The user decides about a name that is taken. Returns whether to copy, after an entry to replace was trashed. */
  const askAboutTaken = async (from: string, folder: string): Promise<boolean> => {
    const t = messages.files;
    const answer = await questions.ask({
      title: t.replaceQuestion(nameOf(from), nameOf(folder)),
      detail: t.replaceDetail,
      choices: [
        { id: "both", label: t.keepBoth, kind: "main" },
        { id: "replace", label: t.replaceThere, kind: "dangerous" },
      ],
    });
    if (answer !== "replace") return answer !== null;
    const there = within(folder, nameOf(from));
    await deps.beforeTrash(there);
    const gone = await bridge.request("workspace:trash", there);
    if (!gone.ok) showError(gone.error);
    return gone.ok;
  };

  const setClipboard = (path: string, how: "cut" | "copied"): void => {
    $clipboard.set({ path, how });
    notices.announce(how === "cut" ? messages.files.cut(nameOf(path)) : messages.files.copiedToPaste(nameOf(path)));
  };

  return {
    moveInto,
    copyInto,
    setClipboard,
    async importFiles(paths: readonly string[], folder: string): Promise<void> {
      for (const from of paths) {
        // An entry of this folder that was dropped by another program is moved instead.
        const root = $workspace.get()?.root;
        if (root !== undefined && isWithin(from, root)) {
          await moveInto(from, folder);
          continue;
        }
        const copied = await bridge.request("workspace:copy", { from, folder, taken: "refuse" });
        if (copied.ok || copied.error.code !== "wrong_state") await showCopied(copied);
        else if (await askAboutTaken(from, folder)) await copyInto(from, folder);
      }
    },
    async paste(folder: string | null = folders.targetFolder()): Promise<void> {
      const held = $clipboard.get();
      if (!held || folder === null) return notices.announce(messages.files.nothingToPaste);
      if (held.how === "copied") return copyInto(held.path, folder);
      $clipboard.set(null);
      await moveInto(held.path, folder);
    },
  };
}
