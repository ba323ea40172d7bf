import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { difference } from "../../../core/diff/difference";
import { mergeChanges } from "../../../core/diff/merge";
import { applyChanges } from "../../../core/text/change";
import { holdsSecrets } from "../../../core/text/holds-secrets";
import type { Typed } from "../../../shared/contract";
import { ToolError } from "../../engine/ports/tool-error";
import { readBytes } from "../../engine/storage";
import { told } from "../core/messages";
import { type AppContext, you } from "./context";
import type { WorkingCopy } from "./open-document";

/** So long the journal waits for history to have the text that typing stands on; else it holds that text itself. */
const HISTORY_MS = 600;
/** A journal that could not be written is tried again after this, whether or not more is typed. */
const RETRY_MS = 2000;

/** The largest file that the canvas opens, in bytes. */
export const LARGEST = 256 * 1024 * 1024;

/** For whom another try at the journal is coming. */
const retries = new WeakSet<WorkingCopy>();
/** The texts that are on their way to history. */
const onTheirWay = new WeakMap<WorkingCopy, { version: string; kept: Promise<boolean> }>();

/**
 * Takes what the page typed into memory and journal. Resolves once it is safe on the disk. Texts that arrive late,
 * after a newer one or after their own save, change nothing; one that does not fit its base is refused.
 */
export function keepTyped(ctx: AppContext, copy: WorkingCopy, typed: Typed): Promise<void> {
  return copy.keeping(keepNow(ctx, copy, typed));
}

async function keepNow(ctx: AppContext, copy: WorkingCopy, typed: Typed): Promise<void> {
  if (typed.seq <= copy.savedSeq || (copy.typed && typed.seq < copy.typed.seq)) return;
  if (copy.textOf(typed.base) === null) {
    // A page that was away for long may still stand on a version that we have let go.
    const text = await (await ctx.engine()).documents.textOf(typed.base);
    if (text !== null) copy.remember(typed.base, text);
    if (typed.seq <= copy.savedSeq || (copy.typed && typed.seq < copy.typed.seq) || copy.closed) return;
  }
  checkFits(copy, typed);
  if (typed.changes.length === 0) {
    // All of it was taken back: the page's text is that of its base, and nothing of it is the person's to lose.
    copy.savedSeq = typed.seq;
    copy.typed = null;
    if (copy.conflict === "met") copy.conflict = "none";
    await ctx.journal.clear(copy.doc, typed.seq);
    return;
  }
  copy.sent = typed;
  copy.typed = onLastSave(copy, typed);
  await journal(ctx, copy);
}

/**
 * The same text, on the version that has been saved since it was sent: else its saved part would count as unsaved, and
 * meet itself in the next merge. What others wrote into that version stays theirs.
 */
function onLastSave(copy: WorkingCopy, typed: Typed): Typed {
  const saved = copy.lastSaved;
  const before = saved?.texts.get(typed.base);
  if (!saved || before === undefined || typed.seq <= saved.seq) return typed;
  const base = copy.textOf(typed.base);
  const savedText = copy.textOf(saved.version);
  if (base === null || savedText === null) return typed;
  const mine = difference(before, applyChanges(base, typed.changes));
  const merged = mergeChanges({ base: before, mine, theirs: difference(before, savedText) });
  if (merged.conflicts.length > 0) return typed;
  return { ...typed, base: saved.version, changes: merged.theirsToMerged };
}

/** Refuses changes that do not fit the text of their base, where that is still known. */
export function checkFits(copy: WorkingCopy, { base, changes }: Typed): void {
  const length = copy.textOf(base)?.length ?? Number.POSITIVE_INFINITY;
  let at = 0;
  for (const { from, to } of changes) {
    if (from < at || to < from || to > length)
      throw new ToolError(
        "bad_arguments",
        `A change from ${from} to ${to} does not fit the text of ${length} characters.`,
      );
    at = to;
  }
}

/** Everything up to `seq` is on the disk, as `lastSaved` says: what was typed after it now stands on that version. */
export async function savedUpTo(ctx: AppContext, copy: WorkingCopy, saved: Typed): Promise<void> {
  copy.savedSeq = Math.max(copy.savedSeq, saved.seq);
  const rest = copy.typed;
  if (!rest || rest.seq <= saved.seq) {
    copy.typed = null;
    await ctx.journal.clear(copy.doc, saved.seq);
    return;
  }
  // Left on the old base, the person's own saved words would come back from a crash as somebody else's.
  copy.typed = onLastSave(copy, copy.sent?.seq === rest.seq ? copy.sent : rest);
  await journal(ctx, copy);
}

