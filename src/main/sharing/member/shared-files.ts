/** What a member of a shared folder does with whole files. */
import { lstat } from "node:fs/promises";
import { SHARED_FOLDER } from "../../../core/review/writer";
import type { Documents } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";

/** Who writes what others have written: it is in the history by this name, and does not wait for review. */
export const others = SHARED_FOLDER;

/** Whether something stands at a path, or it cannot be known: what cannot be looked at is not gone. */
export const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== "ENOENT" && error.code !== "ENOTDIR",
  );

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
