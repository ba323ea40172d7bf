import { keyedQueue } from "../../../core/async/serial-queue";
import { rangeName, sheetInAddress } from "../../../core/office/sheet-address";
import { type PendingCell, pendingCells } from "../../../core/review/follow-cells";
import { reviewedKind } from "../../../core/review/follow-write";
import {
  hunksIn,
  listHunks,
  type PendingEdits,
  textsOfHunks,
  type UndoManner,
} from "../../../core/review/pending-edits";
import { wholeDocumentHunk } from "../../../core/review/whole-document";
import { officeFormatOf } from "../../../core/text/format";
import type { DocumentId } from "../../../shared/contract";
import type { ReviewedDocument, ReviewedHunk } from "../../../shared/review";
import { ToolError } from "../../engine/ports/tool-error";
import { editsToSend, type UndoneHunks, undoHunks } from "../../engine/review";
import { t } from "../core/messages";
import type { AppCanvas, AppContext, OpenDocument } from "../documents";

/** Pending edits of agents: sends them to the renderers and applies the user's decisions. */
export type Reviews = {
  /** The pending hunks of a document changed. */
  changed(realPath: string): void;
  /** An external program wrote or deleted a file. */
  touched(realPath: string): void;
  /** Sends the pending edits of a document before it is shown, so that they arrive ahead of its text. */
  opened(doc: DocumentId): Promise<void>;
  /** Sends everything again: documents were opened, closed or moved, or a renderer restarted. */
  sendAll(): void;
  /** The documents with pending edits for which `shownAs` returns a path and a short name. */
  list(
    shownAs: (realPath: string) => Pick<ReviewedDocument, "shown" | "name"> | null,
    detail: "counts" | "hunks",
  ): Promise<ReviewedDocument[]>;
  keep(realPath: string, hunks: readonly string[]): Promise<void>;
  /** Undoes hunks in the text including unsaved edits. Throws `stale` if none of them still applies. */
  undo(realPath: string, hunks: readonly string[], manner: UndoManner): Promise<UndoneHunks>;
};

const REST_MS = 40;

/** `listChanged` is called when the list of documents with pending edits may have changed. */
export function createReviews(
  ctx: Pick<AppContext, "by" | "openDocuments" | "engine" | "office" | "reportError">,
  canvas: Pick<AppCanvas, "handOver">,
  listChanged: () => void,
  restMs = REST_MS,
): Reviews {
  const waiting = new Map<DocumentId, "news" | "check">();
  /** Documents whose renderer knows of pending edits and must be notified when there are none left. */
  const showing = new Set<DocumentId>();
  let resting: NodeJS.Timeout | null = null;
  const enqueue = keyedQueue();

  const soon = (): void => {
    resting ??= setTimeout(() => {
      resting = null;
      const docs = [...waiting];
      waiting.clear();
      listChanged();
      for (const [doc, kind] of docs)
        if (ctx.openDocuments.has(doc))
          sendReview(ctx.openDocuments.of(doc), kind).catch((error: unknown) => ctx.reportError(t.parts.review, error));
    }, restMs);
    resting.unref();
  };

  /** One after the other for each document: many edits take several turns to send, and must not arrive after newer ones. */
  const sendReview = (document: OpenDocument, kind: "news" | "check"): Promise<void> =>
    enqueue(document.doc, () => sendNow(document, kind));

  async function sendNow(document: OpenDocument, kind: "news" | "check"): Promise<void> {
    if (document.location === null) return;
    if (document.office !== null) {
      const { realPath } = document.location;
      if (!showing.has(document.doc) && !(await ctx.engine()).review.hasPending(realPath)) return;
      const officeReview = await hunksOf(document);
      if (officeReview === null) return;
      if (officeReview.hunks.length === 0 && !showing.has(document.doc)) return;
      if (officeReview.hunks.length === 0) showing.delete(document.doc);
      else showing.add(document.doc);
      document.window.send("office:review", { doc: document.doc, ...officeReview });
      return;
    }
    const { review } = await ctx.engine();
    const { version, text } = document.at;
    const found = await review.of({ realPath: document.location.realPath, version, text });
    if (found === null && !showing.has(document.doc)) return;
    if (found === null) showing.delete(document.doc);
    else showing.add(document.doc);
    const { pending, writes } = found ?? { pending: [], writes: [] };
    const path = document.location.realPath;
    document.window.send("document:review", {
      doc: document.doc,
      path,
      version,
      pending: await editsToSend(pending),
      writes,
      kind,
    });
  }

  /** Null if the document cannot be read; its own tab shows the error. */
  async function hunksOf(document: OpenDocument) {
    try {
      return await (await ctx.office()).hunks(document);
    } catch (error) {
      if (error instanceof ToolError) return null;
      throw error;
    }
  }

  return {
    changed(realPath) {
      const document = ctx.openDocuments.at(realPath);
      if (document && !waiting.has(document.doc)) waiting.set(document.doc, "check");
      soon();
    },
    touched(realPath) {
      ctx
        .engine()
        .then(({ review }) => {
          if (!review.hasPending(realPath)) return;
          const document = ctx.openDocuments.at(realPath);
          if (document) waiting.set(document.doc, "news");
          soon();
        })
        .catch((error: unknown) => ctx.reportError(t.parts.review, error));
    },
    async opened(doc) {
      if (!ctx.openDocuments.has(doc)) return;
      const document = ctx.openDocuments.of(doc);
      if (document.location === null || document.office !== null) return;
      try {
        if ((await ctx.engine()).review.hasPending(document.location.realPath)) await sendReview(document, "news");
      } catch (error) {
        ctx.reportError(t.parts.review, error);
      }
    },
    sendAll() {
      for (const { doc } of ctx.openDocuments.all()) waiting.set(doc, "news");
      soon();
    },
    async list(shownAs, detail) {
      const { review, documents } = await ctx.engine();
      const found: ReviewedDocument[] = [];
      for (const realPath of review.list()) {
        const shown = shownAs(realPath);
        if (shown === null) continue;
        // The file may have been changed or deleted since.
        const now =
          officeFormatOf(realPath) === null
            ? (ctx.openDocuments.at(realPath)?.at ??
              (await documents.read(realPath, [realPath], "person").catch(() => null)))
            : await documents.textProjection(realPath, [realPath]).catch(() => null);
        const waiting = now && (await review.of({ realPath, version: now.version, text: now.text }));
        if (!waiting) continue;
        const hunks = detail === "hunks" ? excerpts(realPath, waiting.pending, now.text) : [];
        const count = detail === "hunks" ? hunks.length : hunksIn(waiting.pending).length;
        found.push({ path: realPath, ...shown, count, hunks, writes: waiting.writes });
      }
      return found;
    },
    async keep(realPath, hunks) {
      await (await ctx.engine()).review.keep(realPath, hunks);
    },
    async undo(realPath, hunks, manner) {
      const document = ctx.openDocuments.at(realPath);
      if (document?.conflict === "shown") throw new ToolError("conflict", t.conflictBeforeUndo(document.name));
      // Hunks are taken out of the text including unsaved edits, so these are saved first.
      await canvas.handOver(realPath);
      return undoHunks(await ctx.engine(), { realPath, hunks, manner, by: ctx.by });
    },
  };
}

