/** What a member of a shared folder does with whole files. */
import { statSync } from "node:fs";
import { lstat, stat } from "node:fs/promises";
import { join } from "node:path";
import { MAX_WHOLE_FILES } from "../../../core/limits";
import { SHARED_FOLDER } from "../../../core/review/writer";
import { isWholeName } from "../../../core/sharing/whole-list";
import { isBinaryName } from "../../../core/text/format";
import type { Documents } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { MAX_SHARED_TEXT_BYTES } from "../../limits";
import { reasons } from "./reasons";

/** Who writes what others have written: it is in the history by this name, and does not wait for review. */
export const others = SHARED_FOLDER;

/** Chooses the files of a folder that may be shared. More images and documents than are shared keep no text from it. */
export function chooseFiles(): { keeps(path: string): boolean; isCut(): boolean } {
  let whole = 0;
  return {
    keeps: (path) => (isWholeName(path) ? ++whole <= MAX_WHOLE_FILES : !isBinaryName(path)),
    isCut: () => whole > MAX_WHOLE_FILES,
  };
}

/** Whether a shared path leads over a link. What cannot be looked at does not. */
export async function isBehindLink(root: string, path: string): Promise<boolean> {
  let at = root;
  for (const step of path.split("/")) {
    at = join(at, step);
    const found = await lstat(at).catch(() => null);
    if (found === null) return false;
    if (found.isSymbolicLink()) return true;
  }
  return false;
}

/**
 * Why a file of the folder, by its shared path, cannot be shared: listed without its text, it would be an empty file for others. Null if it can, or cannot be
 * read now.
 */
export async function whyNotShared(documents: Documents, shared: string, root: string): Promise<string | null> {
  if (await isBehindLink(root, shared)) return reasons.linked;
  const path = join(root, shared);
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MAX_SHARED_TEXT_BYTES) return reasons.textTooLarge;
  const current = await documents.read(path, [root]).catch(() => null);
  return current === null || current.text.isWellFormed() ? null : reasons.damaged;
}

/** Whether something stands at a path, or it cannot be known: what cannot be looked at is not gone. */
export const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== "ENOENT" && error.code !== "ENOTDIR",
  );

/** What distinguishes the folder at a path from another one that takes its place; null if no folder is there, or it cannot be known. */
export const folderIdentity = (path: string): Promise<string | null> =>
  stat(path).then(
    (found) => (found.isDirectory() ? `${found.dev} ${found.ino}` : null),
    () => null,
  );

/** Whether the folder at a path is the one with this identity; looks at once, so that nothing comes between this and what follows. */
export function isSameFolder(path: string, identity: string): boolean {
  try {
    const { dev, ino } = statSync(path);
    return `${dev} ${ino}` === identity;
  } catch {
    return false;
  }
}

/** Deletes a file to the history if it still has this text. False if it was edited since; throws if it cannot be deleted. */
export async function removeUnchanged(
  documents: Documents,
  { path, root, text }: { path: string; root: string; text: string },
): Promise<boolean> {
  const current = await documents.read(path, [root]);
  if (current.text !== text) return false;
  await documents.remove(path, [root], {
    by: others,
    note: "deleted in the shared folder",
    check(found) {
      if (found?.version !== current.version) throw new ToolError("stale", "the file was changed meanwhile");
    },
  });
  return true;
}

/** The name of the new file that has this text: an old file under a new name. Null if there is none; an empty text says nothing. */
export async function findRenamed(
  documents: Documents,
  { root, text, candidates }: { root: string; text: string; candidates: readonly { name: string; path: string }[] },
): Promise<string | null> {
  if (text === "") return null;
  for (const { name, path } of candidates) {
    const current = await documents.read(path, [root]).catch(() => null);
    if (current?.text === text) return name;
  }
  return null;
}
