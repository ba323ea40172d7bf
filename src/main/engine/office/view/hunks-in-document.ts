import { cellName } from "../../../../core/office/sheet-address";
import { pendingCells } from "../../../../core/review/follow-cells";
import { listHunks, type PendingEdits } from "../../../../core/review/pending-edits";
import { wholeDocumentHunk } from "../../../../core/review/whole-document";
import { locateHunks } from "./locate-hunks";
import type { ModelHunk } from "./model-protocol";
import { ofLine } from "./projected-text";
import { type ModelState, slideOfEntry } from "./view-package";

/** Agents' pending edits by their location: in paragraphs or in cells. */
export function hunksInDocument(
  { view, ids, projection }: Pick<ModelState, "view" | "ids"> & { projection: string | null },
  pending: PendingEdits,
): ModelHunk[] {
  const whole = wholeDocumentHunk(pending);
  if (whole !== null || projection === null)
    return listHunks(pending).map(({ id, writes, isMixed }) => ({ id, writes, isMixed, parts: [], isWhole: true }));
  if (view.kind !== "spreadsheet") {
    const slideOf = slideOfEntry(view);
    return locateHunks(projection, pending).map(({ parts, ...hunk }) => ({
      ...hunk,
      parts: parts.map(({ line, ...part }) => ({
        paragraph: ids[line] ?? "",
        index: line,
        slide: slideOf(line),
        ...part,
      })),
    }));
  }
  const cells = Map.groupBy(pendingCells(pending, projection), ({ hunk }) => hunk);
  return listHunks(pending).map(({ id, writes, isMixed }) => ({
    id,
    writes,
    isMixed,
    parts: (cells.get(id) ?? []).map(({ sheet, row, column, accepted, now }) => ({
      sheet: ofLine(sheet),
      address: cellName({ row, column }),
      before: ofLine(accepted),
      after: ofLine(now),
    })),
  }));
}
