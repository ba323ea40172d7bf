import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { officeFormatOf } from "../../../core/text/format";
import { printableName } from "../../../core/text/printable-name";
import { officeLockOn } from "../office/office-lock";
import type { BytesChange, BytesRequest, BytesResult, Documents, PlannedChange } from "../ports/documents";
import type { StoredFile } from "../ports/file-store";
import { versionOf } from "../storage/version";
import { displayPath, limits, lockedBy, tooLarge } from "./document-errors";
import type { DocumentsParts } from "./documents-parts";
import { createListeners } from "./listeners";

/** Edits of files as bytes: Office documents, exports, what an undo puts back. */
export function createBytesChanges({
  store,
  review,
  packages,
  texts,
  versions: { keep, keepReplaced },
  announced,
  landedForReview,
  guardedStoreFor,
  handOver,
  log,
}: DocumentsParts): Pick<Documents, "changeBytes" | "planBytes" | "onBytesChange"> {
  const listeners = createListeners<BytesChange>(log);

  async function changeBytes(path: string, roots: readonly string[], request: BytesRequest): Promise<BytesResult> {
    const name = printableName(displayPath(path, roots));
    const guardedStore = guardedStoreFor(roots);
    const notes: string[] = [];
    const latest: { bytes: Uint8Array | null } = { bytes: null };
    const { by, reason, request: requestText } = request;
    const id = randomUUID();
    const write = officeFormatOf(path) === null ? null : review.record({ id, by, reason, request: requestText });
    const limit = limits[request.asker ?? "tool"];
    // Before our turn in the queue: the canvas saves its unsaved edits in a turn of its own.
    if (request.asker !== "person") await handOver(await guardedStore.realPath(path));
    const past: { bytes: Uint8Array | null; version: string | null } = { bytes: null, version: null };
    const written = await guardedStore.update(
      path,
      async (stored) => {
        const { bytes } = await draftedBytes(stored, request, { name, realPath: await guardedStore.realPath(path) });
        if (stored !== null && versionOf(bytes) === stored.version) return null;
        request.signal?.throwIfAborted();
        if (stored !== null)
          notes.push(...(await keepReplaced(stored, { isRequired: request.asker !== "person", name })));
        request.signal?.throwIfAborted();
        if (write !== null) await announced.announce(guardedStore, path, { stored, to: versionOf(bytes), write });
        latest.bytes = bytes;
        Object.assign(past, { bytes: stored?.bytes ?? null, version: stored?.version ?? null });
        return bytes;
      },
      {
        limit,
        async landed({ realPath, version }) {
          if (latest.bytes === null) return;
          const { bytes } = latest;
          const change = { id, realPath, from: past.version, to: version, bytes, by, reason };
          listeners.notify(change);
          const kept = keep({ realPath, bytes, version, by, reason, request: requestText });
          await landedForReview(change, past.bytes, write, request.undoes);
          notes.push(...(await kept));
        },
      },
    );
    const { status, realPath, version, before } = written;
    return {
      status,
      realPath,
      version,
      before: before?.version ?? null,
      write: status === "written" ? id : null,
      notes: [...new Set([...notes, ...written.notes])],
    };
  }

  /** The bytes that an edit makes of a file. Refused if the file is open in an office program. */
  async function draftedBytes(
    stored: StoredFile | null,
    request: BytesRequest,
    { name, realPath }: { name: string; realPath: string },
  ): Promise<{ bytes: Uint8Array }> {
    const lock = await officeLockOn(realPath, store);
    if (lock !== null) throw lockedBy(lock, name);
    const bytes = await request.edit(stored);
    const limit = limits[request.asker ?? "tool"];
    if (bytes.length > limit) throw tooLarge(name, bytes.length, limit);
    return { bytes };
  }

  async function planBytes(path: string, roots: readonly string[], request: BytesRequest): Promise<PlannedChange> {
    const name = printableName(displayPath(path, roots));
    const guardedStore = guardedStoreFor(roots);
    const realPath = await guardedStore.realPath(path);
    if (request.asker !== "person") await handOver(realPath);
    const stored = await guardedStore.read(path, { limit: limits.tool });
    const { bytes } = await draftedBytes(stored, request, { name, realPath });
    const versions = { from: stored?.version ?? null, to: versionOf(bytes) };
    const before = stored === null ? null : await packageText(stored.bytes, path);
    const after = await packageText(bytes, path);
    return { realPath, ...versions, before, after, changes: await texts.compare(before ?? "", after) };
  }

  /** The text of a package; of other bytes, how many there are. */
  async function packageText(bytes: Uint8Array, path: string): Promise<string> {
    const format = officeFormatOf(path);
    if (format === null) return `(${bytes.length} bytes)\n`;
    return (await packages.run("text", { bytes, format, name: basename(path), most: "whole" })).text;
  }

  return { changeBytes, planBytes, onBytesChange: listeners.add };
}
