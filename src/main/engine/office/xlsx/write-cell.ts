import type { CellRef } from "../../../../core/office/sheet-address";
import { cellName } from "../../../../core/office/sheet-address";
import { escapedText } from "../../../../core/text/escape-xml";
import type { SheetCell } from "../sheet/read-sheets";
import { formulaInFile } from "../sheet/sheet-formula";
import type { CellInput } from "../sheet/sheet-input";
import { daysOfIso, isDateFormat, plain } from "../sheet/sheet-number-format";
import { isDynamicFormula } from "./dynamic-arrays";
import { escapedCellText, type XlsxWorkbook } from "./workbook";

/** The content to set in a cell; `inline` is formatted text, as the XML inside its `is`. */
export type XlsxInput = CellInput | { kind: "inline"; xml: string };

/** What of a workbook determines how a cell is written; `dynamic` is the number of the metadata for formulas that fill several cells. */
export type CellStyles = Pick<XlsxWorkbook, "epoch" | "formatOf"> & { dynamic: string | null };

/** How a cell is written: the prefix for the sheet's elements, with the colon, and the number of its style. */
export type CellManner = { prefix: string; style: string | null };

/**
 * The XML of a cell with this content; empty if there is nothing to write. An ISO 8601 date becomes a date in a cell whose style shows
 * dates.
 */
export function xlsxCellXml(book: CellStyles, ref: CellRef, input: XlsxInput, { prefix, style }: CellManner): string {
  const start = `<${prefix}c r="${cellName(ref)}"${style === null ? "" : ` s="${style}"`}`;
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
      const days = dateIn(book, input.text, style);
      if (days !== null) return `${start}>${of("v", plain(days))}${end}`;
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
      return cell !== null && !cell.hasFormula && ["text", "date"].includes(cell.kind) && cell.value === input.text;
    case "number":
    case "boolean":
      return cell !== null && !cell.hasFormula && cell.kind === input.kind && cell.value === input.value;
  }
}

function dateIn(book: CellStyles, text: string, style: string | null): number | null {
  const days = /^\d{4}-/.test(text) ? daysOfIso(text, book.epoch) : null;
  return days !== null && isDateFormat(book.formatOf(Number(style ?? 0))) ? days : null;
}
