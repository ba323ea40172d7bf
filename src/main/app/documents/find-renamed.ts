import type { BigIntStats } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { versionOf } from "../../engine/storage";
import type { AppContext } from "./context";
import { identityOf } from "./identity";
import type { FileLocation, OpenDocument } from "./open-document";

/** At most this many entries of a folder are looked at. */
const MAX_ENTRIES = 5000;

/**
 * The new location of a missing file, if an external program renamed it, moved it to a folder beside or below, or renamed a folder above it: same inode
 * and same bytes. A copy of the file is another file. Null if it is not found.
 */
export async function findRenamed(
  ctx: AppContext,
  document: OpenDocument,
  { path, realPath }: FileLocation,
): Promise<FileLocation | null> {
  // An empty file says nothing about which one it is.
  if (document.at.text === "" && document.office === null) return null;
  const top = await nearestFolder(dirname(realPath));
  const isOldFolder = top === dirname(realPath);
  const candidates = isOldFolder
    ? [...(await filesIn(top)), ...(await inFoldersOf(top, basename(realPath))), ...(await beside(realPath))]
    : await inFoldersOf(top, relative(top, realPath).split(/[\\/]/).slice(1).join("/"));
  for (const candidate of candidates) {
    if (candidate === realPath || ctx.openDocuments.at(candidate)) continue;
    if (await isItsFile(candidate, document))
      return { path: respelled(candidate, { path, realPath }), realPath: candidate };
  }
  return null;
}

/** The deepest folder of the path that still exists. */
async function nearestFolder(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    (info) => info.isDirectory(),
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

const filesIn = async (folder: string): Promise<string[]> =>
  (await entriesOf(folder)).filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));

/** `rest` in each folder of this folder. */
const inFoldersOf = async (folder: string, rest: string): Promise<string[]> =>
  (await entriesOf(folder)).filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name, rest));

/** A file of the same name in the folder above and in the folders beside its own. */
async function beside(realPath: string): Promise<string[]> {
  const above = dirname(dirname(realPath));
  return [join(above, basename(realPath)), ...(await inFoldersOf(above, basename(realPath)))];
}

const entriesOf = async (folder: string) =>
  (await readdir(folder, { withFileTypes: true }).catch(() => [])).slice(0, MAX_ENTRIES);

async function isItsFile(path: string, document: OpenDocument): Promise<boolean> {
  const info: BigIntStats | null = await stat(path, { bigint: true }).catch(() => null);
  if (info === null || !info.isFile() || identityOf(info) !== document.identity) return false;
  const bytes = await readFile(path).catch(() => null);
  return bytes !== null && versionOf(bytes) === document.at.version;
}

/** The new path as the user knows the old one, which may lead through links. */
function respelled(found: string, { path, realPath }: FileLocation): string {
  let [known, real] = [path, realPath];
  while (!found.startsWith(`${real}/`) && !found.startsWith(`${real}\\`)) {
    if (basename(known) !== basename(real) || dirname(real) === real) return found;
    [known, real] = [dirname(known), dirname(real)];
  }
  return join(known, relative(real, found));
}
