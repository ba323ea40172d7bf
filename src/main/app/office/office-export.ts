import { basename, dirname, join } from "node:path";
import type { DocumentId } from "../../../shared/contract";
import type { OfficeExportKind } from "../../../shared/office";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";
import type { OpenDocument, WindowContext } from "../documents";

/** Running exports by document. */
export type ExportStops = Map<DocumentId, AbortController>;

/**
 * Asks for the target and exports an Office document through the engine; null if the user cancelled. `exported` gets
 * the path.
 */
export async function exportOfficeDocument(
  ctx: WindowContext,
  document: OpenDocument,
  kind: OfficeExportKind,
  { stops, exported }: { stops: ExportStops; exported(path: string): void },
): Promise<{ path: string | null }> {
  const { location, doc, name } = document;
  if (location === null) throw new ToolError("not_found", t.office.gone(name));
  const suggested = join(dirname(location.path), `${basename(location.path).replace(/\.[^.]{1,12}$/, "")}.${kind}`);
  const target = await ctx.window.desktop.pickExportPath(suggested, kind);
  if (target === null) return { path: null };
  await ctx.grants.checkNotOwn(target);
  const stop = new AbortController();
  stops.get(doc)?.abort();
  stops.set(doc, stop);
  ctx.window.send("office:progress", {
    doc,
    step: kind === "html" || kind === "md" || kind === "txt" ? "writing" : "converting",
  });
  try {
    // The dialog asked before replacing a file.
    const answer = await (await ctx.engine()).run({
      name: "office_artifact",
      arguments: { action: "export", path: location.realPath, format: kind, target, overwrite: true },
      caller: { id: "person", name: "you", roots: [location.realPath, target] },
      signal: stop.signal,
    });
    const { error } = answer;
    if (error === undefined) {
      exported(target);
      return { path: target };
    }
    // Cancelled by the user: nothing was written, and it is not an error.
    if (stop.signal.aborted) return { path: null };
    throw new ToolError(error.code, error.message, error.hint === undefined ? {} : { hint: error.hint });
  } finally {
    if (stops.get(doc) === stop) stops.delete(doc);
  }
}
