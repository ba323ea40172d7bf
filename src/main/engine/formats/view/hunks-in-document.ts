import { listHunks, type PendingEdits, undoHunks } from "../../document/review/pending-edits";
import { wholeHunk } from "../../document/review/whole-document";
import { cellEdits, lineStretches } from "./ledger-text";
import type { ModelHunk } from "./model-talk";
import { placeHunks } from "./place-hunks";
import { type Reading, slideOfEntry } from "./see-package";

/** Agents' edits that wait, where they stand: in paragraphs or in cells. */
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
  return listHunks(pending).map(({ id, writes, isMixed }) => ({
    ...{ id, writes, isMixed },
    parts: lineStretches(ledger, undoHunks(pending, [id], "with the user's words").changes).flatMap(
      ({ before, after }) =>
        cellEdits(before.join("\n"), after.join("\n")).flatMap((edit) =>
          edit.edit !== "cells"
            ? []
            : Object.entries(edit.cells).map(([address, was]) => ({
                ...{ sheet: edit.sheet, address, before: was, after: edit.before[address] ?? "" },
              })),
        ),
    ),
  }));
}
