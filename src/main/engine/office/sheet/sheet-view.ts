import type { OfficeCell, OfficeRange, OfficeSheet } from "../../../../core/office/office-view";
import { cropText } from "../../../../core/text/characters";
import { MAX_CELL } from "../../ports/limits";
import type { SheetCell } from "./read-sheets";
import { writtenValue } from "./written-value";

/** A workbook for display: its sheets, and their cells, which are read when they come into view. */
export type SheetsView = {
  sheets: OfficeSheet[];
  /** The cells of the sheet with this index, row by row. */
  cells(sheet: number, range: OfficeRange): ViewCell[];
  /** Whether reading a few rows costs only those rows, not a scan of the whole sheet. */
  isReadByRows(sheet: number): boolean;
  /** A key for each row that changes when the row does; null if rows cannot be compared. */
  rowKeys(sheet: number): ReadonlyMap<number, string> | null;
  /** Equal if cells with equal keys are the same in two versions. */
  common: string;
};

/** Why a protected sheet is locked. */
export const SHEET_PROTECTED =
  "This sheet is protected in its file. Remove the protection in an office program to edit it.";

/** A cell as the window displays and edits it. */
export function viewCell(cell: SheetCell, style: OfficeCell["style"]): ViewCell {
  const { ref, kind, value, shown, hasFormula } = cell;
  return {
    row: ref.row,
    column: ref.column,
    text: shown,
    type: kind,
    style,
    hasFormula,
    // Both may be expensive, and most callers need neither.
    get formula() {
      return cell.formula;
    },
    get input() {
      return inputOf(kind, value, shown, cell.formula);
    },
  };
}

/** A cell whose `formula` and `input` are computed on access. */
export type ViewCell = OfficeCell & { hasFormula: boolean };

/** The same cell with another address, or with more properties. */
export const cellLike = (
  cell: ViewCell,
  more: Partial<Pick<OfficeCell, "row" | "column" | "comment" | "link">>,
): ViewCell =>
  Object.defineProperties({} as ViewCell, {
    ...Object.getOwnPropertyDescriptors(cell),
    ...Object.getOwnPropertyDescriptors(more),
  });

/** The maximum number of characters of a cell that are sent to the window: more would not fit on a screen, nor into an Excel cell. */
const MAX_SHOWN = 2000;

/** A cell as it is sent to the window: a text longer than a cell may be is cropped, and cannot be edited here. */
export function croppedCell({ hasFormula: _, ...cell }: ViewCell): OfficeCell {
  const { text, input } = cell;
  return {
    ...cell,
    text: cropText(text, MAX_SHOWN),
    input: isTooLong(input) ? cropText(input, MAX_SHOWN) : input,
  };
}

/** Whether a cell's text is too long to be edited here. */
export const isTooLong = (input: string): boolean => input.length > MAX_CELL;

function inputOf(kind: SheetCell["kind"], value: SheetCell["value"], shown: string, formula: string | null): string {
  if (formula !== null) return formula;
  if (value === null) return "";
  if (kind === "boolean") return value === true || value === "true" ? "TRUE" : "FALSE";
  if (kind === "text" && String(value).length > MAX_CELL) return String(value);
  if (kind === "text")
    return typeof typedValue(String(value)) === "string" &&
      !/^['=]/.test(String(value)) &&
      writtenValue(String(value)) === null
      ? String(value)
      : `'${String(value)}`;
  if (kind === "number" && typeof value === "number" && /%$/.test(shown)) return `${trimmed(value * 100)}%`;
  return typeof value === "number" ? trimmed(value) : String(value);
}

/** Fifteen digits, as in spreadsheets: hides rounding errors of percentages such as 0.07. */
const trimmed = (value: number): string => String(Number(value.toPrecision(15)));

/** The value of a text typed into a cell: a number, a boolean, a formula or a text, optionally after an apostrophe. */
export function typedValue(typed: string): string | number | boolean | null {
  if (typed === "") return null;
  // Setting the cell also handles the apostrophe of `'=1` and `'5%`.
  if (typed.startsWith("'"))
    return typed.startsWith("'=") || writtenValue(typed.slice(1)) !== null ? typed : typed.slice(1);
  if (typed.startsWith("=")) return typed;
  const text = typed.trim();
  if (/^true$/i.test(text)) return true;
  if (/^false$/i.test(text)) return false;
  if (writtenValue(text) !== null) return text;
  // Identifiers keep their zeros, and digits that a number would lose.
  if (
    /^[+-]?0\d/.test(text) ||
    text
      .replace(/^[+-]/, "")
      .replace(/0+$/, "")
      .match(/^\d{16,}$/)
  )
    return typed;
  const [, number, percent] =
    /^([+-]?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d+)?(?:[eE][+-]?\d{1,3})?)(%?)$/.exec(text) ?? [];
  if (number !== undefined && /\d/.test(number)) {
    const value = Number(number.replaceAll(",", ""));
    if (Number.isFinite(value)) return percent === "%" ? Number((value / 100).toPrecision(15)) : value;
  }
  return typed;
}
