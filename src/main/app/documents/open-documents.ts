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

/** A text that is on no disk. */
export function unsavedAt(text: string): TextAt {
  const version = versionOf(Buffer.from(text, "utf8"));
  return { text, version, encoding: "UTF-8", lineEnding: "LF", warnings: [], readOnly: null };
}

/**
 * Opens a text file that the person chose in a window, or answers with the copy that is open already, maybe in another
 * window: one file, one copy, whatever path leads to it. `doc` gives it the id that it had in the last session.
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

/** The same for an Office document: nothing of it is read before its page asks. */
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

/** A new document without a file: `Untitled`, `Untitled 2` … With `locked`, which says why, nobody can write in it. */
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
 * Saves under a name that the person picks in the system's dialog, which has asked before replacing anything. Another
 * tab that shows the replaced file keeps its text and loses its file, and is told.
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
  // The page counts this as handed over: until the person has chosen, and whatever ends meanwhile, the journal has it.
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
    // Typed while the dialog was open: it stands on the new file from now on.
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
 * Another document is about to be saved over its file: from now on nothing is told or written there for it, and its text
 * is in history. Answers with the way to take that back.
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

/** What it shows stays, as a document without a file; its unsaved text comes back as such, and not into the new file. */
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

/** Closes a document. Unsaved text is refused, or, with `discard`, goes to history before it goes from the journal. */
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

/** The page shows a conflict, or has settled it (`mine` null). The person's side of it is kept in history. */
export async function setConflict(ctx: AppContext, copy: WorkingCopy, mine: string | null): Promise<void> {
  copy.conflict = mine === null ? "none" : "shown";
  if (mine !== null) await keepInHistory(ctx, copy, mine, "your text in a conflict");
}

/** Puts an earlier version's very bytes back: a new version, and for the page an edit like any other. */
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

/** What is said where history has not the bytes of a version: it had them once, or, of a file of secrets, never. */
export function noVersion(realPath: string): ToolError {
  if (!holdsSecrets(realPath)) return new ToolError("not_found", told.versionGone);
  return new ToolError("unsupported", told.secretsNotKept(basename(realPath)), { hint: told.secretsNotKeptHint });
}

/** The document's file; refuses where it never had one. */
export function savedPlace(copy: Pick<WorkingCopy, "place" | "name">): { path: string; realPath: string } {
  if (copy.place) return copy.place;
  throw new ToolError("wrong_state", told.noHistory(copy.name), {
    hint: told.saveFirst,
  });
}
