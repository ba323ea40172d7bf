import { randomBytes } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { serialQueue } from "../../../core/async/serial-queue";
import { memberWriter } from "../../../core/review/guest";
import { isSharedPath } from "../../../core/sharing/document-name";
import { beforeOf, type WholeList, type WholeVersion } from "../../../core/sharing/whole-list";
import { nameBeside, type WholeSides } from "../../../core/sharing/whole-plan";
import { type OfficeFormat, officeFormatOf } from "../../../core/text/format";
import type { Engine } from "../../engine";
import { ToolError } from "../../engine/ports/tool-error";
import { type BlobClient, TransferError } from "./blob-client";
import { openFile } from "./file-hashes";
import { reasons } from "./reasons";
import { isBehindLink, others } from "./shared-files";

/** What is done with one file. Each throws a `MovedOnError` if one side has moved on meanwhile, and a `WaitError` if somebody has the file open. */
export type Transfers = {
  /** Sends a blob if the server does not have it. */
  provide(path: string, content: { hash: string; size: number }): Promise<void>;
  /** Sends a version, and names it in the list once the server has stored it. */
  send(path: string, version: { hash: string; size: number; by: string; sides: WholeSides }): Promise<void>;
  /**
   * Writes the shared version in place of the one with the hash `here` (null: none). With `kept`, what is here was changed, too, since the version with the
   * hash `kept.common`: an Office document gets the changes of both if they can be merged; else what is here goes beside it, as `copy`.
   */
  fetch(path: string, file: FetchedFile): Promise<{ copy: string | null; isMerged: boolean }>;
  /** Deletes to the history what others have deleted. */
  remove(path: string, sides: WholeSides): Promise<void>;
  move(from: string, to: string): Promise<void>;
};

export type FetchedFile = {
  shared: WholeVersion;
  here: string | null;
  kept: { common: string | null } | null;
};

export class MovedOnError extends Error {}
/** Somebody has the file open, or has to decide on edits of it. */
export class WaitError extends Error {}

type TransferOptions = {
  root: string;
  engine: Pick<Engine, "documents" | "review" | "packages">;
  list: WholeList;
  member: string;
  client: BlobClient;
  /** The folder for contents that are being fetched. */
  parts: string;
  signal: AbortSignal;
  isFolderThere(): boolean;
};

/** More names than these are not tried for a copy. */
const MAX_COPIES = 100;

/** Merges an Office document that was changed here and by others. */
function createMerging({ root, engine, client, parts, signal }: TransferOptions) {
  /**
   * Fetches the version that what is here and the shared version both began with. Null if nothing can be merged: no Office document, no such version, or
   * the server has it no longer.
   */
  async function fetchBase(path: string, { here, kept }: FetchedFile): Promise<string | null> {
    if (officeFormatOf(path) === null || here === null || !kept?.common || kept.common === here) return null;
    const file = join(parts, randomBytes(12).toString("hex"));
    try {
      await client.download({ hash: kept.common, size: null, file }, signal);
      return file;
    } catch (error) {
      await rm(file, { force: true });
      if (error instanceof TransferError && !error.isOffline) return null;
      throw error;
    }
  }

  /** What is here with the changes of the shared version; null if they cannot be merged. */
  async function merge(path: string, here: string, base: string, theirs: string): Promise<Uint8Array | null> {
    const { bytes: ours, version } = await engine.documents.readBytes(join(root, path), [root]);
    if (version !== here) throw new MovedOnError();
    const format = officeFormatOf(path) as OfficeFormat;
    const given = { base: await readFile(base), ours, theirs: await readFile(theirs), format, name: path };
    // A version that cannot be read, or takes too long, is kept as it is.
    return engine.packages.run("merge", given, { signal }).catch((error: unknown) => {
      if (error instanceof ToolError) return null;
      throw error;
    });
  }

  return { fetchBase, merge };
}

