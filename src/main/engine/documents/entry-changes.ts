import { randomUUID } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { officeFormatOf } from "../../../core/text/format";
import { holdsSecrets } from "../../../core/text/holds-secrets";
import { printableName } from "../../../core/text/printable-name";
import { officeLockOn } from "../office/office-lock";
import type { Canvas, Documents, EntryRequest, PlannedChange, RemovedFile } from "../ports/documents";
import type { EntryInfo, FileStore, StoredFile } from "../ports/file-store";
import type { History } from "../ports/history";
import { MAX_TOOL_FILE_BYTES, MiB } from "../ports/limits";
import { ToolError } from "../ports/tool-error";
import { everythingBelow } from "../storage/folder-tree";
import { isWithin } from "../storage/guarded";
import { versionOf } from "../storage/version";
import type { DecodedTexts } from "./decoded-texts";
import { displayPath, historyError, lockedBy, unresolvedConflict } from "./document-errors";
import { createListeners } from "./listeners";

/** The most that one call deletes: history keeps all of it before anything goes. */
const MAX_REMOVED = { entries: 500, bytes: 256 * MiB };
/** The most entries of a folder that is moved. */
const MAX_MOVED = 100_000;
/** How many names the plan of a folder's move shows. */
const MAX_PLANNED_NAMES = 200;

/** What the plan says of a path after its file is gone. */
const GONE = "";

type EntryDeps = {
  store: FileStore;
  history: Pick<History, "hold" | "list">;
  canvas: Canvas | null;
  texts: Pick<DecodedTexts, "open" | "compare">;
  guardedStoreFor(roots: readonly string[]): FileStore;
  handOver(realPath: string): Promise<void>;
  /** History, review, ids and reads follow a move. */
  moved(from: string, to: string): Promise<void>;
  log(error: unknown): void;
};

type Entry = { name: string; realPath: string; info: EntryInfo; guardedStore: FileStore };

/** Making, moving and deleting of files and folders for a caller. */
export function createEntryChanges({
  store,
  history,
  canvas,
  texts,
  guardedStoreFor,
  handOver,
  moved,
  log,
}: EntryDeps): Pick<
  Documents,
  "makeFolder" | "move" | "remove" | "planFolder" | "planMove" | "planRemove" | "onEntryMoved"