/**
 * Writes what is unsaved to the journal as it stands. Nothing unsaved: nothing written. Where it cannot be written, that
 * is thrown, and tried again by itself.
 */
export async function journal(ctx: AppContext, copy: WorkingCopy): Promise<void> {
  try {
    await journalNow(ctx, copy);
  } catch (error) {
    if (!retries.has(copy)) {
      retries.add(copy);
      setTimeout(() => {
        retries.delete(copy);
        journal(ctx, copy).catch((again: unknown) => ctx.surprise(told.parts.journal, again));
      }, RETRY_MS).unref();
    }
    throw error;
  }
}

async function journalNow(ctx: AppContext, copy: WorkingCopy): Promise<void> {
  if (copy.office !== null) return journalDrafts(ctx, copy);
  if (!copy.typed) return;
  // A history that is slow, or hangs, must not keep typing from the disk.
  const isInHistory = await inTime(keepBase(ctx, copy, copy.typed.base));
  // Saved or replaced by a newer text while the base was being kept.
  const { typed } = copy;
  if (!typed || copy.closed) return;
  await ctx.journal.keep({
    doc: copy.doc,
    path: copy.place?.path ?? null,
    name: copy.name,
    base: typed.base,
    baseText: isInHistory ? null : copy.textOf(typed.base),
    seq: typed.seq,
    changes: typed.changes,
    encoding: copy.at.encoding,
    lineEnding: copy.at.lineEnding,
  });
}

async function journalDrafts(ctx: AppContext, copy: WorkingCopy): Promise<void> {
  const drafts = [...copy.brought, ...copy.drafts];
  if (drafts.length === 0 || copy.closed) return;
  await ctx.journal.keep({
    ...{ doc: copy.doc, path: copy.place?.path ?? null, name: copy.name, base: copy.at.version, baseText: null },
    ...{ seq: 0, changes: [], encoding: "", lineEnding: "", drafts },
  });
}

async function inTime(kept: Promise<boolean>): Promise<boolean> {
  const over = new AbortController();
  const late = wait(HISTORY_MS, false, { signal: over.signal }).catch(() => false);
  const isKept = await Promise.race([kept, late]);
  over.abort();
  return isKept;
}

/** Makes sure that history has the bytes of `version`; false where it cannot, and the journal must hold the text itself. */
async function keepBase(ctx: AppContext, copy: WorkingCopy, version: string): Promise<boolean> {
  if (!copy.place) return false;
  if (copy.inHistory.has(version) && !holdsSecrets(copy.place.realPath)) return true;
  const running = onTheirWay.get(copy);
  if (running?.version === version) return running.kept;
  const kept = keepOnDisk(ctx, copy, copy.place.realPath, version);
  onTheirWay.set(copy, { version, kept });
  void kept.finally(() => {
    if (onTheirWay.get(copy)?.kept === kept) onTheirWay.delete(copy);
  });
  return kept;
}

async function keepOnDisk(ctx: AppContext, copy: WorkingCopy, realPath: string, version: string): Promise<boolean> {
  try {
    // What stands in its place by now may be a pipe, from which one would read for ever.
    const bytes = (await readBytes(realPath, LARGEST))?.bytes ?? null;
    if (bytes === null || versionOf(bytes) !== version) return false;
    const { history } = await ctx.engine();
    await history.record({ realPath, bytes, version, by: copy.by, reason: "found on disk" });
    // Of these history has no bytes.
    if (holdsSecrets(realPath)) return false;
    copy.inHistory.add(version);
    return true;
  } catch (error) {
    ctx.desktop.log(`The base of ${realPath} could not be kept in history: ${String(error)}`, "warning");
    return false;
  }
}

/** Keeps a text that is about to go, or that must not be lost in a conflict, in the document's history. */
export async function keepInHistory(ctx: AppContext, copy: WorkingCopy, text: string, reason: string): Promise<void> {
  const bytes = Buffer.from(text, "utf8");
  const { history } = await ctx.engine();
  const realPath = copy.place?.realPath ?? `untitled:${copy.doc}`;
  await history.record({ realPath, bytes, version: versionOf(bytes), by: you, reason, elsewhere: "nowhere" });
}

/** The person's whole text as far as main knows it; null where its base is not known any more. */
export function unsavedText(copy: WorkingCopy): string | null {
  if (!copy.typed) return copy.at.text;
  const base = copy.textOf(copy.typed.base);
  return base === null ? null : applyChanges(base, copy.typed.changes);
}

/** SHA-256 in hex: the version of these bytes. */
export const versionOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
