import { difference } from "../../../core/diff/difference";
import { mergeChanges } from "../../../core/diff/merge";
import { applyChanges, type Change } from "../../../core/text/change";
import type { SaveResult, Typed } from "../../../shared/contract";
import { type ChangeResult, type Edited, NOT_KEPT, type TextDocument } from "../../engine/ports/documents";
import type { FollowedReview } from "../../engine/ports/review";
import { ToolError } from "../../engine/ports/tool-error";
import { told } from "../core/messages";
import { type AppContext, noticeOf, you } from "./context";
import { changeSince, takeAt, takeOver, tellReviewFirst } from "./external-changes";
import type { WorkingCopy } from "./open-document";
import { checkFits, keepTyped, savedUpTo } from "./unsaved-text";

/** What caused a save. */
export type SaveReason = "auto" | "by hand" | "recreate" | "restored";

const REASONS: Record<SaveReason, string> = {
  auto: "autosave",
  "by hand": "saved by hand",
  recreate: "recreated",
  restored: "restored a passage",
};

/** The file on disk is not at the save's base version. Thrown from the edit, so that nothing is written. */
class NotTheBase extends Error {
  constructor(readonly found: TextDocument | null) {
    super("not the base");
  }
}

/**
 * Saves the user's edits, after all queued operations of the document. Recreates a missing file only if the user asked
 * for it, and never overwrites a version that the renderer has not seen.
 */
export async function save(
  ctx: AppContext,
  copy: WorkingCopy,
  typed: Typed & { followed?: FollowedReview | undefined },
  why: SaveReason,
): Promise<SaveResult> {
  try {
    checkFits(copy, typed);
    // Not awaited: the save usually finishes first, but on a slow disk the journal protects the text.
    keepTyped(ctx, copy, typed).catch((error: unknown) => ctx.surprise(told.parts.journal, error));
    return await copy.inTurn(() => saveNow(ctx, copy, typed, why));
  } catch (error) {
    return { status: "refused", error: noticeOf(ctx, error) };
  }
}

async function saveNow(
  ctx: AppContext,
  copy: WorkingCopy,
  { followed, ...typed }: Typed & { followed?: FollowedReview | undefined },
  why: SaveReason,
): Promise<SaveResult> {
  if (!copy.place) throw new ToolError("wrong_state", told.noFile);
  if (copy.gone && why !== "recreate") return { status: "gone" };
  try {
    const result = await write(ctx, copy, { why, followed }, (current) => {
      if (current === null && why === "recreate") return { content: wholeText(copy, typed) };
      if (current?.version !== typed.base) throw new NotTheBase(current);
      return { changes: typed.changes };
    });
    const { text, version } = result.after;
    copy.lastSaved = { seq: typed.seq, version, texts: new Map([[typed.base, text]]) };
    await landed(ctx, copy, typed, result);
    if (why === "by hand" && result.status === "unchanged") await markNewest(ctx, copy);
    return { status: "saved", version: result.after.version, seq: typed.seq, notes: result.notes };
  } catch (error) {
    if (!(error instanceof NotTheBase)) throw error;
    if (error.found === null) {
      copy.gone = true;
      return { status: "gone" };
    }
    await takeOver(ctx, copy, error.found);
    if (copy.by.kind === "agent") await tellReviewFirst(ctx, copy);
    return { status: "stale", change: { ...changeSince(copy, typed.base), includes: includedIn(copy, typed) } };
  }
}

/** A manual save of an unchanged text marks the version that autosave created. */
async function markNewest(ctx: AppContext, { place }: WorkingCopy): Promise<void> {
  if (!place) return;
  try {
    const { history } = await ctx.engine();
    const [newest] = await history.list(place.realPath, 1);
    if (newest && newest.mark === undefined) await history.mark(place.realPath, newest.version_id, "");
  } catch (error) {
    ctx.surprise(told.parts.history, error);
  }
}

/** The sequence number up to which the renderer's edits are on disk, if it may not know that. */
function includedIn(copy: WorkingCopy, { base, seq }: Typed): number | null {
  const saved = copy.lastSaved;
  return saved?.texts.has(base) && saved.seq <= seq ? saved.seq : null;
}