export function createTransfers(options: TransferOptions): Transfers {
  const { root, engine, list, member, client, parts, signal, isFolderThere } = options;
  const { documents, review } = engine;
  const roots = [root];
  const locate = (path: string) => join(root, path);
  const { fetchBase, merge } = createMerging(options);
  /** One document in memory at a time. */
  const placing = serialQueue();

  /** Rejects while an Office document is open in an office program, or has edits that the user has to decide on. */
  async function mustBeFree(path: string): Promise<void> {
    if (officeFormatOf(path) === null) return;
    const lock = await documents.officeLock(locate(path), roots);
    if (lock !== null)
      throw new WaitError(`it is open in ${lock.program}: the others' version waits until it is closed`);
    const realPath = await documents.realPath(locate(path), roots);
    if (!review.hasPending(realPath)) return;
    const projection = await documents.textProjection(realPath, roots).catch(() => null);
    if (projection === null || (await review.of({ realPath, ...projection })) === null) return;
    throw new WaitError(reasons.inReview);
  }

  /** Puts what is here beside the path of the shared version; resolves to the path of the copy. */
  async function keepBeside(path: string, here: string): Promise<string> {
    const { bytes, version } = await documents.readBytes(locate(path), roots);
    if (version !== here) throw new MovedOnError();
    for (let number = 1; number <= MAX_COPIES; number++) {
      const copy = nameBeside(path, member, number);
      if (!isSharedPath(copy)) break;
      try {
        await documents.changeBytes(locate(copy), roots, {
          by: others,
          reason: "kept beside the shared version",
          isStoredElsewhere: true,
          edit(current) {
            if (!isFolderThere()) throw new MovedOnError();
            // The same after a kill: it is the copy that was made then.
            if (current !== null && current.version !== here) throw new TakenError();
            return bytes;
          },
        });
        return copy;
      } catch (error) {
        if (!(error instanceof TakenError)) throw error;
      }
    }
    throw new ToolError("failed", reasons.noName);
  }

  async function place(
    path: string,
    bytes: Uint8Array,
    { shared, here }: { shared: WholeVersion; here: string | null },
  ): Promise<void> {
    await documents.changeBytes(locate(path), roots, {
      by: memberWriter(new Set(shared.by === "" ? [] : [shared.by])),
      reason: "changed in the shared folder",
      // The text of an Office document is compared in its history; of other files, what was replaced is enough.
      isStoredElsewhere: officeFormatOf(path) === null,
      edit(current) {
        const isAsBefore = (current?.version ?? null) === here && list.get(path)?.hash === shared.hash;
        if (!isAsBefore || !isFolderThere()) throw new MovedOnError();
        return bytes;
      },
    });
  }

  async function provide(path: string, { hash, size }: { hash: string; size: number }): Promise<void> {
    if (await client.has(hash, signal)) return;
    const file = await openFile(locate(path)).catch(() => {
      throw new MovedOnError();
    });
    // Closes the file at its end.
    const bytes = file.createReadStream({ start: 0, highWaterMark: 256 * 1024 });
    try {
      if (!(await client.upload({ hash, size, bytes }, signal))) throw new TransferError(reasons.changed, false);
    } finally {
      bytes.destroy();
    }
  }

  return {
    provide,
    async send(path, { hash, size, by, sides }) {
      await provide(path, { hash, size });
      const shared = list.get(path);
      if (shared?.hash !== sides.shared?.hash) throw new MovedOnError();
      list.set(path, { hash, size, by, before: beforeOf(shared) });
    },
    async fetch(path, fetched) {
      const { shared, here, kept } = fetched;
      if (await isBehindLink(root, path)) throw new ToolError("unsupported", reasons.linked);
      await mustBeFree(path);
      const file = join(parts, randomBytes(12).toString("hex"));
      const base = await fetchBase(path, fetched);
      try {
        await client.download({ hash: shared.hash, size: shared.size, file }, signal);
        return await placing(async () => {
          signal.throwIfAborted();
          await mustBeFree(path);
          const merged = base === null || here === null ? null : await merge(path, here, base, file);
          const copy = kept !== null && merged === null && here !== null ? await keepBeside(path, here) : null;
          await place(path, merged ?? (await readFile(file)), { shared, here });
          return { copy, isMerged: merged !== null };
        });
      } finally {
        await rm(file, { force: true });
        if (base !== null) await rm(base, { force: true });
      }
    },
    async remove(path, { here }) {
      await mustBeFree(path);
      await documents.remove(locate(path), roots, {
        by: others,
        note: "deleted in the shared folder",
        check(found) {
          if (found?.version !== here || list.get(path) !== null || !isFolderThere()) throw new MovedOnError();
        },
      });
    },
    async move(from, to) {
      await mustBeFree(from);
      if (!isFolderThere()) throw new MovedOnError();
      await documents.move(locate(from), locate(to), roots, { by: others, follow: [] });
    },
  };
}

class TakenError extends Error {}
