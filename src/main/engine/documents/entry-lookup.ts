import { basename, dirname, join } from "node:path";
import { MiB } from "../../../core/limits";
import { officeFormatOf } from "../../../core/text/format";
import { holdsSecrets } from "../../../core/text/holds-secrets";
import { printableName } from "../../../core/text/printable-name";
import { officeLockOn } from "../office/office-lock";
import type { Canvas } from "../ports/documents";
import type { EntryInfo, FileStore } from "../ports/file-store";
import { MAX_TOOL_FILE_BYTES } from "../ports/limits";
import { ToolError } from "../ports/tool-error";
import { isWithin } from "../storage/files/guarded";
import { everythingBelow } from "../storage/finding/folder-tree";
import { displayPath, lockedBy, unresolvedConflict } from "./document-errors";

/** The maximum that one call deletes: history keeps all of it before anything goes. */
const MAX_REMOVED = { entries: 500, bytes: 256 * MiB };
/** A file, folder or link that a caller may change. */
export type Entry = { name: string; realPath: string; info: EntryInfo; guardedStore: FileStore };

type LookupDeps = {
  store: FileStore;
  canvas: Canvas | null;
  guardedStoreFor(roots: readonly string[]): FileStore;
  handOver(realPath: string): Promise<void>;
};

/** Finds what a caller wants to move or delete, and rejects what it may not. */
export function createEntryLookup({ store, canvas, guardedStoreFor, handOver }: LookupDeps) {
  /** The entry at a path, which may be a link; its name on the disk is not resolved. */
  async function find(path: string, roots: readonly string[]): Promise<Entry> {
    const guardedStore = guardedStoreFor(roots);
    const name = printableName(displayPath(path, roots));
    const target = await guardedStore.realPath(path);
    const realRoots = await Promise.all(roots.map((root) => store.realPath(root)));
    if (realRoots.some((root) => isWithin(root, target)))
      throw new ToolError(
        "bad_arguments",
        "the open folder itself stays where it is; only what is in it can be changed",
      );
    const realPath = join(await guardedStore.realPath(dirname(path)), basename(path));
    rejectOwn(realPath, name, realRoots);
    const info = await guardedStore.entry(realPath);
    if (info === null) throw new ToolError("not_found", `${name} does not exist`);
    if (info.kind === "other") throw new ToolError("unsupported", `${name} is neither a file nor a folder`);
    return { name, realPath, info, guardedStore };
  }

  /** Where a new entry goes: a path at which nothing stands, unless it is `except` itself in another spelling. */
  async function findFree(path: string, roots: readonly string[], except: string | null): Promise<string> {
    const guardedStore = guardedStoreFor(roots);
    const name = printableName(displayPath(path, roots));
    await guardedStore.realPath(path);
    const realPath = join(await guardedStore.realPath(dirname(path)), basename(path));
    rejectOwn(realPath, name, await Promise.all(roots.map((root) => store.realPath(root))));
    const there = await guardedStore.entry(realPath).catch(() => null);
    const isItself = except !== null && foldCase(except) === foldCase(realPath) && (await isListed(except, realPath));
    if (there === null || isItself) return realPath;
    const hint =
      there.kind === "folder"
        ? `It is a folder. To move into it, name the whole new path: ${join(displayPath(path, roots), "NAME")}.`
        : "Nothing is ever replaced. Choose another name, or move what is there first.";
    throw new ToolError("wrong_state", `${name} exists already; nothing was changed`, { hint });
  }

  /** Whether the disk lists only the old spelling: then both names mean one entry. */
  async function isListed(old: string, other: string): Promise<boolean> {
    if (dirname(old) !== dirname(other)) return false;
    const names = (await store.list(dirname(old))).map(({ name }) => name);
    return names.includes(basename(old)) && !names.includes(basename(other));
  }

  /** Saves the unsaved edits of what is open there, so that they are part of what is moved or deleted. */
  async function saveOpen({ realPath, name }: Entry): Promise<void> {
    const open = (canvas?.openPaths?.() ?? []).filter((path) => isWithin(path, realPath));
    await Promise.all(open.map(handOver));
    if (open.some((path) => canvas?.hasConflict(path))) throw unresolvedConflict(name);
    const lock = officeFormatOf(realPath) === null ? null : await officeLockOn(realPath, store);
    if (lock !== null) throw lockedBy(lock, name);
  }

  async function moveParts(from: string, to: string, roots: readonly string[]) {
    const source = await find(from, roots);
    const target = join(await guardedStoreFor(roots).realPath(dirname(to)), basename(to));
    if (target === source.realPath)
      throw new ToolError("bad_arguments", `${source.name} has this name already; nothing was changed`);
    if (isWithin(target, source.realPath))
      throw new ToolError("bad_arguments", `${source.name} cannot be moved into itself; nothing was changed`);
    return { source, target: await findFree(to, roots, source.realPath) };
  }

  /** What a deletion would take: files first, each folder after what is in it. Rejects what history cannot bring back. */
  async function removalOf(path: string, roots: readonly string[]) {
    const entry = await find(path, roots);
    const { realPath, name, guardedStore, info } = entry;
    const inside = info.kind === "folder" ? await everythingBelow(guardedStore, realPath, MAX_REMOVED.entries) : [];
    const all = [...inside, { path: realPath, info }];
    const unkept = (why: string, hint: string) =>
      new ToolError("unsupported", `${name} was not deleted: ${why}, and history could not bring it back`, { hint });
    const byHand = "Ask the user to delete it.";
    let total = 0;
    for (const { path: each, info: found } of all) {
      const shown = printableName(each === realPath ? basename(each) : each.slice(realPath.length + 1));
      if (found.kind === "link") throw unkept(`${shown} is a link`, byHand);
      if (found.kind === "other") throw unkept(`${shown} is neither a file nor a folder`, byHand);
      if (isOwnName(basename(each))) throw unkept(`it holds ${shown}`, byHand);
      if (found.kind !== "file") continue;
      if (holdsSecrets(each)) throw unkept(`${shown} is a file of secrets, whose text is not stored`, byHand);
      total += found.bytes;
      if (found.bytes > MAX_TOOL_FILE_BYTES || total > MAX_REMOVED.bytes)
        throw new ToolError("too_large", `${name} was not deleted: it is too large for history to keep`, {
          hint: byHand,
        });
    }
    return { entry, all };
  }

  return { findFree, moveParts, removalOf, saveOpen };
}

const foldCase = (path: string): string => path.normalize("NFC").toLowerCase();

const isOwnName = (name: string): boolean => [".git", ".galley"].includes(foldCase(name));

/** Galley's and git's own data below a root: neither moved, deleted nor made by a tool. */
function rejectOwn(realPath: string, name: string, roots: readonly string[]): void {
  const root = roots.find((each) => isWithin(realPath, each)) ?? "";
  const own = realPath.slice(root.length).split(/[\\/]/).find(isOwnName);
  if (own !== undefined)
    throw new ToolError("outside_workspace", `${name} belongs to the data of ${own}, which no tool may touch`);
}
