import type { BytesChange, FileContent } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { told } from "../core/messages";
import type { AppContext } from "./context";
import { noteIdentity } from "./identity";
import { officeReadOnly } from "./office-facts";
import type { OfficeDesk } from "./office-service";
import type { Place, WorkingCopy } from "./open-document";

/** An Office document on disk; `readOnly` is the reason why it cannot be written. */
export type FoundOffice = FileContent & { readOnly: string | null };

/** Reads an Office document; null if the file does not exist. */
export async function readOffice(ctx: AppContext, path: string): Promise<FoundOffice | null> {
  const { documents } = await ctx.engine();
  try {
    const found = await documents.readBytes(path, [path], "person");
    const lock = await documents.officeLock(path, [path]);
    return { ...found, readOnly: officeReadOnly(found.writable, lock) };
  } catch (error) {
    if (error instanceof ToolError && error.code === "not_found") return null;
    throw error;
  }
}

/** A write of our own engine: sets the version, and updates models and renderer. */
export function landedInOffice(
  copy: WorkingCopy,
  change: Pick<BytesChange, "to" | "bytes" | "by" | "reason">,
  desk: OfficeDesk | null,
): void {
  const from = copy.at.version;
  if (change.to === from) return;
  copy.moveTo({ ...copy.at, version: change.to }, change.by);
  void noteIdentity(copy);
  isBack(copy);
  desk?.landed(copy, { ...change, from });
}

function isBack(copy: WorkingCopy): void {
  if (!copy.gone || copy.place === null) return;
  copy.gone = false;
  copy.window.send("document:moved", { doc: copy.doc, path: copy.place.path, name: copy.name });
}

/**
 * Compares an Office document with the disk, in its queue: adopts external changes, and detects whether another program
 * has it open.
 */
export async function lookAtOffice(ctx: AppContext, copy: WorkingCopy, place: Place): Promise<"there" | "missing"> {
  const before = copy.at.version;
  const found = await readOffice(ctx, place.realPath);
  if (found === null) return "missing";
  if (copy.at.readOnly !== found.readOnly) {
    copy.at = { ...copy.at, readOnly: found.readOnly };
    copy.window.send("document:access", { doc: copy.doc, readOnly: found.readOnly });
  }
  const { bytes, version } = found;
  // If our engine wrote while we read, the result may be out of date.
  if (copy.at.version !== before) return "there";
  if (version === before) {
    isBack(copy);
    return "there";
  }
  // It may be one of our writes that has replaced the file and is not recorded yet.
  const { history, documents } = await ctx.engine();
  await documents.writesLanded(place.realPath, [place.realPath]);
  if (copy.at.version !== before) return "there";
  const [newest] = await history.list(place.realPath, 1);
  const isKnown = newest?.version === version;
  const by = isKnown ? newest.by : ({ kind: "program", name: "another program" } as const);
  const reason = isKnown ? newest.reason : "found on disk";
  if (copy.at.version !== before) return "there";
  landedInOffice(copy, { to: version, bytes, by, reason }, await ctx.office());
  if (!isKnown)
    await history
      .record({ realPath: place.realPath, bytes, version, by, reason })
      .catch((error: unknown) => ctx.surprise(told.parts.history, error));
  return "there";
}
