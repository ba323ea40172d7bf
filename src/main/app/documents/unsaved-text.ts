import { setTimeout as wait } from "node:timers/promises";
import { difference } from "../../../core/diff/difference";
import { mergeChanges } from "../../../core/diff/merge";
import { moveSuggested } from "../../../core/review/mixed-edits";
import { applyChanges } from "../../../core/text/change";
import { holdsSecrets } from "../../../core/text/holds-secrets";
import type { UnsavedEdits } from "../../../shared/contract";
import { MAX_FILE_BYTES } from "../../engine/ports/limits";
import { ToolError } from "../../engine/ports/tool-error";
import { readBytes, versionOf } from "../../engine/storage";
import { t } from "../core/messages";
import type { AppContext } from "./context";
import type { OpenDocument } from "./open-document";

/** How long the journal waits for history to store the base text before it stores the text itself. */
const HISTORY_MS = 600;
/** A failed journal write is retried after this time. */
const RETRY_MS = 2000;

/** Documents with a scheduled retry. */
const retries = new WeakSet<OpenDocument>();
/** Base texts that are being stored in history. */
const onTheirWay = new WeakMap<OpenDocument, { version: string; kept: Promise<boolean> }>();

/**
 * Stores the renderer's unsaved edits in memory and in the journal. Resolves once they are safe on disk. Edits older
 * than the current ones or than the last save are ignored; throws if they do not fit their base.
 */
export function keepUnsavedEdits(ctx: AppContext, document: OpenDocument, edits: UnsavedEdits): Promise<void> {
  return document.trackJournaling(keepNow(ctx, document, edits));
}

async function keepNow(ctx: AppContext, document: OpenDocument, edits: UnsavedEdits): Promise<void> {
  if (edits.seq <= document.savedSeq || (document.unsavedEdits && edits.seq < document.unsavedEdits.seq)) return;
  if (document.textOf(edits.base) === null) {
    // A renderer that was suspended may use a base that main no longer remembers.
    const text = await (await ctx.engine()).documents.textOf(edits.base);
    if (text !== null) document.remember(edits.base, text);
    if (
      edits.seq <= document.savedSeq ||
      (document.unsavedEdits && edits.seq < document.unsavedEdits.seq) ||
      document.closed
    )
      return;
  }
  checkFits(document, edits);
  if (edits.changes.length === 0) {
    // Everything was undone: the text equals its base, and there is nothing to protect.
    document.savedSeq = edits.seq;
    document.unsavedEdits = null;
    if (document.conflict === "met") document.conflict = "none";
    await ctx.journal.clear(document.doc, edits.seq);
    return;
  }
  document.lastSent = edits;
  document.unsavedEdits = onLastSave(document, edits);
  await journal(ctx, document);
}

/**
 * Rebases edits on the version that was saved since they were sent. Otherwise the saved part would count as unsaved and
 * conflict with itself in the next merge.
 */
function onLastSave(document: OpenDocument, edits: UnsavedEdits): UnsavedEdits {
  const saved = document.lastSaved;
  const before = saved?.texts.get(edits.base);
  if (!saved || before === undefined || edits.seq <= saved.seq) return edits;
  const base = document.textOf(edits.base);
  const savedText = document.textOf(saved.version);
  if (base === null || savedText === null) return edits;
  const mine = difference(before, applyChanges(base, edits.changes));
  const merged = mergeChanges({ base: before, mine, theirs: difference(before, savedText) });
  if (merged.conflicts.length > 0) return edits;
  return {
    ...edits,
    base: saved.version,
    changes: merged.theirsToMerged,
    suggested: moveSuggested(edits.suggested, applyChanges(base, edits.changes), merged.mineToMerged),
  };
}

