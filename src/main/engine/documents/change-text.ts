import { randomUUID } from "node:crypto";
import { countChangedWords } from "../../../core/diff/changed-words";
import { printableName } from "../../../core/text/printable-name";
import type { ChangeRequest, ChangeResult, DocumentChange, Documents, PlannedChange } from "../ports/documents";
import type { StoredFile } from "../ports/file-store";
import { displayPath, limits, tooLarge, unresolvedConflict } from "./document-errors";
import type { DocumentsParts } from "./documents-parts";
import { type Draft, drafted, removesText } from "./draft";
import { createListeners } from "./listeners";

/** Edits of text documents. */
export function createTextChanges({
  review,
  canvas,
  texts,
  versions: { keep, keepReplaced },
  announced,
  guardedStoreFor,
  handOver,
  log,
}: DocumentsParts): Pick<Documents, "change" | "plan" | "onChange"> {
  const listeners = createListeners<DocumentChange>(log);

  async function change(path: string, roots: readonly string[], request: ChangeRequest): Promise<ChangeResult> {
    const asker = request.asker ?? "tool";
    const limit = limits[asker];
    const name = printableName(displayPath(path, roots));
    const notes: string[] = [];
    const guardedStore = guardedStoreFor(roots);
    // Before our turn in the queue: the canvas saves its unsaved edits in a turn of its own.
    if (asker === "tool") await handOver(await guardedStore.realPath(path));
    // The store calls the edit again if another program wrote in between. The last draft counts.
    const id = randomUUID();
    const write = review.record({ id, by: request.by, reason: request.reason, request: request.request });
    const latest: { draft: Draft | null } = { draft: null };
    const written = await guardedStore.update(
      path,
      async (stored) => {
        if (asker === "tool" && stored !== null && canvas?.hasConflict(stored.realPath)) throw unresolvedConflict(name);
        const before = stored === null ? null : texts.open(stored, name);
        const edited = await request.edit(before?.document ?? null);
        const draft = await drafted(before, stored, edited, { path, name, compare: texts.compare });
        latest.draft = draft;
        if (draft.bytes.length > limit) throw tooLarge(name, draft.bytes.length, limit);
        if (stored !== null && draft.after.document.version === stored.version) {
          await followSameText(stored, before?.document.text ?? "", request);
          return null;
        }
        request.signal?.throwIfAborted();
        if (stored !== null)
          notes.push(...(await keepReplaced(stored, { isRequired: asker === "tool" && removesText(draft), name })));
        request.signal?.throwIfAborted();
        if (write !== null)
          await announced.announce(guardedStore, path, { stored, to: draft.after.document.version, write });
        return draft.bytes;
      },
      {
        limit,
        // Still in this file's queue, which other processes share: listeners and history get the versions in the order in which they landed. Whoever
        // shows the document is notified first, because storing a large text takes a while.
        async landed({ realPath, version }) {
          if (latest.draft === null) return;
          const { before, after, bytes, changes } = latest.draft;
          if (after.encoding.form !== "utf8") texts.keepEncoding(version, after.encoding);
          const from = before?.document.version ?? null;
          const landed = {
            id,
            realPath,
            from,
            to: version,
            changes,
            before: before?.document.text ?? "",
            text: after.document.text,
            encoding: after.document.encoding,
            lineEnding: after.document.lineEnding,
            by: request.by,
            reason: request.reason,
            write,
          };
          listeners.notify(landed);
          const { by, reason, request: requestText } = request;
          const change = countChangedWords(landed.before, changes);
          const kept = keep({ realPath, bytes, version, by, reason, request: requestText, change });
          await review.landed({ ...landed, undoes: request.undoes, followed: request.followed });
          notes.push(...(await kept));
        },
      },
    );
    const { draft } = latest;
    if (draft === null) throw new Error("the store answered without asking for an edit");
    const { status, realPath } = written;
    return {
      status,
      write: status === "written" ? id : null,
      before: draft.before?.document ?? null,
      after: texts.remember({ ...draft.after, document: { ...draft.after.document, realPath } }),
      changes: status === "written" ? draft.changes : [],
      notes: [...new Set([...notes, ...written.notes])],
    };
  }

  /** The user typed something and undid it before it was saved: the text is the same, but its pending edits may have changed. */
  async function followSameText(
    { realPath, version }: StoredFile,
    before: string,
    { followed }: ChangeRequest,
  ): Promise<void> {
    if (followed === undefined) return;
    await review.landed({ realPath, from: version, to: version, before, changes: [], write: null, followed });
  }

  async function plan(path: string, roots: readonly string[], request: ChangeRequest): Promise<PlannedChange> {
    const asker = request.asker ?? "tool";
    const limit = limits[asker];
    const name = printableName(displayPath(path, roots));
    const guardedStore = guardedStoreFor(roots);
    const realPath = await guardedStore.realPath(path);
    if (asker === "tool") await handOver(realPath);
    const stored = await guardedStore.read(path, { limit });
    if (asker === "tool" && canvas?.hasConflict(realPath)) throw unresolvedConflict(name);
    const before = stored === null ? null : texts.open(stored, name);
    const edited = await request.edit(before?.document ?? null);
    const draft = await drafted(before, stored, edited, { path, name, compare: texts.compare });
    if (draft.bytes.length > limit) throw tooLarge(name, draft.bytes.length, limit);
    const { text, version } = draft.after.document;
    return {
      realPath: stored?.realPath ?? realPath,
      from: stored?.version ?? null,
      to: version,
      before: before?.document.text ?? null,
      after: text,
      changes: draft.changes,
    };
  }

  return { change, plan, onChange: listeners.add };
}
