import { countChangedWords } from "../../../core/diff/changed-words";
import type { ChangeRequest, ChangeResult, DocumentChange, Documents, PlannedChange } from "../ports/documents";
import type { StoredFile } from "../ports/file-store";
import type { FollowedReview } from "../ports/review";
import { tooLarge, unresolvedConflict } from "./document-errors";
import type { DocumentsParts } from "./documents-parts";
import { type Draft, drafted, removesText } from "./draft";
import type { LandedWrite } from "./file-writes";
import { createListeners } from "./listeners";

type DraftedText = Draft & { version: string; suggestions: FollowedReview | undefined };

/** Edits of text documents. */
export function createTextChanges({
  review,
  canvas,
  texts,
  writes,
  log,
}: DocumentsParts): Pick<Documents, "change" | "plan" | "onChange"> {
  const listeners = createListeners<DocumentChange>(log);

  async function draftOf(
    stored: StoredFile | null,
    request: ChangeRequest,
    { path, name }: { path: string; name: string },
  ): Promise<DraftedText> {
    const before = stored === null ? null : texts.open(stored, name);
    const edited = await request.edit(before?.document ?? null);
    const draft = await drafted(before, stored, edited, { path, name, compare: texts.compare });
    return { ...draft, version: draft.after.document.version, suggestions: edited.suggestions };
  }

  async function change(path: string, roots: readonly string[], request: ChangeRequest): Promise<ChangeResult> {
    const { written, draft, id, notes } = await writes.write<DraftedText, ReturnType<typeof landedText>>(
      path,
      roots,
      request,
      {
        isReviewed: true,
        async draft(stored, { name }) {
          const isTool = (request.asker ?? "tool") === "tool";
          if (isTool && stored !== null && canvas?.hasConflict(stored.realPath)) throw unresolvedConflict(name);
          return draftOf(stored, request, { path, name });
        },
        removes: removesText,
        unchanged: (stored, { before }) => followSameText(stored, before?.document.text ?? "", request),
        landed: (draft, landed) => landedText(draft, landed, request),
        notify: listeners.notify,
        changedWords: ({ before, changes }) => countChangedWords(before, changes),
        review: (landed) => review.landed({ ...landed, undoes: request.undoes, followed: request.followed }),
      },
    );
    const { status, realPath } = written;
    return {
      status,
      write: id,
      before: draft.before?.document ?? null,
      after: texts.remember({ ...draft.after, document: { ...draft.after.document, realPath } }),
      changes: status === "written" ? draft.changes : [],
      notes,
    };
  }

  function landedText(
    { before, after, changes, suggestions }: DraftedText,
    { id, realPath, version, write }: LandedWrite,
    { by, reason }: ChangeRequest,
  ) {
    if (after.encoding.form !== "utf8") texts.keepEncoding(version, after.encoding);
    const { text, encoding, lineEnding } = after.document;
    return {
      id,
      realPath,
      from: before?.document.version ?? null,
      to: version,
      changes,
      before: before?.document.text ?? "",
      text,
      encoding,
      lineEnding,
      by,
      reason,
      write,
      suggestions,
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
    const { name, limit, guardedStore } = await writes.open(path, roots, request.asker);
    const realPath = await guardedStore.realPath(path);
    const stored = await guardedStore.read(path, { limit });
    if ((request.asker ?? "tool") === "tool" && canvas?.hasConflict(realPath)) throw unresolvedConflict(name);
    const { before, after, bytes, changes } = await draftOf(stored, request, { path, name });
    if (bytes.length > limit) throw tooLarge(name, bytes.length, limit);
    const { text, version } = after.document;
    return {
      realPath: stored?.realPath ?? realPath,
      from: stored?.version ?? null,
      to: version,
      before: before?.document.text ?? null,
      after: text,
      changes,
    };
  }

  return { change, plan, onChange: listeners.add };
}
