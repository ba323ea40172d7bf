import { randomUUID } from "node:crypto";
import { basename, join } from "node:path";
import { difference } from "../../../core/diff/difference";
import { applyChanges } from "../../../core/text/change";
import { holdsSecrets } from "../../../core/text/holds-secrets";
import type { DocumentId, DocumentSnapshot, UnsavedEdits } from "../../../shared/contract";
import { NOT_KEPT } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { versionOf } from "../../engine/storage";
import { t } from "../core/messages";
import type { AppContext, WindowContext } from "./context";
import { setDiskVersion, textAt } from "./external-changes";
import { noteIdentity } from "./identity";
import { hasUnwritten } from "./office-drafts";
import { officeFactsOf } from "./office-facts";
import { readOffice } from "./office-files";
import { OpenDocument, type TextAt } from "./open-document";
import { inLineEndings } from "./saving";
import { checkFits, journal, keepInHistory, keepUnsavedEdits, unsavedText } from "./unsaved-text";

/** The state of a document without a file. */
export function unsavedTextAt(text: string): TextAt {
  const version = versionOf(Buffer.from(text, "utf8"));
  return { text, version, encoding: "UTF-8", lineEnding: "LF", warnings: [], readOnly: null };
}

/**
 * Opens a text file, or returns the document if any window has it open: there is one document per real path. `doc` is
 * its id in the last session.
 */
export async function openFile(
  ctx: WindowContext,
  path: string,
  doc: DocumentId = randomUUID(),
): Promise<OpenDocument> {
  const { documents } = await ctx.engine();
  const office = officeFactsOf(path);
  if (office !== null) return openOffice(ctx, path, doc, office);
  const opened = ctx.openings.begin(path);
  const found = await documents.read(path, [path], "person").finally(opened);
  const known = ctx.openDocuments.at(found.realPath);
  if (known) return known;
  const isTaken = ctx.openDocuments.all().some((document) => document.doc === doc);
  const document = new OpenDocument(
    ctx.window,
    isTaken ? randomUUID() : doc,
    { path, realPath: found.realPath },
    basename(path),
    textAt(found),
  );
  ctx.openDocuments.add(document);
  ctx.openDocumentsChanged();
  void noteIdentity(document);
  await ctx.grants.add(path);
  return document;
}

/** The same for an Office document, which is not parsed before the renderer asks. */
async function openOffice(
  ctx: WindowContext,
  path: string,
  doc: DocumentId,
  office: NonNullable<OpenDocument["office"]>,
): Promise<OpenDocument> {
  const found = await readOffice(ctx, path);
  if (found === null) throw new ToolError("not_found", t.office.gone(basename(path)));
  const known = ctx.openDocuments.at(found.realPath);
  if (known) return known;
  const isTaken = ctx.openDocuments.all().some((document) => document.doc === doc);
  const location = { path, realPath: found.realPath };
  const document = new OpenDocument(ctx.window, isTaken ? randomUUID() : doc, location, basename(path), {
    text: "",
    version: found.version,
    encoding: "",
    lineEnding: "",
    warnings: [],
    readOnly: found.readOnly,
  });
  document.office = office;
  ctx.openDocuments.add(document);
  ctx.openDocumentsChanged();
  void noteIdentity(document);
  await ctx.grants.add(path);
  return document;
}

/** Creates a document without a file: `Untitled`, `Untitled 2` … `locked` makes it read-only and says why. */
export function createUntitled(
  ctx: WindowContext,
  given: { name?: string; text?: string; doc?: DocumentId; locked?: string } = {},
): OpenDocument {
  const document = new OpenDocument(ctx.window, given.doc ?? randomUUID(), null, given.name ?? untitledName(ctx), {
    ...unsavedTextAt(given.text ?? ""),
    readOnly: given.locked ?? null,
  });
  ctx.openDocuments.add(document);
  return document;
}

function untitledName(ctx: AppContext): string {
  const taken = new Set(ctx.openDocuments.all().map(({ name }) => name));
  let name = t.untitled(1);
  for (let count = 2; taken.has(name); count++) name = t.untitled(count);
  return name;
}

/**
 * Saves under a name that the user picks in the system's dialog, which asks before replacing a file. If another tab has
 * that file open, it keeps its text, loses its file, and is notified.
 */
