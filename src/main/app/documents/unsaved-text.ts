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

/** How long the journal waits for history to store the base text before it stores the text itself. */
const HISTORY_MS = 600;
/** A failed journal write is retried after this time. */
const RETRY_MS = 2000;

/** Maximum size of a file that the editor opens, in bytes. */
export const LARGEST = 256 * 1024 * 1024;

/** Documents with a scheduled retry. */
const retries = new WeakSet<WorkingCopy>();
/** Base texts that are being stored in history. */
const onTheirWay = new WeakMap<WorkingCopy, { version: string; kept: Promise<boolean> }>();

/**
 * Stores the renderer's unsaved edits in memory and in the journal. Resolves once they are safe on disk. Edits older
 * than the current ones or than the last save are ignored; throws if they do not fit their base.
 */
export function keepTyped(ctx: AppContext, copy: WorkingCopy, typed: Typed): Promise<void> {
  return copy.keeping(keepNow(ctx, copy, typed));
}

async function keepNow(ctx: AppContext, copy: WorkingCopy, typed: Typed): Promise<void> {
  if (typed.seq <= copy.savedSeq || (copy.typed && typed.seq < copy.typed.seq)) return;
  if (copy.textOf(typed.base) === null) {
    // A renderer that was suspended may use a base that main no longer remembers.
    const text = await (await ctx.engine()).documents.textOf(typed.base);
    if (text !== null) copy.remember(typed.base, text);
    if (typed.seq <= copy.savedSeq || (copy.typed && typed.seq < copy.typed.seq) || copy.closed) return;
  }
  checkFits(copy, typed);
  if (typed.changes.length === 0) {
    // Everything was undone: the text equals its base, and there is nothing to protect.
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
 * Rebases edits on the version that was saved since they were sent. Otherwise the saved part would count as unsaved and
 * conflict with itself in the next merge.
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

/** Throws if the changes do not fit the text of their base. Not checked if that is unknown. */
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

/** Everything up to `seq` is saved; later edits are rebased on that version. */
export async function savedUpTo(ctx: AppContext, copy: WorkingCopy, saved: Typed): Promise<void> {
  copy.savedSeq = Math.max(copy.savedSeq, saved.seq);
  const rest = copy.typed;
  if (!rest || rest.seq <= saved.seq) {
    copy.typed = null;
    await ctx.journal.clear(copy.doc, saved.seq);
    return;
  }
  // On the old base, the user's own saved text would look like someone else's after a crash.
  copy.typed = onLastSave(copy, copy.sent?.seq === rest.seq ? copy.sent : rest);
  await journal(ctx, copy);
}

/** Writes the unsaved edits to the journal. If that fails, it throws and retries later. */
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
  // A slow or hanging history must not keep edits from the disk.
  const isInHistory = await inTime(keepBase(ctx, copy, copy.typed.base));
  // They may have been saved or replaced while the base was being stored.
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

/**
 * Makes sure that history has the bytes of `version`. Returns false if it cannot, so that the journal must store the
 * text.
 */
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
    // By now the path may be a pipe, which would block forever.
    const bytes = (await readBytes(realPath, LARGEST))?.bytes ?? null;
    if (bytes === null || versionOf(bytes) !== version) return false;
    const { history } = await ctx.engine();
    await history.record({ realPath, bytes, version, by: copy.by, reason: "found on disk" });
    // History stores no bytes of such files.
    if (holdsSecrets(realPath)) return false;
    copy.inHistory.add(version);
    return true;
  } catch (error) {
    ctx.desktop.log(
      `The version of ${realPath} that its unsaved edits are based on could not be stored in history: ${String(error)}`,
      "warning",
    );
    return false;
  }
}

/** Stores a text in the document's history, because it is about to be discarded or is in conflict. */
export async function keepInHistory(ctx: AppContext, copy: WorkingCopy, text: string, reason: string): Promise<void> {
  const bytes = Buffer.from(text, "utf8");
  const { history } = await ctx.engine();
  const realPath = copy.place?.realPath ?? `untitled:${copy.doc}`;
  await history.record({ realPath, bytes, version: versionOf(bytes), by: you, reason, elsewhere: "nowhere" });
}

/** The text with the unsaved edits as far as main knows them; null if their base is unknown. */
export function unsavedText(copy: WorkingCopy): string | null {
  if (!copy.typed) return copy.at.text;
  const base = copy.textOf(copy.typed.base);
  return base === null ? null : applyChanges(base, copy.typed.changes);
}

/** The version of these bytes: SHA-256 in hex. */
export const versionOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
