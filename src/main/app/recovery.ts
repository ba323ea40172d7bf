import { basename } from "node:path";
import { applyChanges } from "../engine/document/change";
import { ToolError } from "../engine/tool-error";
import type { AppContext } from "./context";
import type { JournalRecord } from "./journal";
import { createUntitled, openFile, unsavedAt } from "./open-documents";
import { keepTyped } from "./unsaved-text";
import { WorkingCopy } from "./working-copy";

/** A document that the journal brought back, and what the person should know of it. */
export type Recovered = { copy: WorkingCopy; notice: string | null };

/**
 * Opens a document with the typing that its journal record holds, on the very text that it was typed on. The file may
 * have moved on, or be gone: the page hears of that afterwards and merges as ever. Null: there was nothing in it.
 */
export async function recover(ctx: AppContext, record: JournalRecord): Promise<Recovered | null> {
  const { doc, base, seq, changes } = record;
  const typed = { doc, base, seq, changes };
  if (record.path === null) {
    const baseText = record.baseText ?? "";
    const copy = createUntitled(ctx, { doc, name: record.name, text: baseText });
    copy.typed = { ...typed, base: copy.at.version };
    return fits(baseText, record) ? { copy, notice: null } : broken(ctx, record, copy);
  }
  const { path } = record;
  const copy = await openFile(ctx, path, doc).catch((error: unknown) => {
    if (error instanceof ToolError) return null;
    throw error;
  });
  const { documents } = await ctx.engine();
  const baseText = copy?.textOf(base) ?? record.baseText ?? (await documents.textOf(base));
  if (baseText === null || !fits(baseText, record)) return broken(ctx, record, copy);
  if (copy) {
    // A second record of one file (a crash in the middle of a rename): the later one has its own document.
    if (copy.typed) return broken(ctx, record, null);
    copy.remember(base, baseText);
    copy.typed = { ...typed, doc: copy.doc };
    if (copy.doc !== doc) await keepTyped(ctx, copy, copy.typed).then(() => ctx.journal.clear(doc));
    return { copy, notice: null };
  }
  const gone = new WorkingCopy(doc, { path, realPath: path }, basename(path), {
    ...unsavedAt(baseText),
    version: base,
    encoding: record.encoding,
    lineEnding: record.lineEnding,
  });
  gone.gone = true;
  gone.typed = typed;
  ctx.copies.add(gone);
  return { copy: gone, notice: null };
}

/** The text that it was typed on is lost: what was typed comes back by itself, as a document without a file. */
function broken(ctx: AppContext, record: JournalRecord, opened: WorkingCopy | null): Recovered | null {
  const words = record.changes.map(({ insert }) => insert).filter((insert) => insert.trim() !== "");
  if (opened?.typed && opened.place === null) {
    opened.typed = null;
    ctx.copies.remove(opened);
  }
  if (words.length === 0) return null;
  const whole = fits(record.baseText ?? "", record)
    ? applyChanges(record.baseText ?? "", record.changes)
    : words.join("\n");
  const copy = createUntitled(ctx, { name: `Recovered ${record.name}` });
  const typed = { doc: copy.doc, base: copy.at.version, seq: 1, changes: [{ from: 0, to: 0, insert: whole }] };
  void keepTyped(ctx, copy, typed).then(
    () => ctx.journal.clear(record.doc),
    (error: unknown) => ctx.surprise("The journal", error),
  );
  copy.typed = typed;
  const notice = `What you typed in ${record.name} came back without the text around it, in a document of its own.`;
  return { copy, notice };
}

function fits(text: string, { changes }: JournalRecord): boolean {
  try {
    applyChanges(text, changes);
    return true;
  } catch {
    return false;
  }
}
