import { lstat, mkdir, open, readdir, rename, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { TreeEntry, Workspace } from "../../../shared/contract";
import { ToolError } from "../../engine/ports/tool-error";
import { isWithin } from "../../engine/storage";
import { IGNORED_NAMES, isShownName } from "../core/file-names";
import { realPathOf } from "../core/grants";
import { MAX_FOLDER_ENTRIES } from "../core/limits";
import { t } from "../core/messages";
import { type AppContext, followMove, followRemoval } from "../documents";

/** The workspace for a folder. Throws if the path is not a folder. */
export async function openFolder(path: string): Promise<Workspace> {
  const info = await stat(path).catch(() => null);
  if (!info) throw new ToolError("not_found", t.noFolder(path));
  if (!info.isDirectory()) throw new ToolError("bad_arguments", t.noSuchFolder(path));
  return { root: path, name: basename(path) || path };
}

/**
 * Lists a folder: folders first, then files, with numbers in names sorted by value. Hidden entries, `.git`,
 * `node_modules` and the like are omitted, and so is anything but files and folders. `leftOut` counts the entries
 * beyond the first `most`.
 */
export async function listFolder(
  folder: string,
  most = MAX_FOLDER_ENTRIES,
): Promise<{ entries: TreeEntry[]; leftOut: number }> {
  const found = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new ToolError("not_found", t.noFolderAnyMore(folder));
    if (error.code === "EACCES" || error.code === "EPERM") throw new ToolError("denied", t.folderDenied(folder));
    throw error;
  });
  const wanted = found.filter(({ name }) => !name.startsWith(".") && !IGNORED_NAMES.has(name));
  const shown = wanted.slice(0, most);
  const entries = await Promise.all(
    shown.map(async (entry): Promise<TreeEntry[]> => {
      const path = join(folder, entry.name);
      const info = entry.isSymbolicLink() ? await stat(path).catch(() => null) : entry;
      if (info?.isDirectory()) return [{ name: entry.name, path, kind: "folder", isText: false }];
      return info?.isFile() ? [{ name: entry.name, path, kind: "file", isText: isShownName(entry.name) }] : [];
    }),
  );
  const sorted = entries
    .flat()
    .sort((a, b) => (a.kind === b.kind ? byName.compare(a.name, b.name) : a.kind === "folder" ? -1 : 1));
  return { entries: sorted, leftOut: wanted.length - shown.length };
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Creates an empty file or folder; throws if the path exists. The name was checked before. */
export async function createEntry(path: string, kind: "file" | "folder"): Promise<void> {
  try {
    if (kind === "folder") await mkdir(path);
    else await (await open(path, "wx", 0o666)).close();
  } catch (error) {
    throw toToolError(error as NodeJS.ErrnoException, path);
  }
}

/**
 * Renames or moves a file or folder; open documents inside follow with their history and unsaved edits. Throws if the
 * target exists, unless only the case of the name changes.
 */
export async function renameEntry(ctx: AppContext, from: string, to: string): Promise<void> {
  const realFrom = join(await realPathOf(dirname(from)), basename(from));
  const realTo = join(await realPathOf(dirname(to)), basename(to));
  if (isWithin(dirname(realTo), realFrom)) throw new ToolError("bad_arguments", t.intoItself(basename(from)));
  await followMove(ctx, { from: realFrom, to: realTo, path: { from, to } }, async () => {
    const there = await lstat(realTo, { bigint: true }).catch(() => null);
    const source = await lstat(realFrom, { bigint: true }).catch(() => null);
    if (!source) throw new ToolError("not_found", t.gone(from));
    // On a case-insensitive disk `A.md` exists if `a.md` does, but it is the same file.
    const isItself = there?.ino === source.ino && there.dev === source.dev && sameButCase(realFrom, realTo);
    if (there && !isItself) throw new ToolError("wrong_state", t.taken(basename(to)));
    try {
      await rename(realFrom, realTo);
    } catch (error) {
      throw toToolError(error as NodeJS.ErrnoException, to);
    }
    const { history } = await ctx.engine();
    await history.moved(realFrom, realTo).catch((error: unknown) => ctx.reportError(t.parts.history, error));
  });
}

/**
 * Moves to the system's trash. Open documents inside keep their text in the renderer, and unsaved text is stored in
 * history.
 */
export async function trashEntry(ctx: AppContext, path: string): Promise<void> {
  const real = join(await realPathOf(dirname(path)), basename(path));
  await followRemoval(ctx, { realPath: real, reason: "moved to the trash" }, () =>
    ctx.desktop.trash(path).catch((error: unknown) => {
      ctx.desktop.log(`${real} could not be moved to the trash: ${String(error)}`, "warning");
      throw new ToolError("failed", t.notTrashed(basename(path)), { hint: t.notTrashedHint, cause: error });
    }),
  );
}

const sameButCase = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function toToolError(error: NodeJS.ErrnoException, path: string): Error {
  const name = basename(path);
  switch (error.code) {
    case "EEXIST":
      return new ToolError("wrong_state", t.taken(name));
    case "ENOENT":
      return new ToolError("not_found", t.folderGone(dirname(path)));
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new ToolError("denied", t.mayNotWriteIn(dirname(path)));
    case "ENOSPC":
    case "EDQUOT":
      return new ToolError("failed", t.diskFull(name));
    case "EXDEV":
      return new ToolError("unsupported", t.otherDisk(name));
    default:
      return error;
  }
}
