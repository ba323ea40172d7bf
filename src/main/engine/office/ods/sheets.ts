import { MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from "../../../../core/limits";
import type { CellRange, CellRef } from "../../../../core/office/sheet-address";
import { readPart } from "../package/package-parts";
import { XmlError } from "../package/scan-xml";
import type { ZipPackage } from "../package/zip";
import { type Sheet, type SheetCell, sheetCell } from "../sheet/read-sheets";
import { fromOpenFormula } from "../sheet/sheet-formula";
import { plain } from "../sheet/sheet-number-format";
import { type OdsCell, type OdsHandler, rangeFrom, scanOds } from "./scan";

/** The maximum number of cells that a document shows: a few characters can repeat a cell a billion times. */
const MAX_CELLS = 2_000_000;

/** A sheet as its file has it: rows and cells with their repetitions, and the ranges of merged cells. */
export type OdsSheet<Cell> = { name: string; isHidden: boolean; rows: FilledRow<Cell>[]; merged: CellRange[] };
type FilledRow<Cell> = { row: number; repeat: number; filled: { column: number; repeat: number; cell: Cell }[] };

/** Reads the sheets by one scan. `cellOf` makes a cell of what is written, or null if it has no content; `also` gets the other events. */
export function readOds<Cell>(
  xml: string,
  cellOf: (written: OdsCell, ref: CellRef) => Cell | null,
  also: Pick<OdsHandler, "columns" | "rowStart" | "drawing"> & { sheet?: OdsHandler["sheet"] } = {},
): OdsSheet<Cell>[] {
  const sheets: OdsSheet<Cell>[] = [];
  const styles: (string | null)[] = [];
  const hidden = new Set<string>();
  scanOds(xml, {
    ...also,
    sheet(sheet, tag) {
      sheets.push({ name: sheet.name, isHidden: false, rows: [], merged: [] });
      styles.push(sheet.style);
      also.sheet?.(sheet, tag);
    },
    row({ row, repeat, cells }) {
      const sheet = sheets.at(-1);
      if (sheet === undefined) return;
      const filled: FilledRow<Cell>["filled"] = [];
      for (const written of cells) {
        const { column } = written;
        const cell = cellOf(written, { row, column });
        if (cell !== null) filled.push({ column, repeat: written.repeat, cell });
        const range = rangeFrom({ row, column }, written.spans);
        if (range !== null) sheet.merged.push(range);
      }
      sheet.rows.push({ row, repeat, filled });
    },
    hiddenTable: (style) => void hidden.add(style),
  });
  for (const [index, sheet] of sheets.entries()) sheet.isHidden = hidden.has(styles[index] ?? "");
  return sheets;
}

/** The sheets of an OpenDocument spreadsheet, read once and kept as rows. */
export function odsSheets(zip: ZipPackage): Sheet[] {
  const xml = readPart(zip, "content.xml");
  if (xml === null) throw new XmlError("its part content.xml is missing");
  // For all sheets together, however often each is read.
  const taken = new Map<number, number>();
  return readOds(xml, odsCell).map(({ name, isHidden, rows, merged }, index) => ({
    name,
    state: isHidden ? "hidden" : "visible",
    read(visitor) {
      let others = 0;
      for (const [each, count] of taken) if (each !== index) others += count;
      const most = Math.max(0, MAX_CELLS - others);
      let remaining = most;
      for (const { row, repeat, filled } of rows) {
        const last = filled.length === 0 ? 0 : Math.min(row + repeat - 1, MAX_SHEET_ROWS);
        for (let at = row; at <= last && remaining > 0; at++)
          for (const { column: from, repeat: across, cell } of filled)
            for (let column = from; column < from + across && column <= MAX_SHEET_COLUMNS; column++) {
              if (remaining-- <= 0) break;
              visitor.cell(at === row && column === from ? cell : movedCell(cell, { row: at, column }));
            }
        visitor.row();
      }
      taken.set(index, most - Math.max(0, remaining));
      const notes =
        remaining > 0
          ? []
          : [`${name} repeats cells so often that only the first ${most.toLocaleString("en")} are read`];
      return { merged, notes };
    },
  }));
}

/** The same cell at another address. */
const movedCell = (cell: SheetCell, ref: SheetCell["ref"]): SheetCell => {
  const { kind, value, shown, hasFormula } = cell;
  return sheetCell({ ref, kind, value, shown }, hasFormula ? () => cell.formula : null);
};

/** The content of a cell; null if it has only a style. */
export function odsCell(written: OdsCell, ref: SheetCell["ref"]): SheetCell | null {
  const { type, value, text } = written;
  const { formula } = written;
  const cell = (kind: SheetCell["kind"], of: SheetCell["value"], shown: string): SheetCell =>
    sheetCell({ ref, kind, value: of, shown }, formula === null ? null : () => `=${fromOpenFormula(formula)}`);
  if (written.isError) return cell("error", text ?? "#ERROR", text ?? "#ERROR");
  switch (type) {
    case "float":
    case "percentage":
    case "currency": {
      const number = Number(value ?? "");
      if (value === null || !Number.isFinite(number)) return cell("text", text ?? "", text ?? "");
      return cell("number", number, text ?? plain(number));
    }
    case "date":
      return cell("date", value ?? text ?? "", text ?? value ?? "");
    case "time":
      return cell("date", value ?? text ?? "", text ?? value ?? "");
    case "boolean":
      return cell("boolean", value === "true", text ?? (value === "true" ? "TRUE" : "FALSE"));
    default: {
      const content = text ?? value ?? "";
      if (content === "") return formula === null ? null : cell("empty", null, "");
      return cell("text", content, content);
    }
  }
}
