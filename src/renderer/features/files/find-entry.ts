import type { TreeEntry } from "../../../shared/contract";
import { folderOf, isWithin } from "../../ui/file-paths";
import type { TreeFolders } from "./tree-folders";

/**
 * The entry with this path, after the folders above it were listed and expanded. Null if there is none in the open
 * folder. `rootOf` is the open folder now.
 */
export async function findEntry(
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
