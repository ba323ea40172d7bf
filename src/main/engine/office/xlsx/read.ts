import type { CellRange } from "../../../../core/office/sheet-address";
import { readPart } from "../package/package-parts";
import type { ZipPackage } from "../package/zip";
import type { Sheet } from "../sheet/read-sheets";
import type { ParagraphSink } from "../text/office-paragraphs";
import { SharedFormulas, xlsxCell } from "./cells";
import { scanSheet } from "./scan";
import { openWorkbook, type XlsxWorkbook } from "./workbook";

/** The rows of a workbook, sheet by sheet after its name; formulas by their last computed result. */
export function readXlsx(zip: ZipPackage, { found, limit }: ParagraphSink): void {
  const book = openWorkbook(zip);
  for (const { name, part } of book.sheets) {
    limit.take(name.length, 1);
    found.push({ kind: "heading", text: name, ownName: null });
    const xml = part === null ? null : readPart(zip, part);
    if (xml === null) continue;
    const shared = sharedTexts(book);
    let cells: string[] = [];
    scanSheet(xml, {
      value(type, value) {
        if (value === "") return;
        const text =
          type === "s" ? shared(Number(value)) : type === "b" ? (value === "1" ? "TRUE" : "FALSE") : inRow(value);
        if (text === "") return;
        limit.take(text.length + 3);
        cells.push(text);
      },
      rowEnd() {
        limit.take(0, 1);
        found.push({ kind: "table_row", text: cells.join(" | "), ownName: null });
        cells = [];
      },
    });
  }
}

/** Shared strings in the form for a row; each is computed once, however many cells refer to it. */
function sharedTexts(book: XlsxWorkbook): (number: number) => string {
  const known = new Map<number, string>();
  return (number) => {
    const text = known.get(number) ?? inRow(book.string(number)?.text ?? "");
    known.set(number, text);
    return text;
  };
}

const inRow = (text: string): string => text.trim().replaceAll(/\s+/g, " ");

/** The sheets of a workbook, each read on request. */
export function xlsxSheets(zip: ZipPackage, book: XlsxWorkbook = openWorkbook(zip)): Sheet[] {
  return book.sheets.map(({ name, part, state }) => ({
    name,
    state,
    read(visitor) {
      const xml = part === null ? null : readPart(zip, part);
      const merged: CellRange[] = [];
      if (xml === null) return { merged, notes: [`${name} has no cells to read`] };
      const formulas = new SharedFormulas();
      const hidden = { rows: 0, columns: 0 };
      scanSheet(xml, {
        row: (_row, attribute) => void (attribute("hidden") === "1" && hidden.rows++),
        cell(written) {
          const cell = xlsxCell(book, written, formulas.of(written));
          if (cell !== null) visitor.cell(cell);
        },
        rowEnd: () => visitor.row(),
        merged: (range) => void merged.push(range),
        other: (element, tag) => void (element === "s:col" && tag.attribute("hidden") === "1" && hidden.columns++),
      });
      const notes = Object.entries(hidden).flatMap(([what, count]) =>
        count > 0 ? [`${name} has hidden ${what}; their cells are listed too`] : [],
      );
      return { merged, notes };
    },
  }));
}
