import { basename, dirname } from "node:path";
import { printableName } from "../../../core/text/printable-name";
import type { CommentThread } from "../ports/comments";
import { MAX_COMMENT_BYTES } from "../ports/limits";
import { lstatIfThere, readBytes } from "../storage/files/read-bytes";
import { readCommentFile } from "./comment-file";
import { commentPlacesOf } from "./comment-file-locations";

/** The threads that are stored beside a text by their ids, and the paths whose change may mean that these have changed. */
export type StoredComments = { threads: Record<string, CommentThread>; watch: string[] };

/**
 * Reads what is stored about a text, whichever process has written it. `watch` names each file that may hold its comments, or where that is in a folder
 * that does not exist yet, the first such folder. Throws if what is stored is damaged.
 */
export async function readStoredComments(realPath: string, dataFolder: string | null): Promise<StoredComments> {
  const files = commentPlacesOf(realPath, dataFolder).map(({ file }) => file);
  const watch = new Set<string>();
  let holding: string | null = null;
  for (const file of files) {
    if (holding === null && (await statOf(file))?.isFile()) holding = file;
    watch.add(holding === file ? file : await firstMissing(file));
  }
  const stored = holding === null ? null : await readBytes(holding, MAX_COMMENT_BYTES);
  const threads =
    stored === null ? {} : readCommentFile(stored.bytes.toString("utf8"), printableName(basename(realPath))).threads;
  return { threads, watch: [...watch] };
}

/** A path whose folder exists: the file, or the first folder above it that does not. */
async function firstMissing(file: string): Promise<string> {
  let path = file;
  for (;;) {
    const folder = dirname(path);
    if (folder === path || (await statOf(folder))?.isDirectory()) return path;
    path = folder;
  }
}

/** Null if there is nothing that could be read, or a file is where a folder should be. */
const statOf = (path: string) => lstatIfThere(path).catch(() => null);
