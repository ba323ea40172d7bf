import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate as macrotask, setTimeout as wait } from "node:timers/promises";
import { difference } from "../../../core/diff/difference";
import { packEdits } from "../../../core/review/packed-edits";
import type { DocumentChanged, Writer } from "../../../shared/contract";
import type { DocumentChange, TextDocument } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { isInside } from "../core/grants";
import { told } from "../core/messages";
import type { AppContext } from "./context";
import { identityOf, noteIdentity } from "./identity";
import { lookAtOffice } from "./office-files";
import type { Place, TextAt, WorkingCopy } from "./open-document";
import { journal, versionOf } from "./unsaved-text";

/** A file that reappears sooner was being replaced, not deleted. */
const GONE_AFTER_MS = 120;

/** The fields of a document on disk that an open document keeps. */
export function textAt(document: TextDocument): TextAt {
  const { text, version, encoding, lineEnding, warnings, writable } = document;
  const readOnly = writable ? null : told.mayNotWrite;
  return { text, version, encoding, lineEnding, warnings, readOnly };
}

/** The change from `version` to the document's current version. */
export function changeSince(copy: WorkingCopy, version: string): DocumentChanged {
  const base = copy.textOf(version);
  return {
    doc: copy.doc,
    from: version,
    to: copy.at.version,
    changes: base === null ? null : difference(base, copy.at.text),
    by: copy.by,
    realPath: copy.place?.realPath ?? null,
    write: null,
    includes: null,
    encoding: copy.at.encoding,
    lineEnding: copy.at.lineEnding,
  };
}

/**
 * Sends the pending edits of a text before the text itself, for changes that do not carry the agent's write. The
 * renderer keeps them until it has that text, so that the marks appear together with it.
 */
export async function tellReviewFirst(
  ctx: AppContext,
  copy: WorkingCopy,
  { version, text }: { version: string; text: string } = copy.at,
): Promise<void> {
  const path = copy.place?.realPath;
  if (path === undefined) return;
  try {
    const { review } = await ctx.engine();
    const { pending, writes } = (await review.of({ realPath: path, version, text })) ?? { pending: [], writes: [] };
    if (copy.closed) return;
    const packed = packEdits(pending);
    copy.window.send("document:review", { doc: copy.doc, path, version, pending: packed, writes, kind: "check" });
  } catch (error) {
    ctx.surprise(told.parts.review, error);
  }
}

/** The change spans several writes, so the agent's write cannot be sent by itself: its review goes first. */
async function tellWithReview(ctx: AppContext, copy: WorkingCopy, change: DocumentChanged): Promise<void> {
  const path = copy.place?.realPath;
  try {
    const { documents } = await ctx.engine();
    // The review knows the write before the file's lock is released.
    if (path !== undefined) await documents.writesLanded(path, [path]);
    await tellReviewFirst(ctx, copy);
  } catch (error) {
    ctx.surprise(told.parts.review, error);
  }
  if (!copy.closed) copy.window.send("document:changed", change);
}

/** Sends the change after all queued operations of the document: the reply to a save must arrive before a later write. */
function tell(copy: WorkingCopy, change: DocumentChanged): void {
  if (!copy.isBusy) {
    copy.window.send("document:changed", change);
    return;
  }
  void copy.inTurn(async () => {
    await macrotask();
    if (!copy.closed) copy.window.send("document:changed", change);
  });
}

/** A write of our own engine: by a tool, a restore, or the save that is in progress. */
export function heard(ctx: AppContext, change: DocumentChange): void {
  const copy = ctx.copies.at(change.realPath);
  if (!copy || change.to === copy.at.version) return;
  const before = copy.at;
  const { text, to: version, encoding, lineEnding } = change;
  copy.moveTo({ ...before, text, version, encoding, lineEnding }, change.by);
  void noteIdentity(copy);
  if (copy.saving && change.by.kind === "you") return;
  if (copy.gone) isBack(copy);
  const isNext = change.from === before.version;
  const news = changeSince(copy, before.version);
  if (isNext) tell(copy, { ...news, changes: change.changes, write: change.write });
  else if (change.write === null) tell(copy, news);
  else void copy.inTurn(() => tellWithReview(ctx, copy, news));
}

/**
 * Compares a document with the disk and sends what an external program did: wrote, deleted, renamed, or changed
 * permissions.
 */
export function look(ctx: AppContext, copy: WorkingCopy): Promise<void> {
  return copy.inTurn(() => lookNow(ctx, copy));
}

async function lookNow(ctx: AppContext, copy: WorkingCopy): Promise<void> {
  // If our engine writes while we read, the result is out of date and is read again.
  for (let attempt = 0; attempt < 5 && copy.place && !copy.closed; attempt++) {
    const { version } = copy.at;
    const { place } = copy;
    if (copy.office !== null) {
      if ((await lookAtOffice(ctx, copy, place)) === "there" || copy.gone) return;
      await wait(GONE_AFTER_MS);
      if ((await lookAtOffice(ctx, copy, place)) === "missing" && copy.place === place)
        await isMissing(ctx, copy, place);
      return;
    }
    const found = await readNow(ctx, place).catch((error: unknown) => {
      if (!(error instanceof ToolError)) throw error;
      return error;
    });
    if (found instanceof ToolError) {
      tellAccess(copy, told.notItsText(found.message));
      return;
    }
    if (found === null) {
      if (copy.gone) return;
      await wait(GONE_AFTER_MS);
      if ((await readNow(ctx, place)) === null && copy.place === place) await isMissing(ctx, copy, place);
      else continue;
      return;
    }
    const by = found.version === version ? copy.by : await writerOf(ctx, place, found, "writes may be under way");
    if (copy.at.version !== version || copy.place !== place) continue;
    if (found.version !== version && by.kind === "agent") {
      await tellReviewFirst(ctx, copy, found);
      if (copy.at.version !== version || copy.place !== place) continue;
    }
    arrived(copy, found, by);
    return;
  }
}

