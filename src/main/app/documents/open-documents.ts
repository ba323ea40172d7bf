import { randomUUID } from "node:crypto";
import { basename, join } from "node:path";
import { difference } from "../../../core/diff/difference";
import { applyChanges } from "../../../core/text/change";
import { holdsSecrets } from "../../../core/text/holds-secrets";
import type { DocumentId, OpenDocument, Typed } from "../../../shared/contract";
import { NOT_KEPT } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { told } from "../core/messages";
import { type AppContext, type WindowContext, you } from "./context";
import { takeAt, textAt } from "./external-changes";
import { noteIdentity } from "./identity";
import { hasUnwritten } from "./office-drafts";
import { officeFactsOf } from "./office-facts";
import { readOffice } from "./office-files";
import { type TextAt, WorkingCopy } from "./open-document";
import { inLineEndings } from "./saving";
import { checkFits, journal, keepInHistory, keepTyped, unsavedText, versionOf } from "./unsaved-text";

/** The state of a document without a file. */
export function unsavedAt(text: string): TextAt {
  const version = versionOf(Buffer.from(text, "utf8"));
  return { text, version, encoding: "UTF-8", lineEnding: "LF", warnings: [], readOnly: null };
}

/**
 * Opens a text file, or returns the document if any window has it open: there is one document per real path. `doc` is
 * its id in the last session.
 */
export async function openFile(ctx: WindowContext, path: string, doc: DocumentId = randomUUID()): Promise<WorkingCopy> {
  const { documents } = await ctx.engine();
  const office = officeFactsOf(path);
  if (office !== null) return openOffice(ctx, path, doc, office);
  const opened = ctx.openings.begin(path);
  const found = await documents.read(path, [path], "person").finally(opened);
  const known = ctx.copies.at(found.realPath);
  if (known) return known;
  const isTaken = ctx.copies.all().some((copy) => copy.doc === doc);
  const copy = new WorkingCopy(
    ctx.window,
    isTaken ? randomUUID() : doc,
    { path, realPath: found.realPath },
    basename(path),
    textAt(found),
  );
  ctx.copies.add(copy);
  ctx.placesChanged();
  void noteIdentity(copy);
  await ctx.grants.add(path);
  return copy;
}

/** The same for an Office document, which is not parsed before the renderer asks. */
async function openOffice(
  ctx: WindowContext,
  path: string,
  doc: DocumentId,
  office: NonNullable<WorkingCopy["office"]>,
): Promise<WorkingCopy> {
  const found = await readOffice(ctx, path);
  if (found === null) throw new ToolError("not_found", told.office.gone(basename(path)));
  const known = ctx.copies.at(found.realPath);
  if (known) return known;
  const isTaken = ctx.copies.all().some((copy) => copy.doc === doc);
  const place = { path, realPath: found.realPath };
  const copy = new WorkingCopy(ctx.window, isTaken ? randomUUID() : doc, place, basename(path), {
    ...{ text: "", version: found.version, encoding: "", lineEnding: "", warnings: [], readOnly: found.readOnly },
  });
  copy.office = office;
  ctx.copies.add(copy);
  ctx.placesChanged();
  void noteIdentity(copy);
  await ctx.grants.add(path);
  return copy;
}

/** Creates a document without a file: `Untitled`, `Untitled 2` … `locked` makes it read-only and says why. */
export function createUntitled(
  ctx: WindowContext,
  given: { name?: string; text?: string; doc?: DocumentId; locked?: string } = {},
): WorkingCopy {
  const copy = new WorkingCopy(ctx.window, given.doc ?? randomUUID(), null, given.name ?? untitledName(ctx), {
    ...unsavedAt(given.text ?? ""),
    readOnly: given.locked ?? null,
  });
  ctx.copies.add(copy);
  return copy;
}

function untitledName(ctx: AppContext): string {
  const taken = new Set(ctx.copies.all().map(({ name }) => name));
  let name = told.untitled(1);
  for (let count = 2; taken.has(name); count++) name = told.untitled(count);
  return name;
}

/**
 * Saves under a name that the user picks in the system's dialog, which asks before replacing a file. If another tab has
 * that file open, it keeps its text, loses its file, and is notified.
 */
