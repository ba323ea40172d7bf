import type { DocumentId, ReviewedDocument, ReviewedHunk } from "../../shared/contract";
import { officeFormatOf } from "../engine/document/format";
import { hunksIn, type PendingHunks } from "../engine/document/pending-hunks";
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
  /** Another program wrote a file, or took it away. */
  touched(realPath: string): void;
  /** Documents were opened, closed or moved; a new page knows nothing yet. */
  tellAll(): void;
  /** The documents in which something waits, of those that `shownAs` names: as the folder's tree does, and in short. */
  list(
    shownAs: (realPath: string) => Pick<ReviewedDocument, "shown" | "name"> | null,
    detail: "counts" | "hunks",
  ): Promise<ReviewedDocument[]>;
  keep(realPath: string, hunks: readonly string[]): Promise<void>;
  /** On the text with what is typed in it. Refused with `stale` where none of them applies any more. */
  undo(realPath: string, hunks: readonly string[]): Promise<{ undone: string[]; gone: string[] }>;
};

const REST_MS = 40;

/** `listChanged`: the list of all documents may be another. */
export function createReviews(
  ctx: Pick<AppContext, "copies" | "engine" | "office" | "surprise">,
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
    copy.window.send("document:review", { doc: copy.doc, path: copy.place.realPath, version, pending, writes });
  }

  /** Null where the document cannot be read: its own tab says why. */
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
      if (copy) waiting.add(copy.doc);
      soon();
    },
    touched(realPath) {
      ctx
        .engine()
        .then(({ review }) => review.waits(realPath) && this.changed(realPath))
        .catch((error: unknown) => ctx.surprise(told.parts.review, error));
    },
    tellAll() {
      for (const { doc } of ctx.copies.all()) waiting.add(doc);
      soon();
    },
    async list(shownAs, detail) {
      const { review, documents } = await ctx.engine();
      const found: ReviewedDocument[] = [];
      for (const { realPath } of review.list()) {
        const shown = shownAs(realPath);
        if (shown === null) continue;
        // Others may have written since, or the file may be gone.
        const now =
          officeFormatOf(realPath) === null
            ? (ctx.copies.at(realPath)?.at ?? (await documents.read(realPath, [realPath], "person").catch(() => null)))
            : await documents.ledger(realPath, [realPath]).catch(() => null);
        const waiting = now && (await review.of({ realPath, version: now.version, text: now.text }));
        if (!waiting) continue;
        const hunks = detail === "hunks" ? excerpts(waiting.pending) : [];
        const count = detail === "hunks" ? hunks.length : hunksIn(waiting.pending).length;
        found.push({ path: realPath, ...shown, count, hunks, writes: waiting.writes });
      }
      return found;
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

/** So much of each side is enough to know an edit by. */
const EXCERPT = 160;

/** The beginnings of what each hunk took out and put in, in the order of the text; in one go, as there may be thousands. */
function excerpts(pending: PendingHunks): ReviewedHunk[] {
  const hunks = new Map<string, ReviewedHunk>();
  const add = (id: string | null, side: "removed" | "inserted", text: string) => {
    if (id === null) return;
    const hunk = hunks.get(id) ?? { id, removed: "", inserted: "" };
    if (hunk[side].length < EXCERPT) hunk[side] += text.slice(0, EXCERPT - hunk[side].length);
    hunks.set(id, hunk);
  };
  for (const piece of pending) {
    if (typeof piece === "number") continue;
    add(piece.removedBy, "removed", piece.text);
    add(piece.insertedBy, "inserted", piece.removedBy === null ? piece.text : "");
  }
  return [...hunks.values()].map(({ id, removed, inserted }) => ({
    id,
    removed: removed.toWellFormed(),
    inserted: inserted.toWellFormed(),
  }));
}
