import { readFile } from "node:fs/promises";
import { setImmediate as macrotask, setTimeout as wait } from "node:timers/promises";
import { difference } from "../../../core/diff/difference";
import { EXTERNAL_CHANGE } from "../../../core/review/writer";
import type { DocumentChanged, Writer } from "../../../shared/contract";
import type { DocumentChange, TextDocument } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { editsToSend } from "../../engine/review";
import { versionOf } from "../../engine/storage";
import { t } from "../core/messages";
import type { AppContext } from "./context";
import { findRenamed } from "./find-renamed";
import { noteIdentity } from "./identity";
import { refreshOffice } from "./office-files";
import type { FileLocation, OpenDocument, TextAt } from "./open-document";
import { journal } from "./unsaved-text";

/** A file that reappears sooner was being replaced, not deleted. */
const GONE_AFTER_MS = 120;

/** The fields of a document on disk that an open document keeps. */
export function textAt(onDisk: TextDocument): TextAt {
  const { text, version, encoding, lineEnding, warnings, writable } = onDisk;
  const readOnly = writable ? null : t.mayNotWrite;
  return { text, version, encoding, lineEnding, warnings, readOnly };
}

/** The change from `version` to the document's current version. */
export function changeSince(document: OpenDocument, version: string): DocumentChanged {
  const base = document.textOf(version);
  return {
    doc: document.doc,
    from: version,
    to: document.at.version,
    changes: base === null ? null : difference(base, document.at.text),
    by: document.by,
    realPath: document.location?.realPath ?? null,
    write: null,
    includes: null,
    encoding: document.at.encoding,
    lineEnding: document.at.lineEnding,
  };
}

/**
 * Sends the pending edits of a text before the text itself, for changes that do not carry the agent's write. The
 * renderer keeps them until it has that text, so that the marks appear together with it.
 */
export async function sendReviewFirst(
  ctx: AppContext,
  document: OpenDocument,
  { version, text }: { version: string; text: string } = document.at,
): Promise<void> {
  const path = document.location?.realPath;
  if (path === undefined) return;
  try {
    const { review } = await ctx.engine();
    const { pending, writes } = (await review.of({ realPath: path, version, text })) ?? { pending: [], writes: [] };
    const packed = await editsToSend(pending);
    if (document.closed) return;
    document.window.send("document:review", {
      doc: document.doc,
      path,
      version,
      pending: packed,
      writes,
      kind: "check",
    });
  } catch (error) {
    ctx.reportError(t.parts.review, error);
  }
}

/** The change spans several writes, so the agent's write cannot be sent by itself: its review goes first. */
async function sendWithReview(ctx: AppContext, document: OpenDocument, change: DocumentChanged): Promise<void> {
  const path = document.location?.realPath;
  try {
    const { documents } = await ctx.engine();
    // The review knows the write before the file's lock is released.
    if (path !== undefined) await documents.writesLanded(path, [path]);
    await sendReviewFirst(ctx, document);
  } catch (error) {
    ctx.reportError(t.parts.review, error);
  }
  if (!document.closed) document.window.send("document:changed", change);
}

/** Sends the change after all queued operations of the document: the reply to a save must arrive before a later write. */
function sendChange(document: OpenDocument, change: DocumentChanged): void {
  if (!document.isBusy) {
    document.window.send("document:changed", change);
    return;
  }
  void document.enqueue(async () => {
    await macrotask();
    if (!document.closed) document.window.send("document:changed", change);
  });
}

/** Whether the user of these windows wrote it. The user of the app is one, whatever the name. */
export const isOwn = ({ by }: Pick<AppContext, "by">, { kind, name }: Writer): boolean =>
  kind === by.kind && (kind === "you" || name === by.name);

/** A write of our own engine: by a tool, a restore, or the save that is in progress. */
export function handleChange(ctx: AppContext, change: DocumentChange): void {
  const document = ctx.openDocuments.at(change.realPath);
  if (!document) return;
  if (change.to === document.at.version) {
    // The file was deleted, and is written again as it was.
    if (document.gone) handleReappeared(document);
    return;
  }
  const before = document.at;
  const { text, to: version, encoding, lineEnding } = change;
  document.moveTo({ ...before, text, version, encoding, lineEnding }, change.by);
  void noteIdentity(document);
  if (document.saving && isOwn(ctx, change.by)) return;
  if (document.gone) handleReappeared(document);
  const isNext = change.from === before.version;
  const news = changeSince(document, before.version);
  if (isNext) sendChange(document, { ...news, changes: change.changes, write: change.write });
  else if (change.write === null) sendChange(document, news);
  else void document.enqueue(() => sendWithReview(ctx, document, news));
}

/**
 * Compares a document with the disk and sends what an external program did: wrote, deleted, renamed, or changed
 * permissions.
 */
export function refresh(ctx: AppContext, document: OpenDocument): Promise<void> {
  return document.enqueue(() => refreshNow(ctx, document));
}