export async function saveAs(
  ctx: WindowContext,
  document: OpenDocument,
  edits: UnsavedEdits,
  folder: string | null,
): Promise<DocumentSnapshot | null> {
  if (document.office !== null)
    throw new ToolError("unsupported", t.office.noSaveAs(document.name), { hint: t.office.noSaveAsHint });
  checkFits(document, edits);
  const base = document.textOf(edits.base);
  if (base === null) throw new ToolError("stale", t.baseUnknown);
  const text = applyChanges(base, edits.changes);
  // The renderer counts these edits as handed over, so the journal stores them while the dialog is open.
  if (edits.changes.length > 0)
    keepUnsavedEdits(ctx, document, edits).catch((error: unknown) => ctx.reportError(t.parts.journal, error));
  const path = await ctx.window.desktop.pickSavePath(suggestedPath(document, text, folder));
  if (path === null) return null;
  await ctx.grants.add(path);
  const { documents } = await ctx.engine();
  const realPath = await documents.realPath(path, [path]);
  const other = ctx.openDocuments.at(realPath);
  const giveBack = other && other !== document ? await takeFile(ctx, other) : null;
  return document.enqueue(async () => {
    const content = inLineEndings(text, document.at.lineEnding);
    document.saving = true;
    const { after, notes } = await documents
      .change(path, [path], { by: ctx.by, reason: "saved by hand", asker: "person", edit: () => ({ content }) })
      .catch((error: unknown) => {
        giveBack?.();
        throw error;
      })
      .finally(() => {
        document.saving = false;
      });
    if (other && giveBack) await lostFile(ctx, other);
    // Edits made while the dialog was open are based on the new file from now on.
    const newer =
      document.unsavedEdits && document.unsavedEdits.seq > edits.seq
        ? { seq: document.unsavedEdits.seq, text: unsavedText(document) }
        : null;
    document.moveHome({ path, realPath: after.realPath });
    ctx.openDocumentsChanged();
    setDiskVersion(document, after, ctx.by);
    if (!notes.includes(NOT_KEPT)) document.inHistory.add(after.version);
    document.savedSeq = Math.max(document.savedSeq, edits.seq);
    document.lastSaved = null;
    document.unsavedEdits = null;
    if (newer !== null && newer.text !== null) {
      const changes = difference(after.text, newer.text);
      await keepUnsavedEdits(ctx, document, { doc: document.doc, base: after.version, seq: newer.seq, changes });
    } else await ctx.journal.clear(document.doc, edits.seq);
    return document.snapshot();
  });
}

/**
 * Prepares to save another document over this one's file: stores its text in history and detaches it from the file.
 * Returns a function that undoes this.
 */
async function takeFile(ctx: AppContext, document: OpenDocument): Promise<() => void> {
  return document.enqueue(async () => {
    const { location, gone } = document;
    await keepInHistory(ctx, document, unsavedText(document) ?? document.at.text, "replaced by Save As");
    document.location = null;
    document.gone = true;
    return () => {
      document.location = location;
      document.gone = gone;
    };
  });
}

/** The document keeps its text without a file; its unsaved edits are recovered as such and not into the new file. */
async function lostFile(ctx: AppContext, document: OpenDocument): Promise<void> {
  document.window.send("document:gone", { doc: document.doc });
  await journal(ctx, document).catch((error: unknown) => ctx.reportError(t.parts.journal, error));
}

function suggestedPath(document: OpenDocument, text: string, folder: string | null): string {
  if (document.location) return document.location.path;
  const heading = /^#{1,6}[ \t]+(.+)$/m.exec(text.slice(0, 2000))?.[1] ?? "";
  const title = heading
    .replace(/[^\p{L}\p{M}\p{N} _-]+/gu, "")
    .trim()
    .slice(0, 60)
    .trim();
  const name = `${title || document.name}.md`;
  return folder === null ? name : join(folder, name);
}

/** Closes a document. Throws if it has unsaved edits, unless `discard` is given, which stores them in history first. */
export async function close(ctx: AppContext, document: OpenDocument, what: "keep" | "discard"): Promise<void> {
  await document.enqueue(async () => {
    if (document.unsavedEdits && what === "keep") {
      throw new ToolError("wrong_state", t.unsavedText(document.name), {
        hint: t.unsavedTextHint,
      });
    }
    if (what === "keep" && document.office !== null && (await hasUnwritten(ctx, document)))
      throw new ToolError("wrong_state", t.unsavedText(document.name), { hint: t.unsavedTextHint });
    const text = document.unsavedEdits ? unsavedText(document) : null;
    if (text !== null) await keepInHistory(ctx, document, text, "closed without saving");
    ctx.openDocuments.remove(document);
    ctx.openDocumentsChanged();
    if (document.office !== null) (await ctx.office()).forget(document.doc);
    document.unsavedEdits = null;
    document.drafts = [];
    document.recoveredDrafts = [];
    await ctx.journal.clear(document.doc, null);
  });
}

/** The renderer shows a conflict, or has resolved it (`mine` is null). The user's side is stored in history. */
export async function setConflict(ctx: AppContext, document: OpenDocument, mine: string | null): Promise<void> {
  document.conflict = mine === null ? "none" : "shown";
  if (mine !== null) await keepInHistory(ctx, document, mine, "your text in a conflict");
}

/** Restores the exact bytes of an earlier version as a new version. */
export async function restore(ctx: AppContext, document: OpenDocument, versionId: string): Promise<void> {
  const { documents, history } = await ctx.engine();
  const { realPath } = savedPlace(document);
  const bytes = await history.read(realPath, versionId);
  if (bytes === null) throw noVersion(realPath);
  if (document.office !== null) {
    await (await ctx.office()).restore(document, bytes);
    return;
  }
  await document.enqueue(() =>
    documents.change(realPath, [realPath], {
      by: ctx.by,
      reason: "restored",
      asker: "person",
      edit: () => ({ bytes }),
    }),
  );
}

/** The error if history does not have a version: it was removed or, for a file with secrets, never stored. */
export function noVersion(realPath: string): ToolError {
  if (!holdsSecrets(realPath)) return new ToolError("not_found", t.versionGone);
  return new ToolError("unsupported", t.secretsNotKept(basename(realPath)), { hint: t.secretsNotKeptHint });
}

/** The location of the document's file. Throws if it was never saved. */
export function savedPlace(document: Pick<OpenDocument, "location" | "name">): { path: string; realPath: string } {
  if (document.location) return document.location;
  throw new ToolError("wrong_state", t.noHistory(document.name), {
    hint: t.saveFirst,
  });
}
