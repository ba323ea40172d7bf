import type { OfficeSheet } from "../../../../shared/office";
import type { CellPosition } from "../model/cell-ranges";
import { type GridInfo, stepped, toEdge } from "./sheet-moves";

/** The properties of a keyboard event that matter in a grid. */
export type GridKey = { key: string; shiftKey: boolean; altKey: boolean; ctrlKey: boolean; metaKey: boolean };

type EditingActions = {
  /** Saves the cell, and moves if `by` is given. */
  leave(by: CellPosition | null): void;
  discard(): void;
};

/** Runs the key of a grid while a cell is edited; false if it belongs to the text. */
export function runEditingKey(event: GridKey, { leave, discard }: EditingActions): boolean {
  const { key, shiftKey, altKey } = event;
  const main = event.ctrlKey || event.metaKey;
  const by = shiftKey ? -1 : 1;
  if (key === "Escape") discard();
  else if (key === "Enter" && main) leave(null);
  else if (key === "Enter" && !altKey) leave({ row: by, column: 0 });
  else if (key === "Tab") leave({ row: 0, column: by });
  else return false;
  return true;
}

type Grid = {
  at: CellPosition;
  corner: CellPosition;
  sheet: OfficeSheet;
  info: GridInfo;
  /** The rows that PageDown moves by. */
  pageRows: number;
  go(position: CellPosition, how?: "moves" | "extends"): void;
  select(from: CellPosition, to: CellPosition): void;
  begin(): unknown;
  empty(): void;
};

const arrows: Record<string, CellPosition> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** Runs the key of a grid while no cell is edited; false if it has no meaning there, such as a letter. */
export function runGridKey(event: GridKey, grid: Grid): boolean {
  const { key, shiftKey, altKey } = event;
  const { at, corner, sheet, info, go, select } = grid;
  const { rows, columns } = info;
  const main = event.ctrlKey || event.metaKey;
  const from = shiftKey ? corner : at;
  const how = shiftKey ? "extends" : "moves";
  const last = { row: Math.max(1, sheet.rows), column: Math.max(1, sheet.columns) };
  const arrow = arrows[key];
  if (arrow && !altKey) go(main ? toEdge(from, arrow, info) : stepped(from, arrow, info), how);
  else if (key === "Home") go({ row: main ? 1 : from.row, column: 1 }, how);
  else if (key === "End") go({ row: main ? last.row : from.row, column: last.column }, how);
  else if ((key === "PageDown" || key === "PageUp") && !main && !altKey) {
    const by = key === "PageDown" ? 1 : -1;
    go({ row: rows.nextVisible(from.row + by * grid.pageRows, by), column: from.column }, how);
  } else if (key === "Tab" && !main && !altKey) go(stepped(at, { row: 0, column: shiftKey ? -1 : 1 }, info));
  else if (key === "F2" || (key === "Enter" && !main && !altKey)) grid.begin();
  else if (key === "Delete" || (key === "Backspace" && !main)) grid.empty();
  else if (key === "a" && main) {
    go({ row: 1, column: 1 });
    go(last, "extends");
  } else if (key === "Escape") select(at, at);
  else if (key === " " && main) select({ row: 1, column: at.column }, { row: rows.count, column: at.column });
  else if (key === " " && shiftKey) select({ row: at.row, column: 1 }, { row: at.row, column: columns.count });
  else return false;
  return true;
}
