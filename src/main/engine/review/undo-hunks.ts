import { basename } from "node:path";
import { hunksIn, undoHunks as undoPending } from "../../../core/review/pending-edits";
import { isSuggestion } from "../../../core/review/suggestions";
import { officeFormatOf } from "../../../core/text/format";
import { printableName } from "../../../core/text/printable-name";
import type { Packages } from "../office/jobs/packages";
import type { Documents } from "../ports/documents";
import type { History } from "../ports/history";
import type { Review } from "../ports/review";
import { ToolError } from "../ports/tool-error";
import { undoOfficeHunks } from "./undo-office-hunks";
import { nothingLeft, type UndoneHunks, type UndoRequest } from "./undo-request";

/**
 * Undoes agents' writes hunk by hunk, on the present text; what others wrote around them stays. Rejects with `stale` if none of the hunks
 * still applies, and with the errors of any write by `documents`.
 */
export async function undoHunks(
  engine: {
    documents: Documents;
    review: Review;
    history: Pick<History, "list" | "read" | "content">;
    packages: Packages;
  },
  request: UndoRequest,
): Promise<UndoneHunks> {
  const { realPath, hunks, manner, by } = request;
  if (officeFormatOf(realPath) !== null) return undoOfficeHunks(engine, request);
  const { documents, review } = engine;
  const result: UndoneHunks = { undone: [], gone: [], left: [] };
  await documents.change(realPath, [realPath], {
    by,
    reason: hunks.every(isSuggestion) ? "took back a suggestion" : "took back an agent's edit",
    asker: "person",
    undoes: { hunks: result.undone, manner },
    async edit(current) {
      const found = current === null ? null : await review.of(current);
      if (found?.isTextLost) throw textLost(realPath);
      const pending = found?.pending ?? [];
      const waiting = new Set(hunksIn(pending));
      const slice = (from: number, to: number) => current?.text.slice(from, to) ?? "";
      const { changes, undone, left } = undoPending(pending, hunks, manner, slice);
      result.undone.splice(0, result.undone.length, ...undone);
      result.left = left;
      result.gone = [...new Set(hunks)].filter((hunk) => !waiting.has(hunk));
      if (undone.length === 0 && left.length === 0) throw nothingLeft(result.gone.length);
      return { changes };
    },
  });
  return result;
}

const textLost = (realPath: string): ToolError =>
  new ToolError(
    "unsupported",
    `${printableName(basename(realPath))} is a file of secrets: what these edits replaced was not stored`,
    {
      hint: "Keep them, or put the earlier text back yourself.",
    },
  );
