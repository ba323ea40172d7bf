import { isAbsolute, join, relative, sep } from "node:path";
import { FolderNames, type FolderPath } from "../../../core/links/folder-names";
import type { Engine } from "../../engine";

/** As many files can be linked to. */
const MOST_FILES = 50_000;

/** A folder as its links see it: the names in it, and whether these are all. */
export type LinkFolder = { root: string; names: FolderNames; isAll: boolean };

/** Lists every file of a folder that git sees, of whatever kind, and `also` these, which it may not see. */
export async function linkFolder(
  engine: Engine,
  root: string,
  { also = [], signal = new AbortController().signal }: { also?: readonly string[]; signal?: AbortSignal } = {},
): Promise<LinkFolder> {
  const caller = { id: "canvas:links", name: "canvas", roots: [root] };
  const keeps = (path: string) => !/[\\/]node_modules[\\/]/.test(path);
  const { files, isAll } = await engine.listFiles({ caller, signal, most: MOST_FILES, keeps });
  const more = also.flatMap((path) => folderPath(root, path) ?? []);
  return { root, names: new FolderNames([...files, ...more]), isAll };
}

/** An absolute path as links name it from the folder on; null where it lies elsewhere. */
export function folderPath(root: string, path: string): FolderPath | null {
  const way = relative(root, path);
  if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return null;
  return way.split(sep).join("/");
}

/** The absolute path of what links name so. */
export const absolutePath = (root: string, path: FolderPath): string => join(root, ...path.split("/"));
