import { basename } from "node:path";
import { officeFormatOf } from "../../../core/text/format";
import { officeLockOn } from "../office/office-lock";
import type { BytesChange, BytesRequest, BytesResult, Documents, PlannedChange } from "../ports/documents";
import type { StoredFile } from "../ports/file-store";
import { versionOf } from "../storage/files/version";
import { limits, lockedBy, tooLarge } from "./document-errors";
import type { DocumentsParts } from "./documents-parts";
import type { DraftedFile, OpenedFile } from "./file-writes";
import { createListeners } from "./listeners";

type DraftedBytes = DraftedFile & { before: StoredFile | null };

/** Edits of files as bytes: Office documents, exports, what an undo puts back. */
export function createBytesChanges({
  store,
  packages,
  texts,
  landedForReview,
  writes,
  log,
}: DocumentsParts): Pick<Documents, "changeBytes" | "planBytes" | "onBytesChange"> {
  const listeners = createListeners<BytesChange>(log);

  /** The bytes that an edit makes of a file. Rejected if the file is open in an office program. */
  async function draftOf(
    stored: StoredFile | null,
    request: BytesRequest,
    { path, file }: { path: string; file: OpenedFile },
  ): Promise<DraftedBytes> {
    const lock = await officeLockOn(await file.guardedStore.realPath(path), store);
    if (lock !== null) throw lockedBy(lock, file.name);
    const bytes = await request.edit(stored);
    if (bytes.length > file.limit) throw tooLarge(file.name, bytes.length, file.limit);
    return { bytes, version: versionOf(bytes), before: stored };
  }

  async function changeBytes(path: string, roots: readonly string[], request: BytesRequest): Promise<BytesResult> {
    const { by, reason, undoes } = request;
    const { written, id, notes } = await writes.write(path, roots, request, {
      isReviewed: officeFormatOf(path) !== null,
      draft: (stored, file) => draftOf(stored, request, { path, file }),
      removes: () => true,
      landed: ({ bytes, before }: DraftedBytes, { id: write, realPath, version, write: reviewed }) => ({
        change: { id: write, realPath, from: before?.version ?? null, to: version, bytes, by, reason },
        before: before?.bytes ?? null,
        reviewed,
      }),
      notify: ({ change }) => listeners.notify(change),
      review: ({ change, before, reviewed }) => landedForReview(change, before, reviewed, undoes),
    });
    const { status, realPath, version, before } = written;
    return { status, realPath, version, before: before?.version ?? null, write: id, notes };
  }

  async function planBytes(path: string, roots: readonly string[], request: BytesRequest): Promise<PlannedChange> {
    const file = await writes.open(path, roots, request.asker);
    const realPath = await file.guardedStore.realPath(path);
    const stored = await file.guardedStore.read(path, { limit: limits.tool });
    const { bytes, version } = await draftOf(stored, request, { path, file });
    const versions = { from: stored?.version ?? null, to: version };
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
