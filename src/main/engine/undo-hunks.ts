import { officeFormatOf } from "./document/format";
import { type HunkId, hunksIn, undoHunks as undoPending } from "./document/pending-hunks";
import type { Documents } from "./documents";
import type { History, Writer } from "./history/history";
import type { Review } from "./review/review";
import { ToolError } from "./tool-error";
import { undoOfficeHunks } from "./undo-office-hunks";

/** What taking hunks back came to: those that no longer apply are left out, and named. */
export type UndoneHunks = { undone: HunkId[]; gone: HunkId[]; version: string };

/**
 * Takes back what agents wrote, hunk by hunk, on the text as it is now: what others wrote around and into it stays. Refused
 * with `stale` where none of the hunks applies any more; `documents` refuses as for any write.
 */
export async function undoHunks(
  engine: { documents: Documents; review: Review; history: Pick<History, "list" | "read"> },
  { realPath, hunks, by }: { realPath: string; hunks: readonly HunkId[]; by: Writer },
): Promise<UndoneHunks> {
  if (officeFormatOf(realPath) !== null) return undoOfficeHunks(engine, { realPath, hunks, by });
  const { documents, review } = engine;
  const undone: HunkId[] = [];
  const gone: HunkId[] = [];
  const { after } = await documents.change(realPath, [realPath], {
    by,
    reason: "took back an agent's edit",
    asked: "person",
    undoes: undone,
    async edit(current) {
      undone.length = 0;
      gone.length = 0;
      const found = current === null ? null : await review.of(current);
      const pending = found?.pending ?? [];
      const waiting = new Set(hunksIn(pending));
      for (const hunk of new Set(hunks)) (waiting.has(hunk) ? undone : gone).push(hunk);
      if (undone.length === 0) throw nothingLeft(gone.length);
      return { changes: undoPending(pending, undone).changes };
    },
  });
  return { undone, gone, version: after.version };
}

const nothingLeft = (count: number): ToolError =>
  new ToolError(
    "stale",
    count === 1
      ? "this edit no longer applies: the text that it changed has been written over"
      : `these ${count} edits no longer apply: the texts that they changed have been written over`,
    { hint: "The history has every earlier version of the document." },
  );
