import { isEpubName } from "../../../core/text/format";
import type { Bridge, MenuItem, TreeEntry } from "../../../shared/contract";
import { folderOf, folderPath } from "../../ui/file-paths";
import { messages } from "../../ui/messages";

type Deps = {
  bridge: Bridge;
  openEntry(path: string, focus: "canvas", where: "beside"): Promise<void>;
  startCreating(what: "file" | "folder", folder: string): void;
  startRenaming(entry: TreeEntry): void;
  trash(path: string): Promise<void>;
  openBook(path: string): Promise<unknown>;
  setClipboard(path: string, how: "cut" | "copied"): void;
  paste(folder: string): Promise<void>;
  copyInto(path: string, folder: string): Promise<void>;
  copyLink(path: string): Promise<void>;
};

/** The items of the native context menu of an entry, or of the empty area (null). */
function menuItems(entry: TreeEntry | null, canPaste: boolean): MenuItem[] {
  const t = messages.files;
  const canBeBook = entry?.kind === "folder" || isEpubName(entry?.name ?? "");
  const paste: MenuItem = { id: "paste", label: t.pasteEntry, enabled: canPaste };
  const ofEntry: MenuItem[] = [
    "separator",
    { id: "cut", label: t.cutEntry },
    { id: "hold", label: t.copyEntry },
    paste,
    { id: "duplicate", label: t.duplicate },
    "separator",
    { id: "rename", label: t.rename },
    { id: "trash", label: t.trash },
  ];
  const ofFolder: MenuItem[] = ["separator", paste, "separator", { id: "close", label: t.closeFolder }];
  return [
    ...(entry?.kind === "file" ? ([{ id: "beside", label: t.openBeside }, "separator"] as const) : []),
    { id: "file", label: t.newFile },
    { id: "folder", label: t.newFolder },
    ...(entry ? ofEntry : ofFolder),
    "separator",
    ...(canBeBook ? ([{ id: "book", label: t.openAsBook }, "separator"] as const) : []),
    { id: "reveal", label: t.reveal },
    { id: "copy", label: t.copyPath },
    ...(entry?.kind === "file" ? [{ id: "link", label: t.copyLink }] : []),
    ...(entry ? [{ id: "relative", label: t.copyRelative }] : []),
  ];
}

/** Shows the context menu of an entry, or of the empty area (null), and does what the user picks. */
export async function showTreeMenu(
  deps: Deps,
  { root, entry, canPaste }: { root: string; entry: TreeEntry | null; canPaste: boolean },
): Promise<void> {
  const { bridge } = deps;
  const path = entry?.path ?? root;
  const folder = entry && entry.kind !== "folder" ? folderOf(entry.path) : path;
  const picked = await bridge.request("app:menu", menuItems(entry, canPaste));
  if (picked === "file" || picked === "folder") deps.startCreating(picked, folder);
  else if (picked === "reveal") await bridge.request("workspace:reveal", path);
  else if (picked === "copy") await bridge.request("app:copy", path);
  else if (picked === "paste") await deps.paste(folder);
  else if (picked === "close") await bridge.request("workspace:close", undefined);
  if (!entry) return;
  if (picked === "beside") await deps.openEntry(path, "canvas", "beside");
  else if (picked === "rename") deps.startRenaming(entry);
  else if (picked === "trash") await deps.trash(path);
  else if (picked === "book") await deps.openBook(path);
  else if (picked === "link") await deps.copyLink(path);
  else if (picked === "relative") await bridge.request("app:copy", folderPath(root, path) ?? "");
  else if (picked === "cut") deps.setClipboard(path, "cut");
  else if (picked === "hold") deps.setClipboard(path, "copied");
  else if (picked === "duplicate") await deps.copyInto(path, folderOf(path));
}
