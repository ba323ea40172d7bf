import type { CellRef } from "../../../../core/office/sheet-address";
import { cellName } from "../../../../core/office/sheet-address";
import { escapedText } from "../../../../core/text/escape-xml";
import type { SheetCell } from "../sheet/read-sheets";
import { formulaInFile } from "../sheet/sheet-formula";
import type { CellInput } from "../sheet/sheet-input";
import { formatNumber, isDateFormat, plain } from "../sheet/sheet-number-format";
import type { WrittenValue } from "../sheet/written-value";
import { isDynamicFormula } from "./dynamic-arrays";
import { escapedCellText, type XlsxWorkbook } from "./workbook";

/** The content to set in a cell; `inline` is formatted text, as the XML inside its `is`. */
export type XlsxInput = CellInput | { kind: "inline"; xml: string };

/** What of a workbook determines how a cell is written; `dynamic` is the number of the metadata for formulas that fill several cells. */
export type CellStyles = Pick<XlsxWorkbook, "epoch" | "formatOf"> & {
  dynamic: string | null;
  /** The number of a style that is like another one, with this number format; null if there can be none. */
  styleWith(style: string | null, format: string): string | null;
};

/** How a cell is written: the prefix for the sheet's elements, with the colon, and the number of its style. */
export type CellManner = { prefix: string; style: string | null };

/**
 * The XML of a cell with this content; empty if there is nothing to write. A text that is a value becomes it, with a number format that
 * shows it, except in cells of text.
 */
export function xlsxCellXml(book: CellStyles, ref: CellRef, input: XlsxInput, { prefix, style }: CellManner): string {
  const startWith = (number: string | null): string =>
    `<${prefix}c r="${cellName(ref)}"${number === null ? "" : ` s="${number}"`}`;
  const start = startWith(style);
  const end = `</${prefix}c>`;
  const of = (name: string, text: string): string => `<${prefix}${name}>${text}</${prefix}${name}>`;
  switch (input.kind) {
    case "empty":
      return style === null || style === "0" ? "" : `${start}/>`;
    case "number":
      return `${start}>${of("v", plain(input.value))}${end}`;
    case "boolean":
      return `${start} t="b">${of("v", input.value ? "1" : "0")}${end}`;
    case "formula": {
      const text = escapedText(formulaInFile(input.formula));
      if (book.dynamic === null || !isDynamicFormula(input.formula)) return `${start}>${of("f", text)}${end}`;
      return `${start} cm="${book.dynamic}"><${prefix}f t="array" ref="${cellName(ref)}">${text}</${prefix}f>${end}`;
    }
    case "inline":
      return `${start} t="inlineStr">${of("is", input.xml)}${end}`;
    case "text": {
      const value = input.written === undefined ? null : valueIn(book, input.written, style);
      if (value !== null) return `${startWith(value.style)}>${of("v", plain(value.value))}${end}`;
      return `${start} t="inlineStr">${of("is", textXml(prefix, input.text))}${end}`;
    }
  }
}

/** A text element of a cell that keeps its blanks. */
export function textXml(prefix: string, text: string): string {
  const space = /^\s|\s$|\n|\s\s/.test(text) ? ' xml:space="preserve"' : "";
  return `<${prefix}t${space}>${escapedText(escapedCellText(text))}</${prefix}t>`;
}

/** Whether the cell already has this content, so that nothing needs to be written. */
export function holdsAlready(cell: SheetCell | null, input: CellInput): boolean {
  switch (input.kind) {
    case "empty":
      return cell === null;
    case "formula":
      return cell?.formula === `=${input.formula}`;
    case "text":
      return (
        cell !== null &&
        !cell.hasFormula &&
        ((["text", "date"].includes(cell.kind) && cell.value === input.text) || holdsValue(cell, input.written))
      );
    case "number":
    case "boolean":
      return cell !== null && !cell.hasFormula && cell.kind === input.kind && cell.value === input.value;
  }
}

/** A value as the number that a cell stores (days for dates), with the style to show it; null in cells of text. */
function valueIn(
  book: CellStyles,
  { kind, value, format }: WrittenValue,
  style: string | null,
): { value: number; style: string | null } | null {
  const own = book.formatOf(Number(style ?? 0));
  if (own === "@") return null;
  const isDate = kind === "date" || kind === "time";
  const isShown = isDate ? isDateFormat(own) : !/^general$/i.test(own) && !isDateFormat(own);
  const shown = isShown ? style : book.styleWith(style, format);
  if (shown === null && !isShown) return null;
  return { value: kind === "date" && book.epoch === 1904 ? value - 1462 : value, style: shown };
}

function holdsValue({ kind, value }: SheetCell, written: WrittenValue | undefined): boolean {
  if (written === undefined) return false;
  if (kind === "date") return value === formatNumber(written.value, written.format, 1900).shown;
  return kind === "number" && written.kind !== "date" && written.kind !== "time" && value === written.value;
}