/** Throws if the changes do not fit the text of their base. Not checked if that is unknown. */
export function checkFits(document: OpenDocument, { base, changes }: UnsavedEdits): void {
  const length = document.textOf(base)?.length ?? Number.POSITIVE_INFINITY;
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
export async function savedUpTo(ctx: AppContext, document: OpenDocument, saved: UnsavedEdits): Promise<void> {
  document.savedSeq = Math.max(document.savedSeq, saved.seq);
  const rest = document.unsavedEdits;
  if (!rest || rest.seq <= saved.seq) {
    document.unsavedEdits = null;
    await ctx.journal.clear(document.doc, saved.seq);
    return;
  }
  // On the old base, the user's own saved text would look like someone else's after a crash.
  document.unsavedEdits = onLastSave(document, document.lastSent?.seq === rest.seq ? document.lastSent : rest);
  await journal(ctx, document);
}

/** Writes the unsaved edits to the journal. If that fails, it throws and retries later. */
export async function journal(ctx: AppContext, document: OpenDocument): Promise<void> {
  try {
    await journalNow(ctx, document);
  } catch (error) {
    if (!retries.has(document)) {
      retries.add(document);
      setTimeout(() => {
        retries.delete(document);
        journal(ctx, document).catch((again: unknown) => ctx.reportError(t.parts.journal, again));
      }, RETRY_MS).unref();
    }
    throw error;
  }
}

async function journalNow(ctx: AppContext, document: OpenDocument): Promise<void> {
  if (document.office !== null) return journalDrafts(ctx, document);
  if (!document.unsavedEdits) return;
  // A slow or hanging history must not keep edits from the disk.
  const isInHistory = await inTime(keepBase(ctx, document, document.unsavedEdits.base));
  // They may have been saved or replaced while the base was being stored.
  const { unsavedEdits } = document;
  if (!unsavedEdits || document.closed) return;
  await ctx.journal.keep({
    doc: document.doc,
    path: document.location?.path ?? null,
    name: document.name,
    base: unsavedEdits.base,
    baseText: isInHistory ? null : document.textOf(unsavedEdits.base),
    seq: unsavedEdits.seq,
    changes: unsavedEdits.changes,
    suggested: unsavedEdits.suggested,
    encoding: document.at.encoding,
    lineEnding: document.at.lineEnding,
  });
}

async function journalDrafts(ctx: AppContext, document: OpenDocument): Promise<void> {
  const drafts = [...document.recoveredDrafts, ...document.drafts];
  if (drafts.length === 0 || document.closed) return;
  await ctx.journal.keep({
    doc: document.doc,
    path: document.location?.path ?? null,
    name: document.name,
    base: document.at.version,
    baseText: null,
    seq: 0,
    changes: [],
    encoding: "",
    lineEnding: "",
    drafts,
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
async function keepBase(ctx: AppContext, document: OpenDocument, version: string): Promise<boolean> {
  if (!document.location) return false;
  if (document.inHistory.has(version) && !holdsSecrets(document.location.realPath)) return true;
  const running = onTheirWay.get(document);
  if (running?.version === version) return running.kept;
  const kept = keepOnDisk(ctx, document, document.location.realPath, version);
  onTheirWay.set(document, { version, kept });
  void kept.finally(() => {
    if (onTheirWay.get(document)?.kept === kept) onTheirWay.delete(document);
  });
  return kept;
}

async function keepOnDisk(
  ctx: AppContext,
  document: OpenDocument,
  realPath: string,
  version: string,
): Promise<boolean> {
  try {
    // By now the path may be a pipe, which would block forever.
    const bytes = (await readBytes(realPath, MAX_FILE_BYTES))?.bytes ?? null;
    if (bytes === null || versionOf(bytes) !== version) return false;
    const { history } = await ctx.engine();
    await history.record({ realPath, bytes, version, by: document.by, reason: "found on disk" });
    // History stores no bytes of such files.
    if (holdsSecrets(realPath)) return false;
    document.inHistory.add(version);
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
export async function keepInHistory(
  ctx: AppContext,
  document: OpenDocument,
  text: string,
  reason: string,
): Promise<void> {
  const bytes = Buffer.from(text, "utf8");
  const { history } = await ctx.engine();
  const realPath = document.location?.realPath ?? `untitled:${document.doc}`;
  await history.record({ realPath, bytes, version: versionOf(bytes), by: ctx.by, reason, elsewhere: "nowhere" });
}

/** The text with the unsaved edits that main knows; null if their base is unknown. */
export function unsavedText(document: OpenDocument): string | null {
  if (!document.unsavedEdits) return document.at.text;
  const base = document.textOf(document.unsavedEdits.base);
  return base === null ? null : applyChanges(base, document.unsavedEdits.changes);
}
