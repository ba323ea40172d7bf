import { lstat } from "node:fs/promises";
import { isMacroName, officeFormatOf } from "../../../core/text/format";
import type { DocumentId, Handlers } from "../../../shared/contract";
import type { OfficeRequests } from "../../../shared/office";
import { ToolError } from "../../engine/ports/tool-error";
import { realPathOf } from "../core/grants";
import { t } from "../core/messages";
import { draftsNow, keepDrafts, type OpenDocument, outcomeIn, type WindowContext } from "../documents";
import { type ExportStops, exportOfficeDocument } from "./office-export";

/** Requests of one window about its Office documents. `exported` gets the path of each export. */
export function officeHandlers(
  ctx: WindowContext,
  exported: (path: string) => void,
): Pick<Handlers, keyof OfficeRequests> {
  const outcome = outcomeIn(ctx);
  const copyOf = (doc: DocumentId): OpenDocument => {
    const document = ctx.openDocuments.of(doc);
    if (document.office === null) throw new ToolError("unsupported", t.office.notOffice(document.name));
    return document;
  };
  /** Returns the service once the models have the last written version. */
  const upToDate = async (doc: DocumentId) => {
    const document = copyOf(doc);
    const service = await ctx.office();
    await service.upToDate(document);
    return { service, document };
  };
  const exporting: ExportStops = new Map();

  return {
    "office:content": (doc) => outcome(async () => ({ content: await (await ctx.office()).content(copyOf(doc)) })),
    "office:paragraphs": ({ doc, from, count }) =>
      outcome(async () => ({ from, ...(await (await upToDate(doc)).service.models.paragraphs(doc, from, count)) })),
    "office:slides": ({ doc, from, count }) =>
      outcome(async () => ({ from, ...(await (await upToDate(doc)).service.models.slides(doc, from, count)) })),
    "office:cells": ({ doc, sheet, range }) =>
      outcome(async () => {
        const { top, left, bottom, right } = range;
        if (bottom < top || right < left || (bottom - top + 1) * (right - left + 1) > MAX_CELLS)
          throw new ToolError("bad_arguments", `at most ${MAX_CELLS} locations at once`);
        return (await upToDate(doc)).service.models.cells(doc, sheet, range);
      }),
    "office:outline": (doc) => outcome(async () => (await upToDate(doc)).service.models.outline(doc)),
    "office:find": ({ doc, sought, caseSensitive, searcher }) =>
      outcome(async () => (await upToDate(doc)).service.models.find(doc, sought, caseSensitive, searcher)),
    "office:edit": ({ doc, edits, how }) =>
      outcome(async () => ({ written: await (await ctx.office()).edit(copyOf(doc), edits, how) })),
    "office:undo": (doc) => outcome(async () => ({ written: await (await ctx.office()).step(copyOf(doc), "undo") })),
    "office:redo": (doc) => outcome(async () => ({ written: await (await ctx.office()).step(copyOf(doc), "redo") })),
    "office:typed": async ({ doc, drafts }) => {
      // The renderer may have closed the document while this was in flight.
      if (!ctx.openDocuments.has(doc) || ctx.openDocuments.of(doc).office === null) return;
      await keepDrafts(ctx, ctx.openDocuments.of(doc), drafts).catch((error: unknown) =>
        ctx.reportError(t.parts.journal, error),
      );
    },
    "office:drafts": (doc) => outcome(() => draftsNow(ctx, copyOf(doc))),
    "office:text": (doc) => outcome(async () => (await upToDate(doc)).service.models.text(doc)),
    "office:open-in-program": (doc) =>
      outcome(async () => {
        await openInProgram(ctx, copyOf(doc));
        return {};
      }),
    "office:suggestions": (doc) => outcome(async () => (await upToDate(doc)).service.models.suggestions(doc)),
    "office:settle": ({ doc, ids, how }) =>
      outcome(async () => ({ written: await (await ctx.office()).resolveSuggestions(copyOf(doc), ids, how) })),
    "office:hunks": (doc) => outcome(async () => (await ctx.office()).hunks(copyOf(doc))),
    "office:export": ({ doc, kind }) =>
      outcome(() => exportOfficeDocument(ctx, copyOf(doc), kind, { stops: exporting, exported })),
    "office:stop-export": async (doc) => exporting.get(doc)?.abort(),
  };
}

const MAX_CELLS = 20_000;

/**
 * Opens an Office document in the system's program for it. Opens the exact file of the tab by its real path, and only a
 * regular file with an Office extension and without macros, so that no link can cause a program to run.
 */
async function openInProgram(ctx: WindowContext, document: OpenDocument): Promise<void> {
  const { location, name } = document;
  if (location === null || document.gone) throw new ToolError("not_found", t.office.gone(name));
  await ctx.grants.check(location.path);
  const { realPath } = location;
  const info = await lstat(realPath).catch(() => null);
  if (info === null) throw new ToolError("not_found", t.office.gone(name));
  if (!info.isFile() || officeFormatOf(realPath) === null || (await realPathOf(location.path)) !== realPath)
    throw new ToolError("unsupported", t.office.notOffice(name));
  if (isMacroName(realPath))
    throw new ToolError("unsupported", t.office.hasMacros(name), { hint: t.office.notOpenedHint });
  const why = await ctx.desktop.openPath(realPath);
  if (why !== "") throw new ToolError("failed", t.office.notOpened(name, why), { hint: t.office.notOpenedHint });
}
