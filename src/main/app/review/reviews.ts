import { rangeName, sheetInAddress } from "../../../core/office/sheet-address";
import { type PendingCell, pendingCells } from "../../../core/review/follow-cells";
import { reviewedKind } from "../../../core/review/follow-write";
import { packEdits } from "../../../core/review/packed-edits";
import { listHunks, type PendingEdits, textsOfHunks, type UndoManner } from "../../../core/review/pending-edits";
import { wholeHunk } from "../../../core/review/whole-document";
import { officeFormatOf } from "../../../core/text/format";
import type { DocumentId, ReviewedDocument, ReviewedHunk } from "../../../shared/contract";
import { ToolError } from "../../engine/ports/tool-error";
import type { UndoneHunks } from "../../engine/review";
import { undoHunks } from "../../engine/review";
import { told } from "../core/messages";
import { type AppContext, you } from "../documents/context";
import type { WorkingCopy } from "../documents/open-document";
import type { HandOver } from "../documents/request-unsaved-text";

/** Pending edits of agents: sends them to the renderers and applies the user's decisions. */
export type Reviews = {
  /** The pending hunks of a document changed. */
  changed(realPath: string): void;
  /** An external program wrote or deleted a file. */
  touched(realPath: string): void;
  /** Sends the pending edits of a document before it is shown, so that they arrive ahead of its text. */
  opened(doc: DocumentId): Promise<void>;
  /** Sends everything again: documents were opened, closed or moved, or a renderer restarted. */
  tellAll(): void;
  /** The documents with pending edits for which `shownAs` returns a path and a short name. */
  list(
    shownAs: (realPath: string) => Pick<ReviewedDocument, "shown" | "name"> | null,
    detail: "counts" | "hunks",
  ): Promise<ReviewedDocument[]>;
  keep(realPath: string, hunks: readonly string[]): Promise<void>;
  /** Undoes hunks in the text including unsaved edits. Throws `stale` if none of them applies any more. */
  undo(realPath: string, hunks: readonly string[], manner: UndoManner): Promise<UndoneHunks>;
};

const REST_MS = 40;

/** `listChanged` is called when the list of documents with pending edits may have changed. */
export function createReviews(
  ctx: Pick<AppContext, "copies" | "engine" | "office" | "surprise">,
  canvas: Pick<HandOver, "handOver">,
  listChanged: () => void,
  restMs = REST_MS,
): Reviews {
  const waiting = new Map<DocumentId, "news" | "check">();
  /** Documents whose renderer knows of pending edits and must be notified when there are none left. */
  const showing = new Set<DocumentId>();
  let resting: NodeJS.Timeout | null = null;

  const soon = (): void => {
    resting ??= setTimeout(() => {
      resting = null;
      const docs = [...waiting];
      waiting.clear();
      listChanged();
      for (const [doc, kind] of docs)
        if (ctx.copies.has(doc))
          tell(ctx.copies.of(doc), kind).catch((error: unknown) => ctx.surprise(told.parts.review, error));
    }, restMs);
    resting.unref();
  };

  async function tell(copy: WorkingCopy, kind: "news" | "check"): Promise<void> {
    if (copy.place === null) return;
    if (copy.office !== null) {
      const { realPath } = copy.place;
      if (!showing.has(copy.doc) && !(await ctx.engine()).review.waits(realPath)) return;
      const told = await hunksOf(copy);
      if (told === null) return;
      if (told.hunks.length === 0 && !showing.has(copy.doc)) return;
      if (told.hunks.length === 0) showing.delete(copy.doc);
      else showing.add(copy.doc);
      copy.window.send("office:review", { doc: copy.doc, ...told });
      return;
    }
    const { review } = await ctx.engine();
    const { version, text } = copy.at;
    const found = await review.of({ realPath: copy.place.realPath, version, text });
    if (found === null && !showing.has(copy.doc)) return;
    if (found === null) showing.delete(copy.doc);
    else showing.add(copy.doc);
    const { pending, writes } = found ?? { pending: [], writes: [] };
    const path = copy.place.realPath;
    copy.window.send("document:review", { doc: copy.doc, path, version, pending: packEdits(pending), writes, kind });
  }

  /** Null if the document cannot be read; its own tab shows the error. */
  async function hunksOf(copy: WorkingCopy) {
    try {
      return await (await ctx.office()).hunks(copy);
    } catch (error) {
      if (error instanceof ToolError) return null;
      throw error;
    }
  }

  return {
    changed(realPath) {
      const copy = ctx.copies.at(realPath);
      if (copy && !waiting.has(copy.doc)) waiting.set(copy.doc, "check");
      soon();
    },
    touched(realPath) {
      ctx
        .engine()
        .then(({ review }) => {
          if (!review.waits(realPath)) return;
          const copy = ctx.copies.at(realPath);
          if (copy) waiting.set(copy.doc, "news");
          soon();
        })
        .catch((error: unknown) => ctx.surprise(told.parts.review, error));
    },
    async opened(doc) {
      if (!ctx.copies.has(doc)) return;
      const copy = ctx.copies.of(doc);
      if (copy.place === null || copy.office !== null) return;
      try {
        if ((await ctx.engine()).review.waits(copy.place.realPath)) await tell(copy, "news");
      } catch (error) {
        ctx.surprise(told.parts.review, error);
      }
    },
    tellAll() {
      for (const { doc } of ctx.copies.all()) waiting.set(doc, "news");
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
            ? (ctx.copies.at(realPath)?.at ?? (await documents.read(realPath, [realPath], "person").catch(() => null)))
            : await documents.ledger(realPath, [realPath]).catch(() => null);
        const waiting = now && (await review.of({ realPath, version: now.version, text: now.text }));
        if (!waiting) continue;
        const hunks = detail === "hunks" ? excerpts(realPath, waiting.pending, now.text) : [];
        const count = detail === "hunks" ? hunks.length : listHunks(waiting.pending).length;
        found.push({ path: realPath, ...shown, count, hunks, writes: waiting.writes });
      }
      return found;
    },
    async keep(realPath, hunks) {
      await (await ctx.engine()).review.keep(realPath, hunks);
    },
    async undo(realPath, hunks, manner) {
      const copy = ctx.copies.at(realPath);
      if (copy?.conflict === "shown") throw new ToolError("conflict", told.conflictBeforeUndo(copy.name));
      // Hunks are taken out of the text including unsaved edits, so these are saved first.
      await canvas.handOver(realPath);
      return undoHunks(await ctx.engine(), { realPath, hunks, manner, by: you });
    },
  };
}

/** Characters of each side that are enough to recognize an edit. */
const EXCERPT = 160;

/** The beginnings of the removed and inserted text of each hunk, in document order. */
function excerpts(realPath: string, pending: PendingEdits, text: string): ReviewedHunk[] {
  const texts = textsOfHunks(pending, (from, to) => text.slice(from, to));
  const whole = wholeHunk(pending);
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
