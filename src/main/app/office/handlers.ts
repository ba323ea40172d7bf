import type { DocumentId, Handlers, Outcome } from "../../../shared/contract";
import type { OfficeRequests } from "../../../shared/office";
import { ToolError } from "../../engine/ports/tool-error";
import { told } from "../core/messages";
import { noticeOf, type WindowContext } from "../documents/context";
import { draftsNow, keepDrafts } from "../documents/office-drafts";
import type { WorkingCopy } from "../documents/open-document";
import { type ExportStops, exportOfficeDocument } from "./office-export";
import { openInProgram } from "./open-in-program";

/** Requests of one window about its Office documents. `exported` gets the path of each export. */
export function officeHandlers(
  ctx: WindowContext,
  exported: (path: string) => void,
): Pick<Handlers, keyof OfficeRequests> {
  const outcome = async <T extends object>(work: () => Promise<T>): Promise<Outcome<T>> => {
    try {
      return { ok: true, ...(await work()) };
    } catch (error) {
      return { ok: false, error: noticeOf(ctx, error) };
    }
  };
  const copyOf = (doc: DocumentId): WorkingCopy => {
    const copy = ctx.copies.of(doc);
    if (copy.office === null) throw new ToolError("unsupported", told.office.notOffice(copy.name));
    return copy;
  };
  /** Returns the service once the models have the last written version. */
  const settled = async (doc: DocumentId) => {
    const copy = copyOf(doc);
    const desk = await ctx.office();
    await desk.settled(copy);
    return { desk, copy };
  };
  const exporting: ExportStops = new Map();

  return {
    "office:content": (doc) => outcome(async () => ({ content: await (await ctx.office()).content(copyOf(doc)) })),
    "office:paragraphs": ({ doc, from, count }) =>
      outcome(async () => ({ from, ...(await (await settled(doc)).desk.models.paragraphs(doc, from, count)) })),
    "office:slides": ({ doc, from, count }) =>
      outcome(async () => ({ from, ...(await (await settled(doc)).desk.models.slides(doc, from, count)) })),
    "office:cells": ({ doc, sheet, range }) =>
      outcome(async () => {
        const { top, left, bottom, right } = range;
        if (bottom < top || right < left || (bottom - top + 1) * (right - left + 1) > mostPlaces)
          throw new ToolError("bad_arguments", `at most ${mostPlaces} locations at once`);
        return (await settled(doc)).desk.models.cells(doc, sheet, range);
      }),
    "office:outline": (doc) => outcome(async () => (await settled(doc)).desk.models.outline(doc)),
    "office:find": ({ doc, sought, caseSensitive, searcher }) =>
      outcome(async () => (await settled(doc)).desk.models.find(doc, sought, caseSensitive, searcher)),
    "office:edit": ({ doc, edits, how }) =>
      outcome(async () => ({ written: await (await ctx.office()).edit(copyOf(doc), edits, how) })),
    "office:undo": (doc) => outcome(async () => ({ written: await (await ctx.office()).step(copyOf(doc), "undo") })),
    "office:redo": (doc) => outcome(async () => ({ written: await (await ctx.office()).step(copyOf(doc), "redo") })),
    "office:typed": async ({ doc, drafts }) => {
      // The renderer may have closed the document while this was in flight.
      if (!ctx.copies.has(doc) || ctx.copies.of(doc).office === null) return;
      await keepDrafts(ctx, ctx.copies.of(doc), drafts).catch((error: unknown) =>
        ctx.surprise(told.parts.journal, error),
      );
    },
    "office:drafts": (doc) => outcome(() => draftsNow(ctx, copyOf(doc))),
    "office:text": (doc) => outcome(async () => (await settled(doc)).desk.models.text(doc)),
    "office:open-in-program": (doc) =>
      outcome(async () => {
        await openInProgram(ctx, copyOf(doc));
        return {};
      }),
    "office:suggestions": (doc) => outcome(async () => (await settled(doc)).desk.models.suggestions(doc)),
    "office:settle": ({ doc, ids, how }) =>
      outcome(async () => ({ written: await (await ctx.office()).settle(copyOf(doc), ids, how) })),
    "office:hunks": (doc) => outcome(async () => (await ctx.office()).hunks(copyOf(doc))),
    "office:export": ({ doc, kind }) =>
      outcome(() => exportOfficeDocument(ctx, copyOf(doc), kind, { stops: exporting, exported })),
    "office:stop-export": async (doc) => exporting.get(doc)?.abort(),
  };
}

const mostPlaces = 20_000;
