import { MAX_SHEET_COLUMNS } from "../../../../core/limits";
import {
  addressOf,
  type CellRef,
  cellName,
  parseRange,
  sheetInAddress,
  splitAddress,
} from "../../../../core/office/sheet-address";
import { ToolError } from "../../ports/tool-error";
import type { CommentTarget } from "../text/office-comments";
import { cellRefFor } from "./sheet-input";

/** A cell by the index of its sheet. */
export type SheetRef = { sheet: number; ref: CellRef };

type TextRange = { from: number; to: number };

/** A cell with text, and where that is in the text of the workbook. */
export type CellText = SheetRef & TextRange;

/** What a format offers about the cells of its workbooks. */
export type CellTexts = {
  /** The names of the sheets. */
  names: readonly string[];
  /** Visits the cells with text of some sheets, in the order of the text. Returns where each sheet's name ends. */
  visit(isVisited: (sheet: number) => boolean, visit: (cell: CellText) => void): { ends: readonly number[] };
};

const order = (one: SheetRef, other: SheetRef): number =>
  one.sheet - other.sheet || one.ref.row - other.ref.row || one.ref.column - other.ref.column;

/** Where the texts of cells are; of a cell without text, where it would be. */
export function cellRanges(
  { visit }: Pick<CellTexts, "visit">,
  wanted: readonly SheetRef[],
): (cell: SheetRef) => TextRange {
  const sorted = [...wanted].sort(order);
  const known = new Map<number, Map<number, TextRange | null>>();
  for (const { sheet, ref } of sorted) {
    const cells = known.get(sheet) ?? new Map<number, TextRange | null>();
    known.set(sheet, cells.set(numberOf(ref), null));
  }
  let at = 0;
  let last: CellText | null = null;
  /** The cell with text before each of those that are wanted. */
  const before: (CellText | null)[] = sorted.map(() => null);
  const { ends } = visit(
    (sheet) => known.has(sheet),
    (cell) => {
      for (; at < sorted.length && order(sorted[at] as SheetRef, cell) < 0; at++) before[at] = last;
      const cells = known.get(cell.sheet);
      if (cells?.has(numberOf(cell.ref))) cells.set(numberOf(cell.ref), { from: cell.from, to: cell.to });
      last = cell;
    },
  );
  for (; at < sorted.length; at++) before[at] = last;
  for (const [index, { sheet, ref }] of sorted.entries()) {
    const cells = known.get(sheet);
    if (cells === undefined || cells.get(numberOf(ref)) !== null) continue;
    const previous = before[index];
    const end = previous?.sheet === sheet ? previous.to : (ends[sheet] ?? 0);
    cells.set(numberOf(ref), { from: end, to: end });
  }
  return ({ sheet, ref }) => known.get(sheet)?.get(numberOf(ref)) ?? { from: 0, to: 0 };
}

const numberOf = ({ row, column }: CellRef): number => row * (MAX_SHEET_COLUMNS + 1) + column;

/** The cell that a new comment is on. Words must be in one cell. */
export function targetCell(texts: CellTexts, { range, address }: CommentTarget): SheetRef {
  if (address !== undefined) return cellAt(address, texts.names);
  let found: SheetRef | null = null;
  texts.visit(
    () => true,
    (cell) => {
      if (cell.from <= range.from && range.to <= cell.to) found ??= { sheet: cell.sheet, ref: cell.ref };
    },
  );
  if (found === null)
    throw new ToolError("unsupported", "a comment in a spreadsheet is on one cell, and these words are not in one", {
      hint: "Give section: an address such as Sheet1!B2.",
    });
  return found;
}

/** The cell that an address names: of a range, its first cell. Without a sheet, it is on the only one. */
function cellAt(address: string, names: readonly string[]): SheetRef {
  const split = splitAddress(address);
  const range = split === null ? null : parseRange(split.rest);
  if (split === null || range === null) return cellRefFor(address, names);
  const cell = cellName(range.from);
  return cellRefFor(split.sheet === null ? cell : `${sheetInAddress(split.sheet)}!${cell}`, names);
}

/** The address of a cell as the threads of a workbook have it. */
export const addressIn = (names: readonly string[], { sheet, ref }: SheetRef): string =>
  addressOf(names[sheet] ?? "", ref);

/** The error for a second comment on a cell: in spreadsheets a cell has one, with answers. */
export const takenCell = (address: string): ToolError =>
  new ToolError("wrong_state", `${address} has a comment already, and a cell has only one`, {
    hint: "Reply to that one; comments with action list and status all names its thread.",
  });
