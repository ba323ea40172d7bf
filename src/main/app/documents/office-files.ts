import type { BytesChange, FileContent } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";
import type { AppContext } from "./context";
import { noteIdentity } from "./identity";
import { officeReadOnly } from "./office-facts";
import type { OfficeService } from "./office-service-contract";
import type { FileLocation, OpenDocument } from "./open-document";

/** An Office document on disk; `readOnly` is the reason why it cannot be written. */
export type OfficeFileOnDisk = FileContent & { readOnly: string | null };

/** Reads an Office document; null if the file does not exist. */
export async function readOffice(ctx: AppContext, path: string): Promise<OfficeFileOnDisk | null> {
  const { documents } = await ctx.engine();
  try {
    const found = await documents.readBytes(path, [path], "person");
    const lock = await documents.officeLock(path, [path]);
    if (lock !== null) ctx.officeLockSeen(path);
    return { ...found, readOnly: officeReadOnly(found.writable, lock) };
  } catch (error) {
    if (error instanceof ToolError && error.code === "not_found") return null;
    throw error;
  }
}

/** A write of our own engine: sets the version, and updates models and renderer. */
export function handleOfficeWrite(
  document: OpenDocument,
  change: Pick<BytesChange, "to" | "bytes" | "by" | "reason">,
  service: OfficeService | null,
): void {
  const from = document.at.version;
  if (change.to === from) return;
  document.moveTo({ ...document.at, version: change.to }, change.by);
  void noteIdentity(document);
  handleReappeared(document);
  service?.handleWrite(document, { ...change, from });
}

function handleReappeared(document: OpenDocument): void {
  if (!document.gone || document.location === null) return;
  document.gone = false;
  document.window.send("document:moved", { doc: document.doc, path: document.location.path, name: document.name });
}

/**
 * Compares an Office document with the disk, in its queue: adopts external changes, and detects whether another program
 * has it open.
 */
export async function refreshOffice(
  ctx: AppContext,
  document: OpenDocument,
  location: FileLocation,
): Promise<"there" | "missing"> {
  const before = document.at.version;
  const found = await readOffice(ctx, location.realPath);
  if (found === null) return "missing";
  if (document.at.readOnly !== found.readOnly) {
    document.at = { ...document.at, readOnly: found.readOnly };
    document.window.send("document:access", { doc: document.doc, readOnly: found.readOnly });
  }
  const { bytes, version } = found;
  // If our engine wrote while we read, the result may be out of date.
  if (document.at.version !== before) return "there";
  if (version === before) {
    handleReappeared(document);
    return "there";
  }
  // It may be one of our writes that has replaced the file and is not recorded yet.
  const { history, documents } = await ctx.engine();
  // What none of them wrote is then in the history, with its writer if known.
  await documents.noteExternal(location.realPath, [location.realPath]);
  if (document.at.version !== before) return "there";
  const [newest] = await history.list(location.realPath, 1);
  const isKnown = newest?.version === version;
  const by = isKnown ? newest.by : ({ kind: "program", name: "another program" } as const);
  const reason = isKnown ? newest.reason : "found on disk";
  if (document.at.version !== before) return "there";
  handleOfficeWrite(document, { to: version, bytes, by, reason }, await ctx.office());
  if (!isKnown)
    await history
      .record({ realPath: location.realPath, bytes, version, by, reason })
      .catch((error: unknown) => ctx.reportError(t.parts.history, error));
  return "there";
}
