import type { OfficeCell, OfficeRange, OfficeSheet } from "../../../../core/office/office-view";
import { cropText } from "../../../../core/text/characters";
import { MAX_CELL } from "./sheet-input";
import type { SheetCell } from "./sheet-reading";

/** A workbook as it is shown: its sheets, and cells of a part of one, read when they come into view. */
export type SheetsView = {
  sheets: OfficeSheet[];
  /** Of the sheet at this place; row by row. */
  cells(sheet: number, range: OfficeRange): ViewCell[];
  /** Whether cells of a few rows cost no more than those rows, and not a way through the whole sheet. */
  isReadByRows(sheet: number): boolean;
  /** What tells whether a row is another than in the view before, by row; null where rows cannot be compared. */
  rowKeys(sheet: number): ReadonlyMap<number, string> | null;
  /** Equal where cells of two versions mean the same by the same words. */
  common: string;
};

/** A cell as the page shows it and begins to edit it. */
export function shownCell(cell: SheetCell, look: OfficeCell["look"]): ViewCell {
  const { place, kind, value, shown, hasFormula } = cell;
  return {
    ...{ row: place.row, column: place.column, text: shown, type: kind, look, hasFormula },
    // Both may cost much, and most who look through cells ask for neither.
    get formula() {
      return cell.formula;
    },
    get input() {
      return inputOf(kind, value, shown, cell.formula);
    },
  };
}

/** A cell of which the formula, and what editing begins with, are worked out when they are asked for. */
export type ViewCell = OfficeCell & { hasFormula: boolean };

/** The same cell elsewhere, or with more said of it. */
export const cellLike = (
  cell: ViewCell,
  more: Partial<Pick<OfficeCell, "row" | "column" | "comment" | "link">>,
): ViewCell =>
  Object.defineProperties({} as ViewCell, {
    ...Object.getOwnPropertyDescriptors(cell),
    ...Object.getOwnPropertyDescriptors(more),
  });

/** Characters of a cell that the page is told of: more do not fit on a screen, nor into a cell of Excel. */
const MAX_SHOWN = 2000;

/** A cell as the page is told of it: a text that is longer than cells can be is cut, and cannot be edited here. */
export function toldCell({ hasFormula: _, ...cell }: ViewCell): OfficeCell {
  const { text, input } = cell;
  return {
    ...cell,
    text: cropText(text, MAX_SHOWN),
    input: isTooLong(input) ? cropText(input, MAX_SHOWN) : input,
  };
}

/** Whether what a cell says is more than can be edited here. */
export const isTooLong = (input: string): boolean => input.length > MAX_CELL;

function inputOf(kind: SheetCell["kind"], value: SheetCell["value"], shown: string, formula: string | null): string {
  if (formula !== null) return formula;
  if (value === null) return "";
  if (kind === "boolean") return value === true || value === "true" ? "TRUE" : "FALSE";
  if (kind === "text" && String(value).length > MAX_CELL) return String(value);
  if (kind === "text")
    return typeof typedValue(String(value)) === "string" && !/^['=]/.test(String(value))
      ? String(value)
      : `'${String(value)}`;
  if (kind === "number" && typeof value === "number" && /%$/.test(shown)) return `${trimmed(value * 100)}%`;
  return typeof value === "number" ? trimmed(value) : String(value);
}

/** Fifteen digits, as spreadsheets count: what a percentage of 0.07 loses on the way is not shown. */
const trimmed = (value: number): string => String(Number(value.toPrecision(15)));

/** What is meant by what was typed into a cell: a number, a truth value, a formula or a text, for which an apostrophe may stand in front. */
export function typedValue(typed: string): string | number | boolean | null {
  if (typed === "") return null;
  // The apostrophe of `'=1` is one that `set_cells` knows, too.
  if (typed.startsWith("'")) return typed.startsWith("'=") ? typed : typed.slice(1);
  if (typed.startsWith("=")) return typed;
  const text = typed.trim();
  if (/^true$/i.test(text)) return true;
  if (/^false$/i.test(text)) return false;
  const [, number, percent] =
    /^([+-]?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d+)?(?:[eE][+-]?\d{1,3})?)(%?)$/.exec(text) ?? [];
  if (number !== undefined && /\d/.test(number)) {
    const value = Number(number.replaceAll(",", ""));
    if (Number.isFinite(value)) return percent === "%" ? Number((value / 100).toPrecision(15)) : value;
  }
  return typed;
}