export async function saveAs(
  ctx: WindowContext,
  copy: WorkingCopy,
  typed: Typed,
  folder: string | null,
): Promise<OpenDocument | null> {
  if (copy.office !== null)
    throw new ToolError("unsupported", told.office.noSaveAs(copy.name), { hint: told.office.noSaveAsHint });
  checkFits(copy, typed);
  const base = copy.textOf(typed.base);
  if (base === null) throw new ToolError("stale", told.baseUnknown);
  const text = applyChanges(base, typed.changes);
  // The renderer counts these edits as handed over, so the journal stores them while the dialog is open.
  if (typed.changes.length > 0)
    keepTyped(ctx, copy, typed).catch((error: unknown) => ctx.surprise(told.parts.journal, error));
  const path = await ctx.window.desktop.pickSavePath(suggestedPath(copy, text, folder));
  if (path === null) return null;
  await ctx.grants.add(path);
  const { documents } = await ctx.engine();
  const realPath = await documents.realPath(path, [path]);
  const other = ctx.copies.at(realPath);
  const giveBack = other && other !== copy ? await takeFile(ctx, other) : null;
  return copy.inTurn(async () => {
    const content = inLineEndings(text, copy.at.lineEnding);
    copy.saving = true;
    const { after, notes } = await documents
      .change(path, [path], { by: you, reason: "saved by hand", asked: "person", edit: () => ({ content }) })
      .catch((error: unknown) => {
        giveBack?.();
        throw error;
      })
      .finally(() => {
        copy.saving = false;
      });
    if (other && giveBack) await lostFile(ctx, other);
    // Edits made while the dialog was open are based on the new file from now on.
    const newer = copy.typed && copy.typed.seq > typed.seq ? { seq: copy.typed.seq, text: unsavedText(copy) } : null;
    copy.moveHome({ path, realPath: after.realPath });
    ctx.placesChanged();
    takeAt(copy, after, you);
    if (!notes.includes(NOT_KEPT)) copy.inHistory.add(after.version);
    copy.savedSeq = Math.max(copy.savedSeq, typed.seq);
    copy.lastSaved = null;
    copy.typed = null;
    if (newer !== null && newer.text !== null) {
      const changes = difference(after.text, newer.text);
      await keepTyped(ctx, copy, { doc: copy.doc, base: after.version, seq: newer.seq, changes });
    } else await ctx.journal.clear(copy.doc, typed.seq);
    return copy.handOut();
  });
}

/**
 * Prepares to save another document over this one's file: stores its text in history and detaches it from the file.
 * Returns a function that undoes this.
 */
async function takeFile(ctx: AppContext, copy: WorkingCopy): Promise<() => void> {
  return copy.inTurn(async () => {
    const { place, gone } = copy;
    await keepInHistory(ctx, copy, unsavedText(copy) ?? copy.at.text, "replaced by Save As");
    copy.place = null;
    copy.gone = true;
    return () => {
      copy.place = place;
      copy.gone = gone;
    };
  });
}

/** The document keeps its text without a file; its unsaved edits are recovered as such and not into the new file. */
async function lostFile(ctx: AppContext, copy: WorkingCopy): Promise<void> {
  copy.window.send("document:gone", { doc: copy.doc });
  await journal(ctx, copy).catch((error: unknown) => ctx.surprise(told.parts.journal, error));
}

function suggestedPath(copy: WorkingCopy, text: string, folder: string | null): string {
  if (copy.place) return copy.place.path;
  const heading = /^#{1,6}[ \t]+(.+)$/m.exec(text.slice(0, 2000))?.[1] ?? "";
  const words = heading
    .replace(/[^\p{L}\p{M}\p{N} _-]+/gu, "")
    .trim()
    .slice(0, 60)
    .trim();
  const name = `${words || copy.name}.md`;
  return folder === null ? name : join(folder, name);
}

/** Closes a document. Throws if it has unsaved edits, unless `discard` is given, which stores them in history first. */
export async function close(ctx: AppContext, copy: WorkingCopy, what: "keep" | "discard"): Promise<void> {
  await copy.inTurn(async () => {
    if (copy.typed && what === "keep") {
      throw new ToolError("wrong_state", told.unsavedText(copy.name), {
        hint: told.unsavedTextHint,
      });
    }
    if (what === "keep" && copy.office !== null && (await hasUnwritten(ctx, copy)))
      throw new ToolError("wrong_state", told.unsavedText(copy.name), { hint: told.unsavedTextHint });
    const text = copy.typed ? unsavedText(copy) : null;
    if (text !== null) await keepInHistory(ctx, copy, text, "closed without saving");
    ctx.copies.remove(copy);
    ctx.placesChanged();
    if (copy.office !== null) (await ctx.office()).forget(copy.doc);
    copy.typed = null;
    copy.drafts = [];
    copy.brought = [];
    await ctx.journal.clear(copy.doc, null);
  });
}

/** The renderer shows a conflict, or has resolved it (`mine` is null). The user's side is stored in history. */
export async function setConflict(ctx: AppContext, copy: WorkingCopy, mine: string | null): Promise<void> {
  copy.conflict = mine === null ? "none" : "shown";
  if (mine !== null) await keepInHistory(ctx, copy, mine, "your text in a conflict");
}

/** Restores the exact bytes of an earlier version as a new version. */
export async function restore(ctx: AppContext, copy: WorkingCopy, versionId: string): Promise<void> {
  const { documents, history } = await ctx.engine();
  const { realPath } = savedPlace(copy);
  const bytes = await history.read(realPath, versionId);
  if (bytes === null) throw noVersion(realPath);
  if (copy.office !== null) {
    await (await ctx.office()).restore(copy, bytes);
    return;
  }
  await copy.inTurn(() =>
    documents.change(realPath, [realPath], { by: you, reason: "restored", asked: "person", edit: () => ({ bytes }) }),
  );
}

/** The error if history does not have a version: it was removed or, for a file with secrets, never stored. */
export function noVersion(realPath: string): ToolError {
  if (!holdsSecrets(realPath)) return new ToolError("not_found", told.versionGone);
  return new ToolError("unsupported", told.secretsNotKept(basename(realPath)), { hint: told.secretsNotKeptHint });
}

/** The location of the document's file. Throws if it was never saved. */
export function savedPlace(copy: Pick<WorkingCopy, "place" | "name">): { path: string; realPath: string } {
  if (copy.place) return copy.place;
  throw new ToolError("wrong_state", told.noHistory(copy.name), {
    hint: told.saveFirst,
  });
}
