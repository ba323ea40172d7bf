import { useState } from "react";
import type { OfficeRange, OfficeSheet } from "../../../../shared/office";
import { type CellPosition, largest, rangeBetween } from "../model/cell-ranges";
import { mergedAt } from "./sheet-moves";

/** The current cell `at` and the opposite `corner` of the selection; `moved` is called when the current cell changes. */
export function useGridSelection(sheet: OfficeSheet, moved: (at: CellPosition) => void) {
  const [at, setAt] = useState<CellPosition>({ row: 1, column: 1 });
  const [corner, setCorner] = useState<CellPosition>({ row: 1, column: 1 });
  const merged = mergedAt(sheet.merged, at);
  const own: OfficeRange = merged ?? { top: at.row, left: at.column, bottom: at.row, right: at.column };
  const isOneCell = at.row === corner.row && at.column === corner.column;
  const select = (from: CellPosition, to: CellPosition) => {
    setAt(from);
    setCorner(to);
    moved(from);
  };
  return {
    at,
    corner,
    /** The current cell, with all that is merged into it. */
    own,
    selected: isOneCell ? own : rangeBetween(at, corner),
    setCorner,
    select,
    /** Moves the current cell or the other corner; returns where it is then, within the largest sheet. */
    move({ row, column }: CellPosition, how: "moves" | "extends"): CellPosition {
      const to = {
        row: Math.max(1, Math.min(largest.rows, row)),
        column: Math.max(1, Math.min(largest.columns, column)),
      };
      if (how === "extends") setCorner(to);
      else select(to, to);
      return to;
    },
  };
}
