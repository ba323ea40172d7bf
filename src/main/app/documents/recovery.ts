import { basename } from "node:path";
import { applyChanges } from "../../../core/text/change";
import { ToolError } from "../../engine/ports/tool-error";
import { told } from "../core/messages";
import type { WindowContext } from "./context";
import type { JournalRecord } from "./journal";
import { WorkingCopy } from "./open-document";
import { createUntitled, openFile, unsavedAt } from "./open-documents";
import { journal, keepTyped } from "./unsaved-text";

/** A document recovered from the journal, and a notice for the user. */
export type Recovered = { copy: WorkingCopy; notice: string | null };

/**
 * Opens a document with the unsaved edits of a journal record, on the text that they are based on. If the file changed
 * or was deleted since, the renderer is notified and merges. Null if the record has no content.
 */
export async function recover(ctx: WindowContext, record: JournalRecord): Promise<Recovered | null> {
  const { doc, path, base, seq, changes } = record;
  const copy = path === null ? null : await openIfThere(ctx, path, doc);
  if (record.drafts !== undefined) return recoverDrafts(ctx, copy, record);
  const baseText = await textOfBase(ctx, record, copy);
  if (baseText === null) return apart(ctx, record, null);
  // A second record of the file, after a crash during a rename, gets its own document.
  if (copy?.typed) return apart(ctx, record, baseText);
  if (copy) {
    copy.remember(base, baseText);
    copy.typed = { doc: copy.doc, base, seq, changes };
    if (copy.doc !== doc) await keepTyped(ctx, copy, copy.typed).then(() => ctx.journal.clear(doc, null));
    return { copy, notice: null };
  }
  if (path === null) {
    const untitled = createUntitled(ctx, { doc, name: record.name, text: baseText });
    untitled.typed = { doc, base: untitled.at.version, seq, changes };
    return { copy: untitled, notice: null };
  }
  const gone = new WorkingCopy(ctx.window, doc, { path, realPath: path }, basename(path), {
    ...unsavedAt(baseText),
    version: base,
    encoding: record.encoding,
    lineEnding: record.lineEnding,
  });
  gone.gone = true;
  gone.typed = { doc, base, seq, changes };
  ctx.copies.add(gone);
  return { copy: gone, notice: null };
}

/** Gives the drafts to an Office document; if the file is missing (`document` is null), they become a text document. */
async function recoverDrafts(
  ctx: WindowContext,
  copy: WorkingCopy | null,
  { doc, name, drafts = [] }: JournalRecord,
): Promise<Recovered | null> {
  if (copy !== null && copy.office !== null) {
    // There may be a second record of the file, after a crash during a rename.
    copy.brought = [...copy.brought, ...drafts];
    if (copy.doc !== doc) await journal(ctx, copy).then(() => ctx.journal.clear(doc, null));
    return { copy, notice: null };
  }
  const words = drafts.map(({ text }) => text).filter((text) => text.trim() !== "");
  return words.length === 0 ? null : alone(ctx, { doc, name }, words.join("\n\n"));
}

async function openIfThere(ctx: WindowContext, path: string, doc: string): Promise<WorkingCopy | null> {
  try {
    return await openFile(ctx, path, doc);
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}

/** The base text of the edits; null if it is unknown or the edits do not fit it. */
async function textOfBase(ctx: WindowContext, record: JournalRecord, copy: WorkingCopy | null): Promise<string | null> {
  const { path, base, baseText } = record;
  const known = path === null ? (baseText ?? "") : (copy?.textOf(base) ?? baseText);
  const text = known ?? (await (await ctx.engine()).documents.textOf(base));
  try {
    if (text !== null) applyChanges(text, record.changes);
    return text;
  } catch {
    return null;
  }
}

/** Recovers the edits in a document without a file: the full text or, if its base is lost, the inserted text alone. */
async function apart(ctx: WindowContext, record: JournalRecord, baseText: string | null): Promise<Recovered | null> {
  const words = record.changes.map(({ insert }) => insert).filter((insert) => insert.trim() !== "");
  const whole = baseText === null ? words.join("\n") : applyChanges(baseText, record.changes);
  if (whole === "") return null;
  const recovered = await alone(ctx, record, whole);
  return baseText === null ? recovered : { ...recovered, notice: told.cameBack(record.name) };
}

async function alone(ctx: WindowContext, { doc, name }: { doc: string; name: string }, insert: string) {
  const copy = createUntitled(ctx, { name: told.recovered(name) });
  await keepTyped(ctx, copy, { doc: copy.doc, base: copy.at.version, seq: 1, changes: [{ from: 0, to: 0, insert }] });
  await ctx.journal.clear(doc, null);
  return { copy, notice: told.cameBackAlone(name) };
}
