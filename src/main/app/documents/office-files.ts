import type { BytesChange, FileContent } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { told } from "../core/messages";
import type { AppContext } from "./context";
import { noteIdentity } from "./identity";
import { officeReadOnly } from "./office-facts";
import type { OfficeDesk } from "./office-service";
import type { Place, WorkingCopy } from "./open-document";

/** An Office document on the disk: its bytes, and why it cannot be written in there. */
export type FoundOffice = FileContent & { readOnly: string | null };

/** Reads an Office document's file; null where it is gone. */
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

/** A write landed: the copy is at its version from now on, and the models and the page hear of it. */
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
 * Compares an Office document with the disk, in its turn: what another program wrote is taken over and told, and whether one has it open.
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
  // A write through our engine landed while we read: then what we read may be the past.
  if (copy.at.version !== before) return "there";
  if (version === before) {
    isBack(copy);
    return "there";
  }
  // It may be a write of our own that has replaced the file and not told yet.
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
