import { isAbsolute, join, relative, sep } from "node:path";
import { FolderNames, type FolderPath } from "../../../core/links/folder-names";
import type { Engine } from "../../engine";
import { MAX_FOLDER_FILES } from "./limits";

/** The file names of a folder for resolving links. `isAll` is false if the list was cut at the limit. */
export type LinkFolder = { root: string; names: FolderNames; isAll: boolean };

/** Lists every file of a folder that git does not ignore, plus the absolute paths in `also`. */
export async function linkFolder(
  engine: Engine,
  root: string,
  { also = [], signal = new AbortController().signal }: { also?: readonly string[]; signal?: AbortSignal } = {},
): Promise<LinkFolder> {
  const caller = { id: "canvas:links", name: "canvas", roots: [root] };
  const keeps = (path: string) => !/[\\/]node_modules[\\/]/.test(path);
  const { files, isAll } = await engine.listFiles({ caller, signal, most: MAX_FOLDER_FILES, keeps });
  const more = also.flatMap((path) => folderPath(root, path) ?? []);
  return { root, names: new FolderNames([...files, ...more]), isAll };
}

/** A path relative to the folder with `/`, as links spell it; null if it is outside. */
export function folderPath(root: string, path: string): FolderPath | null {
  const way = relative(root, path);
  if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return null;
  return way.split(sep).join("/");
}

/** The absolute path of a folder-relative link path. */
export const absolutePath = (root: string, path: FolderPath): string => join(root, ...path.split("/"));

/** How long a listing of the folder is reused, in milliseconds: a document may have many images and embeds, each asked for again. */
const LISTING_MS = 5000;
const listings = new Map<string, { at: number; folder: Promise<LinkFolder> }>();

/** The same, at most a few seconds old: for what is only shown. */
export function recentLinkFolder(engine: Engine, root: string): Promise<LinkFolder> {
  const now = performance.now();
  for (const [known, { at }] of listings) if (now - at > LISTING_MS) listings.delete(known);
  const folder = listings.get(root)?.folder ?? linkFolder(engine, root);
  if (!listings.has(root)) listings.set(root, { at: now, folder });
  return folder;
}