> {
  const listeners = createListeners<{ from: string; to: string }>(log);

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
  async function settle({ realPath, name }: Entry): Promise<void> {
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

  /** The text of a file as a plan shows it. */
  function plainText(stored: StoredFile, name: string): string {
    try {
      if (officeFormatOf(name) === null) return texts.open(stored, name).document.text;
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
    }
    return `(${stored.bytes.length} bytes)\n`;
  }

  async function planned(realPath: string, from: string | null, texts: { before: string | null; after: string }) {
    const { before, after } = texts;
    const changes = before === after ? [] : [{ from: 0, to: before?.length ?? 0, insert: after }];
    const to = before === null ? versionOf(Buffer.from(after)) : GONE;
    return { realPath, from, to, before, after, changes } satisfies PlannedChange;
  }

  /** What a plan shows of a moved entry, and its version: of a file its text, of a folder what it holds. */
  async function shownEntry({ realPath, info, guardedStore, name }: Entry): Promise<{ text: string; version: string }> {
    if (info.kind === "file") {
      const stored = await guardedStore.read(realPath);
      if (stored === null) throw new ToolError("not_found", `${name} does not exist`);
      return { text: plainText(stored, name), version: stored.version };
    }
    if (info.kind === "link") return { text: "(a link)\n", version: versionOf(Buffer.from("link")) };
    const inside = await everythingBelow(guardedStore, realPath, MAX_MOVED);
    const names = inside.slice(0, MAX_PLANNED_NAMES).map(({ path }) => path.slice(realPath.length + 1));
    const more = inside.length > names.length ? [`... and ${inside.length - names.length} more`] : [];
    const text = `${["(folder)", ...names, ...more].join("\n")}\n`;
    return { text, version: versionOf(Buffer.from(text)) };
  }

  async function planMove(from: string, to: string, roots: readonly string[]): Promise<PlannedChange[]> {
    const { source, target } = await moveParts(from, to, roots);
    await settle(source);
    const { text, version } = await shownEntry(source);
    return [
      await planned(source.realPath, version, { before: text, after: "" }),
      await planned(target, null, { before: null, after: text }),
    ];
  }

  async function move(from: string, to: string, roots: readonly string[], { signal }: EntryRequest) {
    const { source, target } = await moveParts(from, to, roots);
    const { guardedStore, realPath } = source;
    await settle(source);
    signal?.throwIfAborted();
    const work = async () => {
      await guardedStore.makeFolder(dirname(target));
      await guardedStore.move(realPath, target);
      await moved(realPath, target).catch(log);
      listeners.notify({ from: realPath, to: target });
    };
    await (canvas?.followMove ? canvas.followMove({ from: realPath, to: target }, work) : work());
    return { id: randomUUID(), from: realPath, to: target };
  }

  /** What a deletion would take: files first, each folder after what is in it. Refuses what history cannot bring back. */
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

  async function planRemove(path: string, roots: readonly string[]): Promise<PlannedChange[]> {
    const { entry, all } = await removalOf(path, roots);
    await settle(entry);
    const plans: PlannedChange[] = [];
    for (const { path: each, info } of all) {
      const stored = info.kind === "file" ? await entry.guardedStore.read(each) : null;
      if (stored !== null)
        plans.push(
          await planned(each, stored.version, { before: plainText(stored, displayPath(each, roots)), after: "" }),
        );
    }
    if (plans.length === 0)
      plans.push(
        await planned(entry.realPath, versionOf(Buffer.from("(folder)\n")), { before: "(folder)\n", after: "" }),
      );
    return plans;
  }

  async function remove(path: string, roots: readonly string[], { by, check, signal }: EntryRequest) {
    const { entry, all } = await removalOf(path, roots);
    const { guardedStore, realPath, name } = entry;
    await settle(entry);
    const removed: RemovedFile[] = [];
    // Everything is in history before the first file goes.
    for (const { path: each, info } of all)
      if (info.kind === "file") {
        const stored = await guardedStore.read(each);
        if (stored === null) continue;
        check?.(stored);
        await hold(stored, by, name);
      } else if (each === realPath) check?.(null);
    signal?.throwIfAborted();
    const work = async () => {
      for (const { path: each, info } of all) {
        if (info.kind === "folder") await guardedStore.remove(each, async () => {});
        else
          await guardedStore.remove(each, async (current) => {
            check?.(current);
            await hold(current, by, name);
            const [newest] = await history.list(each, 1);
            removed.push({ realPath: each, version: current.version, versionId: newest?.version_id ?? null });
          });
      }
    };
    await (canvas?.followRemoval ? canvas.followRemoval(realPath, work) : work());
    return { id: randomUUID(), realPath, removed };
  }

  async function hold({ realPath, bytes, version }: StoredFile, by: EntryRequest["by"], name: string): Promise<void> {
    const [newest] = await history.list(realPath, 1);
    const known = newest?.version === version ? newest.by : null;
    try {
      const found = { kind: "program", name: "another program" } as const;
      await history.hold({
        realPath,
        bytes,
        version,
        by: known ?? found,
        reason: `found on disk, deleted by ${by.name}`,
      });
    } catch (error) {
      throw historyError(name, error);
    }
  }

  async function planFolder(path: string, roots: readonly string[]): Promise<PlannedChange[]> {
    const realPath = await findFree(path, roots, null);
    return [await planned(realPath, null, { before: null, after: "(folder)\n" })];
  }

  async function makeFolder(path: string, roots: readonly string[]) {
    const realPath = await findFree(path, roots, null);
    await guardedStoreFor(roots).makeFolder(realPath);
    return { id: randomUUID(), realPath };
  }

  return { makeFolder, move, remove, planFolder, planMove, planRemove, onEntryMoved: listeners.add };
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
