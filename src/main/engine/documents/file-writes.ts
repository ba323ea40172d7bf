import { randomUUID } from "node:crypto";

import type { ReviewedWrite } from "../../../core/review/pending-edits";
import type { WordCount } from "../../../core/review/writer";
import { printableName } from "../../../core/text/printable-name";
import type { Asker, BytesRequest, ChangeRequest } from "../ports/documents";
import type { FileStore, StoredFile, WriteResult } from "../ports/file-store";
import type { Review } from "../ports/review";
import type { AnnouncedWrites } from "./announced-writes";
import { displayPath, limits, tooLarge } from "./document-errors";
import type { ExternalNotes } from "./external-notes";
import type { KeptVersions } from "./kept-versions";

/** A file that somebody is about to read or change: its name in messages, its limit in bytes, and the store that the caller may use. */
export type OpenedFile = { name: string; limit: number; guardedStore: FileStore };

/** What an edit makes of a file. */
export type DraftedFile = { bytes: Uint8Array; version: string };

/** A write that is on the disk. */
export type LandedWrite = { id: string; realPath: string; version: string; write: ReviewedWrite | null };

/** What differs between edits of texts and edits of bytes. */
export type WriteSteps<Draft extends DraftedFile, Landed> = {
  /** Whether the review follows this kind of file. */
  isReviewed: boolean;
  /** Decides on the current content (null: no such file); called again if another program wrote in between. */
  draft(stored: StoredFile | null, file: OpenedFile): Promise<Draft>;
  /** Whether the edit removes something that is stored nowhere else. */
  removes(draft: Draft): boolean;
  /** Called instead of a write if the edit changes nothing. */
  unchanged?(stored: StoredFile, draft: Draft): Promise<void>;
  /** What listeners and the review get. */
  landed(draft: Draft, landed: LandedWrite): Landed;
  notify(landed: Landed): void;
  changedWords?(landed: Landed): WordCount | null;
  review(landed: Landed): Promise<void>;
};

/** The result of a write; `draft` is the last that was made, and `id` is null if nothing was written. */
export type WrittenFile<Draft> = { written: WriteResult; draft: Draft; id: string | null; notes: string[] };

/** Who asks for a write, and why. */
export type WriteRequest = Pick<ChangeRequest & BytesRequest, "by" | "reason" | "request" | "asker" | "signal"> &
  Pick<ChangeRequest, "isInBurst" | "suggested" | "pasted"> &
  Pick<BytesRequest, "isStoredElsewhere">;

/** The only way from an edit to bytes on the disk, for texts and for other files. */
export type FileWrites = {
  open(path: string, roots: readonly string[], asker: Asker | undefined): Promise<OpenedFile>;
  write<Draft extends DraftedFile, Landed>(
    path: string,
    roots: readonly string[],
    request: WriteRequest,
    steps: WriteSteps<Draft, Landed>,
  ): Promise<WrittenFile<Draft>>;
};

export function createFileWrites({
  review,
  versions: { keep, keepReplaced },
  announced,
  external,
  guardedStoreFor,
  handOver,
}: {
  review: Pick<Review, "record">;
  versions: KeptVersions;
  announced: Pick<AnnouncedWrites, "announce">;
  external: ExternalNotes;
  guardedStoreFor(roots: readonly string[]): FileStore;
  /** Lets the canvas save its unsaved edits of a document first. */
  handOver(realPath: string): Promise<void>;
}): FileWrites {
  const open: FileWrites["open"] = async (path, roots, asker = "tool") => {
    const guardedStore = guardedStoreFor(roots);
    // Before our turn in the queue: the canvas saves its unsaved edits in a turn of its own.
    if (asker === "tool") await handOver(await guardedStore.realPath(path));
    return { name: printableName(displayPath(path, roots)), limit: limits[asker], guardedStore };
  };

  async function write<Draft extends DraftedFile, Landed>(
    path: string,
    roots: readonly string[],
    request: WriteRequest,
    steps: WriteSteps<Draft, Landed>,
  ): Promise<WrittenFile<Draft>> {
    const { by, reason, request: requestText, signal, isInBurst, pasted } = request;
    const file = await open(path, roots, request.asker);
    const { name, limit, guardedStore } = file;
    const isTool = (request.asker ?? "tool") === "tool";
    const id = randomUUID();
    const { suggested = review.record({ id, by, reason, request: requestText }) } = request;
    const reviewed = steps.isReviewed ? suggested : null;
    const notes: string[] = [];
    // The store calls the edit again if another program wrote in between. The last draft counts.
    const latest: { draft: Draft | null } = { draft: null };
    const written = await guardedStore.update(
      path,
      async (stored) => {
        // What an external program wrote is recorded as its own, before anything is written on top of it.
        if (stored !== null) await external.note(stored);
        const draft = await steps.draft(stored, file);
        latest.draft = draft;
        const { bytes, version } = draft;
        if (bytes.length > limit) throw tooLarge(name, bytes.length, limit);
        if (stored !== null && version === stored.version) {
          await steps.unchanged?.(stored, draft);
          return null;
        }
        signal?.throwIfAborted();
        if (stored !== null)
          notes.push(...(await keepReplaced(stored, { isRequired: isTool && steps.removes(draft), name })));
        signal?.throwIfAborted();
        if (reviewed !== null) await announced.announce(guardedStore, path, { stored, to: version, write: reviewed });
        return bytes;
      },
      {
        limit,
        // Still in this file's queue, which other processes share: listeners and history get the versions in the order in which they landed. Whoever
        // shows the document is notified first, because storing a large text takes a while.
        async landed({ realPath, version }) {
          const { draft } = latest;
          if (draft === null) return;
          const landed = steps.landed(draft, { id, realPath, version, write: reviewed });
          steps.notify(landed);
          const change = steps.changedWords?.(landed);
          const kept = request.isStoredElsewhere
            ? []
            : keep({
                realPath,
                bytes: draft.bytes,
                version,
                by,
                reason,
                request: requestText,
                change,
                isInBurst,
                pasted,
              });
          await steps.review(landed);
          notes.push(...(await kept));
        },
      },
    );
    const { draft } = latest;
    if (draft === null) throw new Error("the store answered without asking for an edit");
    return {
      written,
      draft,
      id: written.status === "written" ? id : null,
      notes: [...new Set([...notes, ...written.notes])],
    };
  }

  return { open, write };
}