/** Adopts the version on disk and sends the change. */
function arrived(copy: WorkingCopy, found: TextDocument, by: Writer): void {
  const before = copy.at;
  takeAt(copy, found, by);
  if (copy.gone) isBack(copy);
  // This runs in the document's queue, so it cannot overtake a reply.
  if (before.version !== copy.at.version) copy.window.send("document:changed", changeSince(copy, before.version));
}

/** Sets the document to a version that was read or written, and sends a change of its permissions. */
export function takeAt(copy: WorkingCopy, document: TextDocument, by: Writer): void {
  const at = textAt(document);
  tellAccess(copy, at.readOnly);
  copy.moveTo(at, by);
  void noteIdentity(copy);
}

/** Sends why the document cannot be saved, or that it can again, if that changed. */
function tellAccess(copy: WorkingCopy, readOnly: string | null): void {
  if (copy.at.readOnly === readOnly) return;
  copy.at = { ...copy.at, readOnly };
  copy.window.send("document:access", { doc: copy.doc, readOnly });
}

/** Adopts what a save found on disk instead of its base. Sends nothing, since the reply to the save contains the change. */
export async function takeOver(ctx: AppContext, copy: WorkingCopy, found: TextDocument): Promise<void> {
  if (found.version === copy.at.version || !copy.place) return;
  takeAt(copy, found, await writerOf(ctx, copy.place, found, "read in turn"));
}

/**
 * The author of a version: the one that history knows, else an external program, which is then recorded. A write of a
 * Galley process is on disk shortly before history knows it, so a version read without the file's lock waits for
 * pending writes. A save holds the lock and must not wait.
 */
async function writerOf(
  ctx: AppContext,
  { realPath }: Place,
  found: TextDocument,
  when: "read in turn" | "writes may be under way",
): Promise<Writer> {
  const program: Writer = { kind: "program", name: "another program" };
  try {
    const { documents, history } = await ctx.engine();
    const known = async (): Promise<Writer | null> => {
      const [newest] = await history.list(realPath, 1);
      return newest?.version === found.version ? newest.by : null;
    };
    const before = await known();
    // An agent's write is in history shortly before it is pending for review, within the same lock.
    if (before !== null && before.kind !== "agent") return before;
    if (when === "writes may be under way") await documents.writesLanded(realPath, [realPath]);
    const landed = before ?? (await known());
    if (landed !== null) return landed;
    const bytes = await readFile(realPath);
    if (versionOf(bytes) === found.version)
      await history.record({ realPath, bytes, version: found.version, by: program, reason: "found on disk" });
  } catch (error) {
    ctx.desktop.log(
      `${realPath} was changed by another program, and history could not store that version: ${String(error)}`,
      "warning",
    );
  }
  return program;
}

async function readNow(ctx: AppContext, { realPath }: Place): Promise<TextDocument | null> {
  try {
    return await (await ctx.engine()).documents.read(realPath, [realPath], "person");
  } catch (error) {
    if (error instanceof ToolError && error.code === "not_found") return null;
    throw error;
  }
}

function isBack(copy: WorkingCopy): void {
  copy.gone = false;
  if (copy.place) copy.window.send("document:moved", { doc: copy.doc, path: copy.place.path, name: copy.name });
}

async function isMissing(ctx: AppContext, copy: WorkingCopy, place: Place): Promise<void> {
  const name = await newName(ctx, copy, place);
  if (name === null) {
    copy.gone = true;
    copy.window.send("document:gone", { doc: copy.doc });
    return;
  }
  const home = { path: join(dirname(place.path), name), realPath: join(dirname(place.realPath), name) };
  await moved(ctx, copy, home);
}

/** Sets a new location: history, journal and renderer follow. */
export async function moved(ctx: AppContext, copy: WorkingCopy, home: Place): Promise<void> {
  copy.moveHome(home);
  ctx.placesChanged();
  copy.window.send("document:moved", { doc: copy.doc, path: home.path, name: copy.name });
  await ctx.grants.add(home.path);
  await journal(ctx, copy);
}

/**
 * The new name in the same folder, if an external program renamed the file: same inode and same bytes. A copy of the
 * file is another file.
 */
async function newName(ctx: AppContext, copy: WorkingCopy, { realPath }: Place): Promise<string | null> {
  const folder = dirname(realPath);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile() && !ctx.copies.at(join(folder, entry.name)))
      .slice(0, 5000)
      .map(async ({ name }) => ({ name, info: await stat(join(folder, name), { bigint: true }).catch(() => null) })),
  );
  for (const { name, info } of files) {
    if (!info || identityOf(info) !== copy.identity || !isInside(folder, join(folder, name))) continue;
    const bytes = await readFile(join(folder, name)).catch(() => null);
    if (bytes && versionOf(bytes) === copy.at.version && (copy.at.text !== "" || copy.office !== null)) {
      const { history } = await ctx.engine();
      await history
        .moved(realPath, join(folder, name))
        .catch((error: unknown) => ctx.surprise(told.parts.history, error));
      return name;
    }
  }
  return null;
}
