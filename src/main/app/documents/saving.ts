import { difference } from "../../../core/diff/difference";
import { mergeChanges } from "../../../core/diff/merge";
import { mixedIn, moveSuggested, oneIn } from "../../../core/review/mixed-edits";
import { applyChanges, type Change } from "../../../core/text/change";
import type { SaveReason, SaveResult, UnsavedEdits } from "../../../shared/contract";
import {
  type ChangeRequest,
  type ChangeResult,
  type EditedContent,
  NOT_KEPT,
  type TextDocument,
} from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";
import { type AppContext, noticeOf } from "./context";
import { adoptDiskVersion, changeSince, findAgain, isOwn, sendReviewFirst, setDiskVersion } from "./external-changes";
import type { OpenDocument } from "./open-document";
import { checkFits, keepUnsavedEdits, savedUpTo } from "./unsaved-text";

const REASONS: Record<SaveReason, string> = {
  auto: "autosave",
  "while typing": "autosave",
  "by hand": "saved by hand",
  recreate: "recreated",
  restored: "restored a passage",
};

/** Whether a history entry with this reason is an ordinary save of what the user typed. */
export const isSaveOfTyping = (reason: string): boolean => reason === REASONS.auto || reason === REASONS["by hand"];

/** The file on disk is not at the save's base version. Thrown from the edit, so that nothing is written. */
class StaleBaseError extends Error {
  constructor(readonly found: TextDocument | null) {
    super("not the base");
  }
}

/** Unsaved edits, with what the editor knows of the text after them. */
type ToSave = UnsavedEdits & Pick<ChangeRequest, "followed" | "pasted">;

/**
 * Saves the user's edits, after all queued operations of the document. Recreates a missing file only if the user asked
 * for it, and never overwrites a version that the renderer has not seen.
 */
export async function save(
  ctx: AppContext,
  document: OpenDocument,
  edits: ToSave,
  why: SaveReason,
): Promise<SaveResult> {
  try {
    checkFits(document, edits);
    // Not awaited: the save usually finishes first, but on a slow disk the journal protects the text.
    keepUnsavedEdits(ctx, document, edits).catch((error: unknown) => ctx.reportError(t.parts.journal, error));
    return await document.enqueue(() => saveNow(ctx, document, edits, why));
  } catch (error) {
    return { status: "refused", error: noticeOf(ctx, error) };
  }
}

async function saveNow(
  ctx: AppContext,
  document: OpenDocument,
  { followed, pasted, ...edits }: ToSave,
  why: SaveReason,
  attemptsLeft = 3,
): Promise<SaveResult> {
  const { location } = document;
  if (!location) throw new ToolError("wrong_state", t.noFile);
  if (document.gone && why !== "recreate") return { status: "gone" };
  const suggestions = mixedIn(edits.suggested);
  try {
    const result = await write(
      ctx,
      document,
      { why, followed, pasted, suggested: oneIn(edits.suggested) },
      (current) => {
        if (current === null && why === "recreate") return { content: fullText(document, edits), suggestions };
        if (current?.version !== edits.base) throw new StaleBaseError(current);
        return { changes: edits.changes, suggestions };
      },
    );
    const { text, version } = result.after;
    document.lastSaved = { seq: edits.seq, version, texts: new Map([[edits.base, text]]) };
    await afterWrite(ctx, document, edits, result);
    if (why === "by hand" && result.status === "unchanged") await markNewest(ctx, document);
    return { status: "saved", version: result.after.version, seq: edits.seq, notes: result.notes };
  } catch (error) {
    if (!(error instanceof StaleBaseError)) throw error;
    if (error.found === null) {
      // An external program may have renamed the file, or a folder above it, while the user was typing.
      if (attemptsLeft > 1 && (await findAgain(ctx, document, location)))
        return saveNow(ctx, document, { followed, pasted, ...edits }, why, attemptsLeft - 1);
      document.gone = true;
      return { status: "gone" };
    }
    await adoptDiskVersion(ctx, document, error.found);
    if (!isOwn(ctx, document.by)) await sendReviewFirst(ctx, document);
    return { status: "stale", change: { ...changeSince(document, edits.base), includes: includedIn(document, edits) } };
  }
}

/** A manual save of an unchanged text marks the version that autosave created. */
async function markNewest(ctx: AppContext, { location }: OpenDocument): Promise<void> {
  if (!location) return;
  try {
    const { history } = await ctx.engine();
    const [newest] = await history.list(location.realPath, 1);
    if (newest && newest.mark === undefined) await history.mark(location.realPath, newest.version_id, "");
  } catch (error) {
    ctx.reportError(t.parts.history, error);
  }
}

/** The sequence number up to which the renderer's edits are on disk, if it may not know that. */
function includedIn(document: OpenDocument, { base, seq }: UnsavedEdits): number | null {
  const saved = document.lastSaved;
  return saved?.texts.has(base) && saved.seq <= seq ? saved.seq : null;
}

/**
 * Saves the journaled edits because a tool is about to read and the renderer did not answer in time. Merges with
 * changes on disk; with a conflict nothing is saved, and the document is in conflict until the renderer resolves it.
 */
