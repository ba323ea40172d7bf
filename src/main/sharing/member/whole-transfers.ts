import { randomBytes } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { serialQueue } from "../../../core/async/serial-queue";
import { memberWriter } from "../../../core/review/guest";
import { isSharedPath } from "../../../core/sharing/document-name";
import { beforeOf, type WholeList, type WholeVersion } from "../../../core/sharing/whole-list";
import { nameBeside, type WholeSides } from "../../../core/sharing/whole-plan";
import { officeFormatOf } from "../../../core/text/format";
import type { Engine } from "../../engine";
import { ToolError } from "../../engine/ports/tool-error";
import { type BlobClient, TransferError } from "./blob-client";
import { openFile } from "./file-hashes";
import { isBehindLink, linked, others } from "./shared-files";

/** What is done with one file. Each throws a `MovedOnError` if one side has moved on meanwhile, and a `WaitError` if somebody has the file open. */
export type Transfers = {
  /** Sends a blob if the server does not have it. */
  provide(path: string, content: { hash: string; size: number }): Promise<void>;
  /** Sends a version, and names it in the list once the server has stored it. */
  send(path: string, version: { hash: string; size: number; by: string; sides: WholeSides }): Promise<void>;
  /**
   * Writes the shared version in place of the one with the hash `here` (null: none). With `isKept`, what is here goes beside it; resolves to the path of
   * that copy, else to null.
   */
  fetch(path: string, file: { shared: WholeVersion; here: string | null; isKept: boolean }): Promise<string | null>;
  /** Deletes to the history what others have deleted. */
  remove(path: string, sides: WholeSides): Promise<void>;
  move(from: string, to: string): Promise<void>;
};

export class MovedOnError extends Error {}
/** Somebody has the file open, or has to decide on edits of it. */
export class WaitError extends Error {}

type TransferOptions = {
  root: string;
  engine: Pick<Engine, "documents" | "review">;
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

export function createTransfers(options: TransferOptions): Transfers {
  const { root, engine, list, member, client, parts, signal, isFolderThere } = options;
  const { documents, review } = engine;
  const roots = [root];
  const locate = (path: string) => join(root, path);
  /** One content in memory at a time. */
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
    throw new WaitError("it has edits that wait for review: the others' version waits until you have decided on them");
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
    throw new ToolError("failed", "no name is free for the version of this machine");
  }

  async function place(path: string, file: string, { shared, here }: { shared: WholeVersion; here: string | null }) {
    const bytes = await readFile(file);
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
      if (!(await client.upload({ hash, size, bytes }, signal)))
        throw new TransferError("it was changed while it was sent", false);
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
    async fetch(path, { shared, here, isKept }) {
      if (await isBehindLink(root, path)) throw new ToolError("unsupported", linked);
      await mustBeFree(path);
      const file = join(parts, randomBytes(12).toString("hex"));
      try {
        await client.download({ hash: shared.hash, size: shared.size, file }, signal);
        return await placing(async () => {
          signal.throwIfAborted();
          await mustBeFree(path);
          const copy = isKept && here !== null ? await keepBeside(path, here) : null;
          await place(path, file, { shared, here });
          return copy;
        });
      } finally {
        await rm(file, { force: true });
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