/** Characters of each side that are enough to recognize an edit. */
const EXCERPT = 160;

/** The beginnings of the removed and inserted text of each hunk, in document order. */
function excerpts(realPath: string, pending: PendingEdits, text: string): ReviewedHunk[] {
  const texts = textsOfHunks(pending, (from, to) => text.slice(from, to));
  const whole = wholeDocumentHunk(pending);
  if (whole === null && reviewedKind(realPath) === "cells") return cellExcerpts(pending, text);
  return listHunks(pending).map(({ id, writes, isMixed }) => {
    if (id === whole) return { id, writes, isMixed, isWhole: true, removed: "", inserted: "" };
    const { removed, inserted } = texts.get(id) ?? { removed: "", inserted: "" };
    return { id, writes, isMixed, removed: beginning(removed), inserted: beginning(inserted) };
  });
}

/** The same for a spreadsheet: the cells with their contents before and after. */
function cellExcerpts(pending: PendingEdits, text: string): ReviewedHunk[] {
  const cells = Map.groupBy(pendingCells(pending, text), ({ hunk }) => hunk);
  return listHunks(pending).map(({ id, writes, isMixed }) => {
    const own = cells.get(id) ?? [];
    const side = (of: "accepted" | "now") => {
      const some = own.slice(0, EXCERPT).flatMap((cell) => (cell[of] === "" ? [] : [cell[of]]));
      return beginning(some.join(" · "));
    };
    return { id, writes, isMixed, cells: namesOfCells(own), removed: side("accepted"), inserted: side("now") };
  });
}

/** The bounding range of the cells for each sheet: `Sheet1!B2:C9`. */
function namesOfCells(cells: readonly PendingCell[]): string {
  const sheets = [...Map.groupBy(cells, ({ sheet }) => sheet)];
  return sheets
    .map(([sheet, own]) => {
      const range = { from: { row: Infinity, column: Infinity }, to: { row: 0, column: 0 } };
      for (const { row, column } of own) {
        range.from = { row: Math.min(range.from.row, row), column: Math.min(range.from.column, column) };
        range.to = { row: Math.max(range.to.row, row), column: Math.max(range.to.column, column) };
      }
      return `${sheetInAddress(sheet)}!${rangeName(range)}`;
    })
    .join(", ");
}

const beginning = (text: string): string => text.slice(0, EXCERPT).toWellFormed();
