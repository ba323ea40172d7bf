import {
  type CellPlace,
  type CellRange,
  mostColumns,
  mostRows,
  parseCell,
  parseRange,
} from "../../../../core/office/sheet-address";
import { scanXml } from "../package/scan-xml";
import { xlsxPrefixes } from "./workbook";

/** A formula as it stands in a cell. `shared` without text is that of the cell which gave its number first. */
export type WrittenFormula = {
  text: string;
  kind: "normal" | "shared" | "array" | "dataTable";
  range: CellRange | null;
  number: string | null;
  /** Where its element stands. */
  from: number;
  to: number;
};

/** A cell as it stands in the sheet's text. */
export type WrittenCell = {
  place: CellPlace;
  /** From the `<` of its start tag past its end tag; `startTo` is past its start tag. */
  from: number;
  startTo: number;
  to: number;
  type: string;
  /** The number of its style, as written. */
  style: string | null;
  /** What stands in `v`, or in the texts of an inline string. */
  value: string;
  hasValue: boolean;
  /** Where an inline string stands: its `is`, whole. */
  inline: { from: number; to: number } | null;
  formula: WrittenFormula | null;
};

/** A row's start tag, where it stands. */
export type WrittenRow = { row: number; from: number; startTo: number; isEmpty: boolean };

/** What a scan of a sheet tells, in the order of its text. */
export type SheetHandler = {
  row?(row: WrittenRow, attribute: (name: string) => string | null): void;
  /** `from` is where the end tag begins, and where a last cell would go. */
  rowEnd?(from: number, to: number): void;
  cell?(cell: WrittenCell): void;
  merged?(range: CellRange): void;
  /** Every other element, by its name with `s:`. */
  other?(name: string, tag: { from: number; to: number; attribute(name: string): string | null }): void;
  dataEnd?(from: number): void;
};

/** Goes through a sheet once. Cells and rows without an address follow the one before; those past the last row or column are left out. */
export function scanSheet(xml: string, handler: SheetHandler): void {
  let row = 0;
  let column = 0;
  let isEmptyRow = false;
  let cell: WrittenCell | null = null;
  let taking: "value" | "formula" | null = null;
  let phonetic = 0;
  let isInData = false;
  scanXml(xml, xlsxPrefixes, {
    open(name, tag) {
      if (name === "s:c" && isInData) {
        const place = parseCell(tag.attribute("r") ?? "") ?? { row, column: column + 1 };
        column = place.column;
        cell = {
          place: { row, column },
          ...{ from: tag.from, startTo: tag.to, to: tag.to, type: tag.attribute("t") ?? "n" },
          ...{ style: tag.attribute("s"), value: "", hasValue: false, inline: null, formula: null },
        };
      } else if (cell !== null) {
        if (name === "s:v" || (name === "s:t" && phonetic === 0)) {
          taking = "value";
          cell.hasValue = true;
        } else if (name === "s:f") {
          taking = "formula";
          cell.formula = {
            text: "",
            kind: formulaKind(tag.attribute("t")),
            range: parseRange(tag.attribute("ref") ?? ""),
            number: tag.attribute("si"),
            from: tag.from,
            to: tag.to,
          };
        } else if (name === "s:is") cell.inline = { from: tag.from, to: tag.to };
        else if (name === "s:rPh") phonetic++;
      } else if (name === "s:row" && isInData) {
        const written = Number(tag.attribute("r") ?? row + 1);
        row = Number.isInteger(written) && written > 0 ? written : row + 1;
        column = 0;
        isEmptyRow = xml.charCodeAt(tag.to - 2) === 0x2f;
        handler.row?.({ row, from: tag.from, startTo: tag.to, isEmpty: isEmptyRow }, (each) => tag.attribute(each));
      } else {
        if (name === "s:sheetData") isInData = true;
        if (name === "s:mergeCell") {
          const range = parseRange(tag.attribute("ref") ?? "");
          if (range !== null) handler.merged?.(range);
        }
        handler.other?.(name, tag);
      }
    },
    close(name, from, to) {
      if (cell !== null) {
        if (name === "s:v" || name === "s:t" || name === "s:f") taking = null;
        if (name === "s:f" && cell.formula !== null) cell.formula.to = to;
        else if (name === "s:is" && cell.inline !== null) cell.inline.to = to;
        else if (name === "s:rPh") phonetic--;
        else if (name === "s:c") {
          cell.to = to;
          if (cell.place.row <= mostRows && cell.place.column <= mostColumns) handler.cell?.(cell);
          cell = null;
        }
      } else if (name === "s:row" && isInData) handler.rowEnd?.(from, to);
      else if (name === "s:sheetData") {
        isInData = false;
        handler.dataEnd?.(from);
      }
    },
    text(piece) {
      if (cell === null || taking === null) return;
      if (taking === "value") cell.value += piece;
      else if (cell.formula !== null) cell.formula.text += piece;
    },
  });
}

function formulaKind(written: string | null): WrittenFormula["kind"] {
  return written === "shared" || written === "array" || written === "dataTable" ? written : "normal";
}

/** The columns that a `min`–`max` pair names; nothing where they are no columns. */
export function columnSpan(min: string | null, max: string | null): { from: number; to: number } | null {
  const from = Number(min);
  const to = Number(max);
  return Number.isInteger(from) && from > 0 && to >= from ? { from, to: Math.min(to, mostColumns) } : null;
}
