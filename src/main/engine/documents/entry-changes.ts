import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { MAX_REASON_NOTE } from "../../../core/limits";
import { officeFormatOf } from "../../../core/text/format";
import type { Canvas, Documents, EntryRequest, PlannedChange, RemovedFile } from "../ports/documents";
import type { FileStore, StoredFile } from "../ports/file-store";
import type { History } from "../ports/history";
import { MAX_MOVED_ENTRIES } from "../ports/limits";
import { ToolError } from "../ports/tool-error";
import { versionOf } from "../storage/files/version";
import { everythingBelow } from "../storage/finding/folder-tree";
import type { DecodedTexts } from "./decoded-texts";
import { displayPath, historyError } from "./document-errors";
import { createEntryLookup, type Entry } from "./entry-lookup";
import { createListeners } from "./listeners";

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
  const { findFree, moveParts, removalOf, saveOpen } = createEntryLookup({ store, canvas, guardedStoreFor, handOver });

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
    const inside = await everythingBelow(guardedStore, realPath, MAX_MOVED_ENTRIES);
    const names = inside.slice(0, MAX_PLANNED_NAMES).map(({ path }) => path.slice(realPath.length + 1));
    const more = inside.length > names.length ? [`... and ${inside.length - names.length} more`] : [];
    const text = `${["(folder)", ...names, ...more].join("\n")}\n`;
    return { text, version: versionOf(Buffer.from(text)) };
  }

  async function planMove(from: string, to: string, roots: readonly string[]): Promise<PlannedChange[]> {
    const { source, target } = await moveParts(from, to, roots);
    await saveOpen(source);
    const { text, version } = await shownEntry(source);
    return [
      await planned(source.realPath, version, { before: text, after: "" }),
      await planned(target, null, { before: null, after: text }),
    ];
  }

  async function move(from: string, to: string, roots: readonly string[], { signal }: EntryRequest) {
    const { source, target } = await moveParts(from, to, roots);
    const { guardedStore, realPath } = source;
    await saveOpen(source);
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

  async function planRemove(path: string, roots: readonly string[]): Promise<PlannedChange[]> {
    const { entry, all } = await removalOf(path, roots);
    await saveOpen(entry);
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

  async function remove(path: string, roots: readonly string[], { by, check, signal, note }: EntryRequest) {
    const { entry, all } = await removalOf(path, roots);
    const { guardedStore, realPath, name } = entry;
    await saveOpen(entry);
    const removed: RemovedFile[] = [];
    // Everything is in history before the first file goes.
    for (const { path: each, info } of all)
      if (info.kind === "file") {
        const stored = await guardedStore.read(each);
        if (stored === null) continue;
        check?.(stored);
        await hold(history, stored, { by, note }, name);
      } else if (each === realPath) check?.(null);
    signal?.throwIfAborted();
    const work = async () => {
      for (const { path: each, info } of all) {
        if (info.kind === "folder") await guardedStore.remove(each, async () => {});
        else
          await guardedStore.remove(each, async (current) => {
            check?.(current);
            await hold(history, current, { by, note }, name);
            const [newest] = await history.list(each, 1);
            removed.push({ realPath: each, version: current.version, versionId: newest?.version_id ?? null });
          });
      }
    };
    await (canvas?.followRemoval ? canvas.followRemoval(realPath, work) : work());
    return { id: randomUUID(), realPath, removed };
  }

  async function planFolder(path: string, roots: readonly string[]): Promise<PlannedChange[]> {
    return [await planned(await findFree(path, roots, null), null, { before: null, after: "(folder)\n" })];
  }

  async function makeFolder(path: string, roots: readonly string[]) {
    const realPath = await findFree(path, roots, null);
    await guardedStoreFor(roots).makeFolder(realPath);
    return { id: randomUUID(), realPath };
  }

  return { makeFolder, move, remove, planFolder, planMove, planRemove, onEntryMoved: listeners.add };
}

/** History holds a file that is about to be deleted, with who deleted it and why. */
async function hold(
  history: EntryDeps["history"],
  { realPath, bytes, version }: StoredFile,
  { by, note }: EntryRequest,
  name: string,
): Promise<void> {
  const [newest] = await history.list(realPath, 1);
  const known = newest?.version === version ? newest.by : null;
  try {
    const found = { kind: "program", name: "another program" } as const;
    await history.hold({
      realPath,
      bytes,
      version,
      by: known ?? found,
      reason: `found on disk, deleted by ${by.name}${note === undefined ? "" : ` (${note.slice(0, MAX_REASON_NOTE)})`}`,
    });
  } catch (error) {
    throw historyError(name, error);
  }
}
