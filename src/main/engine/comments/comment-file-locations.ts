import { tmpdir } from "node:os";
import { dirname, join, parse, relative, sep } from "node:path";
import type { FileStore } from "../ports/file-store";
import { MAX_COMMENT_FILES, MAX_COMMENT_FOLDERS } from "../ports/limits";
import { ToolError } from "../ports/tool-error";
import { fileNameFor } from "../storage/files/file-name-for";
import { isWithin } from "../storage/files/guarded";

/** The file that holds the comments of a document. `isOurs`: it is in Galley's data folder, and has to name the document. */
export type CommentFileLocation = { file: string; isOurs: boolean };

const ENDING = ".json";

export type CommentFileLocations = ReturnType<typeof createCommentFileLocations>;

const ownFolder = (dataFolder: string) => join(dataFolder, "comments");
const ownFileIn = (dataFolder: string, realPath: string) =>
  join(ownFolder(dataFolder), `${fileNameFor(realPath)}${ENDING}`);
const storeIn = (folder: string) => join(folder, ".galley", "comments");
const fileIn = (folder: string, realPath: string) => `${join(storeIn(folder), relative(folder, realPath))}${ENDING}`;

/** The folders above a path, nearest first; neither the whole disk nor the folder for everybody's temporary files. */
function above(path: string): string[] {
  const folders: string[] = [];
  const top = parse(path).root;
  for (let at = dirname(path); at !== top && at !== tmpdir(); at = dirname(at)) folders.push(at);
  return folders;
}

/** Every file in which the comments of a document may be: the first one that exists holds them. */
export function commentPlacesOf(realPath: string, dataFolder: string | null): CommentFileLocation[] {
  const own = dataFolder === null ? [] : [{ file: ownFileIn(dataFolder, realPath), isOurs: true }];
  return [...above(realPath).map((folder) => ({ file: fileIn(folder, realPath), isOurs: false })), ...own];
}

/** Where comments are stored: in the `.galley/comments` of a folder above the document, with its path below that folder, or in Galley's data. */
export function createCommentFileLocations(store: FileStore, dataFolder: string | null, isInData: () => boolean) {
  const own = dataFolder === null ? null : ownFolder(dataFolder);
  const ownFile = (realPath: string) => (dataFolder === null ? null : ownFileIn(dataFolder, realPath));
  const kindOf = async (path: string) => (await store.entry(path).catch(() => null))?.kind ?? null;

  async function existing(realPath: string): Promise<CommentFileLocation | null> {
    for (const place of commentPlacesOf(realPath, dataFolder)) if ((await kindOf(place.file)) === "file") return place;
    return null;
  }

  /** The folder above a path in which comments are stored already. */
  async function nearestStore(realPath: string): Promise<string | null> {
    for (const folder of above(realPath)) if ((await kindOf(storeIn(folder))) === "folder") return folder;
    return null;
  }

  async function forNew(realPath: string, roots: readonly string[]): Promise<CommentFileLocation> {
    const file = isInData() ? ownFile(realPath) : null;
    if (file !== null) return { file, isOurs: true };
    const root = roots
      .filter((each) => each !== realPath && isWithin(realPath, each))
      .sort((a, b) => a.length - b.length)[0];
    const folder = (await nearestStore(realPath)) ?? root ?? dirname(realPath);
    return { file: fileIn(folder, realPath), isOurs: false };
  }

  /** The files below a folder of comments. */
  async function filesBelow(folder: string, found: string[]): Promise<void> {
    const entries = await store.list(folder).catch((error: unknown) => {
      if (error instanceof ToolError) return [];
      throw error;
    });
    for (const { name, kind } of entries) {
      if (found.length >= MAX_COMMENT_FILES) return;
      const path = join(folder, name);
      if (kind === "folder") await filesBelow(path, found);
      else if (kind === "file" && name.endsWith(ENDING)) found.push(path);
    }
  }

  /** The documents below a root whose comments are in `folder`. */
  async function documentsIn(folder: string, root: string): Promise<string[]> {
    const base = storeIn(folder);
    const part = isWithin(root, folder) ? join(base, relative(folder, root)) : base;
    const files: string[] = [];
    if ((await kindOf(part)) === "folder") await filesBelow(part, files);
    if ((await kindOf(`${part}${ENDING}`)) === "file") files.push(`${part}${ENDING}`);
    return files.map((file) => join(folder, relative(base, file).slice(0, -ENDING.length)));
  }

  async function folderStoresBelow(root: string): Promise<string[]> {
    const found: string[] = [];
    const waiting = [root];
    for (let looked = 0; waiting.length > 0 && looked < MAX_COMMENT_FOLDERS; looked++) {
      const folder = waiting.shift() as string;
      const entries = await store.list(folder).catch(() => []);
      for (const { name, kind } of entries) {
        if (kind !== "folder") continue;
        if (name === ".galley") found.push(folder);
        else if (!name.startsWith(".") && name !== "node_modules") waiting.push(join(folder, name));
      }
    }
    return found;
  }

  /** Every document below a root that has a file of comments beside it. */
  async function besides(root: string): Promise<string[]> {
    const folders = new Set([...above(join(root, "x")), ...(await folderStoresBelow(root))]);
    const found: string[] = [];
    for (const folder of folders) found.push(...(await documentsIn(folder, root)));
    return found;
  }

  /** Every file of comments in Galley's data. */
  async function ownFiles(): Promise<string[]> {
    const found: string[] = [];
    if (own !== null) await filesBelow(own, found);
    return found;
  }

  /** The comment files to move when `from` is moved to `to`. `isFolder`: a folder with all its contents. */
  async function movedPlaces(from: string, to: string): Promise<{ from: string; to: string; isFolder: boolean }[]> {
    const moves: { from: string; to: string; isFolder: boolean }[] = [];
    for (const folder of above(from)) {
      const base = isWithin(to, folder) ? folder : ((await nearestStore(to)) ?? dirname(to));
      const [source, target] = [fileIn(folder, from), fileIn(base, to)];
      if ((await kindOf(source)) === "file") moves.push({ from: source, to: target, isFolder: false });
      const inside = source.slice(0, -ENDING.length);
      if ((await kindOf(inside)) === "folder")
        moves.push({ from: inside, to: target.slice(0, -ENDING.length), isFolder: true });
    }
    return moves;
  }

  return { existing, forNew, besides, ownFiles, ownFile, movedPlaces };
}

/** Whether `path` is `of` or in it. */
export const movedWith = (path: string, of: string, to: string): string | null =>
  path === of ? to : path.startsWith(`${of}${sep}`) ? to + path.slice(of.length) : null;
