import type { CellRange, CellRef } from "../../../../core/office/sheet-address";
import { readPart } from "../package/package-parts";
import type { ZipPackage } from "../package/zip";
import type { Sheet } from "../sheet/read-sheets";
import type { ParagraphSink } from "../text/office-paragraphs";
import { SharedFormulas, xlsxCell } from "./cells";
import { scanSheet } from "./scan";
import { openWorkbook, type XlsxWorkbook } from "./workbook";

/** Receives each cell with text, and where that is in the text of the workbook. `sheet` is an index. */
export type CellTextVisitor = (cell: { sheet: number; ref: CellRef; from: number; to: number }) => void;

/**
 * The rows of a workbook, sheet by sheet after its name; formulas by their last computed result. `visit` gets the cells of the sheets for which
 * `isVisited`.
 */
export function readXlsx(
  zip: ZipPackage,
  { found, limit }: ParagraphSink,
  { visit, isVisited = () => true }: { visit?: CellTextVisitor; isVisited?(sheet: number): boolean } = {},
): void {
  const book = openWorkbook(zip);
  /** Where the next paragraph will be in the text. */
  let next = 0;
  const push = (kind: "heading" | "table_row", text: string): void => {
    found.push({ kind, text, ownName: null });
    const { length } = text.trim();
    if (length > 0) next += length + 1;
  };
  for (const [sheet, { name, part }] of book.sheets.entries()) {
    limit.take(name.length, 1);
    push("heading", name);
    const xml = part === null ? null : readPart(zip, part);
    if (xml === null) continue;
    const shared = sharedTexts(book);
    let cells: string[] = [];
    /** The length of the row so far, and the last cell's text. */
    let [length, last] = [0, ""];
    scanSheet(xml, {
      value(type, value) {
        last = "";
        if (value === "") return;
        const text =
          type === "s" ? shared(Number(value)) : type === "b" ? (value === "1" ? "TRUE" : "FALSE") : inRow(value);
        if (text === "") return;
        limit.take(text.length + 3);
        if (cells.length > 0) length += 3;
        cells.push(text);
        length += text.length;
        last = text;
      },
      // Without it, a scan is faster.
      ...(visit !== undefined &&
        isVisited(sheet) && {
          cell({ ref }) {
            if (last !== "") visit({ sheet, ref, from: next + length - last.length, to: next + length });
          },
        }),
      rowEnd() {
        limit.take(0, 1);
        push("table_row", cells.join(" | "));
        cells = [];
        length = 0;
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
