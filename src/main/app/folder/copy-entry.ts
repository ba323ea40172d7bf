import { cp, lstat, rename, rm } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { ToolError } from "../../engine/ports/tool-error";
import type { Temporaries } from "../../engine/storage";
import { isWithin, temporaryName } from "../../engine/storage";
import { realPathOf } from "../core/grants";
import { t } from "../core/messages";

const MAX_TRIED = 1000;

/**
 * Copies a file or folder completely or not at all: it gets its final name last. Symbolic links stay links. If the name
 * exists, `refuse` throws `wrong_state` and `both` picks a free name (`a 2.md`). Returns the path.
 */
export async function copyEntry(
  from: string,
  folder: string,
  taken: "refuse" | "both",
  temporaries: Temporaries,
): Promise<string> {
  const source = await lstat(from).catch(() => null);
  if (!source) throw new ToolError("not_found", t.gone(from));
  if (!source.isFile() && !source.isDirectory()) throw new ToolError("unsupported", t.neither(basename(from)));
  const realFolder = await realPathOf(folder);
  const realFrom = join(await realPathOf(dirname(from)), basename(from));
  if (source.isDirectory() && isWithin(realFolder, realFrom))
    throw new ToolError("bad_arguments", t.intoItself(basename(from)));
  const name = await freeName(folder, basename(from), { taken, isFolder: source.isDirectory() });
  // A hidden name, so that neither the file tree nor a search shows an incomplete copy.
  const aside = join(realFolder, temporaryName());
  const end = temporaries.begin(realFolder, [basename(aside)]);
  try {
    await cp(realFrom, aside, { recursive: true, errorOnExist: true, force: false, verbatimSymlinks: true });
    const to = join(folder, name);
    if (await isThere(to)) throw new ToolError("wrong_state", t.taken(name));
    await rename(aside, to);
    return to;
  } catch (error) {
    throw toToolError(error, { name, folder });
  } finally {
    await end(() => rm(aside, { recursive: true, force: true }));
  }
}

async function freeName(
  folder: string,
  name: string,
  { taken, isFolder }: { taken: "refuse" | "both"; isFolder: boolean },
): Promise<string> {
  if (!(await isThere(join(folder, name)))) return name;
  if (taken === "refuse") throw new ToolError("wrong_state", t.taken(name));
  const ending = isFolder ? "" : extname(name);
  // A copy of `a 2.md` is `a 3.md`, not `a 2 2.md`.
  const stem = name.slice(0, name.length - ending.length).replace(/ \d{1,4}$/, "");
  for (let count = 2; count < MAX_TRIED; count++) {
    const next = `${stem} ${count}${ending}`;
    if (!(await isThere(join(folder, next)))) return next;
  }
  throw new ToolError("wrong_state", t.taken(name));
}

const isThere = async (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

function toToolError(error: unknown, { name, folder }: { name: string; folder: string }): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (error instanceof ToolError) return error;
  if (code === "ENOSPC" || code === "EDQUOT") return new ToolError("failed", t.diskFull(name));
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return new ToolError("denied", t.copyDenied(name, folder));
  if (code === "ENOENT") return new ToolError("not_found", t.folderGone(folder));
  return error;
}
