import { sep } from "node:path";
import type { DocumentId, ReviewedDocument } from "../../shared/contract";
import { listHunks } from "../engine/document/pending-hunks";
import { ToolError } from "../engine/tool-error";
import { undoHunks } from "../engine/undo-hunks";
import { type AppContext, you } from "./context";
import type { HandOver } from "./hand-over";
import { told } from "./words";
import type { WorkingCopy } from "./working-copy";

/** What agents wrote and the person has not looked at yet, as the pages are told of it and decide on it. */
export type Reviews = {
  /** Other hunks of a document wait than before. */
  changed(realPath: string): void;
  /** Documents were opened, closed or moved; a new page knows nothing yet. */
  tellAll(): void;
  /** The documents in which something waits and that `isShown` lets be named, by real path. */
  list(isShown: (realPath: string) => boolean): Promise<ReviewedDocument[]>;
  keep(realPath: string, hunks: readonly string[]): Promise<void>;
  /** On the text with what is typed in it. Refused with `stale` where none of them applies any more. */
  undo(realPath: string, hunks: readonly string[]): Promise<{ undone: string[]; gone: string[] }>;
};

const REST_MS = 40;

/** `listChanged`: the list of all documents may be another. */
export function createReviews(
  ctx: Pick<AppContext, "copies" | "engine" | "surprise">,
  canvas: Pick<HandOver, "handOver">,
  listChanged: () => void,
  restMs = REST_MS,
): Reviews {
  const waiting = new Set<DocumentId>();
  /** Documents whose page was told of something that waits: it must hear, too, that nothing does any more. */
  const showing = new Set<DocumentId>();
  let resting: NodeJS.Timeout | null = null;

  const soon = (): void => {
    resting ??= setTimeout(() => {
      resting = null;
      const docs = [...waiting];
      waiting.clear();
      listChanged();
      for (const doc of docs)
        if (ctx.copies.has(doc))
          tell(ctx.copies.of(doc)).catch((error: unknown) => ctx.surprise(told.parts.review, error));
    }, restMs);
    resting.unref();
  };

  async function tell(copy: WorkingCopy): Promise<void> {
    if (copy.place === null) return;
    const { review } = await ctx.engine();
    const { version, text } = copy.at;
    const found = await review.of({ realPath: copy.place.realPath, version, text });
    if (found === null && !showing.has(copy.doc)) return;
    if (found === null) showing.delete(copy.doc);
    else showing.add(copy.doc);
    const { pending, writes } = found ?? { pending: [], writes: [] };
    copy.window.send("document:review", { doc: copy.doc, path: copy.place.realPath, version, pending, writes });
  }

  return {
    changed(realPath) {
      const copy = ctx.copies.at(realPath);
      if (copy) waiting.add(copy.doc);
      soon();
    },
    tellAll() {
      for (const { doc } of ctx.copies.all()) waiting.add(doc);
      soon();
    },
    async list(isShown) {
      const { review } = await ctx.engine();
      return review
        .list()
        .filter(({ realPath }) => isShown(realPath))
        .map(({ realPath, pending, writes }) => ({
          path: realPath,
          name: realPath.slice(realPath.lastIndexOf(sep) + 1),
          hunks: listHunks(pending).map(({ id }) => id),
          writes,
        }));
    },
    async keep(realPath, hunks) {
      (await ctx.engine()).review.keep(realPath, hunks);
    },
    async undo(realPath, hunks) {
      const copy = ctx.copies.at(realPath);
      if (copy?.conflict === "shown") throw new ToolError("conflict", told.conflictBeforeUndo(copy.name));
      // What is typed is part of the text that a hunk is taken out of.
      await canvas.handOver(realPath);
      const { undone, gone } = await undoHunks(await ctx.engine(), { realPath, hunks, by: you });
      return { undone, gone };
    },
  };
}
