import { cellName } from "../../../../core/office/sheet-address";
import { pendingCells } from "../../../../core/review/follow-cells";
import { listHunks, type PendingEdits } from "../../../../core/review/pending-edits";
import { wholeHunk } from "../../../../core/review/whole-document";
import { placeHunks } from "./locate-hunks";
import type { ModelHunk } from "./model-protocol";
import { ofLine } from "./projected-text";
import { type Reading, slideOfEntry } from "./view-package";

/** Agents' pending edits by their location: in paragraphs or in cells. */
export function hunksInDocument(
  { seen, ids, ledger }: Pick<Reading, "seen" | "ids"> & { ledger: string | null },
  pending: PendingEdits,
): ModelHunk[] {
  const whole = wholeHunk(pending);
  if (whole !== null || ledger === null)
    return listHunks(pending).map(({ id, writes, isMixed }) => ({ id, writes, isMixed, parts: [], isWhole: true }));
  if (seen.kind !== "spreadsheet") {
    const slideOf = slideOfEntry(seen);
    return placeHunks(ledger, pending).map(({ parts, ...hunk }) => ({
      ...hunk,
      parts: parts.map(({ line, ...part }) => ({
        ...{ paragraph: ids[line] ?? "", index: line, slide: slideOf(line), ...part },
      })),
    }));
  }
  const cells = Map.groupBy(pendingCells(pending, ledger), ({ hunk }) => hunk);
  return listHunks(pending).map(({ id, writes, isMixed }) => ({
    ...{ id, writes, isMixed },
    parts: (cells.get(id) ?? []).map(({ sheet, row, column, accepted, now }) => ({
      ...{ sheet: ofLine(sheet), address: cellName({ row, column }), before: ofLine(accepted), after: ofLine(now) },
    })),
  }));
}
