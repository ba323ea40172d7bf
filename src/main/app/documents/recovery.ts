import { basename } from "node:path";
import { difference } from "../../../core/diff/difference";
import { mergeChanges } from "../../../core/diff/merge";
import { applyChanges, type Change, shrinkChanges } from "../../../core/text/change";
import type { UnsavedEdits } from "../../../shared/contract";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";
import type { WindowContext } from "./context";
import type { JournalRecord } from "./journal";
import { OpenDocument } from "./open-document";
import { createUntitled, openFile, unsavedTextAt } from "./open-documents";
import { isSaveOfTyping } from "./saving";
import { journal, keepUnsavedEdits } from "./unsaved-text";

/** A document recovered from the journal, and a notice for the user. */
export type RecoveredDocument = { document: OpenDocument; notice: string | null };

/**
 * Opens a document with the unsaved edits of a journal record, on the text that they are based on. If the file changed
 * or was deleted since, the renderer is notified and merges. Null if the record has no content.
 */
export async function recover(ctx: WindowContext, record: JournalRecord): Promise<RecoveredDocument | null> {
  const { doc, path, base, seq, changes, suggested } = record;
  const document = path === null ? null : await openIfThere(ctx, path, doc);
  if (record.drafts !== undefined) return recoverDrafts(ctx, document, record);
  const baseText = await textOfBase(ctx, record, document);
  if (baseText === null) return recoverSeparately(ctx, record, null);
  // A second record of the file, after a crash during a rename, gets its own document.
  if (document?.unsavedEdits) return recoverSeparately(ctx, record, baseText);
  if (document) {
    document.remember(base, baseText);
    document.unsavedEdits = (await onOwnSave(ctx, document, record, baseText)) ?? {
      doc: document.doc,
      base,
      seq,
      changes,
      suggested,
    };
    if (document.doc !== doc)
      await keepUnsavedEdits(ctx, document, document.unsavedEdits).then(() => ctx.journal.clear(doc, null));
    return { document, notice: null };
  }
  if (path === null) {
    const untitled = createUntitled(ctx, { doc, name: record.name, text: baseText });
    untitled.unsavedEdits = { doc, base: untitled.at.version, seq, changes };
    return { document: untitled, notice: null };
  }
  const gone = new OpenDocument(ctx.window, doc, { path, realPath: path }, basename(path), {
    ...unsavedTextAt(baseText),
    version: base,
    encoding: record.encoding,
    lineEnding: record.lineEnding,
  });
  gone.gone = true;
  gone.unsavedEdits = { doc, base, seq, changes, suggested };
  ctx.openDocuments.add(gone);
  return { document: gone, notice: null };
}

/** How many of the newest versions of a file are read to find the version that edits are based on. */
const MAX_SAVES = 100;

/**
 * The edits on the text of the file, if only saves of this editor lie between that and the edits' base, and the edits
 * keep all that was saved. The renderer may not have been notified of the save before the crash: its edits then begin with the
 * saved text, which would be in conflict with itself. Null otherwise.
 */
async function onOwnSave(
  ctx: WindowContext,
  document: OpenDocument,
  { base, seq, changes, suggested }: JournalRecord,
  baseText: string,
): Promise<UnsavedEdits | null> {
  const { version, text: savedText } = document.at;
  if (version === base || document.location === null) return null;
  const entries = await (await ctx.engine()).history.list(document.location.realPath, MAX_SAVES).catch(() => []);
  const newest = entries[0]?.version === version ? entries.findIndex((entry) => entry.version === base) : -1;
  const between = entries.slice(0, Math.max(newest, 0));
  if (between.length === 0 || !between.every(({ by, reason }) => by.kind === "you" && isSaveOfTyping(reason)))
    return null;
  const theirs = difference(baseText, savedText);
  if (mergeChanges({ base: baseText, mine: changes, theirs }).conflicts.length === 0) return null;
  const text = applyChanges(baseText, changes);
  const saved = addedBy(theirs);
  const typed = shrinkChanges(savedText, difference(savedText, text));
  const removesSaved = typed.some(({ from, to }) => saved.some((each) => from < each.to && each.from < to));
  return removesSaved ? null : { doc: document.doc, base: version, seq, changes: typed, suggested };
}

/** The ranges that the changes insert, in the changed text. */
function addedBy(changes: readonly Change[]): { from: number; to: number }[] {
  let shift = 0;
  return changes.map(({ from, to, insert }) => {
    const start = from + shift;
    shift += insert.length - (to - from);
    return { from: start, to: start + insert.length };
  });
}

/** Gives the drafts to an Office document; if the file is missing (`document` is null), they become a text document. */
async function recoverDrafts(
  ctx: WindowContext,
  document: OpenDocument | null,
  { doc, name, drafts = [] }: JournalRecord,
): Promise<RecoveredDocument | null> {
  if (document !== null && document.office !== null) {
    // There may be a second record of the file, after a crash during a rename.
    document.recoveredDrafts = [...document.recoveredDrafts, ...drafts];
    if (document.doc !== doc) await journal(ctx, document).then(() => ctx.journal.clear(doc, null));
    return { document, notice: null };
  }
  const texts = drafts.map(({ text }) => text).filter((text) => text.trim() !== "");
  return texts.length === 0 ? null : recoverInserted(ctx, { doc, name }, texts.join("\n\n"));
}

async function openIfThere(ctx: WindowContext, path: string, doc: string): Promise<OpenDocument | null> {
  try {
    return await openFile(ctx, path, doc);
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}

/** The base text of the edits; null if it is unknown or the edits do not fit it. */
async function textOfBase(
  ctx: WindowContext,
  record: JournalRecord,
  document: OpenDocument | null,
): Promise<string | null> {
  const { path, base, baseText } = record;
  const known = path === null ? (baseText ?? "") : (document?.textOf(base) ?? baseText);
  const text = known ?? (await (await ctx.engine()).documents.textOf(base));
  try {
    if (text !== null) applyChanges(text, record.changes);
    return text;
  } catch {
    return null;
  }
}

/** Recovers the edits in a document without a file: the full text or, if its base is lost, the inserted text alone. */
async function recoverSeparately(
  ctx: WindowContext,
  record: JournalRecord,
  baseText: string | null,
): Promise<RecoveredDocument | null> {
  const inserted = record.changes.map(({ insert }) => insert).filter((insert) => insert.trim() !== "");
  const text = baseText === null ? inserted.join("\n") : applyChanges(baseText, record.changes);
  if (text === "") return null;
  const recovered = await recoverInserted(ctx, record, text);
  return baseText === null ? recovered : { ...recovered, notice: t.restoredSeparately(record.name) };
}

async function recoverInserted(ctx: WindowContext, { doc, name }: { doc: string; name: string }, insert: string) {
  const document = createUntitled(ctx, { name: t.recovered(name) });
  await keepUnsavedEdits(ctx, document, {
    doc: document.doc,
    base: document.at.version,
    seq: 1,
    changes: [{ from: 0, to: 0, insert }],
  });
  await ctx.journal.clear(doc, null);
  return { document, notice: t.restoredWithoutContext(name) };
}
