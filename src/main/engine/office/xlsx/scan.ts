import { MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from "../../../../core/limits";
import { type CellRange, type CellRef, parseCell, parseRange } from "../../../../core/office/sheet-address";
import { scanXml } from "../package/scan-xml";

/** The namespaces of workbooks, and the prefixes used for them here. */
export const xlsxPrefixes = {
  "http://schemas.openxmlformats.org/spreadsheetml/2006/main": "s",
  "http://purl.oclc.org/ooxml/spreadsheetml/main": "s",
  "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "rel",
  "http://purl.oclc.org/ooxml/officeDocument/relationships": "rel",
};

/** A formula in a cell. A `shared` one without text is that of the first cell with its number. */
export type WrittenFormula = {
  text: string;
  kind: "normal" | "shared" | "array" | "dataTable";
  range: CellRange | null;
  number: string | null;
  /** The range of its element. */
  from: number;
  to: number;
};

/** A cell in the text of the sheet. */
export type WrittenCell = {
  ref: CellRef;
  /** From the `<` of its start tag to after its end tag; `startTo` is after its start tag. */
  from: number;
  startTo: number;
  to: number;
  type: string;
  /** The number of its style, as written. */
  style: string | null;
  /** The content of `v`, or the text of an inline string. */
  value: string;
  hasValue: boolean;
  /** The range of the `is` element of an inline string. */
  inline: { from: number; to: number } | null;
  formula: WrittenFormula | null;
};

/** The range of a row's start tag. */
export type WrittenRow = { row: number; from: number; startTo: number; isEmpty: boolean };

/** The events of a scan of a sheet, in text order. */
export type SheetHandler = {
  row?(row: WrittenRow, attribute: (name: string) => string | null): void;
  /** `from` is the start of the end tag, where another cell would go. */
  rowEnd?(from: number, to: number): void;
  cell?(cell: WrittenCell): void;
  /** The type and value of each cell, for handlers that need nothing else of it. */
  value?(type: string, value: string): void;
  merged?(range: CellRange): void;
  /** Every other element, by its name with `s:`. */
  other?(name: string, tag: { from: number; to: number; attribute(name: string): string | null }): void;
  dataEnd?(from: number): void;
};

/** Scans a sheet once. Cells and rows without an address follow the one before; those past the last row or column are left out. */
export function scanSheet(xml: string, handler: SheetHandler): void {
  let row = 0;
  let column = 0;
  let isEmptyRow = false;
  let cell: WrittenCell | null = null;
  let isCell = false;
  let type = "";
  let value = "";
  let taking: "value" | "formula" | null = null;
  let phonetic = 0;
  let isInData = false;
  scanXml(xml, xlsxPrefixes, {
    open(name, tag) {
      if (name === "s:c" && isInData) {
        isCell = true;
        type = tag.attribute("t") ?? "n";
        value = "";
        if (handler.cell === undefined) return;
        column = columnOf(tag.attribute("r")) ?? column + 1;
        cell = {
          ref: { row, column },
          from: tag.from,
          startTo: tag.to,
          to: tag.to,
          type,
          style: tag.attribute("s"),
          value: "",
          hasValue: false,
          inline: null,
          formula: null,
        };
      } else if (isCell) {
        if (name === "s:v" || (name === "s:t" && phonetic === 0)) {
          taking = "value";
          if (cell !== null) cell.hasValue = true;
        } else if (name === "s:rPh") phonetic++;
        else if (cell === null) return;
        else if (name === "s:f") {
          taking = "formula";
          cell.formula = {
            text: "",
            kind: formulaKind(tag.attribute("t")),
            range: rangeOf(tag.attribute("ref")),
            number: tag.attribute("si"),
            from: tag.from,
            to: tag.to,
          };
        } else if (name === "s:is") cell.inline = { from: tag.from, to: tag.to };
      } else if (name === "s:row" && isInData) {
        const written = Number(tag.attribute("r") ?? row + 1);
        row = Number.isInteger(written) && written > 0 ? written : row + 1;
        column = 0;
        isEmptyRow = xml.charCodeAt(tag.to - 2) === 0x2f;
        handler.row?.({ row, from: tag.from, startTo: tag.to, isEmpty: isEmptyRow }, (each) => tag.attribute(each));
      } else {
        if (name === "s:sheetData") isInData = true;
        if (name === "s:mergeCell") {
          const range = rangeOf(tag.attribute("ref"));
          if (range !== null) handler.merged?.(range);
        }
        handler.other?.(name, tag);
      }
    },
    close(name, from, to) {
      if (isCell) {
        if (name === "s:v" || name === "s:t" || name === "s:f") taking = null;
        if (name === "s:rPh") phonetic--;
        else if (name === "s:c") {
          isCell = false;
          handler.value?.(type, value);
        }
        if (cell === null) return;
        if (name === "s:f" && cell.formula !== null) cell.formula.to = to;
        else if (name === "s:is" && cell.inline !== null) cell.inline.to = to;
        else if (name === "s:c") {
          cell.to = to;
          cell.value = value;
          if (cell.ref.row <= MAX_SHEET_ROWS && cell.ref.column <= MAX_SHEET_COLUMNS) handler.cell?.(cell);
          cell = null;
        }
      } else if (name === "s:row" && isInData) handler.rowEnd?.(from, to);
      else if (name === "s:sheetData") {
        isInData = false;
        handler.dataEnd?.(from);
      }
    },
    text(piece) {
      if (taking === "value") value += piece;
      else if (taking === "formula" && cell !== null && cell.formula !== null) cell.formula.text += piece;
    },
  });
}

/** The column in an address; null if it is none. The usual spelling is read without a regular expression: there may be millions of cells. */
function columnOf(address: string | null): number | null {
  if (address === null) return null;
  let column = 0;
  let at = 0;
  for (let unit = address.charCodeAt(0); unit >= 65 && unit <= 90 && at < 3; unit = address.charCodeAt(++at))
    column = column * 26 + unit - 64;
  const first = at;
  let row = 0;
  for (let unit = address.charCodeAt(at); unit >= 48 && unit <= 57; unit = address.charCodeAt(++at))
    row = row * 10 + unit - 48;
  const isUsual = at === address.length && address.charCodeAt(first) !== 48;
  if (isUsual && column > 0 && column <= MAX_SHEET_COLUMNS && row > 0 && row <= MAX_SHEET_ROWS) return column;
  return parseCell(address)?.column ?? null;
}

const rangeOf = (written: string | null): CellRange | null => (written === null ? null : parseRange(written));

function formulaKind(written: string | null): WrittenFormula["kind"] {
  return written === "shared" || written === "array" || written === "dataTable" ? written : "normal";
}

/** The columns of a `min`–`max` pair; null if they are not valid columns. */
export function columnSpan(min: string | null, max: string | null): { from: number; to: number } | null {
  const from = Number(min);
  const to = Number(max);
  return Number.isInteger(from) && from > 0 && to >= from ? { from, to: Math.min(to, MAX_SHEET_COLUMNS) } : null;
}
