import { dirname } from "node:path";
import type { CommentThread } from "../ports/comments";
import type { FileStore } from "../ports/file-store";
import { MAX_THREADS } from "../ports/limits";
import { ToolError } from "../ports/tool-error";
import { isWithin } from "../storage/files/guarded";
import { joined } from "./comment-file";
import { type CommentFileLocations, movedWith } from "./comment-file-locations";
import type { CommentStorage } from "./comment-storage";

/** Which documents have comments, and what becomes of these when a document is renamed. */
export function createCommentedDocuments(
  store: Pick<FileStore, "makeFolder" | "move">,
  places: CommentFileLocations,
  storage: CommentStorage,
) {
  /** The documents in which threads were found, so that they need not be looked for again. */
  const owners = new Map<string, string>();

  async function below(roots: readonly string[]): Promise<string[]> {
    const found = new Set<string>();
    for (const root of roots) for (const each of await places.besides(root)) found.add(each);
    for (const file of await places.ownFiles()) {
      const path = await pathIn(file);
      if (path !== null && roots.some((root) => isWithin(path, root))) found.add(path);
    }
    return [...found].sort();
  }

  /** The document that a file in Galley's data is about; null if it does not say. */
  async function pathIn(file: string): Promise<string | null> {
    try {
      return (await storage.read(file))?.path ?? null;
    } catch (error) {
      if (error instanceof ToolError) return null;
      throw error;
    }
  }

  async function threadIn(realPath: string, id: string): Promise<CommentThread | undefined> {
    try {
      return (await storage.load(realPath))?.content.threads[id];
    } catch (error) {
      // Another document's damaged comments are none of this call's business.
      if (error instanceof ToolError) return undefined;
      throw error;
    }
  }

  async function find(id: string, roots: readonly string[]) {
    const known = owners.get(id);
    for (const realPath of [...(known === undefined ? [] : [known]), ...(await below(roots))]) {
      if (!roots.some((root) => isWithin(realPath, root))) continue;
      const thread = await threadIn(realPath, id);
      if (thread === undefined) continue;
      owners.set(id, realPath);
      if (owners.size > MAX_THREADS) owners.delete(owners.keys().next().value as string);
      return { realPath, thread };
    }
    return null;
  }

  /** Moves the comments of one document, and joins them with those that are there already. */
  async function moveFile(from: string, to: string): Promise<void> {
    const content = await storage.read(from);
    if (content === null) return;
    await storage.save(to, { file: to, isOurs: false }, (there) => joined(content, there));
    await storage.remove(from);
  }

  async function moved(from: string, to: string): Promise<void> {
    owners.clear();
    for (const step of await places.movedPlaces(from, to)) {
      if (!step.isFolder) await moveFile(step.from, step.to);
      else {
        await store.makeFolder(dirname(step.to));
        await store.move(step.from, step.to);
      }
    }
    for (const file of await places.ownFiles()) {
      const path = await pathIn(file);
      const target = path === null ? null : movedWith(path, from, to);
      const place = target === null ? null : places.ownFile(target);
      const content = target === null ? null : await storage.read(file);
      if (target === null || place === null || content === null) continue;
      await storage.save(target, { file: place, isOurs: true }, () => content);
      await storage.remove(file);
    }
  }

  return { below, find, moved };
}