async function refreshNow(ctx: AppContext, document: OpenDocument): Promise<void> {
  // If our engine writes while we read, the result is out of date and is read again.
  for (let attempt = 0; attempt < 5 && document.location && !document.closed; attempt++) {
    const { version } = document.at;
    const { location } = document;
    if (document.office !== null) {
      if ((await refreshOffice(ctx, document, location)) === "there" || document.gone) return;
      await wait(GONE_AFTER_MS);
      if ((await refreshOffice(ctx, document, location)) === "missing" && document.location === location)
        await handleMissing(ctx, document, location);
      return;
    }
    const found = await readFromDisk(ctx, location).catch((error: unknown) => {
      if (!(error instanceof ToolError)) throw error;
      return error;
    });
    if (found instanceof ToolError) {
      sendAccess(document, t.notItsText(found.message));
      return;
    }
    if (found === null) {
      if (document.gone) return;
      await wait(GONE_AFTER_MS);
      if ((await readFromDisk(ctx, location)) === null && document.location === location)
        await handleMissing(ctx, document, location);
      else continue;
      return;
    }
    const by =
      found.version === version ? document.by : await writerOf(ctx, location, found, "writes may be under way");
    if (document.at.version !== version || document.location !== location) continue;
    if (found.version !== version && !isOwn(ctx, by)) {
      await sendReviewFirst(ctx, document, found);
      if (document.at.version !== version || document.location !== location) continue;
    }
    applyDiskVersion(document, found, by);
    return;
  }
}

/** Adopts the version on disk and sends the change. */
function applyDiskVersion(document: OpenDocument, found: TextDocument, by: Writer): void {
  const before = document.at;
  setDiskVersion(document, found, by);
  if (document.gone) handleReappeared(document);
  // This runs in the document's queue, so it cannot overtake a reply.
  if (before.version !== document.at.version)
    document.window.send("document:changed", changeSince(document, before.version));
}

/** Sets the document to a version that was read or written, and sends a change of its permissions. */
export function setDiskVersion(document: OpenDocument, onDisk: TextDocument, by: Writer): void {
  const at = textAt(onDisk);
  sendAccess(document, at.readOnly);
  document.moveTo(at, by);
  void noteIdentity(document);
}

/** Sends why the document cannot be saved, or that it can again, if that changed. */
function sendAccess(document: OpenDocument, readOnly: string | null): void {
  if (document.at.readOnly === readOnly) return;
  document.at = { ...document.at, readOnly };
  document.window.send("document:access", { doc: document.doc, readOnly });
}

/** Adopts what a save found on disk instead of its base. Sends nothing, since the reply to the save contains the change. */
export async function adoptDiskVersion(ctx: AppContext, document: OpenDocument, found: TextDocument): Promise<void> {
  if (found.version === document.at.version || !document.location) return;
  setDiskVersion(document, found, await writerOf(ctx, document.location, found, "read in turn"));
}

/**
 * The author of a version: the one that history knows, else an external program, which is then recorded. A write of a
 * Galley process is on disk shortly before history knows it, so a version read without the file's lock waits for
 * pending writes. A save holds the lock and must not wait.
 */
async function writerOf(
  ctx: AppContext,
  { realPath }: FileLocation,
  found: TextDocument,
  when: "read in turn" | "writes may be under way",
): Promise<Writer> {
  try {
    const { documents, history } = await ctx.engine();
    const known = async (): Promise<Writer | null> => {
      const [newest] = await history.list(realPath, 1);
      return newest?.version === found.version ? newest.by : null;
    };
    const before = await known();
    // An agent's write is in history shortly before it is pending for review, within the same lock.
    if (before !== null && before.kind !== "agent") return before;
    // Waits for the file's lock. What no Galley process wrote is then in the history, with its writer if known.
    if (when === "writes may be under way") await documents.noteExternal(realPath, [realPath]);
    const landed = before ?? (await known());
    if (landed !== null) return landed;
    const bytes = await readFile(realPath);
    if (versionOf(bytes) === found.version)
      await history.record({ realPath, bytes, version: found.version, by: EXTERNAL_CHANGE, reason: "found on disk" });
  } catch (error) {
    ctx.desktop.log(
      `${realPath} was changed by another program, and history could not store that version: ${String(error)}`,
      "warning",
    );
  }
  return EXTERNAL_CHANGE;
}

async function readFromDisk(ctx: AppContext, { realPath }: FileLocation): Promise<TextDocument | null> {
  try {
    return await (await ctx.engine()).documents.read(realPath, [realPath], "person");
  } catch (error) {
    if (error instanceof ToolError && error.code === "not_found") return null;
    throw error;
  }
}

function handleReappeared(document: OpenDocument): void {
  document.gone = false;
  if (document.location)
    document.window.send("document:moved", { doc: document.doc, path: document.location.path, name: document.name });
}

async function handleMissing(ctx: AppContext, document: OpenDocument, location: FileLocation): Promise<void> {
  if (await followRename(ctx, document, location)) return;
  document.gone = true;
  document.window.send("document:gone", { doc: document.doc });
}

/** Whether a file that a save did not find is there again, or where an external program has moved it, which is then the document's location. */
export async function findAgain(ctx: AppContext, document: OpenDocument, location: FileLocation): Promise<boolean> {
  await wait(GONE_AFTER_MS);
  return (await readFromDisk(ctx, location)) !== null || followRename(ctx, document, location);
}

/** Follows a file that is no longer there to where an external program has moved it; false if it is not found. */
async function followRename(ctx: AppContext, document: OpenDocument, location: FileLocation): Promise<boolean> {
  const home = await findRenamed(ctx, document, location);
  if (home === null) return false;
  const { history } = await ctx.engine();
  await history
    .moved(location.realPath, home.realPath)
    .catch((error: unknown) => ctx.reportError(t.parts.history, error));
  await handleMoved(ctx, document, home);
  return true;
}

/** Sets a new location: history, journal and renderer follow. */
export async function handleMoved(ctx: AppContext, document: OpenDocument, home: FileLocation): Promise<void> {
  document.moveHome(home);
  ctx.openDocumentsChanged();
  document.window.send("document:moved", { doc: document.doc, path: home.path, name: document.name });
  await ctx.grants.add(home.path);
  await journal(ctx, document);
}