export function saveForUser(ctx: AppContext, document: OpenDocument): Promise<void> {
  return document.enqueue(async () => {
    const { unsavedEdits, lastSent } = document;
    const base = unsavedEdits && document.textOf(unsavedEdits.base);
    if (!unsavedEdits || base === null || !document.location || document.gone || document.closed) return;
    try {
      let before = document.at;
      const passed = new Set([before.version]);
      const { suggested } = unsavedEdits;
      const result = await write(ctx, document, { why: "auto", suggested: oneIn(suggested) }, async (current) => {
        if (current === null) throw new StaleBaseError(null);
        if (current.version !== document.at.version) {
          const seen = document.at.version;
          await adoptDiskVersion(ctx, document, current);
          if (!isOwn(ctx, document.by)) await sendReviewFirst(ctx, document);
          document.window.send("document:changed", changeSince(document, seen));
        }
        before = document.at;
        passed.add(before.version);
        if (current.version === unsavedEdits.base)
          return { changes: unsavedEdits.changes, suggestions: mixedIn(suggested) };
        const theirs = difference(base, current.text);
        const merged = mergeChanges({ base, mine: unsavedEdits.changes, theirs });
        if (merged.conflicts.length > 0) throw new StaleBaseError(current);
        const moved = moveSuggested(suggested, applyChanges(base, unsavedEdits.changes), merged.mineToMerged);
        return { changes: merged.theirsToMerged, suggestions: mixedIn(moved) };
      });
      const texts = new Map<string, string>();
      for (const version of passed) {
        const theirs = document.textOf(version);
        if (theirs !== null) texts.set(version, withTyping(base, unsavedEdits.changes, theirs));
      }
      for (const each of [unsavedEdits, lastSent]) {
        const from = each?.seq === unsavedEdits.seq ? document.textOf(each.base) : null;
        if (each && from !== null) texts.set(each.base, applyChanges(from, each.changes));
      }
      texts.set(before.version, result.after.text);
      document.lastSaved = { seq: unsavedEdits.seq, version: result.after.version, texts };
      await afterWrite(ctx, document, unsavedEdits, result);
      const changes: Change[] = difference(before.text, result.after.text);
      const change = { ...changeSince(document, before.version), to: result.after.version, changes, by: ctx.by };
      document.window.send("document:changed", { ...change, includes: unsavedEdits.seq });
    } catch (error) {
      if (!(error instanceof StaleBaseError)) throw error;
      if (error.found && document.conflict === "none") document.conflict = "met";
    }
  });
}

/** Applies edits made on `base` to a text that others derived from `base`. */
function withTyping(base: string, mine: readonly Change[], theirs: string): string {
  return applyChanges(theirs, mergeChanges({ base, mine, theirs: difference(base, theirs) }).theirsToMerged);
}

/** Writes as the user. While it runs, the engine's change event is not treated as an external change. */
async function write(
  ctx: AppContext,
  document: OpenDocument,
  { why, followed, pasted, suggested }: { why: SaveReason } & Pick<ChangeRequest, "followed" | "pasted" | "suggested">,
  edit: (current: TextDocument | null) => EditedContent | Promise<EditedContent>,
): Promise<ChangeResult> {
  const { documents } = await ctx.engine();
  const realPath = document.location?.realPath ?? "";
  document.saving = true;
  try {
    return await documents.change(realPath, [realPath], {
      by: ctx.by,
      reason: REASONS[why],
      isInBurst: why === "while typing",
      pasted,
      asker: "person",
      followed,
      suggested,
      edit,
    });
  } finally {
    document.saving = false;
  }
}

async function afterWrite(
  ctx: AppContext,
  document: OpenDocument,
  edits: UnsavedEdits,
  { after, before, notes }: ChangeResult,
): Promise<void> {
  if (!notes.includes(NOT_KEPT)) document.inHistory.add(after.version);
  document.gone = false;
  if (document.conflict === "met") document.conflict = "none";
  // If the engine has reported this write already, someone may have written on top of it since.
  if (
    document.at.version === edits.base ||
    document.at.version === before?.version ||
    document.at.version === after.version
  )
    setDiskVersion(document, after, ctx.by);
  await savedUpTo(ctx, document, edits).catch((error: unknown) => ctx.reportError(t.parts.journal, error));
}

/** The user's full text with the line endings of its file. */
function fullText(document: OpenDocument, edits: UnsavedEdits): string {
  const base = document.textOf(edits.base);
  if (base === null)
    throw new ToolError("stale", t.baseUnknownAtSaving, {
      hint: t.saveElsewhere,
    });
  return inLineEndings(applyChanges(base, edits.changes), document.at.lineEnding);
}

/** Replaces each `\n` with `lineEnding` (`LF`, `CRLF`, `CR`); for mixed endings `\n` stays. */
export function inLineEndings(text: string, lineEnding: string): string {
  if (lineEnding === "CRLF") return text.replaceAll("\n", "\r\n");
  return lineEnding === "CR" ? text.replaceAll("\n", "\r") : text;
}