/**
 * Saves the journaled edits because a tool is about to read and the renderer did not answer in time. Merges with
 * changes on disk; with a conflict nothing is saved, and the document is in conflict until the renderer resolves it.
 */
export function saveForThePerson(ctx: AppContext, copy: WorkingCopy): Promise<void> {
  return copy.inTurn(async () => {
    const { typed, sent } = copy;
    const base = typed && copy.textOf(typed.base);
    if (!typed || base === null || !copy.place || copy.gone || copy.closed) return;
    try {
      let before = copy.at;
      const passed = new Set([before.version]);
      const result = await write(ctx, copy, { why: "auto" }, async (current) => {
        if (current === null) throw new NotTheBase(null);
        if (current.version !== copy.at.version) {
          const seen = copy.at.version;
          await takeOver(ctx, copy, current);
          if (copy.by.kind === "agent") await tellReviewFirst(ctx, copy);
          copy.window.send("document:changed", changeSince(copy, seen));
        }
        before = copy.at;
        passed.add(before.version);
        if (current.version === typed.base) return { changes: typed.changes };
        const theirs = difference(base, current.text);
        const merged = mergeChanges({ base, mine: typed.changes, theirs });
        if (merged.conflicts.length > 0) throw new NotTheBase(current);
        return { changes: merged.theirsToMerged };
      });
      const texts = new Map<string, string>();
      for (const version of passed) {
        const theirs = copy.textOf(version);
        if (theirs !== null) texts.set(version, withTyping(base, typed.changes, theirs));
      }
      for (const each of [typed, sent]) {
        const from = each?.seq === typed.seq ? copy.textOf(each.base) : null;
        if (each && from !== null) texts.set(each.base, applyChanges(from, each.changes));
      }
      texts.set(before.version, result.after.text);
      copy.lastSaved = { seq: typed.seq, version: result.after.version, texts };
      await landed(ctx, copy, typed, result);
      const changes: Change[] = difference(before.text, result.after.text);
      const told = { ...changeSince(copy, before.version), to: result.after.version, changes, by: you };
      copy.window.send("document:changed", { ...told, includes: typed.seq });
    } catch (error) {
      if (!(error instanceof NotTheBase)) throw error;
      if (error.found && copy.conflict === "none") copy.conflict = "met";
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
  copy: WorkingCopy,
  { why, followed }: { why: SaveReason; followed?: FollowedReview | undefined },
  edit: (current: TextDocument | null) => Edited | Promise<Edited>,
): Promise<ChangeResult> {
  const { documents } = await ctx.engine();
  const realPath = copy.place?.realPath ?? "";
  copy.saving = true;
  try {
    return await documents.change(realPath, [realPath], {
      by: you,
      reason: REASONS[why],
      asked: "person",
      followed,
      edit,
    });
  } finally {
    copy.saving = false;
  }
}

async function landed(
  ctx: AppContext,
  copy: WorkingCopy,
  typed: Typed,
  { after, before, notes }: ChangeResult,
): Promise<void> {
  if (!notes.includes(NOT_KEPT)) copy.inHistory.add(after.version);
  copy.gone = false;
  if (copy.conflict === "met") copy.conflict = "none";
  // If the engine has reported this write already, someone may have written on top of it since.
  if (copy.at.version === typed.base || copy.at.version === before?.version || copy.at.version === after.version)
    takeAt(copy, after, you);
  await savedUpTo(ctx, copy, typed).catch((error: unknown) => ctx.surprise(told.parts.journal, error));
}

/** The user's full text with the line endings of its file. */
function wholeText(copy: WorkingCopy, typed: Typed): string {
  const base = copy.textOf(typed.base);
  if (base === null)
    throw new ToolError("stale", told.baseUnknownAtSaving, {
      hint: told.saveElsewhere,
    });
  return inLineEndings(applyChanges(base, typed.changes), copy.at.lineEnding);
}

/** Replaces each `\n` with `lineEnding` (`LF`, `CRLF`, `CR`); for mixed endings `\n` stays. */
export function inLineEndings(text: string, lineEnding: string): string {
  if (lineEnding === "CRLF") return text.replaceAll("\n", "\r\n");
  return lineEnding === "CR" ? text.replaceAll("\n", "\r") : text;
}
